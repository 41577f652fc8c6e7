import { describe, expect, it } from 'vitest';
import type { TurnView } from '../../trial/fold.ts';
import { tables } from '../strings/index.ts';
import { toneOf, truthInWords, verdictInWords } from './say.ts';
import { verdictOf, type MineTruth, type SokobanTruth, type Truth, type Verdict } from './truth.ts';

function turn(actions: readonly string[], end: 'won' | 'dead' | null = null, valid = true): TurnView {
  const response = { type: 'responded', purpose: 'play', prompt: { fresh: true, messages: [], ids: [] }, text: '', ids: [], logprobs: [], finish: 'stop', policy: '', template: '' } as const;
  return { response, acted: { type: 'acted', valid, actions, reward: 0, rows: [], end } };
}

const chance = (fraction: string): { fraction: string; value: number } => {
  const [a, b] = fraction.split('/').map(Number);
  return { fraction, value: a / b };
};
const board = (...fractions: (string | null)[]): MineTruth => ({ world: 'minesweeper', chances: fractions.map((f) => (f === null ? null : chance(f))) });
const level = (solvable: boolean | null, plan: string | null): SokobanTruth => ({ world: 'sokoban', solvable, plan, dead: [] });

describe('The verdict on a click', () => {
  it.each([
    ['1,1', board('0/1', '1/3', null, '1/1'), { kind: 'safe' }],
    ['1,2', board('0/1', '1/3', null, '1/1'), { kind: 'erred', chance: '1/3', best: '0/1' }],
    ['1,2', board('1/3', '1/3', null, '1/1'), { kind: 'guessed', chance: '1/3', best: '1/3' }],
    ['2,2', board('1/3', '1/3', null, '1/1'), { kind: 'worse', chance: '1/1', best: '1/3' }],
    ['2,1', board('1/3', '1/3', null, '1/1'), { kind: 'wasted' }],
    ['9,9', board('1/3', '1/3', null, '1/1'), { kind: 'wasted' }],
  ])('%s', (action, truth, verdict) => {
    expect(verdictOf(turn([action]), truth, truth, 2)).toEqual(verdict);
  });
});

describe('The verdict on moves', () => {
  const cases: readonly (readonly [string, TurnView, Truth, Truth, unknown])[] = [
    ['on a shortest way', turn(['up', 'up']), level(true, 'uuRR'), level(true, 'RR'), { kind: 'straight', left: 2 }],
    ['two moves too many', turn(['down', 'up']), level(true, 'RR'), level(true, 'RR'), { kind: 'detour', extra: 2, left: 2 }],
    ['the loss', turn(['up']), level(true, 'RR'), level(false, null), { kind: 'lost', needed: 2 }],
    ['after the loss', turn(['up']), level(false, null), level(false, null), { kind: 'lostBefore' }],
    ['beyond the bound', turn(['up']), level(null, null), level(true, null), null],
    ['unreadable', turn([], null, false), level(true, 'RR'), level(true, 'RR'), { kind: 'wasted' }],
    ['the win', turn(['up'], 'won'), level(true, 'U'), level(true, ''), { kind: 'won' }],
  ];
  it.each(cases)('%s', (_, played, before, after, verdict) => {
    expect(verdictOf(played, before, after, 6)).toEqual(verdict);
  });
});

describe('In words', () => {
  const verdicts: readonly Verdict[] = [
    { kind: 'safe' }, { kind: 'won' }, { kind: 'wasted' }, { kind: 'lostBefore' }, { kind: 'erred', chance: '1/3', best: '0/1' }, { kind: 'guessed', chance: '1/3', best: '1/3' },
    { kind: 'worse', chance: '1/2', best: '1/3' }, { kind: 'straight', left: 2 }, { kind: 'detour', extra: 2, left: 4 }, { kind: 'lost', needed: 3 }, { kind: 'lost', needed: null },
  ];

  it.each(Object.values(tables))('each verdict says something of its own ($language)', (strings) => {
    expect(new Set(verdicts.map((verdict) => verdictInWords(verdict, strings))).size).toBe(verdicts.length);
  });

  it('a verdict is good, bad or neither', () => {
    const of = (tone: string | undefined): string[] => [...new Set(verdicts.filter((verdict) => toneOf(verdict) === tone).map(({ kind }) => kind))];
    expect([of('good'), of('bad'), of(undefined)]).toEqual([['safe', 'won', 'straight'], ['wasted', 'erred', 'worse', 'lost'], ['lostBefore', 'guessed', 'detour']]);
  });

  it('a board is solved, lost, as many moves away as its plan, or holds so much that is certain', () => {
    const { en } = tables;
    const { overlay } = en;
    const said = [level(true, ''), level(false, null), level(null, null), level(true, 'uuR'), board(null, null), board('0/1', '1/1', '1/3', null)].map((truth) => truthInWords(truth, en));
    expect(said).toEqual([overlay.solved, overlay.lost, overlay.unknown, overlay.plan(3), overlay.solved, overlay.certain(1, 1)]);
  });
});
