/** The moment on stage, for whoever draws it: each part is drawn again only when what it asks for is another. */
import { useMemo } from 'react';
import type { TrialView, TurnView } from '../../trial/fold.ts';
import { settle } from '../navigate.ts';
import { useSetup } from '../setup.ts';
import { useSource } from '../source.ts';
import { upTo } from './cut.ts';
import { isUnderWay, type Moment } from './moments.ts';
import { settled } from './settled.ts';

/** What is to be read about a trial: as far as it has been seen, at the moment that is shown; both wait while somebody scrubs. */
interface Read {
  readonly view: TrialView | null;
  readonly at: Moment;
  /** the turn that is being read or thought about at this moment, if it was played before */
  readonly next: TurnView | null;
}

const beginning: Moment = { episode: 0, turn: 0, beat: null };

/** For what is done at the moment on stage, not drawn. */
export function here(view: TrialView): Moment {
  return settle(view, useSetup.getState().moment);
}

/** With every step. */
export function useHere(view: TrialView): Moment {
  const moment = useSetup((setup) => setup.moment);
  return useMemo(() => settle(view, moment), [view, moment]);
}

/** Something that the moment on stage decides, say a yes or no. */
export function useAt<T extends string | number | boolean | null>(view: TrialView, tell: (at: Moment) => T): T {
  return useSetup(({ moment }) => tell(settle(view, moment)));
}

/** @param whole null: the task is only chosen, nothing has been played */
export function useRead(whole: TrialView | null): Read {
  const { moment, seen } = useSource(settled);
  const view = useMemo(() => whole && upTo(whole, seen), [whole, seen]);
  return useMemo(() => {
    const at = whole ? settle(whole, moment) : beginning;
    return { view, at, next: whole && isUnderWay(at.beat) ? (whole.episodes[at.episode]?.turns[at.turn] ?? null) : null };
  }, [whole, view, moment]);
}
