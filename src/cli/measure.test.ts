/** `lab measure` goes on from the parts that are there: only what is new is played. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { noteSettings, settings } from '../experiment/scout/measure.ts';
import { styles } from '../trial/teachers/style.ts';
import { scoutPath } from './policy.ts';
import { run } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-measure-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('teachers stand beside a model that was measured before, and a second time nothing is played', { timeout: 60_000 }, async () => {
  const dir = join(folder, `${createHash('sha256').update(readFileSync(scoutPath)).digest('hex').slice(0, 8)}-2x1`);
  mkdirSync(dir);
  const part = (name: string, rows: unknown): void => writeFileSync(join(dir, `${name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}.json`), JSON.stringify(rows));
  const rows = [0, 1].map((task) => ({ task, repeat: 0, wonIn: task, turns: 3, invalidTurns: 0, notes: 1, validNotes: 1, emptyNotes: 0, tokens: 9 }));
  for (const { name, memory } of settings) {
    for (const mode of memory) part(`${name} · ${mode} · heldout`, rows);
    for (const style of styles) for (const split of ['validation', 'heldout']) part(`${name} · none · ${split} · ${style}`, rows);
  }
  const [won, lost] = [true, false].map((win) => ({ won: win, repeated: !win }));
  for (const { name } of noteSettings) part(`${name} · notes`, [0, 1].map((task) => ({ task, repeat: 0, own: won, other: lost, teacher: won })));
  const before = readdirSync(dir);

  const measure = (): ReturnType<typeof run> => run('measure', '--model', 'scout', '--count', '2', '--repeat', '1', '--threads', '1', '--dir', folder);
  const { code, out } = await measure();
  expect(code).toBe(0);
  for (const { name } of settings) for (const style of ['greedy', 'perfect']) expect(out).toMatch(new RegExp(`\\| ${name} \\| ${style} \\|( \\d+\\.\\d % \\[.*?\\] \\|){3}\\n`));
  expect(readdirSync(dir).filter((file) => !before.includes(file))).toHaveLength(2 * settings.length);
  expect(before.filter((file) => !readdirSync(dir).includes(file))).toEqual([]);
  expect(await measure()).toEqual({ code: 0, out, err: '' });
});
