/** How good answers to one board are by the rules. What has to be searched is searched off the page's thread. */
import { useMemo } from 'react';
import type { Odds } from '../../trial/answers.ts';
import type { State } from '../../worlds/index.ts';
import { afterMoves, marksOf, qualityOf, type Quality } from './quality.ts';
import { useTruth, useTruths } from './useTruth.ts';

/**
 * @param state null: nothing is wanted
 * @param answers a list that stays the same as long as the answers do
 * @returns in the order of the answers, null where it is not known; undefined: being worked out
 */
export function useQualities(state: State | null, answers: readonly (readonly string[])[]): readonly (Quality | null)[] | undefined {
  const before = useTruth(state);
  const after = useTruths(useMemo(() => (state === null ? [] : answers.map((actions) => afterMoves(state, actions))), [state, answers]));
  return useMemo(
    () => (state === null || before === undefined || after === undefined ? undefined : answers.map((actions, at) => qualityOf(state, actions, before, after[at]))),
    [state, answers, before, after],
  );
}

const none: readonly (readonly string[])[] = [];

/** Marks for what the policy would do first, as soon as the rules have judged it. @param state the board that it was to answer; null: nothing is wanted */
export function useMarks(state: State | null, odds: Odds | null | undefined): ReadonlyMap<string, Quality> | null {
  const wanted = odds ? state : null;
  const truth = useTruth(wanted);
  const qualities = useQualities(wanted, useMemo(() => odds?.first.map(({ action }) => [action]) ?? none, [odds]));
  return useMemo(() => (odds && truth && qualities ? marksOf(odds.first, qualities, truth) : null), [odds, truth, qualities]);
}
