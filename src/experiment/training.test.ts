import { describe, expect, it } from 'vitest';
import { withValues } from './config.ts';
import { preset } from './methods.ts';
import { splitOf } from './splits.ts';
import { trainingKey, trainingTasks, validates, validationTrials } from './training.ts';

const config = withValues(preset('lamer', 'sokoban', { size: 5, boxes: 1, turns: 2, movesPerTurn: 1, minSolution: 1 }), [['rollout.tasks', 2], ['evaluation.tasks', 3]]);

describe('what a run plays', () => {
  it('is a function of seed and iteration, of train tasks only; validation is the same for every method', () => {
    expect(trainingTasks(config, 3)).toEqual(trainingTasks(config, 3));
    expect(trainingTasks(config, 4)).not.toEqual(trainingTasks(config, 3));
    expect(trainingTasks(withValues(config, [['schedule.seed', 2]]), 3)).not.toEqual(trainingTasks(config, 3));
    for (const task of trainingTasks(config, 3)) expect(splitOf(task)).toBe('train');
    const [lamer, grpo] = (['lamer', 'grpo'] as const).map((method) => validationTrials(withValues(preset(method, 'minesweeper'), [['evaluation.tasks', 3]]), 'brief'));
    expect(lamer.map(({ task }) => splitOf(task))).toEqual(['validation', 'validation', 'validation']);
    expect(grpo.map(({ task, sampling, seed, trial }) => ({ task, sampling, seed, trial }))).toEqual(lamer.map(({ task, sampling, seed, trial }) => ({ task, sampling, seed, trial })));
  });

  it('is measured every few iterations and at the end', () => {
    const every = withValues(config, [['evaluation.every', 4], ['schedule.iterations', 10]]);
    expect(Array.from({ length: 11 }, (_, i) => i).filter((i) => validates(every, i))).toEqual([0, 4, 8, 10]);
    expect(validates(withValues(every, [['evaluation.every', 0]]), 10)).toBe(false);
  });

  it('can be longer or measured otherwise and is still the same run', () => {
    expect(trainingKey(withValues(config, [['schedule.iterations', 7], ['evaluation.tasks', 9]]))).toBe(trainingKey(config));
    expect(trainingKey(withValues(config, [['optimizer.rate', 1e-4]]))).not.toBe(trainingKey(config));
  });
});
