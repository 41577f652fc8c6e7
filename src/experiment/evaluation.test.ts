import { describe, expect, it } from 'vitest';
import { playAll } from '../trial/scheduler.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import { evaluation, percent, successGain, summarise, type TrialSummary } from './evaluation.ts';
import { trainTask } from './tasks.ts';

function trial(task: number, repeat: number, wonIn: number): TrialSummary {
  return { task, repeat, wonIn, turns: 7, invalidTurns: wonIn === 0 ? 1 : 0, notes: 2, validNotes: 2, emptyNotes: 1, tokens: 10 };
}

describe('evaluation', () => {
  const trials = [trial(0, 0, 1), trial(0, 1, 2), trial(1, 0, 0), trial(1, 1, 3)];

  it('counts a trial won within k episodes for every k from the one that won', () => {
    expect(evaluation(trials, 3).success.map((interval) => interval.value)).toEqual([0.25, 0.5, 0.75]);
  });

  it('takes shares over turns and notes, not over trials', () => {
    const result = evaluation(trials, 3);
    expect(result.invalidTurns.value).toBeCloseTo(1 / 28, 12);
    expect(result.emptyNotes?.value).toBe(0.5);
    expect(result.tokens).toBe(40);
  });

  it('has no share of notes where none were asked for', () => {
    expect(evaluation(trials.map((t) => ({ ...t, notes: 0 })), 1).validNotes).toBeNull();
  });

  it('compares two arms task by task and seed by seed, in whatever order they came', () => {
    const better = trials.map((t) => ({ ...t, wonIn: 1 })).reverse();
    expect(successGain(better, trials, 1).value).toBe(0.75);
    expect(successGain(trials, trials, 2)).toEqual({ value: 0, low: 0, high: 0 });
  });

  it('writes shares in percent with their interval', () => {
    expect(percent({ value: 0.3721, low: 0.35, high: 0.395 })).toBe('37.2 % [35.0, 39.5]');
  });
});

describe('summarise', () => {
  it('reads the episode that was won, turns and notes off the records', () => {
    const spec = { task: trainTask('sokoban', {}, 4), config: { episodes: 3, memory: 'reflection' as const }, style: 'brief' as const, seed: 1, trial: 0 };
    const [won] = playAll([spec], teacher('perfect', { skill: 1 }));
    expect(summarise(won, 9, 2)).toMatchObject({ task: 9, repeat: 2, wonIn: 1, invalidTurns: 0, notes: 0 });
    const [lost] = playAll([spec], teacher('random', { skill: 1, note: 'empty', follow: false }));
    const summary = summarise(lost, 0, 0);
    expect(summary.notes).toBe(summary.wonIn === 0 ? 2 : summary.wonIn - 1);
    expect(summary.emptyNotes).toBe(summary.notes);
  });
});
