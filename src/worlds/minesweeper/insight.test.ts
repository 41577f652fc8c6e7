import { describe, expect, it } from 'vitest';
import { InputError } from '../config.ts';
import { random } from '../random.ts';
import { integers } from './arithmetic.ts';
import { neighbours, uncover } from './board.ts';
import oracle from './fixtures/probabilities.json';
import { fractions, insightOf } from './insight.ts';
import { localCertain } from './local.ts';

const pairs = (cells: readonly { row: number; col: number }[]): number[][] => cells.map(({ row, col }) => [row, col]);

/** Every placement tried: mines per cell and their number. */
function enumerate(board: string, width: number, mines: number): { placements: number; mined: number[] } {
  const around = neighbours(board.length / width, width);
  const hidden = [...board].flatMap((shown, cell) => (shown === '?' ? [cell] : []));
  const mined = new Array<number>(board.length).fill(0);
  let placements = 0;
  const chosen = new Set<number>([...board].flatMap((shown, cell) => (shown === '*' ? [cell] : [])));
  const fits = (): boolean =>
    [...board].every((shown, cell) => {
      if (shown === '?' || shown === '*') return true;
      return around[cell].filter((next) => chosen.has(next)).length === (shown === '.' ? 0 : Number(shown));
    });
  const place = (from: number): void => {
    if (chosen.size === mines) {
      if (!fits()) return;
      placements++;
      for (const cell of hidden) if (chosen.has(cell)) mined[cell]++;
      return;
    }
    for (let i = from; i < hidden.length; i++) {
      chosen.add(hidden[i]);
      place(i + 1);
      chosen.delete(hidden[i]);
    }
  };
  place(0);
  return { placements, mined };
}

/** A board with single cells uncovered at random, without the flood rule: harder for counting than boards from play. */
function scattered(seed: number, size: number, mines: number, share: number): string {
  const draw = random(seed);
  const full = uncover(size, draw.shuffle(Array.from({ length: size * size }, (_, i) => i)).slice(0, mines));
  return [...full].map((shown) => (draw.uniform() < (shown === '*' ? share / 5 : share) ? shown : '?')).join('');
}

describe('exact insight', () => {
  it('gives the fractions, certain cells and placements of a separate program', () => {
    expect(oracle.boards.length).toBeGreaterThan(20);
    for (const { rows, mines, placements, probability, safe, certainMines } of oracle.boards) {
      const insight = insightOf(rows.join(''), rows[0].length, mines);
      expect(fractions(insight, rows[0].length)).toEqual(probability);
      expect(insight.placements).toBe(placements);
      expect(pairs(insight.safe)).toEqual(safe);
      expect(pairs(insight.mines)).toEqual(certainMines);
    }
  });

  it('agrees with trying every placement, hit mines included', () => {
    for (let seed = 0; seed < 60; seed++) {
      const size = 4 + (seed % 2);
      const mines = 3 + (seed % 3);
      const board = scattered(seed, size, mines, 0.45);
      const truth = enumerate(board, size, mines);
      const insight = insightOf(board, size, mines);
      expect(insight.placements).toBe(String(truth.placements));
      for (const [cell, chance] of insight.chances.entries()) {
        if (board[cell] === '?') expect(chance?.fraction).toBe(integers.ratio(BigInt(truth.mined[cell]), BigInt(truth.placements)).fraction);
        else expect(chance).toBeNull();
      }
    }
  });

  it('expects exactly as many mines as are left, also where counts exceed doubles', () => {
    for (const [seed, mines] of [[1, 6], [2, 15], [3, 40], [4, 60]]) {
      const board = scattered(seed, 10, mines, 0.3);
      const left = mines - [...board].filter((shown) => shown === '*').length;
      const expected = insightOf(board, 10, mines).chances.reduce((sum, chance) => sum + (chance?.value ?? 0), 0);
      expect(expected).toBeCloseTo(left, 9);
    }
  });

  it('knows the binomials of a board where nothing shows', () => {
    const few = insightOf('?'.repeat(36), 6, 3);
    expect([few.placements, few.chances[0]?.fraction]).toEqual(['7140', '1/12']);
    const many = insightOf('?'.repeat(100), 10, 50);
    expect([many.placements, many.chances[99]?.fraction]).toEqual(['100891344545564193334812497256', '1/2']);
    expect(insightOf('?'.repeat(16), 4, 16).mines).toHaveLength(16);
    expect(insightOf('?'.repeat(16), 4, 0).safe).toHaveLength(16);
  });

  it('never calls a cell certain by rounding', () => {
    const insight = insightOf('?'.repeat(100), 10, 99);
    expect([insight.chances[0]?.fraction, insight.mines]).toEqual(['99/100', []]);
  });

  it('stays quick on boards whose frontier is everywhere', () => {
    const start = performance.now();
    for (let seed = 0; seed < 20; seed++) insightOf(scattered(seed, 10, 20, 0.35), 10, 20);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it.each([
    ['a number with too few hidden cells', '3?..?...????', 4, 3, /The 3 at 1,1 cannot be right/],
    ['a number with too many hit mines', '*1*?????', 4, 2, /The 1 at 1,2 cannot be right: it touches 2 hit mines/],
    ['numbers that exclude each other', '1???????2???????', 4, 1, /No placement of 1 more mine/],
    ['more hit mines than given', '**??', 2, 1, /shows 2 mines but only 1/],
    ['more mines than hidden cells', '1???', 2, 4, /4 mines can not fit into 3 hidden cells/],
    ['too few mines for the numbers', '1??1???????1??1?', 4, 0, /No placement/],
  ])('refuses %s', (_, board, width, mines, message) => {
    expect(() => insightOf(board, width, mines)).toThrow(InputError);
    expect(() => insightOf(board, width, mines)).toThrow(message);
  });
});

describe('what single numbers prove', () => {
  it('chains the two rules and leaves the rest open', () => {
    // the 1 in the corner has one hidden neighbour, a mine; with it the numbers along the top clear what else they touch
    const local = localCertain(['111.', '1?1?', '????', '????'].join(''), 4);
    expect(pairs(local.mines)).toEqual([[2, 2]]);
    expect(pairs(local.safe)).toEqual([[2, 4], [3, 1], [3, 2], [3, 3], [3, 4]]);
    expect(localCertain('?1??1????', 3)).toEqual({ safe: [], mines: [] });
  });

  it('proves only what is certain', () => {
    for (let seed = 0; seed < 200; seed++) {
      const board = scattered(seed, 6, 5, 0.5);
      const local = localCertain(board, 6);
      const exact = insightOf(board, 6, 5);
      expect(pairs(exact.safe)).toEqual(expect.arrayContaining(pairs(local.safe)));
      expect(pairs(exact.mines)).toEqual(expect.arrayContaining(pairs(local.mines)));
    }
  });
});
