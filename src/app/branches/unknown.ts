/** Words in an answer that Scout has no token for. */
import { readNote } from '../../trial/notePhrases.ts';
import type { State } from '../../worlds/index.ts';
import { sizeOf, vocabulary } from '../notes/known.ts';

export function unknownWords(answer: string, state: State): readonly string[] {
  return readNote(answer.replace(/<\/?action>/g, ' ').replace(/,/g, ' ,'), sizeOf(state), vocabulary).unknown;
}
