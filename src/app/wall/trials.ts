/** The trials on the wall: recordings that come with the page, a run of many, or one that was saved. Kept outside React; told once a frame. */
import { fold } from '../../trial/fold.ts';
import type { TrialRecord } from '../../trial/records.ts';
import { breathe } from '../breathe.ts';
import { taskKey } from '../settings.ts';
import { sampled } from '../source.ts';
import type { WallTrial } from './sort.ts';

export interface Hung extends WallTrial {
  readonly records: readonly TrialRecord[];
}

export interface Wall {
  readonly kind: 'empty' | 'loading' | 'missing' | 'recorded' | 'live' | 'saved';
  /** how many there will be */
  readonly planned: number;
  readonly trials: readonly Hung[];
  /** id of the run that they are saved in; null: none */
  readonly run: string | null;
}

export const wall = sampled<Wall>({ kind: 'empty', planned: 0, trials: [], run: null });

let shown = 0;

/** Takes the wall. @returns puts trials on it, until somebody else has taken it */
export function take(): (now: Wall) => void {
  const own = ++shown;
  return (now) => {
    if (own === shown) wall.set(now);
  };
}

/** The recordings, unless something hangs there or is on its way. */
export async function openWall(): Promise<void> {
  if (shown === 0) await showRecorded();
}

/** The recordings, also after others have hung there. */
export async function showRecorded(): Promise<void> {
  const hang = take();
  hang({ kind: 'loading', planned: 0, trials: [], run: null });
  try {
    await readRecordings((trials, planned) => hang({ kind: 'recorded', planned, trials, run: null }));
  } catch {
    hang({ kind: 'missing', planned: 0, trials: [], run: null });
  }
}

let recordings: readonly Hung[] | null = null;

/** A few at a time, so that nothing stutters. @param tell what there is so far, and how many there will be */
async function readRecordings(tell: (trials: readonly Hung[], planned: number) => void): Promise<void> {
  if (recordings !== null) return tell(recordings, recordings.length);
  const [response, { decodeLink }] = await Promise.all([fetch('./recordings/wall.json'), import('../../experiment/links/index.ts')]);
  if (!response.ok) throw new Error(`${response.status}`);
  const links: unknown = await response.json();
  if (!Array.isArray(links)) throw new Error('The recordings are no list.');
  const trials: Hung[] = [];
  for (const [index, link] of links.entries()) {
    const { records } = decodeLink(String(link));
    trials.push({ index, records, view: fold(records) });
    if (index % 4 !== 3) continue;
    await breathe();
    tell([...trials], links.length);
  }
  recordings = trials;
  tell(trials, trials.length);
}

/** Trials that were saved. @param run its id @param lists of the records of each */
export function savedWall(run: string, lists: readonly (readonly TrialRecord[])[]): Wall {
  const trials = lists
    .map((records) => ({ records, view: fold(records) }))
    .sort((a, b) => a.view.start.trial - b.view.start.trial)
    .map((trial, index) => ({ ...trial, index }));
  return { kind: 'saved', planned: trials.length, trials, run };
}

/** As many trials of one task are still read side by side; more are for the wall. */
const mostBeside = 8;

/** Are these, as they are saved together, trials for the wall? Else they are a trial and its branches. */
export function isForWall(trials: readonly { readonly parent: string | null; readonly records: readonly TrialRecord[] }[]): boolean {
  const tasks = trials.filter(({ parent }) => parent === null).flatMap(({ records: [start] }) => (start?.type === 'trialStarted' ? [taskKey(start.task)] : []));
  return tasks.length > mostBeside || new Set(tasks).size > 1;
}
