import { describe, expect, it } from 'vitest';
import { tables } from './strings/index.ts';
import { visitsInWords, type Visits } from './visits.ts';

const visits = (...counts: readonly number[]): Visits => counts.map((count, column) => ({ cell: { row: 2, column }, count }));

describe('Where the policy has been, in one sentence', () => {
  const { en } = tables;

  it('is nowhere at first', () => {
    expect(visitsInWords([], 'sokoban', en)).toBe(en.overlay.visited.nowhere);
  });

  it('names the place it came back to most, as the world counts', () => {
    expect(visitsInWords(visits(1, 4, 2), 'sokoban', en)).toBe('It stood on 3 cells. Most often on row 2, column 1: 4 times.');
    expect(visitsInWords(visits(1, 2), 'minesweeper', en)).toBe('It asked for 2 cells. Most often on row 3, column 2: 2 times.');
  });

  it('names none where several are even, and says where each was visited once', () => {
    expect(visitsInWords(visits(2, 2, 1), 'sokoban', en)).toBe('It stood on 3 cells. Most often on 2 of them: 2 times each.');
    expect(visitsInWords(visits(1), 'minesweeper', en)).toBe('It asked for 1 cell. Each once.');
  });

  it.each(Object.values(tables))('says each of these otherwise ($language)', (strings) => {
    const said = [visits(), visits(1), visits(1, 1), visits(1, 2), visits(2, 2), visits(3, 3)].map((each) => visitsInWords(each, 'sokoban', strings));
    expect(new Set(said).size).toBe(said.length);
  });
});
