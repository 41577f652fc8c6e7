/** The two styles behind one set of functions, and how long an answer may be in each. */
import type { Task } from '../worlds/index.ts';
import * as brief from './brief/prompts.ts';
import type { PromptStyle, Scene } from './contract.ts';
import * as full from './full/prompts.ts';

interface Prompts {
  /** rules, memory and the current board: the message that opens a context */
  opening(scene: Scene): string;
  /** what a later turn adds */
  observation(scene: Scene): string;
  /** asks for the note after a lost episode */
  reflect(scene: Scene): string;
}

export const prompts: Readonly<Record<PromptStyle, Prompts>> = { full, brief };

export interface Limits {
  /** tokens of an answer in play */
  readonly play: number;
  /** tokens of an answer in reflection */
  readonly reflect: number;
}

/** Thought of at most 10 words, tags and actions in the brief style; notes of at most 30 tokens between their tags. */
export function limits(style: PromptStyle, task: Task): Limits {
  if (style === 'full') return { play: 512, reflect: 512 };
  return { play: 13 + (task.world === 'sokoban' ? 2 * task.config.movesPerTurn : 3), reflect: 34 };
}
