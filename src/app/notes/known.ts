/** What the reader of notes is told: the words that Scout has a token for, and how large a board is. Pure. */
import { symbols } from '../../experiment/scout/vocabulary.ts';
import { words } from '../../trial/brief/words.ts';
import type { BoardSize } from '../../trial/notePhrases.ts';
import { rows, type State } from '../../worlds/index.ts';

export const vocabulary: readonly string[] = [...symbols, ...words];

export function sizeOf(state: State): BoardSize {
  const board = rows(state);
  return { world: state.world, rows: board.length, columns: Math.max(...board.map((row) => [...row].length)) };
}
