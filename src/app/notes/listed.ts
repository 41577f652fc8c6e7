/** Words of a note as a sentence of the page names them. Pure. */
import { shown } from '../blocks.ts';

/**
 * A sentence names a few words and no endless ones; all are marked in the text.
 * @param more said in place of the words beyond the few
 * @param quote keeps a word's own punctuation apart from the sentence's; cells need none
 */
export function listed(words: readonly string[], more: string, quote = (word: string): string => word): string[] {
  const few = words.slice(0, 8).map((word) => quote(shown([...word].length > 24 ? `${[...word].slice(0, 24).join('')}…` : word)));
  return words.length > few.length ? [...few, more] : few;
}
