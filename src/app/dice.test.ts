import { expect, it } from 'vitest';
import { fold } from '../trial/fold.ts';
import { playAll } from '../trial/scheduler.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import { makeTask } from '../worlds/index.ts';
import { sameDice } from './dice.ts';

const spec = { task: makeTask('minesweeper', { mines: 4 }, 3), config: { episodes: 3, memory: 'reflection' as const }, style: 'brief' as const, seed: 5, trial: 2 };
const view = fold(playAll([spec], teacher('greedy'))[0]);

it('A trial has the dice of another where task, seeds and kind of player are the same, whatever the rest of its settings', () => {
  expect(sameDice(view, spec, 'teacher:greedy')).toBe(true);
  expect(sameDice(view, spec, 'teacher:random')).toBe(true);
  // made once more, the task is the same
  expect(sameDice(view, { ...spec, task: makeTask('minesweeper', { mines: 4 }, 3) }, 'teacher:greedy')).toBe(true);
});

it('and has not where one of them differs', () => {
  expect(sameDice(view, { ...spec, seed: 6 }, 'teacher:greedy')).toBe(false);
  expect(sameDice(view, { ...spec, trial: 0 }, 'teacher:greedy')).toBe(false);
  expect(sameDice(view, { ...spec, task: makeTask('minesweeper', { mines: 4 }, 4) }, 'teacher:greedy')).toBe(false);
  expect(sameDice(view, { ...spec, task: makeTask('minesweeper', { mines: 4, turns: 12 }, 3) }, 'teacher:greedy')).toBe(false);
  expect(sameDice(view, { ...spec, task: makeTask('sokoban', {}, 3) }, 'teacher:greedy')).toBe(false);
  for (const policy of ['scout', 'person']) expect(sameDice(view, spec, policy)).toBe(false);
  const [first, ...rest] = view.episodes;
  const reseeded = { ...view, episodes: [{ ...first, turns: first.turns.map(({ response, acted }) => ({ response: { ...response, seed: 9 }, acted })) }, ...rest] };
  expect(sameDice(reseeded, spec, 'teacher:greedy')).toBe(false);
  expect(sameDice({ ...view, episodes: [] }, spec, 'teacher:greedy')).toBe(false);
});

it('What people play has no dice', () => {
  const byHand = { ...view, episodes: view.episodes.map((episode) => ({ ...episode, turns: episode.turns.map(({ response, acted }) => ({ response: { ...response, policy: 'person' }, acted })) })) };
  expect(sameDice(byHand, spec, 'person')).toBe(false);
});
