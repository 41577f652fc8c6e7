/**
 * Where somebody is to guess what comes, or came by a link that hides it, nothing tells of it beforehand: not the length of the scrubber, not what
 * other branches came to, not how likely the next turn was.
 */
import { useMemo } from 'react';
import type { TrialView } from '../../trial/fold.ts';
import { useGuess } from '../guess/guess.ts';
import { useSetup } from '../setup.ts';
import { hidden } from '../share/hidden.ts';
import { useSource } from '../source.ts';
import { upTo } from './cut.ts';
import type { Place } from './moments.ts';

/** What may be told of a trial: the very same view where nothing is held back. */
export function unveiled(view: TrialView): TrialView {
  return useGuess.getState().on || hidden.get().includes('later') ? upTo(view, useSetup.getState().seen) : view;
}

export function useUnveiled(view: TrialView): TrialView {
  const guessing = useGuess(({ on }) => on);
  const later = useSource(hidden).includes('later');
  const seen = useSetup((setup) => (guessing || later ? setup.seen : null));
  return useMemo(() => upTo(view, seen), [view, seen]);
}

/** Has the turn that follows a place been played, and is it still to be guessed or seen? */
export function isVeiled(view: TrialView, { episode, turn }: Place, known: TrialView = unveiled(view)): boolean {
  return view.episodes[episode]?.turns[turn] !== undefined && known.episodes[episode]?.turns[turn] === undefined;
}
