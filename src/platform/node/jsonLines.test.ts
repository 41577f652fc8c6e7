import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { logUpTo, readJsonLines } from './jsonLines.ts';

const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'log.jsonl');

it('a file of JSON lines is read, or told by its name and the line that is none', () => {
  writeFileSync(path, '{"a":1}\n\n[2]\n');
  expect(readJsonLines(path)).toEqual([{ a: 1 }, [2]]);
  writeFileSync(path, '{"a":1}\n\n[2');
  expect(() => readJsonLines(path)).toThrow(`${path} is damaged (line 3 is no JSON)`);
});

it('a log goes on after the step of the checkpoint: nothing twice, nothing of a run before', () => {
  expect(logUpTo(path.replace('log', 'none'), 100)).toBe('');
  const lines = [50, 100, 150].map((step) => `{"step":${step},"loss":1.50}\n`);
  writeFileSync(path, `${lines.join('')}{"step":200,"lo`);
  expect([0, 50, 149, 150, 1000].map((step) => logUpTo(path, step))).toEqual([0, 1, 2, 3, 3].map((count) => lines.slice(0, count).join('')));
  writeFileSync(path, 'null\n{"loss":1}\n7\n');
  expect(logUpTo(path, 1000)).toBe('');
});
