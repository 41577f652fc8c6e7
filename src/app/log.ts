/**
 * What is on stage: the branches of one trial, each an append-only list of records with its fold; what streams at the moment, and how
 * things stand. A trial that nobody has branched is a tree of one.
 */
import type { LoadPhase } from '../platform/web/startEngine.ts';
import { causeOf } from '../trial/branch.ts';
import type { TrialRequest } from '../trial/contract.ts';
import { apply, begin, fold, type TrialView } from '../trial/fold.ts';
import type { TrialRecord } from '../trial/records.ts';
import { branchOf, change, linkTo, mostBranches, newId, without, type Branch, type BranchCause, type Tree } from './branches/tree.ts';
import { sampled, source } from './source.ts';
import { Trouble } from './trouble.ts';

export type { Branch, BranchCause, Tree } from './branches/tree.ts';

/** The branch that is shown. */
interface Trial {
  readonly records: readonly TrialRecord[];
  /** the fold over the records; null before the first */
  readonly view: TrialView | null;
}

const nothing: Trial = { records: [], view: null };

export const tree = source<Tree>({ id: newId(), branches: [], shown: null, running: null });
export const trial = source<Trial>(nothing);
/** The branch that is shown is the one that grows: what streams belongs to it. */
export const live = source(false);

tree.subscribe(() => {
  const { shown, running } = tree.get();
  trial.set(branchOf(tree.get(), shown) ?? nothing);
  live.set(shown !== null && shown === running);
});

/** A new tree: the next trialStarted begins its first branch. */
export function clear(): void {
  tree.set({ id: newId(), branches: [], shown: null, running: null });
  stream.set(null);
  asked.set(null);
}

/** A trial that was played before. @throws InputError when its records are damaged */
export function open(records: readonly TrialRecord[]): void {
  openTree([{ id: newId(), name: '', parent: null, records }], null);
}

/** What a branch is kept as; what it changed is told from the records. */
interface KeptBranch {
  readonly id: string;
  readonly name: string;
  /** id of the branch that it came from, always an earlier one; null: none */
  readonly parent: string | null;
  readonly records: readonly TrialRecord[];
}

/**
 * Trials that were played before, branches after their parents.
 * @param shown id of the one to show; null: the first
 * @param id of the tree, where it is kept under one
 * @throws InputError when records are damaged
 */
export function openTree(kept: readonly KeptBranch[], shown: string | null, id: string = newId()): void {
  const branches: Branch[] = [];
  for (const { id: own, name, parent: from, records } of kept) {
    const parent = branches.find((branch) => branch.id === from);
    const link = parent ? linkTo(parent, records) : null;
    branches.push({ id: own, name, parent: link, cause: causeOf(records, link?.shared ?? 0, parent?.records ?? []), records, view: fold(records) });
  }
  const first = branches.find((branch) => branch.id === shown) ?? branches.at(0);
  clear();
  tree.set({ ...tree.get(), id, branches, shown: first?.id ?? null });
  if (status.get().kind !== 'many') status.set({ kind: 'recorded' });
}

/**
 * A new branch that shares the beginning of another; it is shown, and grows from now on.
 * @param records its records so far, those of the parent at the beginning
 * @returns its id
 * @throws InputError when there are too many branches, or the records are damaged
 */
export function sprout(parent: string, records: readonly TrialRecord[], cause: BranchCause): string {
  const before = tree.get();
  const from = branchOf(before, parent);
  if (from === null) throw new Trouble((strings) => strings.branches.problems.gone);
  if (before.branches.length >= mostBranches) throw new Trouble((strings) => strings.branches.problems.many(mostBranches));
  const id = newId();
  const branch: Branch = { id, name: '', parent: linkTo(from, records), cause, records, view: fold(records) };
  tree.set({ ...before, branches: [...before.branches, branch], shown: id, running: id });
  return id;
}

/** Records that come next go to this branch; null: none grows. */
export function setRunning(id: string | null): void {
  tree.set({ ...tree.get(), running: id });
}

/** One more record of the branch that grows. @throws InputError when it can't come next */
export function append(record: TrialRecord): void {
  const before = tree.get();
  const growing = branchOf(before, before.running);
  if (growing) {
    tree.set(change(before, growing.id, { records: [...growing.records, record], view: apply(growing.view, record) }));
  } else if (record.type === 'trialStarted') {
    const first: Branch = { id: newId(), name: '', parent: null, cause: { kind: 'start' }, records: [record], view: begin(record) };
    tree.set({ ...before, branches: [...before.branches, first], shown: first.id, running: first.id });
  }
}

/** Unknown ids change nothing. */
export function showBranch(id: string): void {
  if (branchOf(tree.get(), id)) tree.set({ ...tree.get(), shown: id });
}

/** @param name empty: told by its cause again */
export function renameBranch(id: string, name: string): void {
  tree.set(change(tree.get(), id, { name: name.trim().slice(0, 80) }));
}

/** With all that came from it. @returns undoes it, as long as the same tree is on stage; null: the first branch can't go */
export function removeBranch(id: string): (() => void) | null {
  const before = tree.get();
  const after = without(before, id);
  if (after === before) return null;
  const gone = before.branches.filter((branch) => !after.branches.includes(branch));
  tree.set(after);
  return () => {
    const now = tree.get();
    if (now.id !== before.id) return;
    const order = [...before.branches, ...now.branches.filter((branch) => !before.branches.some(({ id: known }) => known === branch.id))].map((branch) => branch.id);
    const branches = [...now.branches, ...gone].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
    tree.set({ ...now, branches, shown: before.shown ?? now.shown });
  };
}

/** A reply on its way. It is no record: what counts is recorded when it is complete. */
interface Stream {
  readonly purpose: 'play' | 'reflect';
  readonly text: string;
}

/** Sampled once a frame. */
export const stream = sampled<Stream | null>(null);

/** What the policy is reading at the moment; null: nothing has been asked. */
export const asked = source<TrialRequest | null>(null);

export type Status =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly load: LoadPhase }
  /** the trial on stage was played before */
  | { readonly kind: 'recorded' }
  | { readonly kind: 'running' }
  /** many trials play at once, on the wall */
  | { readonly kind: 'many' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'stopped' };

export const status = source<Status>({ kind: 'idle' });

/** Does something run that a person started? Settings rest, and what works in the background waits. */
export function isBusy({ kind }: Status = status.get()): boolean {
  return kind === 'loading' || kind === 'running' || kind === 'many';
}

/** Does a policy play, one trial or many? A model that does answers nothing else. */
export function isPlaying({ kind }: Status): boolean {
  return kind === 'running' || kind === 'many';
}

/** Which backend runs Scout and why; null: it has not been loaded. */
export const backend = source<string | null>(null);

/** Tokens per second of the model in this trial; null: no model plays. */
export const rate = sampled<number | null>(null);

/** An error that a person should see, or what it says; null: none. */
export const problem = source<unknown>(null);

/** Work that nobody waits for: what goes wrong with it is told all the same. */
export function unawaited(work: Promise<unknown>): void {
  work.catch((error: unknown) => problem.set(error));
}
