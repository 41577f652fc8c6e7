/** The hidden cells of a visible board, sorted by what the numbers say about them. */
import { InputError } from '../config.ts';
import { neighbours, toCell } from './board.ts';
import { plural } from '../plural.ts';

/** An open number with hidden neighbours. */
export interface Clue {
  /** mines still to be found among them */
  readonly need: number;
  readonly groups: Group[];
}

/** Hidden cells that touch the same open numbers, and so share one probability. */
export interface Group {
  readonly cells: number[];
  readonly clues: readonly Clue[];
  /** already in a component */
  placed: boolean;
}

interface Frontier {
  /** groups in components that share no number, each in breadth-first order */
  readonly components: readonly (readonly Group[])[];
  /** hidden cells that touch no number */
  readonly outside: readonly number[];
}

/** @throws InputError when a number cannot be met by the hidden cells around it. */
export function frontier(board: string, width: number): Frontier {
  const around = neighbours(board.length / width, width);
  const touching = new Array<Clue[] | undefined>(board.length);
  for (let cell = 0; cell < board.length; cell++) {
    if (board[cell] === '?' || board[cell] === '*') continue;
    const clue = readClue(board, width, cell, around[cell]);
    if (clue === null) continue;
    for (const next of around[cell]) {
      if (board[next] !== '?') continue;
      const clues = touching[next];
      if (clues === undefined) touching[next] = [clue];
      else clues.push(clue);
    }
  }

  const groups: Group[] = [];
  const outside: number[] = [];
  for (let cell = 0; cell < board.length; cell++) {
    if (board[cell] !== '?') continue;
    const clues = touching[cell];
    if (clues === undefined) {
      outside.push(cell);
      continue;
    }
    const known = clues[0].groups.find((group) => same(group.clues, clues));
    if (known !== undefined) {
      known.cells.push(cell);
      continue;
    }
    const group: Group = { cells: [cell], clues, placed: false };
    groups.push(group);
    for (const clue of clues) clue.groups.push(group);
  }
  return { components: connect(groups), outside };
}

/** null where no hidden cell is near. */
function readClue(board: string, width: number, cell: number, around: readonly number[]): Clue | null {
  const number = board[cell] === '.' ? 0 : Number(board[cell]);
  let found = 0;
  let hidden = 0;
  for (const next of around) {
    if (board[next] === '?') hidden++;
    else if (board[next] === '*') found++;
  }
  const need = number - found;
  if (need < 0 || need > hidden) {
    const { row, col } = toCell(cell, width);
    throw new InputError(
      `The ${number} at ${row},${col} cannot be right: it touches ${plural(found, 'hit mine')} and ${plural(hidden, 'hidden cell')}. Check the rows.`,
    );
  }
  return hidden === 0 ? null : { need, groups: [] };
}

function same(a: readonly Clue[], b: readonly Clue[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Breadth-first, so that few numbers are open at a time when the groups are swept in this order. */
function connect(groups: readonly Group[]): Group[][] {
  const components: Group[][] = [];
  for (const start of groups) {
    if (start.placed) continue;
    start.placed = true;
    const component = [start];
    for (let i = 0; i < component.length; i++) {
      for (const clue of component[i].clues) {
        for (const next of clue.groups) {
          if (next.placed) continue;
          next.placed = true;
          component.push(next);
        }
      }
    }
    components.push(component);
  }
  return components;
}
