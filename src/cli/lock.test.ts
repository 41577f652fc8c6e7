import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pilotRuns } from '../experiment/pilot.ts';
import { lockFolder } from './lock.ts';
import { run } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-lock-'));
const lock = join(folder, 'lock');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a folder of results', () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
  const ended = once(other, 'exit');
  const [{ name: pilot }] = pilotRuns;
  afterAll(() => other.kill());

  it('is given back, and can be taken again', () => {
    const release = lockFolder('--dir', folder);
    expect(readFileSync(lock, 'utf8')).toBe(`${process.pid}\n`);
    release();
    expect(existsSync(lock)).toBe(false);
    lockFolder('--dir', folder)();
  });

  it.each([
    ['train', folder, ['train', '--world', 'sokoban', '--model', 'scout', '--dir', folder]],
    ['pretrain', folder, ['pretrain', '--dir', folder, '--out', join(folder, 'scout.gguf'), '--corpus-only']],
    ['pilot', join(folder, pilot), ['pilot', '--model', 'scout', '--only', pilot, '--dir', folder, '--results', join(folder, 'results')]],
  ])('is refused to %s while another process works in it, and nothing is written', { timeout: 60_000 }, async (_what, place, argv) => {
    mkdirSync(place, { recursive: true });
    const path = join(place, 'lock');
    writeFileSync(path, `${other.pid}\n`);
    expect(await run(...argv)).toEqual({ code: 2, out: '', err: `lab: --dir ${place} is in use by process ${other.pid}; wait for its end, or give another folder. If that process is something else, delete ${path}.\n` });
    expect(readFileSync(path, 'utf8')).toBe(`${other.pid}\n`);
  });

  it.each([['nothing', ''], ['no number', 'x'], ['our own number', `${process.pid}`]])('is taken over where the lock holds %s', (_what, content) => {
    writeFileSync(lock, content);
    lockFolder('--dir', folder)();
    expect(existsSync(lock)).toBe(false);
  });

  it('is taken over from a process that was killed', async () => {
    writeFileSync(lock, `${other.pid}\n`);
    expect(() => lockFolder('--dir', folder)).toThrow(/in use by process/);
    other.kill('SIGKILL');
    await ended;
    const release = lockFolder('--dir', folder);
    expect(readFileSync(lock, 'utf8')).toBe(`${process.pid}\n`);
    release();
  });

  it('that can not be written to is refused as such', () => {
    mkdirSync(join(folder, 'gone'));
    rmSync(join(folder, 'gone'), { recursive: true });
    expect(() => lockFolder('--dir', join(folder, 'gone'))).toThrow(/--dir .*gone can't be used \(it does not exist\)/);
  });
});
