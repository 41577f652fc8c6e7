/** The level on the drawing board, kept between visits, and what it was before, for undo and redo as long as the tab lasts. */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { remembers } from '../remembers.ts';
import { empty, type Draft, type Tool } from './draft.ts';
import { readDrawing } from './kept.ts';

interface Drawing {
  readonly draft: Draft;
  readonly past: readonly Draft[];
  readonly future: readonly Draft[];
  readonly tool: Tool;
  /** changes of one stroke of the pointer are undone together; null: none is under way */
  readonly stroke: number | null;
  /** the chosen task as this drawing last took it over or made it, as a key; null: not yet */
  readonly synced: string | null;
  /** Sokoban: a shortest plan and lost squares are drawn over the level */
  readonly plan: boolean;
  readonly setPlan: (plan: boolean) => void;
  readonly change: (draft: Draft, stroke?: number | null) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** an empty level of the same size */
  readonly clear: () => void;
}

const mostSteps = 500;

export const useDrawing = create<Drawing>()(
  persist(
    (set, get) => ({
      draft: empty('sokoban', 6, 6, { turns: 7, movesPerTurn: 3 }),
      past: [],
      future: [],
      tool: 'wall',
      stroke: null,
      synced: null,
      plan: false,
      setPlan: (plan) => set({ plan }),
      change: (draft, stroke = null) =>
        set((now) => {
          if (draft === now.draft) return {};
          const going = stroke !== null && stroke === now.stroke;
          return { draft, stroke, future: [], past: going ? now.past : [...now.past, now.draft].slice(-mostSteps) };
        }),
      undo: () =>
        set(({ draft, past, future }) => {
          const before = past.at(-1);
          return before ? { draft: before, past: past.slice(0, -1), future: [draft, ...future], stroke: null } : {};
        }),
      redo: () =>
        set(({ draft, past, future }) => {
          const [next, ...rest] = future;
          return next ? { draft: next, past: [...past, draft], future: rest, stroke: null } : {};
        }),
      clear: () => {
        const { draft, change } = get();
        change(empty(draft.world, draft.rows.length, draft.rows[0].length, draft));
      },
    }),
    {
      name: 'fieldnotes.drawing',
      version: 1,
      storage: createJSONStorage(() => remembers),
      partialize: ({ draft, synced }) => ({ draft, synced }),
      merge: (stored, current) => ({ ...current, ...readDrawing(stored) }),
    },
  ),
);
