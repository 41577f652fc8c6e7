/** What a person has opened around the branches: a what-if at a turn, another branch beside the shown one, a deletion that can be undone. */
import { create } from 'zustand';
import { showBranch, tree } from '../log.ts';
import type { Place } from '../playback/moments.ts';

export const whatIfKinds = ['action', 'thought', 'memory', 'sampling'] as const;

interface Branching {
  /** the turn (from 0) that would be different; null: closed */
  readonly whatIf: Place | null;
  readonly kind: (typeof whatIfKinds)[number];
  /** id of the branch that the shown one is compared with; null: none */
  readonly beside: string | null;
  readonly removed: { readonly name: string; readonly more: number; readonly undo: () => void } | null;
}

export const useBranching = create<Branching>()(() => ({ whatIf: null, kind: 'action', beside: null, removed: null }));

/** Another branch on stage; where it stood beside the one that was, the two change places. */
export function showInstead(id: string): void {
  const { shown } = tree.get();
  if (useBranching.getState().beside === id) useBranching.setState({ beside: shown });
  showBranch(id);
}

/** Another branch beside the one on stage; the very one that is there changes places with it. */
export function standBeside(id: string): void {
  const { beside } = useBranching.getState();
  useBranching.setState({ beside: id });
  if (id === tree.get().shown && beside !== null) showBranch(beside);
}

let family = tree.get().id;

// What was opened around one trial means nothing for another.
tree.subscribe(() => {
  const { id } = tree.get();
  if (id === family) return;
  family = id;
  useBranching.setState({ whatIf: null, beside: null, removed: null });
});
