/** The recorded trial that the page opens with: another one comes with every new Scout, so tests ask it what it holds. */
import { readFileSync } from 'node:fs';
import { fold } from '../src/trial/fold.ts';
import { fromJsonl } from '../src/trial/records.ts';

export const openingRecords = fromJsonl(readFileSync('public/recordings/opening.jsonl', 'utf8'));
export const opening = fold(openingRecords);

/** Its turns in order, counted from 1 as the page does. */
export const turns = opening.episodes.flatMap((episode, index) => episode.turns.map((_, turn) => ({ episode: index + 1, turn: turn + 1 })));

/** The number of its first episode that has several turns and a note after it. */
export const longEpisode = 1 + opening.episodes.findIndex((episode) => episode.turns.length > 1 && episode.note !== null);
