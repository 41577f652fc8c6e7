/** The temperature that odds are shown at. They are the policy's own, exactly, at 1, where they always open; whoever chooses another one weighs them anew. */
import { useMemo } from 'react';
import type { PolicyOdds } from '../odds.ts';
import { source, useSource } from '../source.ts';

interface Chosen {
  readonly temperature: number;
  readonly weigh: (odds: PolicyOdds) => PolicyOdds;
}

/** null: 1 */
export const chosen = source<Chosen | null>(null);

/** Odds at the temperature that is chosen. */
export function useWeighed(odds: PolicyOdds | null | undefined): PolicyOdds | null | undefined {
  const now = useSource(chosen);
  return useMemo(() => (odds && now ? now.weigh(odds) : odds), [odds, now]);
}
