/** What `lab train` measures again, and what not. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { tinyFile } from '../experiment/testing.ts';
import { run } from './testing.ts';
import { keeping } from './testingThreads.ts';

vi.mock('../platform/node/trainWorker.ts', async (original) => keeping(await original()));

const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-validation-'));
const [model, dir] = [join(folder, 'tiny.gguf'), join(folder, 'run')];
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(model, tinyFile());

const line = z.object({ version: z.literal(1), iteration: z.int(), evaluation: z.object({ tasks: z.int(), memory: z.string() }) });

/** Iteration and number of tasks of every line, after one more session. */
async function measured(...flags: readonly string[]): Promise<[iteration: number, tasks: number][]> {
  const sets = ['evaluation.episodes=1', 'evaluation.memory=none', ...flags].flatMap((flag) => ['--set', flag]);
  const { code } = await run('train', '--world', 'sokoban', '--set', 'turns=1', '--method', 'zero-shot', '--model', model, '--dir', dir, '--threads', '1', ...sets);
  expect(code).toBe(0);
  const lines = readFileSync(join(dir, 'validation.jsonl'), 'utf8').trim().split('\n').filter((text) => text !== '');
  return lines.map((text) => line.parse(JSON.parse(text))).map(({ iteration, evaluation }) => [iteration, evaluation.tasks]);
}

it('another way of measuring measures anew, the same does not, and a run begun anew keeps nothing of the one before', { timeout: 240_000 }, async () => {
  expect(await measured('evaluation.tasks=1')).toEqual([[0, 1]]);
  expect(await measured('evaluation.tasks=2')).toEqual([[0, 1], [0, 2]]);
  expect(await measured('evaluation.tasks=2', 'evaluation.every=3')).toEqual([[0, 1], [0, 2]]);
  rmSync(join(dir, 'checkpoint.safetensors'));
  expect(await measured('evaluation.tasks=2')).toEqual([[0, 2]]);
  rmSync(join(dir, 'checkpoint.safetensors'));
  expect(await measured('evaluation.tasks=2', 'evaluation.every=0')).toEqual([]);
});
