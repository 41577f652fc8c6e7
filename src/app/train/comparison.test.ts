import { describe, expect, it } from 'vitest';
import { liftEstimate, noOutcomes, type LiftOutcomes } from '../../experiment/lift.ts';
import { summarise } from '../../experiment/evaluation.ts';
import { fold } from '../../trial/fold.ts';
import { playAll } from '../../trial/scheduler.ts';
import { teacher } from '../../trial/teachers/teacher.ts';
import { makeTask } from '../../worlds/index.ts';
import { flips, gain, liftChange, liftOf, liftProgress, liftSamplesEach, off, scoreOf, spread, type Played } from './comparison.ts';

function play(style: 'random' | 'greedy'): Played[] {
  const specs = Array.from({ length: 16 }, (_, trial) => ({ task: makeTask('minesweeper', { mines: 3 }, trial), config: { episodes: 3, memory: 'reflection' as const }, style: 'brief' as const, seed: 1, trial }));
  return playAll(specs, teacher(style)).map((records, task) => ({ records, view: fold(records), summary: summarise(records, task, 0) }));
}
const [weak, strong] = [play('random'), play('greedy')];

describe('The same tasks under two checkpoints', () => {
  it('are scored by p@1, p@2, p@3, of those that have been played', () => {
    const score = scoreOf([null, ...strong.slice(1)], 3) ?? [];
    const won = (k: number): number => strong.slice(1).filter(({ view }) => view.won && view.episodes.length <= k).length / 15;
    expect(score).toEqual([won(1), won(2), won(3)]);
    expect(score[2]).toBeGreaterThan(score[0]);
    expect(scoreOf([null, null], 3)).toBeNull();
  });

  it('are compared task by task, where both have played', () => {
    const both = gain([...strong.slice(0, 8), ...strong.slice(8).map(() => null)], weak, 3);
    const rate = (list: readonly Played[]): number => list.slice(0, 8).filter(({ view }) => view.won).length / 8;
    expect(both?.value).toBeCloseTo(rate(strong) - rate(weak), 12);
    expect(gain(strong, strong, 3)).toEqual({ value: 0, low: 0, high: 0 });
    expect(gain([null], weak, 3)).toBeNull();
  });

  it('name the tasks that flipped, each way', () => {
    const { to, back } = flips(weak, strong);
    expect(to.every((task) => !weak[task].view.won && strong[task].view.won)).toBe(true);
    expect(back.every((task) => weak[task].view.won && !strong[task].view.won)).toBe(true);
    expect(to.length - back.length).toBe(strong.filter(({ view }) => view.won).length - weak.filter(({ view }) => view.won).length);
    expect(flips(strong, weak)).toEqual({ to: back, back: to });
  });
});

describe('The lift of notes, before and after', () => {
  const outcomes = (note: boolean, none: boolean): LiftOutcomes => {
    const all = (won: boolean): boolean[] => Array.from({ length: liftSamplesEach }, () => won);
    return { note: all(note), none: all(none), other: all(none) };
  };
  const useless = { at: 0, outcomes: [outcomes(true, true), outcomes(false, false)] };
  const useful = { at: 1, outcomes: [outcomes(true, false), outcomes(true, false)] };

  it('is that of a card, over all notes together', () => {
    expect(liftOf({ at: 0, outcomes: [outcomes(true, false)] })).toEqual(liftEstimate(outcomes(true, false)));
    expect(liftOf(useless)?.lift.value).toBe(0);
    expect(liftOf(useful)).toMatchObject({ samples: 2 * liftSamplesEach, lift: { value: 1 }, control: { value: 0 } });
    expect(liftOf({ at: 0, outcomes: [] })).toBeNull();
  });

  it('changes by the difference of both, with an interval that holds it', () => {
    const change = liftChange([useless, useful]);
    expect(change?.value).toBe(1);
    expect(change?.low).toBeLessThan(1);
    expect(change?.low).toBeGreaterThan(0);
    expect(liftChange([useless])).toBeNull();
    expect(liftChange([useless, { at: 1, outcomes: [noOutcomes] }])).toBeNull();
  });

  it('is measured as far as samples have been played', () => {
    expect(liftProgress([useless, { at: 1, outcomes: [noOutcomes] }])).toEqual({ done: 6 * liftSamplesEach, of: 9 * liftSamplesEach });
  });
});

describe('Checkpoints to begin with', () => {
  it('are the policy as it is, a few on the way, and the last', () => {
    expect(spread([0, 2, 4, 6, 8, 10], 10)).toEqual([off, 2, 6, 8, 10]);
    expect(spread([], 3)).toEqual([off, 3]);
    expect(spread([], 0)).toEqual([off]);
    expect(spread([0, 5, 10], 7)).toEqual([off, 5, 7]);
  });
});
