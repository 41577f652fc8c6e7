import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withValues } from '../../experiment/config.ts';
import { preset } from '../../experiment/methods.ts';
import { tinyFile, tinyWeights } from '../../experiment/testing.ts';
import { trainingKey, trainingTasks, validationTrials } from '../../experiment/training.ts';
import { initialAdapter } from '../../learning/adapterLayout.ts';
import { adamw } from '../../learning/optimizer.ts';
import { freshState, iterate, type TrainingState } from '../../learning/trainer.ts';
import { nodeRuntime } from './runtime.ts';
import { loadTraining, saveTraining } from './trainingRun.ts';
import { startTrainingThreads, type TrainingThreads } from './trainWorker.ts';
import { loadAdapter, playOnThreads } from './trialWorker.ts';

const config = withValues(preset('lamer', 'sokoban', { size: 5, boxes: 1, turns: 2, movesPerTurn: 1, minSolution: 1 }), [
  ['trial.episodes', 2], ['rollout.tasks', 2], ['rollout.group', 2], ['adapter.rank', 2], ['objective.steps', 1], ['evaluation.tasks', 3],
]);

let folder = '';
let started: TrainingThreads;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'train-'));
  await writeFile(join(folder, 'tiny.gguf'), tinyFile());
  started = await startTrainingThreads(join(folder, 'tiny.gguf'), config.adapter, false, 2);
}, 120_000);
afterAll(async () => {
  await started.stop();
  await rm(folder, { recursive: true });
});

const { beta1, beta2, eps, decay } = config.optimizer;
async function run(state: TrainingState, signal?: AbortSignal): Promise<boolean> {
  const runtime = nodeRuntime();
  const optimizer = await adamw(runtime, started.layout, state, { beta1, beta2, eps, decay });
  const setup = { ...started, optimizer, tasks: (iteration: number) => trainingTasks(config, iteration), now: () => 0, passes: { buckets: [256], tokens: 1024 } };
  const done = await iterate(state, config, setup, { signal });
  await runtime.dispose();
  return done !== null;
}

describe('training on two threads', { timeout: 180_000 }, () => {
  it('gives the same twice, recomputes its log-probs, and goes on from its folder', async () => {
    const [one, twin] = [0, 1].map(() => freshState(initialAdapter(started.layout, 1)));
    await run(one);
    await run(twin);
    expect(twin).toEqual(one);
    expect(one.metrics[0]).toMatchObject({ trials: 4, groups: 2 });
    expect(one.metrics[0].largestGap).toBeLessThan(1e-4);
    const mark = { base: started.base, config: trainingKey(config) };
    saveTraining(join(folder, 'run'), one, mark, started.layout, 'tiny');
    expect(await loadTraining(join(folder, 'run'), mark)).toMatchObject({ iteration: 1, parameters: one.parameters, m: one.m, v: one.v, metrics: one.metrics });
    await expect(loadTraining(join(folder, 'run'), { ...mark, base: 'other' })).rejects.toThrow(/another policy/);
    expect(await loadTraining(join(folder, 'nothing'), mark)).toBeNull();
    const adapter = await loadAdapter(join(folder, 'run', 'adapter'), tinyWeights());
    await expect(loadAdapter(join(folder, 'run', 'adapter'), tinyWeights(2))).rejects.toThrow(/trained on another model/);
    const [first] = started.layout.entries;
    expect(adapter.tensors.get('0.q_proj')?.a).toEqual(one.parameters.slice(first.offset, first.offset + first.size));
    const lines = (await readFile(join(folder, 'run', 'metrics.jsonl'), 'utf8')).trim().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([{ version: 1, ...one.metrics[0] }]);
  });

  it('stops in the middle of play and is ready for more', async () => {
    const state = freshState(initialAdapter(started.layout, 1));
    expect(await run(state, AbortSignal.abort())).toBe(false);
    expect(state.iteration).toBe(0);
    expect(await run(state)).toBe(true);
  });

  it('says what is wrong with a file', async () => {
    await writeFile(join(folder, 'bad.gguf'), 'nothing');
    await expect(startTrainingThreads(join(folder, 'bad.gguf'), config.adapter, false, 1)).rejects.toThrow(/GGUF/i);
  });
});

describe('when one thread fails', { timeout: 180_000 }, () => {
  // No token can be drawn for the first trial.
  const [one, two] = validationTrials(withValues(config, [['evaluation.tasks', 2], ['evaluation.episodes', 8]]), 'brief');
  const trials = Array.from({ length: 400 }, (_, trial) => ({ ...(trial % 2 === 0 ? one : two), trial, sampling: { temperature: 1, topP: trial === 0 ? 0 : 1, topK: 0 } }));

  it('the others do not play their trials to the end', async () => {
    let over = 0;
    await expect(playOnThreads({ file: join(folder, 'tiny.gguf') }, trials, { threads: 2 }, () => void over++)).rejects.toThrow(/top-p|topP/i);
    expect(over).toBeLessThan(trials.length / 2);
  });

  it('nor do those of training, which are ready for more', async () => {
    let over = 0;
    const parameters = initialAdapter(started.layout, 1);
    await expect(started.rollouts.play(parameters, { trials, force: '', onDone: (done) => (over = done) })).rejects.toThrow(/top-p|topP/i);
    expect(over).toBeLessThan(trials.length / 2);
    expect(await started.rollouts.play(parameters, { trials: trials.slice(1, 3), force: '', onDone: () => undefined })).toHaveLength(2);
  });
});
