/** What the memory mode lets a later episode know of the earlier ones, oldest first. Prompts and teachers both read this. */
import type { End, State } from '../worlds/index.ts';
import type { MemoryMode, Scene } from './contract.ts';

export interface Remembered {
  /** from 0 */
  readonly episode: number;
  readonly end: End;
  /** undefined: the mode shows no notes; null: no note, or none that could be read */
  readonly note?: string | null;
  /** undefined: the mode shows no history */
  readonly history?: { readonly states: readonly State[]; readonly actions: readonly (readonly string[])[] };
}

export function showsNotes(memory: MemoryMode): boolean {
  return memory === 'reflection' || memory === 'both';
}

function showsHistory(memory: MemoryMode): boolean {
  return memory === 'history' || memory === 'both';
}

export function remembered(scene: Scene): Remembered[] {
  if (scene.memory === 'none') return [];
  return scene.past.map(({ states, actions, end, note }, episode) => ({
    episode,
    end,
    ...(showsNotes(scene.memory) ? { note } : {}),
    ...(showsHistory(scene.memory) ? { history: { states, actions } } : {}),
  }));
}
