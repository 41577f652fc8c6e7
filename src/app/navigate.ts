/** Moving through a trial: places in the order in which they came about. Pure. */
import type { TrialView } from '../trial/fold.ts';
import { once } from './once.ts';
import type { Moment, Place } from './playback/moments.ts';

/** The latest moment of a trial. */
export function lastPlace(view: TrialView): Place {
  const episode = Math.max(view.episodes.length - 1, 0);
  return { episode, turn: view.episodes[episode]?.turns.length ?? 0 };
}

/** A moment that exists: the trial may be shorter than the one it was chosen in. */
export function settle(view: TrialView, at: Moment | null): Moment {
  const last = { ...lastPlace(view), beat: null };
  if (at === null || at.episode > last.episode) return last;
  const { turns } = view.episodes[at.episode];
  return at.turn < turns.length ? at : { ...at, turn: turns.length, beat: at.beat === 'observe' || at.beat === 'think' ? null : at.beat };
}

/** Every settled moment in order. */
export const placesOf = once((view: TrialView): readonly Place[] =>
  view.episodes.flatMap(({ turns }, episode) => Array.from({ length: turns.length + 1 }, (_, turn) => ({ episode, turn }))),
);

/** null: there is nothing after it yet */
export function after(view: TrialView, { episode, turn }: Place): Place | null {
  if (turn < (view.episodes[episode]?.turns.length ?? 0)) return { episode, turn: turn + 1 };
  return episode + 1 < view.episodes.length ? { episode: episode + 1, turn: 0 } : null;
}

/** null: there is nothing before it */
export function before(view: TrialView, { episode, turn }: Place): Place | null {
  if (turn > 0) return { episode, turn: turn - 1 };
  return episode > 0 ? { episode: episode - 1, turn: view.episodes[episode - 1].turns.length } : null;
}

/** The turn (from 0) that a moment is about: the one that is next, or the last where none is. null: the episode has no turn */
export function turnAt(view: TrialView, { episode, turn, beat }: Moment): Place | null {
  const item = view.episodes.at(episode);
  if (item === undefined) return null;
  const about = beat === 'act' || beat === 'reward' ? turn - 1 : turn;
  const last = item.end === null ? item.turns.length : item.turns.length - 1;
  return last < 0 ? null : { episode, turn: Math.max(0, Math.min(about, last)) };
}

export function same(a: Place, b: Place): boolean {
  return a.episode === b.episode && a.turn === b.turn;
}
