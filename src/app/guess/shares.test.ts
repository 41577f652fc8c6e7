import { describe, expect, it } from 'vitest';
import { asLikely, recordedShare } from './shares.ts';

describe('How likely it was, from the tokens on record', () => {
  const list = (...entries: readonly (readonly [string, number])[]) => entries.map(([text, share]) => ({ text, logprob: Math.log(share) }));

  it('Sokoban: one token a move', () => {
    const response = { pieces: [' plan', '<action>', ' up', '</action>'], alternatives: [[], list(['<action>', 1]), list([' up', 0.7], [' left', 0.2]), []] };
    expect(recordedShare(response, 'sokoban', 'up')?.value).toBeCloseTo(0.7);
    expect(recordedShare(response, 'sokoban', 'left')).toMatchObject({ most: false });
    expect(recordedShare(response, 'sokoban', 'down')).toMatchObject({ most: true });
  });

  it('MineSweeper: a cell in one token, or row and column one after the other', () => {
    const one = { pieces: ['<action>', ' (2, 3)'], alternatives: [[], list([' (2, 3)', 0.6], [' (1, 1)', 0.3])] };
    expect(recordedShare(one, 'minesweeper', '1,1')?.value).toBeCloseTo(0.3);
    const two = { pieces: ['<action>', ' (2,', ' 3)'], alternatives: [[], list([' (2,', 0.6], [' (1,', 0.3]), list([' 3)', 0.5], [' 4)', 0.4])] };
    expect(recordedShare(two, 'minesweeper', '2,4')).toMatchObject({ most: false });
    expect(recordedShare(two, 'minesweeper', '2,4')?.value).toBeCloseTo(0.24);
    expect(recordedShare(two, 'minesweeper', '1,4')).toMatchObject({ most: true });
    expect(recordedShare(two, 'minesweeper', '1,4')?.value).toBeCloseTo(0.3);
  });

  it('nothing is known of a teacher', () => {
    expect(recordedShare({ pieces: undefined, alternatives: undefined }, 'sokoban', 'up')).toBeNull();
  });

  it.each([
    [0.3, false, 0.3, false, true],
    [0.2, false, 0.3, false, false],
    [0.2, true, 0.3, false, false],
    [0.4, true, 0.3, false, null],
    [0.2, false, 0.3, true, null],
  ])('%d (at most: %s) beside %d (%s)', (guess, most, actual, actualMost, expected) => {
    expect(asLikely({ value: guess, most }, { value: actual, most: actualMost })).toBe(expected);
  });
});
