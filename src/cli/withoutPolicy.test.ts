/** Commands without a policy: odd files and numbers at the edge. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { lab } from './lab.ts';

const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-worlds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function run(...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const text = { out: '', err: '' };
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => ((text.out += String(chunk)), true));
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => ((text.err += String(chunk)), true));
  try {
    return { code: await lab(argv), ...text };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}

describe('text files', () => {
  const level = ['######', '#@$ .#', '#    #', '# $ .#', '#    #', '######'];
  const moves = ['right,right', 'fly', 'left,left,down', 'down,right,right'];
  it.each([['\n'], ['\r\n'], ['\r']])('end their lines with %j, in levels, boards and actions alike', async (end) => {
    const argv = (ending: string): string[] => ['rules', '--world', 'sokoban', '--level', file('level.xsb', level.join(ending)), '--actions', file('moves.txt', moves.join(ending) + ending)];
    const played = await run(...argv(end));
    expect(played).toEqual(await run(...argv('\n')));
    expect(played.out.trim().split('\n')).toHaveLength(5);
    const board = ['?1..', '?1..', '11..', '....'];
    const told = await run('insight', '--world', 'minesweeper', '--mines', '1', '--state', file('board.txt', board.join(end)));
    expect(told).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(told.out)).toMatchObject({ safe: [[1, 1]], mines: [[2, 1]] });
  });
});
