/** The hidden truth of a board and how opening a cell uncovers it. Cells are indices in reading order. */
import type { Cell, MineTask } from './types.ts';

const neighbourTables = new Map<number, readonly (readonly number[])[]>();

/** The up to eight neighbours of every cell of a height × width board, ascending. */
export function neighbours(height: number, width: number): readonly (readonly number[])[] {
  const key = height * 1000 + width;
  const known = neighbourTables.get(key);
  if (known !== undefined) return known;
  const table = Array.from({ length: height * width }, (_, cell) => {
    const row = Math.floor(cell / width);
    const col = cell % width;
    const around: number[] = [];
    for (let r = Math.max(0, row - 1); r <= Math.min(height - 1, row + 1); r++) {
      for (let c = Math.max(0, col - 1); c <= Math.min(width - 1, col + 1); c++) {
        if (r !== row || c !== col) around.push(r * width + c);
      }
    }
    return around;
  });
  neighbourTables.set(key, table);
  return table;
}

/** @param cell row and column from 1 @param size cells in a row @returns index from 0 */
export function toIndex(cell: Cell, size: number): number {
  return (cell.row - 1) * size + cell.col - 1;
}

/** The inverse: row and column from 1. */
export function toCell(index: number, width: number): Cell {
  return { row: Math.floor(index / width) + 1, col: (index % width) + 1 };
}

export function inside(cell: Cell, size: number): boolean {
  return cell.row >= 1 && cell.row <= size && cell.col >= 1 && cell.col <= size;
}

const truths = new WeakMap<MineTask, string>();

/** The board with everything uncovered: `*` mines, `.` blanks, digits. */
export function truth(task: MineTask): string {
  let text = truths.get(task);
  if (text === undefined) {
    const size = task.config.size;
    text = uncover(size, task.mines.map((cell) => toIndex(cell, size)));
    truths.set(task, text);
  }
  return text;
}

/** @param mines indices of cells @returns as `truth`, in reading order */
export function uncover(size: number, mines: readonly number[]): string {
  const around = neighbours(size, size);
  const counts = new Array<number>(size * size).fill(0);
  for (const mine of mines) for (const cell of around[mine]) counts[cell]++;
  for (const mine of mines) counts[mine] = -1;
  return counts.map((count) => (count < 0 ? '*' : count === 0 ? '.' : String(count))).join('');
}

/**
 * Open one hidden cell: a number or a mine shows itself, a blank also all blanks it is connected with (by eight neighbours)
 * and the numbers around them.
 */
export function open(board: string, full: string, size: number, cell: number): string {
  if (full[cell] !== '.') return board.slice(0, cell) + full[cell] + board.slice(cell + 1);
  const around = neighbours(size, size);
  const cells = board.split('');
  const stack = [cell];
  cells[cell] = '.';
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    for (const next of around[at]) {
      if (cells[next] !== '?') continue;
      cells[next] = full[next];
      if (full[next] === '.') stack.push(next);
    }
  }
  return cells.join('');
}

/** Every safe cell shows. */
export function isWon(board: string, full: string): boolean {
  for (let i = 0; i < board.length; i++) if (board[i] === '?' && full[i] !== '*') return false;
  return true;
}
