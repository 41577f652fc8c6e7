/** What one number at a time can prove; cheap, for players of limited skill. */
import { neighbours, toCell } from './board.ts';
import type { Cell, MineState } from './types.ts';

export interface Local {
  readonly safe: readonly Cell[];
  readonly mines: readonly Cell[];
}

/**
 * Two rules until nothing changes: a number whose mines are all known makes its other neighbours safe; a number with as many
 * undecided neighbours as missing mines makes them mines. Numbers are never combined. A hit mine is a known one.
 */
export function localCertain(board: string, width: number): Local {
  const around = neighbours(board.length / width, width);
  const known = board.split('');
  for (let changed = true; changed; ) {
    changed = false;
    for (let cell = 0; cell < board.length; cell++) {
      const shown = board[cell];
      if (shown === '?' || shown === '*') continue;
      let missing = shown === '.' ? 0 : Number(shown);
      let open = 0;
      for (const next of around[cell]) {
        if (known[next] === '?') open++;
        else if (known[next] === '*') missing--;
      }
      if (open === 0 || (missing !== 0 && missing !== open)) continue;
      for (const next of around[cell]) if (known[next] === '?') known[next] = missing === 0 ? 's' : '*';
      changed = true;
    }
  }
  const cells = (mark: string): Cell[] =>
    known.flatMap((decided, cell) => (board[cell] === '?' && decided === mark ? [toCell(cell, width)] : []));
  return { safe: cells('s'), mines: cells('*') };
}

export function localSafe(state: MineState): readonly Cell[] {
  return localCertain(state.board, state.task.config.size).safe;
}

export function localMines(state: MineState): readonly Cell[] {
  return localCertain(state.board, state.task.config.size).mines;
}
