/** Reading a note out of a reflection (lamer.md 1.0, 5 #27). */
import type { WorldId } from '../worlds/index.ts';
import { lastTagged } from '../worlds/tags.ts';

/** Longest note that later episodes are shown, in characters. */
export const noteCap = 2000;

/** @returns what of a text a note can hold: no character is cut in two */
export function withinCap(text: string): string {
  // Most texts are shorter in any unit.
  return text.length <= noteCap ? text : [...text].slice(0, noteCap).join('');
}

interface Note {
  /** trimmed and cut at the cap; empty where there is none */
  readonly text: string;
  /** closed tag, within the cap */
  readonly valid: boolean;
  readonly shortened: boolean;
}

const none: Note = { text: '', valid: false, shortened: false };

/** The last complete pair of tags counts. */
export function parseNote(response: string): Note {
  const text = lastTagged(response, 'remark');
  return text === null ? none : cut(text);
}

/**
 * The release's parsers: first opening and first closing tag in Sokoban, last and last elsewhere; tags in reverse order
 * give an empty note that counts as valid, and so does a note that had to be cut.
 */
export function parseNoteReleased(response: string, world: WorldId): Note {
  const [opening, closing] = ['<remark>', '</remark>'];
  const from = world === 'sokoban' ? response.indexOf(opening) : response.lastIndexOf(opening);
  const to = world === 'sokoban' ? response.indexOf(closing) : response.lastIndexOf(closing);
  if (from < 0 || to < 0) return none;
  return { ...cut(response.slice(from + opening.length, Math.max(to, 0))), valid: true };
}

/** A note written by a person: no tags, same cap. */
export function cut(text: string): Note {
  const trimmed = text.trim();
  const characters = [...trimmed];
  const shortened = characters.length > noteCap;
  return { text: shortened ? characters.slice(0, noteCap).join('') : trimmed, valid: !shortened, shortened };
}
