/** What a person has opened around the branches: a what-if at a turn, another branch beside the shown one, a deletion that can be undone. */
import { create } from 'zustand';
import type { Place } from '../playback/moments.ts';

export const whatIfKinds = ['action', 'thought', 'memory', 'sampling'] as const;
export type WhatIfKind = (typeof whatIfKinds)[number];

interface Branching {
  /** the turn (from 0) that would be different; null: closed */
  readonly whatIf: Place | null;
  readonly kind: WhatIfKind;
  /** id of the branch that the shown one is compared with; null: none */
  readonly beside: string | null;
  readonly removed: { readonly name: string; readonly more: number; readonly undo: () => void } | null;
}

export const useBranching = create<Branching>()(() => ({ whatIf: null, kind: 'action', beside: null, removed: null }));
