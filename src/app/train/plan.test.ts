import { describe, expect, it } from 'vitest';
import { withValues, type ExperimentConfig } from '../../experiment/config.ts';
import { validationTrials, trainingTasks, validates } from '../../experiment/training.ts';
import { pagePreset } from './defaults.ts';
import { worldIds } from '../../worlds/index.ts';
import { inShort, planOf } from './plan.ts';

const lamer = pagePreset('lamer', 'minesweeper');

describe('What a run will do', () => {
  it('is counted as the trainer will do it', () => {
    const plan = planOf(lamer);
    expect(plan.trials).toBe(trainingTasks(lamer, 0).length * lamer.rollout.group);
    const { turns } = trainingTasks(lamer, 0)[0].config;
    expect(plan.mostTurns).toBe(plan.trials * lamer.trial.episodes * turns);
    expect(plan.measured).toEqual([0, 5, 10, 15, 20, 25, 30]);
    expect(plan.measured.every((iteration) => validates(lamer, iteration))).toBe(true);
    expect(validationTrials(lamer, 'brief')).toHaveLength(lamer.evaluation.tasks);
    expect(plan.steps).toBe(4);
  });

  it('takes the turns of the setting that is chosen', () => {
    const long = pagePreset('lamer', 'minesweeper', { mines: 5, turns: 12 });
    expect(planOf(long).mostTurns).toBe(24 * 3 * 12);
  });

  it('has notes and credit across episodes only where there are several', () => {
    expect(planOf(lamer)).toMatchObject({ notes: true, across: 0.9 });
    expect(planOf(pagePreset('gigpo', 'minesweeper'))).toMatchObject({ notes: false, across: null });
    expect(planOf(withValues(lamer, [['credit.gammaTraj', 0]])).across).toBeNull();
    expect(planOf(withValues(lamer, [['credit.horizon', 'episode']])).across).toBeNull();
    expect(planOf(withValues(lamer, [['trial.memory', 'history']]))).toMatchObject({ notes: false, across: 0.9 });
  });

  it('takes about ten minutes of a core as the page proposes it, in either world, and as much longer as more is asked for', () => {
    const minutes = (config: ExperimentConfig): number => planOf(config).seconds / 60;
    for (const world of worldIds) {
      expect(minutes(pagePreset('lamer', world))).toBeGreaterThan(7);
      expect(minutes(pagePreset('lamer', world))).toBeLessThanOrEqual(10);
    }
    expect(minutes(withValues(lamer, [['schedule.iterations', 60]]))).toBeGreaterThan(1.9 * minutes(lamer));
    expect(minutes(withValues(lamer, [['objective.epochs', 2]]))).toBeGreaterThan(1.2 * minutes(lamer));
    // 32 tasks, three tries of seven turns each, once
    expect(planOf(pagePreset('reflexion', 'sokoban')).seconds).toBe(10);
  });

  it('is one measurement where nothing is trained, and the last iteration is measured whatever the step', () => {
    expect(planOf(pagePreset('reflexion', 'sokoban'))).toMatchObject({ iterations: 0, measured: [0] });
    expect(planOf(withValues(lamer, [['schedule.iterations', 7]])).measured).toEqual([0, 5, 7]);
    expect(planOf(withValues(lamer, [['evaluation.every', 0]])).measured).toEqual([]);
  });
});

it('Few numbers are inShort whole, of many the first ones and the last', () => {
  expect([[], [0], [0, 5, 7], [0, 5, 10, 12], [0, 5, 10, 15, 20]].map(inShort)).toEqual(['', '0', '0, 5, 7', '0, 5, 10, 12', '0, 5, 10 … 20']);
});
