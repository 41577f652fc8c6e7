import { describe, expect, it } from 'vitest';
import { fold } from '../trial/fold.ts';
import { playAll } from '../trial/scheduler.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import { makeTask } from '../worlds/index.ts';
import { after, before, lastPlace, settle } from './navigate.ts';
import type { Place } from './setup.ts';

const spec = { task: makeTask('sokoban', { size: 7, boxes: 3 }, 7), config: { episodes: 3, memory: 'none' as const }, style: 'brief' as const, seed: 7, trial: 0 };
const view = fold(playAll([spec], teacher('random'))[0]);

function walk(from: Place, step: typeof after): Place[] {
  const places = [from];
  for (let next = step(view, from); next; next = step(view, next)) places.push(next);
  return places;
}

describe('Moving through a trial', () => {
  const first = { episode: 0, turn: 0 };

  it('passes every moment once, and back the same way', () => {
    const forward = walk(first, after);
    expect(forward).toHaveLength(view.episodes.reduce((sum, { states }) => sum + states.length, 0));
    expect(forward.at(-1)).toEqual(lastPlace(view));
    expect(walk(lastPlace(view), before)).toEqual([...forward].reverse());
  });

  it('settles on a moment that exists', () => {
    expect(settle(view, null)).toEqual({ ...lastPlace(view), beat: null });
    expect(settle(view, { episode: 7, turn: 1, beat: null })).toEqual({ ...lastPlace(view), beat: null });
    expect(settle(view, { episode: 0, turn: 99, beat: 'think' })).toEqual({ episode: 0, turn: view.episodes[0].turns.length, beat: null });
    expect(settle(view, { ...first, beat: 'observe' })).toEqual({ ...first, beat: 'observe' });
  });
});
