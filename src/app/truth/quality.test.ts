import { describe, expect, it } from 'vitest';
import { initial } from '../../worlds/index.ts';
import { parseConfig } from '../../worlds/sokoban/config.ts';
import { taskFromXsb } from '../../worlds/sokoban/index.ts';
import { clickQuality, marksOf, movesQuality, qualityOf } from './quality.ts';
import type { SokobanTruth } from './truth.ts';

describe('What the rules say of an answer', () => {
  it('in MineSweeper, by the chances', () => {
    const chances = ['0/1', '1/3', null, '1/1'].map((fraction, at) => (fraction === null ? null : { fraction, value: [0, 1 / 3, 0, 1][at] }));
    expect(['1,1', '1,2', '2,1', '2,2'].map((cell) => clickQuality({ world: 'minesweeper', chances }, 2, cell))).toEqual(['best', 'worse', 'wasted', 'lost']);
  });

  it('in Sokoban, by shortest plans', () => {
    const state = initial(taskFromXsb(['#######', '#  @$.#', '#     #', '#######'], parseConfig({})));
    const truth = (plan: string | null): SokobanTruth => ({ world: 'sokoban', solvable: plan !== null, plan, dead: [] });
    expect(movesQuality(state, ['right'], truth('R'), truth(''))).toBe('best');
    expect(movesQuality(state, ['left'], truth('R'), truth('rR'))).toBe('worse');
    expect(movesQuality(state, ['left'], truth('R'), truth(null))).toBe('lost');
    expect(movesQuality(state, ['up'], truth('R'), null)).toBe('wasted');
    expect(movesQuality(state, ['left'], truth(null), truth(null))).toBeNull();
  });

  it('in Sokoban, also of several moves of one turn: a way there and back is wasted, a longer one worse', () => {
    const state = initial(taskFromXsb(['#######', '#@  $.#', '#     #', '#######'], parseConfig({})));
    const truth = (plan: string): SokobanTruth => ({ world: 'sokoban', solvable: true, plan, dead: [] });
    expect(qualityOf(state, ['right', 'right'], truth('rrR'), truth('R'))).toBe('best');
    expect(qualityOf(state, ['right', 'right', 'right'], truth('rrR'), null)).toBe('best');
    expect(qualityOf(state, ['right', 'left'], truth('rrR'), truth('rrR'))).toBe('wasted');
    expect(qualityOf(state, ['right', 'down'], truth('rrR'), truth('urR'))).toBe('worse');
    expect(qualityOf(state, ['right', 'right'], undefined, undefined)).toBeNull();
  });
});

describe('What bears a mark on the board', () => {
  const first = (...shares: readonly number[]) => shares.map((share, at) => ({ action: `1,${at + 1}`, share, probability: share }));
  const mines = (...values: readonly number[]) => ({ world: 'minesweeper' as const, chances: values.map((value) => ({ value, fraction: String(value) })) });

  it('is all that the policy might do, and what was certainly right though it would never have done it', () => {
    const marks = marksOf(first(0.6, 0.4, 0, 0), ['worse', 'lost', 'best', 'worse'], mines(0.3, 1, 0, 0.3));
    expect([...marks]).toEqual([['1,1', 'worse'], ['1,2', 'lost'], ['1,3', 'best']]);
  });

  it('is no cell that is merely as good as any other: who must guess is not told where', () => {
    expect([...marksOf(first(1, 0, 0), ['best', 'best', 'worse'], mines(0.2, 0.2, 0.4))]).toEqual([['1,1', 'best']]);
  });

  it('is nothing that the rules can not judge', () => {
    expect([...marksOf(first(0.9, 0.1), [null, 'best'], { world: 'sokoban', solvable: true, plan: null, dead: [] })]).toEqual([['1,2', 'best']]);
  });
});
