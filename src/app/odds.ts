/**
 * The policy's own probabilities of what it can do next: P(answer | the thought shown) at temperature 1. They come from a model that is
 * loaded, so this is only the place where they are asked for: whoever can score answers says so with `oddsFrom.set`.
 */
import { useEffect, useState } from 'react';
import type { TrialView } from '../trial/fold.ts';
import type { Place } from './playback/moments.ts';
import { source, useSource } from './source.ts';

export interface Odds {
  /** canonical actions of one answer, as in records: `['up', 'left']`, `['3,5']`; probabilities sum to 1 − outside */
  readonly answers: readonly { readonly actions: readonly string[]; readonly probability: number }[];
  /** probability of everything that is no legal answer */
  readonly outside: number;
}

/** @param place settled; the odds are those of the turn that follows it */
export type OddsFrom = (view: TrialView, place: Place) => Promise<Odds | null>;

/** null: no model is loaded */
export const oddsFrom = source<OddsFrom | null>(null);

/** undefined: being worked out; null: there are none. */
export function useOdds(view: TrialView | null, { episode, turn }: Place): Odds | null | undefined {
  const ask = useSource(oddsFrom);
  const [found, setFound] = useState<{ readonly key: unknown; readonly odds: Odds | null } | null>(null);
  const key = view?.episodes[episode]?.states[turn];
  useEffect(() => {
    if (ask === null || view === null || key === undefined) return;
    let wanted = true;
    ask(view, { episode, turn }).then(
      (odds) => wanted && setFound({ key, odds }),
      () => wanted && setFound({ key, odds: null }),
    );
    return () => {
      wanted = false;
    };
  }, [ask, view, episode, turn, key]);
  if (ask === null || view === null) return null;
  return found?.key === key ? found?.odds : undefined;
}

/** Probability of each first action. */
export function firstActions(odds: Odds): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { actions, probability } of odds.answers) {
    const [first] = actions;
    if (first !== undefined) sums.set(first, (sums.get(first) ?? 0) + probability);
  }
  return sums;
}
