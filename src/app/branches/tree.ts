/** The branches of a trial as a tree: every branch knows the one it came from and how many records it took over. Pure. */
import { sharedRecords } from '../../experiment/transfer/run.ts';
import type { BranchCause } from '../../trial/branch.ts';
import type { TrialView } from '../../trial/fold.ts';
import type { TrialRecord } from '../../trial/records.ts';

export type { BranchCause } from '../../trial/branch.ts';

export interface Branch {
  readonly id: string;
  /** given by a person; empty: told by its cause */
  readonly name: string;
  /** null: it came from no other */
  readonly parent: { readonly branch: string; readonly shared: number } | null;
  /** what a person changed */
  readonly cause: BranchCause;
  /** all of them, those taken over included (the same objects) */
  readonly records: readonly TrialRecord[];
  readonly view: TrialView;
}

export interface Tree {
  /** of this family of trials, for as long as it is on stage */
  readonly id: string;
  /** in the order in which they were made, so that parents come first */
  readonly branches: readonly Branch[];
  /** null: nothing has been played */
  readonly shown: string | null;
  /** the branch that grows; null: none */
  readonly running: string | null;
}

/** So many stay readable, and fit into memory many times over. */
export const mostBranches = 30;

export function branchOf(tree: Tree, id: string | null): Branch | null {
  return tree.branches.find((branch) => branch.id === id) ?? null;
}

export function parentOf(tree: Tree, { parent }: Branch): Branch | null {
  return branchOf(tree, parent?.branch ?? null);
}

export function change(tree: Tree, id: string, changed: Partial<Pick<Branch, 'name' | 'records' | 'view'>>): Tree {
  return { ...tree, branches: tree.branches.map((branch) => (branch.id === id ? { ...branch, ...changed } : branch)) };
}

/** The link to a parent, as the records themselves tell it. */
export function linkTo(parent: Branch, records: readonly TrialRecord[]): NonNullable<Branch['parent']> {
  return { branch: parent.id, shared: sharedRecords(parent.records, records) };
}

/** A branch and all that came from it. */
export function familyOf(tree: Tree, id: string): readonly Branch[] {
  const family = new Set([id]);
  // parents come first
  for (const branch of tree.branches) if (branch.parent && family.has(branch.parent.branch)) family.add(branch.id);
  return tree.branches.filter((branch) => family.has(branch.id));
}

/** Without a branch and all that came from it; its parent is shown where one of them was. The first branch can't go. */
export function without(tree: Tree, id: string): Tree {
  const gone = new Set(familyOf(tree, id).map((branch) => branch.id));
  const parent = branchOf(tree, id)?.parent;
  if (!parent) return tree;
  return {
    ...tree,
    branches: tree.branches.filter((branch) => !gone.has(branch.id)),
    shown: tree.shown !== null && gone.has(tree.shown) ? parent.branch : tree.shown,
    running: tree.running !== null && gone.has(tree.running) ? null : tree.running,
  };
}

/** Random, also where pages are served without TLS. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
