/** What a lift comes to and whom it was measured with, in words. Pure. */
import { liftVerdict, type LiftEstimate } from '../../experiment/lift.ts';
import { policyInWords } from '../policies.ts';
import type { Strings } from '../strings/index.ts';
import { isUnderWay, type LiftView } from './state.ts';

/** null: it is still being measured, and what it says so far may change */
export function findingOf({ phase }: Pick<LiftView, 'phase'>, estimate: LiftEstimate): ReturnType<typeof liftVerdict> | null {
  return isUnderWay(phase) ? null : liftVerdict(estimate);
}

export function findingInWords(view: Pick<LiftView, 'phase' | 'samples'>, estimate: LiftEstimate, { lift: text }: Strings): string {
  const finding = findingOf(view, estimate);
  if (finding === null) return text.preliminary(estimate.samples);
  const verdict = text.verdict[finding](estimate.samples);
  return view.phase !== 'kept' && estimate.samples < view.samples ? text.early(verdict) : verdict;
}

/**
 * @param policy that it was measured with; empty: none yet
 * @param played policy that played the trial; empty: a person alone
 * @param adapters names by the hash of the policy that wears them
 * @returns null: the policy that played the trial, which need not be said
 */
export function measuredBy(policy: string, played: string, adapters: ReadonlyMap<string, string>, strings: Strings): string | null {
  if (policy === '' || policy === played) return null;
  const name = (hash: string): string => {
    const adapter = adapters.get(hash);
    return adapter === undefined ? policyInWords(hash, strings) : strings.lift.wearing(adapter);
  };
  return played === '' ? strings.lift.policyNote(name(policy)) : strings.lift.otherPolicy(name(policy), name(played));
}
