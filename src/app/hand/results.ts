/** Who played a trial, and which of two did better. Pure. */
import type { TrialView } from '../../trial/fold.ts';
import { person } from '../../trial/runner.ts';
import { choiceOf, lastPolicy } from '../policies.ts';

/** Who played, as a choice of policy; null: nobody yet, or more than one. */
export function playerOf(view: TrialView): string | null {
  const names = new Set(view.episodes.flatMap(({ turns }) => turns.map(({ response }) => choiceOf(response.policy))));
  return names.size === 1 ? [...names][0] : null;
}

/** Who plays where a person gives the seat away. @param chosen of nobody but a person it says nothing */
export function rivalIn(view: TrialView, chosen: string): string {
  return [lastPolicy(view), chosen].find((policy) => policy !== null && policy !== person) ?? 'scout';
}

/** Turns of the whole trial. */
export function turnsOf({ episodes }: TrialView): number {
  return episodes.reduce((sum, { turns }) => sum + turns.length, 0);
}

/** Fewer than 0: the first did better. Who wins is ahead; then fewer episodes count, then fewer turns. */
export function rank(a: TrialView, b: TrialView): number {
  if (a.won !== b.won) return a.won ? -1 : 1;
  if (!a.won) return 0;
  return a.episodes.length - b.episodes.length || turnsOf(a) - turnsOf(b);
}
