import { describe, expect, it } from 'vitest';
import { actionInWords, outcomeInWords, rewardInWords, thoughtOf, withoutTags } from './say.ts';
import { tables } from './strings/index.ts';

describe('A reply in words', () => {
  it.each([
    [' careful mine (4, 6)<action> (3, 6)</action>', 'careful mine (4, 6)'],
    ['<think>left is free</think><action>left</action>', 'left is free'],
    ['<action>left</action>', ''],
    ['no tags at all', 'no tags at all'],
    ['I looked. <remark>mine (5, 3)</remark>', 'I looked.'],
  ])('the thought of %j is %j', (text, thought) => {
    expect(thoughtOf(text)).toBe(thought);
  });

  it.each([
    ['go <act', 'go'],
    ['go <action> up, left', 'go   up, left'],
    ['<remark>mine</remark>', 'mine'],
    ['3 < 4', '3 < 4'],
    ['go <', 'go'],
  ])('%j on its way is shown as %j', (text, shown) => {
    expect(withoutTags(text)).toBe(shown);
  });
});

describe('Actions, rewards, outcomes', () => {
  it('are said in the language of the page', () => {
    expect(actionInWords('3,5', tables.en)).toBe('row 3, column 5');
    expect(actionInWords('3,5', tables.ja)).toBe('3行 5列');
    expect(actionInWords('up', tables.ja)).toBe('上');
    expect(outcomeInWords('dead', 'sokoban', tables.en)).toBe('stuck for good');
    expect(outcomeInWords('dead', 'minesweeper', tables.en)).toBe('hit a mine');
  });

  it.each([
    [10, '+10'],
    [0, '0'],
    [-0.1, '−0.1'],
    [0.1 + 0.2, '+0.3'],
    [-0.001, '0'],
  ])('reward %d is %j', (reward, text) => {
    expect(rewardInWords(reward)).toBe(text);
  });
});
