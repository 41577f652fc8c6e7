/** A person takes the policy's seat, and gives it back: a trial of one's own on the same task, or a branch from any turn. */
import { beforeTurn } from '../../trial/branch.ts';
import type { TrialView } from '../../trial/fold.ts';
import { person } from '../../trial/runner.ts';
import { InputError } from '../../worlds/index.ts';
import { branchOf } from '../branches/tree.ts';
import { problem, tree } from '../log.ts';
import { lastPlace, same } from '../navigate.ts';
import type { Place } from '../playback/moments.ts';
import { grow, resume, start } from '../run.ts';
import { useSetup } from '../setup.ts';
import { rivalIn } from './results.ts';

/** The same task again, from its first episode, played by whom one likes. The settings stay as they are. */
export function playAgain({ start: { task, config } }: TrialView, policy: string): Promise<void> {
  return start({ ...useSetup.getState(), level: task, episodes: config.episodes, memory: config.memory, policy });
}

/** From this moment on a person plays. What was played stays; where play has not come further it goes on, else it branches. */
export async function takeOver(at: Place): Promise<void> {
  const branch = branchOf(tree.get(), tree.get().shown);
  if (branch === null) return;
  try {
    const place = { episode: at.episode, turn: at.turn };
    if (branch.view.won === null && same(place, lastPlace(branch.view))) await resume(branch, person);
    else await grow(branch.id, { prefix: beforeTurn(branch.records, place.episode, place.turn) }, { kind: 'again', ...place }, person);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    problem.set(error);
  }
}

/** Whoever played before the person plays on; where nobody did, who is chosen. */
export async function handBack(): Promise<void> {
  const branch = branchOf(tree.get(), tree.get().running);
  if (branch) await resume(branch, rivalIn(branch.view, useSetup.getState().policy));
}
