/** What a running trial asks of whoever plays it: a language model, a scripted teacher or a person. */
import type { DrawKey, Finish, Message, Token } from '../policy/contract.ts';
import type { End, State, Task } from '../worlds/index.ts';

export const memoryModes = ['none', 'reflection', 'history', 'both'] as const;
export type MemoryMode = (typeof memoryModes)[number];

/** How a trial is put into words: `full` for general instruct models, `brief` in the closed vocabulary of the embedded policy. */
export const promptStyles = ['full', 'brief'] as const;
export type PromptStyle = (typeof promptStyles)[number];

export interface TrialConfig {
  /** 1–8 */
  readonly episodes: number;
  readonly memory: MemoryMode;
  /** Ask for a note after every lost episode but the last even where the memory mode never shows one (default: no). */
  readonly reflectAlways?: boolean;
}

/** What a player may know of an earlier episode. */
export interface PastEpisode {
  readonly states: readonly State[];
  /** one entry per turn; empty where the answer could not be read */
  readonly actions: readonly (readonly string[])[];
  readonly end: End;
  /** null: no note, or one that could not be read */
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
  /** how this episode ended; null while it is being played */
  readonly end: End | null;
}

export interface TrialRequest {
  readonly purpose: 'play' | 'reflect';
  readonly draw: DrawKey;
  /** the full context as token ids (empty for players without a tokenizer) */
  readonly prompt: readonly number[];
  /** the same as a conversation: exactly what the policy reads */
  readonly messages: readonly Message[];
  readonly maxTokens: number;
  readonly scene: Scene;
}

export interface TrialResponse {
  readonly text: string;
  /** empty for players without a tokenizer */
  readonly tokens: readonly Token[];
  readonly finish: Finish;
  /** how many of the tokens the answer was made to begin with; default 0 */
  readonly forced?: number;
  /** a person answered in place of the policy */
  readonly author?: 'person';
}

/** Whoever answers at once and needs no tokens: scripted teachers, fakes. */
export interface Player {
  /** recorded with each response in place of the hash of weights */
  readonly hash: string;
  respond(request: TrialRequest): TrialResponse;
}
