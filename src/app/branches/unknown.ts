/** Words in an answer that Scout has no token for. */
import { symbols } from '../../experiment/scout/vocabulary.ts';
import { words } from '../../trial/brief/words.ts';
import { readNote } from '../../trial/notePhrases.ts';
import { rows, type State } from '../../worlds/index.ts';

const vocabulary = [...symbols, ...words];

export function unknownWords(answer: string, state: State): readonly string[] {
  const board = rows(state);
  const size = { world: state.world, rows: board.length, columns: Math.max(...board.map((row) => row.length)) };
  return readNote(answer.replace(/<\/?action>/g, ' ').replace(/,/g, ' ,'), size, vocabulary).unknown;
}
