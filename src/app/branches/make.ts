/**
 * What if: each function makes a branch of a trial on stage, changed in one thing, and lets the chosen policy play the rest. What comes
 * after the change is a new sample, with the same uniforms wherever the seed is the same.
 */
import { beforeEpisode, beforeNote, beforeTurn, personActs, personSays, withNote } from '../../trial/branch.ts';
import type { MemoryMode } from '../../trial/contract.ts';
import { person } from '../../trial/runner.ts';
import { InputError } from '../../worlds/index.ts';
import { problem, tree } from '../log.ts';
import type { Place } from '../playback/moments.ts';
import { teacherOf } from '../policies.ts';
import { grow, resume, type Tail } from '../run.ts';
import { useSetup } from '../setup.ts';
import { Trouble } from '../trouble.ts';
import { branchOf, mostBranches, type Branch, type BranchCause } from './tree.ts';

/** @param place the turn that is changed: `turn` turns of the episode are kept */
export function branchAction(place: Place, actions: readonly string[], from?: string): Promise<void> {
  return make(from, ({ records, view }) => ({
    tail: { prefix: beforeTurn(records, place.episode, place.turn), given: [personActs(view.start.task, actions, view.start.style)] },
    cause: { kind: 'action', ...placed(place), actions },
  }));
}

/**
 * @param text the whole answer in a person's words (thought and action, as the policy writes them), or its beginning
 * @param whole false: a language model goes on from there
 */
export function branchThought(place: Place, text: string, whole: boolean, from?: string): Promise<void> {
  return make(from, ({ records }) => {
    const prefix = beforeTurn(records, place.episode, place.turn);
    return { tail: whole ? { prefix, given: [personSays(text)] } : { prefix, begin: text }, cause: { kind: 'thought', ...placed(place), whole } };
  });
}

/** @param episode the note after this one @param text null: the policy writes another one, from other uniforms; what follows has the old ones */
export function branchNote(episode: number, text: string | null, from?: string): Promise<void> {
  return make(from, ({ records, view }) => ({
    tail:
      text === null
        ? { prefix: beforeNote(records, episode), reseed: { seed: unusedSeed(view.seed), once: true } }
        : { prefix: withNote(records, episode, text) },
    cause: { kind: 'note', episode, author: text === null ? 'policy' : 'person' },
  }));
}

/** @param episode the first that has the other memory mode, from 1 on; with notes, one is written where there is none */
export function branchMemory(episode: number, memory: MemoryMode, from?: string): Promise<void> {
  return make(from, ({ records }) => ({ tail: { prefix: beforeEpisode(records, episode), memory }, cause: { kind: 'memory', episode, memory } }));
}

/** @param place the first turn that is drawn with the other seed */
export function branchSampling(place: Place, seed: number, from?: string): Promise<void> {
  return make(from, ({ records }) => ({
    tail: { prefix: beforeTurn(records, place.episode, place.turn), reseed: { seed, once: false } },
    cause: { kind: 'sampling', ...placed(place), seed },
  }));
}

/** A branch that was stopped is played on. */
export function playOn(branch: Branch): Promise<void> {
  return resume(branch, useSetup.getState().policy);
}

/** Another seed for each try from the same place. */
export function unusedSeed(seed: number): number {
  const used = tree.get().branches.flatMap(({ records }) => records.flatMap((record) => (record.type === 'responded' && record.seed !== undefined ? [record.seed] : [])));
  return Math.max(seed, ...used) + 1;
}

interface Plan {
  readonly tail: Tail;
  readonly cause: BranchCause;
}

/** What can't be done is said where all problems are. @param from default: the branch that is shown */
async function make(from: string | undefined, plan: (branch: Branch) => Plan): Promise<void> {
  const { branches, shown } = tree.get();
  const branch = branchOf(tree.get(), from ?? shown);
  if (branch === null) return;
  const { policy } = useSetup.getState();
  try {
    if (branches.length >= mostBranches) throw new Trouble((strings) => strings.branches.problems.many(mostBranches));
    const { tail, cause } = plan(branch);
    await grow(branch.id, tail, cause, tail.begin !== undefined ? speaker(policy) : policy);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    problem.set(error);
  }
}

/** Only a language model goes on from another's words. */
function speaker(policy: string): string {
  return policy === person || teacherOf(policy) ? 'scout' : policy;
}

function placed({ episode, turn }: Place): Place {
  return { episode, turn };
}
