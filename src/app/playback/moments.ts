/**
 * The moments of a trial in the order in which they are seen: between two settled boards a turn can be watched in beats. At full
 * speed a turn is thought, then acted; in slow motion it is observed, thought, acted, rewarded, and an episode's end is remembered. Pure.
 */
import type { EpisodeView, TrialView } from '../../trial/fold.ts';
import { thoughtOf } from '../say.ts';

/** A settled moment: `turn` turns of episode `episode` (from 0) have been played. */
export interface Place {
  readonly episode: number;
  readonly turn: number;
}

export const beats = ['observe', 'think', 'act', 'reward', 'remember'] as const;
export type Beat = (typeof beats)[number];

/**
 * While `observe` and `think` last, `turn` turns have been played and the next one is on its way; at `act` and `reward` it is the
 * turn just played. null: nothing is on its way.
 */
export interface Moment extends Place {
  readonly beat: Beat | null;
}

/** Every moment that playing passes through. */
export function momentsOf(view: TrialView, slow: boolean): Moment[] {
  return view.episodes.flatMap((item, episode) => [
    ...item.turns.flatMap((_, turn): Moment[] => [
      ...(slow ? [{ episode, turn, beat: 'observe' as const }] : []),
      { episode, turn, beat: 'think' },
      { episode, turn: turn + 1, beat: 'act' },
      ...(slow ? [{ episode, turn: turn + 1, beat: 'reward' as const }] : []),
    ]),
    ...(item.note ? [{ episode, turn: item.turns.length, beat: 'remember' as const }] : []),
  ]);
}

/** null: there is nothing after it yet */
export function nextMoment(view: TrialView, at: Moment, slow: boolean): Moment | null {
  return momentsOf(view, slow).find((moment) => compare(moment, at) > 0) ?? null;
}

/** null: there is nothing before it */
export function previousMoment(view: TrialView, at: Moment, slow: boolean): Moment | null {
  return momentsOf(view, slow).findLast((moment) => compare(moment, at) < 0) ?? null;
}

/** A beat of the turn on stage: the one under way, else the one just played. null: it has none, or none that is still to come */
export function momentOfBeat(view: TrialView, at: Moment, beat: Beat): Moment | null {
  const ahead = isUnderWay(at.beat) || at.turn === 0;
  const before = ahead ? at.turn : at.turn - 1;
  const turn = isUnderWay(beat) ? before : before + 1;
  const isIt = (moment: Moment): boolean => {
    if (moment.beat !== beat || moment.episode !== at.episode) return false;
    return beat === 'remember' ? at.beat === 'remember' || compare(moment, { ...at, beat: null }) > 0 : moment.turn === turn;
  };
  return momentsOf(view, true).find(isIt) ?? null;
}

/** Order within one count of played turns. */
const rank = { act: 0, reward: 1, settled: 2, remember: 3, observe: 4, think: 5 } as const;

export function compare(a: Moment, b: Moment): number {
  return a.episode - b.episode || a.turn - b.turn || rank[a.beat ?? 'settled'] - rank[b.beat ?? 'settled'];
}

/** Does this moment show that the turn is being read or thought about? */
export function isUnderWay(beat: Beat | null): boolean {
  return beat === 'observe' || beat === 'think';
}

/** Milliseconds at normal speed: time to read what is new. */
export function duration(view: TrialView, { episode, turn, beat }: Moment, slow: boolean): number {
  const item: EpisodeView | undefined = view.episodes[episode];
  switch (beat) {
    case null:
      return 300;
    case 'observe':
      return 1700;
    case 'think':
      return 400 + words(thoughtOf(item?.turns[turn]?.response.text ?? '')) * (slow ? 260 : 90);
    case 'act':
      return slow ? 1500 : 900;
    case 'reward':
      return 1200;
    case 'remember':
      return 1200 + words(item?.note?.text ?? '') * (slow ? 200 : 90);
  }
}

function words(text: string): number {
  return Math.min(text.split(/\s+/).filter((word) => word !== '').length, 60);
}
