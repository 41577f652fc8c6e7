/** A trial as far as it has been seen: later turns, notes and outcomes are not there yet. Pure. */
import type { TrialView } from '../../trial/fold.ts';
import { compare, type Moment } from './moments.ts';

/** @param seen null: everything */
export function upTo(view: TrialView, seen: Moment | null): TrialView {
  if (seen === null) return view;
  const last = view.episodes.length - 1;
  const item = view.episodes[seen.episode];
  if (item === undefined) return view;
  const whole = seen.turn >= item.turns.length && seen.beat !== 'act';
  const noted = item.note === null || compare(seen, { episode: seen.episode, turn: item.turns.length, beat: 'remember' }) >= 0;
  if (seen.episode === last && whole && noted) return view;
  const cut = {
    memory: item.memory,
    states: item.states.slice(0, seen.turn + 1),
    turns: item.turns.slice(0, seen.turn),
    end: seen.turn >= item.turns.length ? item.end : null,
    reflection: noted ? item.reflection : null,
    note: noted && seen.turn >= item.turns.length ? item.note : null,
  };
  return { ...view, episodes: [...view.episodes.slice(0, seen.episode), cut], context: null, pending: null, won: null };
}
