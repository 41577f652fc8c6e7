/** What `lab train` refuses before it trains, and in which words. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { methods, preset } from '../experiment/methods.ts';
import { tinyFile } from '../experiment/testing.ts';
import { run } from './testing.ts';
import { keeping } from './testingThreads.ts';

vi.mock('../platform/node/trainWorker.ts', async (original) => keeping(await original()));

const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-train-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function model(name: string, seed: number): string {
  const path = join(folder, name);
  writeFileSync(path, tinyFile({ seed }));
  return path;
}

async function train(...argv: readonly string[]): Promise<{ code: number; err: string }> {
  const { code, err } = await run('train', '--world', 'sokoban', '--threads', '1', ...argv);
  return { code, err };
}

describe('the folder of another run', { timeout: 120_000 }, () => {
  const dir = join(folder, 'run');
  const [one, two] = [model('one.gguf', 1), model('two.gguf', 2)];
  const here = ['--dir', dir, '--set', 'adapter.rank=2', '--set', 'evaluation.every=0', '--iterations', '0'];

  it('is refused by what differs, exit code 2, and stays as it is', async () => {
    expect((await train('--model', one, ...here)).code).toBe(0);
    const begun = readFileSync(join(dir, 'config.json'), 'utf8');
    const settings = await train('--model', one, ...here, '--set', 'optimizer.rate=3e-4', '--set', 'boxes=1', '--set', 'trial.memory=none');
    expect(settings).toEqual({
      code: 2,
      err: `lab: --dir ${dir} holds another run: settings.boxes is the default there and 1 here, trial.memory is reflection there and none here, optimizer.rate is 0.001 there and 0.0003 here; give what it was begun with, or another --dir.\n`,
    });
    const other = await train('--model', two, ...here);
    expect(other).toEqual({ code: 2, err: `lab: --dir ${dir} holds another run: it was trained on another model than ${two}; give what it was begun with, or another --dir.\n` });
    expect(readFileSync(join(dir, 'config.json'), 'utf8')).toBe(begun);
    expect(existsSync(join(dir, 'lock'))).toBe(false);
    // what does not make it another run
    expect((await train('--model', one, ...here, '--set', 'evaluation.tasks=3')).code).toBe(0);
  });

  it('is told with its name where its checkpoint is damaged, exit code 1', async () => {
    writeFileSync(join(dir, 'checkpoint.safetensors'), 'nothing');
    const { code, err } = await train('--model', one, ...here);
    expect(code).toBe(1);
    expect(err).toMatch(/^lab: --dir .*run: The checkpoint is damaged \(.*\); delete it to start anew\.\n$/);
  });
});

describe('a method that trains nothing', () => {
  it.each(methods.filter((method) => preset(method).schedule.iterations === 0).flatMap((method) => [[method, ['--iterations', '3']], [method, ['--set', 'schedule.iterations=3']]] as const))(
    '%s refuses %j, and nothing is written',
    async (method, flags) => {
      const dir = join(folder, method);
      const { code, err } = await train('--method', method, '--model', 'scout', '--dir', dir, ...flags);
      expect({ code, err }).toEqual({
        code: 2,
        err: `lab: --method ${method} trains nothing and is only measured, but is asked for 3 iterations; leave them out, or choose reinforce, ppo, rloo, grpo, gigpo, lamer.\n`,
      });
      expect(existsSync(dir)).toBe(false);
    },
  );
});
