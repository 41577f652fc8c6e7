/** What is wrong with a level that is being drawn, and where; and the task it makes once nothing is. Pure. */
import { InputError, type Task } from '../../worlds/index.ts';
import { uncover, open, isWon } from '../../worlds/minesweeper/board.ts';
import { fields as mineFields, parseBoard } from '../../worlds/minesweeper/index.ts';
import { parseConfig } from '../../worlds/sokoban/config.ts';
import { taskFromXsb } from '../../worlds/sokoban/index.ts';
import type { Cell } from '../board/geometry.ts';
import { symbolAt, type Draft } from './draft.ts';

/** Something that keeps the level from being played. Cells count from 0. */
export type Fault =
  | { readonly kind: 'noPlayer' | 'noBox'; readonly cells: readonly Cell[] }
  | { readonly kind: 'players'; readonly count: number; readonly cells: readonly Cell[] }
  | { readonly kind: 'counts'; readonly boxes: number; readonly targets: number; readonly cells: readonly Cell[] }
  | { readonly kind: 'open'; readonly cells: readonly [Cell] }
  | { readonly kind: 'outside'; readonly cells: readonly Cell[] }
  | { readonly kind: 'mines'; readonly count: number; readonly min: number; readonly max: number; readonly cells: readonly Cell[] }
  | { readonly kind: 'firstMine' | 'firstWins'; readonly cells: readonly [Cell] }
  | { readonly kind: 'other'; readonly message: string; readonly cells: readonly Cell[] };

export interface Checked {
  readonly faults: readonly Fault[];
  /** null: it can't be played */
  readonly task: Task | null;
}

export function check(draft: Draft): Checked {
  const faults = draft.world === 'sokoban' ? sokobanFaults(draft) : mineFaults(draft);
  if (faults.length > 0) return { faults, task: null };
  try {
    return { faults, task: taskOf(draft) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { faults: [{ kind: 'other', message: error.message, cells: [] }], task: null };
  }
}

function taskOf({ world, rows, first, turns, movesPerTurn }: Draft): Task {
  const task =
    world === 'minesweeper'
      ? parseBoard(rows.join('\n'), first && { row: first.row + 1, col: first.column + 1 }, { turns })
      : taskFromXsb(rows, parseConfig({ turns, movesPerTurn }));
  return { ...task, own: true };
}

function sokobanFaults(draft: Draft): Fault[] {
  const players = cellsOf(draft, '@+');
  const boxes = cellsOf(draft, '$*');
  const targets = cellsOf(draft, '.*+');
  const faults: Fault[] = [];
  if (players.length === 0) faults.push({ kind: 'noPlayer', cells: [] });
  if (players.length > 1) faults.push({ kind: 'players', count: players.length, cells: players.slice(1) });
  if (boxes.length === 0) faults.push({ kind: 'noBox', cells: [] });
  if (boxes.length > 0 && boxes.length !== targets.length) faults.push({ kind: 'counts', boxes: boxes.length, targets: targets.length, cells: [] });
  const outside = outsideOf(draft);
  const isOut = ({ row, column }: Cell): boolean => outside.has(`${row},${column}`);
  const [player] = players;
  if (player && isOut(player)) faults.push({ kind: 'open', cells: [hole(draft, player)] });
  else {
    const stray = [...boxes, ...targets.filter((cell) => symbolAt(draft, cell) !== '*')].filter(isOut);
    if (stray.length > 0) faults.push({ kind: 'outside', cells: stray });
  }
  return faults;
}

function mineFaults(draft: Draft): Fault[] {
  const { rows, first } = draft;
  const size = rows.length;
  const { min, max } = mineFields.mines;
  const mines = cellsOf(draft, '*');
  const faults: Fault[] = [];
  if (mines.length < min || mines.length > max) faults.push({ kind: 'mines', count: mines.length, min, max, cells: mines.slice(max) });
  if (first === null) return faults;
  const full = truthOf(draft);
  const cell = first.row * size + first.column;
  if (full[cell] === '*') faults.push({ kind: 'firstMine', cells: [first] });
  else if (isWon(open('?'.repeat(size * size), full, size, cell), full)) faults.push({ kind: 'firstWins', cells: [first] });
  return faults;
}

/** MineSweeper: the board with everything uncovered, in reading order. */
export function truthOf({ rows }: Pick<Draft, 'rows'>): string {
  const mines = [...rows.join('')].flatMap((symbol, index) => (symbol === '*' ? [index] : []));
  return uncover(rows.length, mines);
}

function cellsOf({ rows }: Draft, symbols: string): Cell[] {
  return rows.flatMap((line, row) => [...line].flatMap((symbol, column) => (symbols.includes(symbol) ? [{ row, column }] : [])));
}

/** Sokoban: cells (`row,column`) that can be reached from beyond the edge. */
export function outsideOf(draft: Draft): ReadonlySet<string> {
  const [height, width] = [draft.rows.length, draft.rows[0]?.length ?? 0];
  return flood(draft, (row, column) => row === 0 || column === 0 || row === height - 1 || column === width - 1).seen;
}

/** Where a player who is not enclosed first comes to the edge. */
function hole(draft: Draft, player: Cell): Cell {
  const [height, width] = [draft.rows.length, draft.rows[0].length];
  const { order } = flood(draft, (row, column) => row === player.row && column === player.column);
  return order.find(({ row, column }) => row === 0 || column === 0 || row === height - 1 || column === width - 1) ?? player;
}

/** Everything but walls that hangs together with the cells to begin with. */
function flood(draft: Draft, begins: (row: number, column: number) => boolean): { readonly seen: ReadonlySet<string>; readonly order: readonly Cell[] } {
  const seen = new Set<string>();
  const order: Cell[] = [];
  const visit = (row: number, column: number): void => {
    const symbol = draft.rows[row]?.[column];
    if (symbol === undefined || symbol === '#' || seen.has(`${row},${column}`)) return;
    seen.add(`${row},${column}`);
    order.push({ row, column });
  };
  draft.rows.forEach((line, row) => [...line].forEach((_, column) => begins(row, column) && visit(row, column)));
  for (const { row, column } of order) {
    visit(row - 1, column);
    visit(row + 1, column);
    visit(row, column - 1);
    visit(row, column + 1);
  }
  return { seen, order };
}
