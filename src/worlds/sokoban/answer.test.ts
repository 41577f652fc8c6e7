import { expect, test } from 'vitest';
import { parseAction, parseAnswer } from './answer.ts';
import { parseConfig } from './config.ts';

const ours = parseConfig({});
const released = parseConfig({ fidelity: 'released' });
const read = (response: string, config = ours): string => {
  const { valid, actions } = parseAnswer(response, config);
  return `${actions.join(' ')}${valid ? '' : ' (invalid)'}`;
};

test.each([
  ['I push. <action>up, left, left</action>', 'up left left'],
  ['<action>UP\nRight</action>', 'up right'],
  ['<action>first up; then **left**, jump, down</action>', 'up left down'],
  ['<action>up</action> no: <action>down</action>', 'down'],
  ['<action>up <action>down</action>', 'down'],
  ['<action>down</action> and up</action>', 'down'],
  ['<action>up, down, left, right</action>', 'up down left'],
  ['<action>still</action>', 'still'],
  ['<action>setup, upward, downright</action>', ' (invalid)'],
  ['<action></action>', ' (invalid)'],
  ['<ACTION>up</ACTION>', ' (invalid)'],
  ['up, left', ' (invalid)'],
  ['<action>up', ' (invalid)'],
  ['</action>up<action>', ' (invalid)'],
])('ours: %j is read as %j', (response, expected) => {
  expect(read(response)).toBe(expected);
});

// measured on the released parser (mlbio-epfl/LaMer at 9a4756c)
test.each([
  ['x <action>up, left, left</action>', 'up left left'],
  ['<action>Up; go LEFT, dance, setup, right, down</action>', 'up up right'],
  ['<action>up</action> or <action>down</action>', 'up'],
  ['<action>left up</action>', 'up'],
  ['<action>downright</action>', 'down'],
  ['<action>still</action>', 'still'],
  ['<action>jump</action>', 'still (invalid)'],
  ['up, left', 'still (invalid)'],
  ['<action>up, left', 'still (invalid)'],
  ['</action><action>up', 'still (invalid)'],
])('released: %j is read as %j', (response, expected) => {
  expect(read(response, released)).toBe(expected);
});

test('as many moves are kept as the setting says', () => {
  expect(read('<action>up, up, down, down</action>', parseConfig({ movesPerTurn: 1 }))).toBe('up');
  expect(read('<action>up, up, down, down</action>', parseConfig({ movesPerTurn: 10 }))).toBe('up up down down');
});

test('action names are read whatever their case, others are not', () => {
  expect(['up', ' Down ', 'still', 'u', ''].map(parseAction)).toEqual(['up', 'down', 'still', null, null]);
});

test('the released rules always have the shaped reward, and bounds must be in order', () => {
  expect(parseConfig({}).reward).toBe('sparse');
  expect(parseConfig({ fidelity: 'released', reward: 'sparse' }).reward).toBe('shaped');
  expect(parseConfig({ size: '7', boxes: '3' })).toMatchObject({ size: 7, boxes: 3, turns: 7, movesPerTurn: 3, minSolution: 5, maxSolution: 21 });
  expect(() => parseConfig({ minSolution: 22 })).toThrow('lower minSolution or raise maxSolution');
  expect(() => parseConfig({ boxes: 5 })).toThrow('boxes is 5');
});
