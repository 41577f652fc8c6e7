/** Moving through a trial: places in the order in which they came about. Pure. */
import type { TrialView } from '../trial/fold.ts';
import type { Place } from './setup.ts';

/** The latest moment of a trial. */
export function lastPlace(view: TrialView): Place {
  const episode = Math.max(view.episodes.length - 1, 0);
  return { episode, turn: view.episodes[episode]?.turns.length ?? 0 };
}

/** A place that exists: the trial may be shorter than the one it was chosen in. */
export function settle(view: TrialView, place: Place | null): Place {
  const last = lastPlace(view);
  if (place === null || place.episode > last.episode) return last;
  return { episode: place.episode, turn: Math.min(place.turn, view.episodes[place.episode].turns.length) };
}

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

export function same(a: Place, b: Place): boolean {
  return a.episode === b.episode && a.turn === b.turn;
}
