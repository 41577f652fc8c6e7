/** Trials on the same task with the same dice: what differs between them is no matter of luck. */
import type { TrialView } from '../trial/fold.ts';
import { person, type TrialSpec } from '../trial/runner.ts';
import { lastPolicy, teacherOf } from './policies.ts';
import { taskKey } from './settings.ts';
import { source } from './source.ts';

/** Models draw tokens, teachers what they do; neither draws as the other does, and people do not draw. */
export function diceOf(choice: string | null): 'model' | 'teacher' | null {
  if (choice === null || choice === person) return null;
  return teacherOf(choice) === null ? 'model' : 'teacher';
}

/**
 * Does a trial that begins have the task and the dice of one that was played? Seed and number of a trial are the key of its uniforms.
 * @param policy as it is chosen
 */
export function sameDice(view: TrialView, spec: Pick<TrialSpec, 'task' | 'seed' | 'trial'>, policy: string): boolean {
  const { start, episodes } = view;
  const drawn = episodes.flatMap(({ turns, reflection }) => [...turns.map(({ response }) => response), ...(reflection ? [reflection] : [])]);
  return (
    diceOf(policy) !== null &&
    diceOf(policy) === diceOf(lastPolicy(view)) &&
    start.seed === spec.seed &&
    start.trial === spec.trial &&
    start.task.world === spec.task.world &&
    taskKey(start.task) === taskKey(spec.task) &&
    drawn.every(({ seed }) => seed === undefined)
  );
}

/** The tree on stage whose trial has task and dice of the one that was there before; null: none. */
export const alike = source<string | null>(null);
