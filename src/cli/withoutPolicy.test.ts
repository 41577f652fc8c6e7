/** Commands without a policy: odd files and numbers at the edge. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-worlds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
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

describe('mines that nobody gave', () => {
  it.each([
    ['?', 'lab: 3 mines can not fit into 1 hidden cell; lower the number of mines. The board is taken to have 3 mines; --mines says otherwise.'],
    ['.', 'lab: 3 mines can not fit into 0 hidden cells; lower the number of mines. The board is taken to have 3 mines; --mines says otherwise.'],
    ['****', 'lab: The board shows 4 mines but only 3 are given; raise the number of mines. The board is taken to have 3 mines; --mines says otherwise.'],
    ['1?1??1', /^lab: No placement of 3 more mines fits .* The board is taken to have 3 mines; --mines says otherwise\.\n$/],
  ])('are told as such on the board %j', async (board, message) => {
    const { code, out, err } = await run('insight', '--world', 'minesweeper', '--state', file('small.txt', board));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });

  it('are told by their flag where they were given', async () => {
    const { code, err } = await run('insight', '--world', 'minesweeper', '--mines', '3', '--state', file('small.txt', '?'));
    expect({ code, err }).toEqual({ code: 2, err: 'lab: --mines is "3"; it must be a whole number from 0 to 1.\n' });
  });
});

describe('indices of tasks', () => {
  const last = 2 ** 31;
  it('that are printed are indices that --task takes', async () => {
    const { code, out } = await run('tasks', '--world', 'minesweeper', '--split', 'train', '--from', String(last), '--count', '1');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ index: last });
    expect((await run('rules', '--world', 'minesweeper', '--task', `train:${last}`, '--actions', file('none.txt', ''))).code).toBe(0);
  });

  it.each([[last, 2], [last - 1, 3], [last - 99_998, 100_000]])('from %i, %i of them, end at the last', async (from, count) => {
    const { code, out, err } = await run('tasks', '--world', 'minesweeper', '--split', 'train', '--from', String(from), '--count', String(count));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toBe(`lab: --from ${from} --count ${count}: the train list ends with the index ${last}; choose within it.\n`);
  });
});
