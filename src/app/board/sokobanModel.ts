/** What a Sokoban picture needs, read from XSB rows. Pure. */
import { once } from '../once.ts';
import { outline, type Cell } from './geometry.ts';

type Tile = 'wall' | 'floor' | 'target' | 'box' | 'boxOnTarget' | 'player' | 'playerOnTarget' | 'outside';

const symbols: Readonly<Record<string, Tile>> = {
  '#': 'wall',
  '.': 'target',
  $: 'box',
  '*': 'boxOnTarget',
  '@': 'player',
  '+': 'playerOnTarget',
};

/** Tiles by row and column, all rows equally long. Floor that the outside reaches is no floor. */
export function tilesOf(rows: readonly string[]): Tile[][] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const grid = rows.map((row) => [...row.padEnd(width)].map((symbol) => symbols[symbol] ?? 'floor'));
  const open: Cell[] = grid.flatMap((line, row) =>
    line.flatMap((_, column) => (row === 0 || column === 0 || row === grid.length - 1 || column === width - 1 ? { row, column } : [])),
  );
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    const { row, column } = cell;
    if (grid[row]?.[column] !== 'floor') continue;
    grid[row][column] = 'outside';
    open.push({ row: row - 1, column }, { row: row + 1, column }, { row, column: column - 1 }, { row, column: column + 1 });
  }
  return grid;
}

export function find(grid: readonly (readonly Tile[])[], ...wanted: readonly Tile[]): Cell[] {
  return grid.flatMap((line, row) => line.flatMap((tile, column) => (wanted.includes(tile) ? { row, column } : [])));
}

/** Shapes that stay the same all through a trial. */
export interface Ground {
  readonly floor: string;
  readonly wall: string;
  readonly targets: readonly Cell[];
}

interface Parts {
  readonly grid: readonly (readonly Tile[])[];
  readonly ground: Ground;
  readonly boxes: readonly Cell[];
  readonly player: Cell | undefined;
}

/** What there is to draw, read once from each list of rows. */
export const partsOf = once((rows: readonly string[]): Parts => {
  const grid = tilesOf(rows);
  const [player] = find(grid, 'player', 'playerOnTarget');
  return { grid, ground: groundOf(grid), boxes: find(grid, 'box', 'boxOnTarget'), player };
});

/** Where boxes and player stand there is floor, too. */
function groundOf(grid: readonly (readonly Tile[])[]): Ground {
  const targets = find(grid, 'target', 'boxOnTarget', 'playerOnTarget');
  const ways = grid.map((line) => line.map((tile) => (tile === 'wall' ? '#' : tile === 'outside' ? ' ' : '.')).join('')).join('\n');
  const key = `${ways}\n${targets.map(({ row, column }) => `${row},${column}`).join(' ')}`;
  if (last.key !== key) {
    const floor = find(grid, 'floor', 'target', 'box', 'boxOnTarget', 'player', 'playerOnTarget');
    last = { key, ground: { floor: outline(floor, 0), wall: outline(find(grid, 'wall'), 5), targets } };
  }
  return last.ground;
}

/** The last one that was made: most boards on a page are of one task. */
let last: { readonly key: string; readonly ground: Ground } = { key: '', ground: { floor: '', wall: '', targets: [] } };

/**
 * Boxes in an order that follows each box through a turn: a box that stayed keeps its place in the list, a box that is gone
 * is matched with the nearest new one. So a picture can slide it.
 */
export function follow(before: readonly Cell[], after: readonly Cell[]): Cell[] {
  const same = (a: Cell, b: Cell): boolean => a.row === b.row && a.column === b.column;
  const free = after.filter((cell) => !before.some((other) => same(cell, other)));
  const moved = before.map((box) => {
    if (after.some((cell) => same(cell, box))) return box;
    const distance = (cell: Cell): number => Math.abs(cell.row - box.row) + Math.abs(cell.column - box.column);
    const [nearest] = [...free].sort((a, b) => distance(a) - distance(b));
    if (nearest !== undefined) free.splice(free.indexOf(nearest), 1);
    return nearest ?? box;
  });
  return [...moved.filter((cell) => after.some((other) => same(cell, other))), ...free];
}
