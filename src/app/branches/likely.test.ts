import { expect, it } from 'vitest';
import { othersOf } from './likely.ts';

const answers = [
  { actions: ['up'], share: 0.2 },
  { actions: ['up', 'left'], share: 0.5 },
  { actions: ['down'], share: 0.25 },
  { actions: ['right'], share: 0.05 },
];
const said = (given: readonly string[], most = 4) => othersOf(answers, given, most).map(({ actions }) => actions.join(' '));

it('What a policy would also have answered leaves out what it answered, and makes room for the next', () => {
  expect(said(['up', 'left'])).toEqual(['down', 'up', 'right']);
  expect(said(['up', 'left'], 2)).toEqual(['down', 'up']);
  expect(said(['up'])).toEqual(['up left', 'down', 'right']);
  expect(said(['left'], 1)).toEqual(['up left']);
});

it('Where nothing readable was answered, all answers are others', () => {
  expect(said([])).toEqual(['up left', 'down', 'up', 'right']);
});
