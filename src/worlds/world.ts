/**
 * What every world is: a handful of pure functions over an immutable state. No policy, no React, no clock.
 * `src/worlds/index.ts` joins the worlds into one set of functions over the unions of their tasks and states.
 */
import type { Fields } from './config.ts';

/** Why an episode is over: solved, lost for good (mine, proven deadlock), or out of turns. */
export type End = 'won' | 'dead' | 'turns';

/** An answer of the policy as the world understands it. An answer that can't be read is a value, not an exception. */
export interface Answer<Action> {
  readonly valid: boolean;
  readonly actions: readonly Action[];
}

/** What one turn (one call of the policy) did. */
export interface Turn<State, Action> {
  readonly state: State;
  readonly valid: boolean;
  /** The actions that were carried out, in order; fewer than asked for if the episode ended on the way. */
  readonly applied: readonly Action[];
  readonly reward: number;
  readonly end: End | null;
  /** Solved at some moment of this turn. Left out where it means end === 'won'; only the released Sokoban goes on after a solution. */
  readonly won?: boolean;
}

export interface World<Config, Task, State, Action, Insight> {
  readonly fields: Fields<Config>;
  /** @throws InputError naming the setting to change. */
  parseConfig(value: unknown): Config;
  /** Same config and seed, same task, on every platform. @throws InputError if there is no such task (which bound to loosen). */
  makeTask(config: Config, seed: number): Task;
  /** A task from a record, a link or a file. @throws InputError */
  parseTask(value: unknown): Task;
  /** Content that must not be shared between train, validation and held-out tasks (the level; the set of mines). */
  contentKey(task: Task): string;
  initial(task: Task): State;
  /** Read an answer from a response; see lamer.md 1.0 for what is valid. */
  parse(response: string, task: Task): Answer<Action>;
  /** One turn. */
  step(state: State, answer: Answer<Action>): Turn<State, Action>;
  /** The board exactly as the policy reads it; lines joined by "\n", no final newline. */
  describe(state: State): string;
  /** The board as data: XSB rows, or rows of `?`, `.`, digits and `*`. */
  rows(state: State): string[];
  /** Canonical text of an action: `up`, `3,5`. Two-way with parseAction (null: no such action). */
  formatAction(this: void, action: Action): string;
  parseAction(this: void, text: string): Action | null;
  /** Single actions that would change the state. */
  legal(state: State): Action[];
  /** Rule-based truth about a state, within a bounded search. */
  insight(state: State): Insight;
}
