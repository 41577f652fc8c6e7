import { describe, expect, it } from 'vitest';
import { find, follow, tilesOf } from './sokobanModel.ts';

describe('tilesOf', () => {
  it('reads all seven symbols and pads short rows', () => {
    const grid = tilesOf(['#####', '#@$.#', '#+*##', '###']);
    expect(grid[1]).toEqual(['wall', 'player', 'box', 'target', 'wall']);
    expect(grid[2]).toEqual(['wall', 'playerOnTarget', 'boxOnTarget', 'wall', 'wall']);
    expect(grid[3]).toHaveLength(5);
  });

  it('tells the outside from the floor', () => {
    const grid = tilesOf([' ### ', '## ##', '#@ $#', '#####']);
    expect(grid[0]).toEqual(['outside', 'wall', 'wall', 'wall', 'outside']);
    expect(grid[1][2]).toBe('floor');
  });

  it('finds tiles in reading order', () => {
    expect(find(tilesOf(['####', '#$*#', '#$ #', '####']), 'box', 'boxOnTarget')).toEqual([
      { row: 1, column: 1 },
      { row: 1, column: 2 },
      { row: 2, column: 1 },
    ]);
  });
});

describe('follow', () => {
  const a = { row: 1, column: 1 };
  const b = { row: 3, column: 3 };

  it('keeps the place of boxes that stayed and of one that was pushed', () => {
    expect(follow([a, b], [{ row: 1, column: 3 }, b])).toEqual([{ row: 1, column: 3 }, b]);
    expect(follow([a, b], [a, { row: 3, column: 2 }])).toEqual([a, { row: 3, column: 2 }]);
  });

  it('lists exactly the boxes there are, whatever came before', () => {
    expect(follow([a], [a, b])).toEqual([a, b]);
    expect(follow([a, b], [b])).toEqual([b]);
    expect(follow([], [b])).toEqual([b]);
  });
});
