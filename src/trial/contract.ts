/** What a running trial asks of whoever plays it: a language model, a scripted teacher or a person. */
import type { DrawKey, Finish, Token } from '../policy/contract.ts';
import type { State, Task } from '../worlds/index.ts';

export const memoryModes = ['none', 'reflection', 'history', 'both'] as const;
export type MemoryMode = (typeof memoryModes)[number];

export interface TrialConfig {
  /** 1–8 */
  readonly episodes: number;
  readonly memory: MemoryMode;
}

/** What a player may know of an earlier episode. */
export interface PastEpisode {
  readonly states: readonly State[];
  readonly actions: readonly (readonly string[])[];
  readonly note: string | null;
}

/** The structured side of a request, for players that do not read tokens. They must use only what is visible to a policy. */
export interface Scene {
  readonly task: Task;
  readonly memory: MemoryMode;
  /** all earlier episodes of the trial (what the memory mode lets through is up to the reader: see `remembered`) */
  readonly past: readonly PastEpisode[];
  /** states of this episode so far; the last is the current one */
  readonly states: readonly State[];
  readonly actions: readonly (readonly string[])[];
}

export interface TrialRequest {
  readonly purpose: 'play' | 'reflect';
  readonly draw: DrawKey;
  /** the full context as token ids (empty for players without a tokenizer) */
  readonly prompt: readonly number[];
  /** the same as text: exactly what the policy reads */
  readonly text: string;
  readonly maxTokens: number;
  readonly scene: Scene;
}

export interface TrialResponse {
  readonly text: string;
  /** empty for players without a tokenizer */
  readonly tokens: readonly Token[];
  readonly finish: Finish;
}
