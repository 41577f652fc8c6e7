/** What teachers differ in. */
import type { Random } from '../../worlds/random.ts';
import { styleWords } from '../brief/words.ts';
import type { Scene } from '../contract.ts';

export const styles = ['random', 'greedy', 'cautious', 'probing', 'perfect'] as const;
export type Style = (typeof styles)[number];

/** A bare note names what ended the episode and nothing else: it leads back to where only the warning helps. */
export const noteQualities = ['informative', 'bare', 'vague', 'wrong', 'empty'] as const;
export type NoteQuality = (typeof noteQualities)[number];

/** How one episode is played. */
export interface Mix {
  readonly style: Style;
  /** chance that a turn is played as the style plays; else it slips and acts at random (the thought does not show it) */
  readonly skill: number;
  readonly note: NoteQuality;
  /** use what memory shows of earlier episodes */
  readonly follow: boolean;
  /** throw the dice of the first episode: the same choice in the same position, but for what memory changes */
  readonly again?: boolean;
}

/** One answer before it is put into tags: the thought after the style word, and the actions as canonical text. */
export interface Choice {
  readonly thought: string;
  readonly actions: readonly string[];
}

/** A world's players; they see only what a policy can see. */
export interface Brain {
  choose(scene: Scene, mix: Mix, random: Random): Choice;
  /** between the tags; empty = no note */
  note(scene: Scene, mix: Mix, random: Random): string;
}

/** A thought that repeats what memory warns of begins so, after the style word; what follows it keeps away from that. */
export const warningWord = ' not';

/** A note that says which push locked a box begins so; what follows it names another box. */
export const lockedWord = ' locked';

/** The first word of every thought; put before a response, it selects the style. */
export function styleWord(style: Style): string {
  return ` ${styleWords[style]}`;
}
