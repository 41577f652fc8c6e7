import { describe, expect, it } from 'vitest';
import { noScore, readScore } from './score.ts';

describe('A score that is kept', () => {
  it('comes back as it was', () => {
    const score = { asked: 4, right: 2, weighed: 3, likely: 1, judged: 4, best: 3, policyBest: 2 };
    expect(readScore(JSON.stringify(score))).toEqual(score);
  });

  it.each([null, '', 'nonsense', '[]', '{"asked":4}', JSON.stringify({ ...noScore, asked: -1 }), JSON.stringify({ ...noScore, asked: '4' })])('is none where it can not be read: %s', (text) => {
    expect(readScore(text)).toBe(noScore);
  });
});
