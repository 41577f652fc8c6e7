/** What a film of an episode shows when: for each turn its thought, word by word, then its board and reward; at the end the note. Pure. */
import type { EpisodeView } from '../../../trial/fold.ts';
import { thoughtOf } from '../../say.ts';

export interface Shot {
  /** turns that the board has seen */
  readonly turn: number;
  /** turn whose thought and action stand beside it, from 1; 0: none yet */
  readonly shown: number;
  readonly kind: 'start' | 'think' | 'act' | 'end' | 'note';
  /** milliseconds at normal speed */
  readonly from: number;
  readonly length: number;
}

/** Milliseconds for a person to read a word. */
const perWord = 170;

export function shotsOf(episode: EpisodeView): Shot[] {
  const shots: Shot[] = [];
  let from = 0;
  const add = (kind: Shot['kind'], turn: number, shown: number, length: number): void => {
    shots.push({ kind, turn, shown, from, length });
    from += length;
  };
  add('start', 0, 0, 1200);
  for (const [index, { response }] of episode.turns.entries()) {
    add('think', index, index + 1, 700 + perWord * words(thoughtOf(response.text)).length);
    add('act', index + 1, index + 1, 1300);
  }
  const { length } = episode.turns;
  if (episode.end !== null) add('end', length, length, 1500);
  if (episode.note && episode.note.text !== '') add('note', length, length, 1800 + perWord * Math.min(words(episode.note.text).length, 80));
  return shots;
}

export function lengthOf(shots: readonly Shot[]): number {
  const last = shots.at(-1);
  return last ? last.from + last.length : 0;
}

/** @param time milliseconds at normal speed. @returns the shot, and how far into it from 0 to 1 */
export function shotAt(shots: readonly Shot[], time: number): { readonly shot: Shot; readonly done: number } {
  const shot = shots.findLast(({ from }) => from <= time) ?? shots[0];
  return { shot, done: Math.min(1, Math.max(0, (time - shot.from) / shot.length)) };
}

/** As much of a text as has been written. @param done from 0 to 1 */
export function written(text: string, done: number): string {
  const all = words(text);
  return all.slice(0, Math.ceil(all.length * Math.min(1, done * 1.25))).join(' ');
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
