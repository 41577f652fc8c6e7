import { describe, expect, it } from 'vitest';
import { fold } from '../../trial/fold.ts';
import { playAll } from '../../trial/scheduler.ts';
import { teacher } from '../../trial/teachers/teacher.ts';
import { makeTask } from '../../worlds/index.ts';
import { visitsOf } from '../visits.ts';
import { tables } from '../strings/index.ts';
import { groupOf, groups, score, sorted, standingOf } from './sort.ts';

const specs = (memory: 'reflection' | 'none') =>
  Array.from({ length: 24 }, (_, index) => ({
    task: makeTask('minesweeper', { mines: 3 }, index),
    config: { episodes: 3, memory },
    style: 'brief' as const,
    seed: 1,
    trial: index,
  }));
const wall = (memory: 'reflection' | 'none') => playAll(specs(memory), teacher('greedy')).map((records, index) => ({ index, view: fold(records) }));

describe('The wall', () => {
  it('shows every trial once, those that learnt from a note first', () => {
    const trials = wall('reflection');
    const found = sorted(trials);
    expect(found.flatMap((group) => group.trials).map(({ index }) => index).sort((a, b) => a - b)).toEqual(trials.map(({ index }) => index));
    expect(found[0].group).toBe('learnt');
    for (const { view } of found[0].trials) expect([view.won, view.episodes[0].end === 'won']).toEqual([true, false]);
    expect(found.map(({ group }) => groups.indexOf(group))).toEqual(found.map(({ group }) => groups.indexOf(group)).sort((a, b) => a - b));
  });

  it('gives no credit to notes where there were none', () => {
    expect(wall('none').some(({ view }) => groupOf(view) === 'learnt')).toBe(false);
  });

  it('counts as an evaluation does', () => {
    const trials = wall('reflection');
    const { all, first, within, episodes } = score(trials);
    expect([all, episodes]).toEqual([24, 3]);
    expect(first).toBe(trials.filter(({ view }) => view.episodes[0].end === 'won').length);
    expect(within).toBeGreaterThan(first);
  });
});

it('No figure of a wall is the last word before all trials are over', () => {
  const trials = wall('reflection');
  const open = trials.map(({ index, view }) => ({ index, view: index % 3 === 0 ? { ...view, won: null } : view }));
  const over = open.filter(({ view }) => view.won !== null).length;
  expect(standingOf(trials, 24, false)).toEqual({ over: 24, standing: 'whole' });
  for (const live of [true, false]) {
    const standing = live ? 'filling' : 'stopped';
    expect(standingOf(open, 24, live)).toEqual({ over, standing });
    // Those that have not even begun are not over either.
    expect(standingOf(trials, 40, live)).toEqual({ over: 24, standing });
    expect(standingOf([], 40, live)).toEqual({ over: 0, standing });
    for (const { wall: said } of Object.values(tables)) {
      expect(said.finished[standing](17, 40)).toMatch(/17.*40|40.*17/);
      expect(said.count[standing](5, 17)).not.toMatch(/17/);
    }
  }
});

describe('Visits', () => {
  it('count clicks, and steps of a walk with the start', () => {
    const [{ view }] = wall('reflection');
    const [episode] = view.episodes;
    const clicks = visitsOf(episode, episode.turns.length).reduce((sum, { count }) => sum + count, 0);
    expect(clicks).toBe(episode.turns.filter(({ acted }) => acted.actions.length > 0).length);
    const level = makeTask('sokoban', {}, 3);
    const walker = { hash: 'fake', respond: () => ({ text: '<action>left, right</action>', tokens: [], finish: 'stop' as const }) };
    const walk = fold(playAll([{ ...specs('none')[0], task: level, config: { episodes: 1, memory: 'none' } }], walker)[0]);
    expect(visitsOf(walk.episodes[0], 0)).toEqual([]);
    expect(visitsOf(walk.episodes[0], 1).reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(2);
  });
});
