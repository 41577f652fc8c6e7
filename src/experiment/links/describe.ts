/** What is in a link, to be shown before it is copied and before it is opened. Data; the page finds the words. */
import { fold } from '../../trial/fold.ts';
import type { MemoryMode } from '../../trial/contract.ts';
import type { End, Task } from '../../worlds/index.ts';
import { decodeLink } from './link.ts';
import type { Moment } from './version1Sections.ts';

export interface LinkContents {
  /** of the fragment */
  readonly characters: number;
  readonly version: number;
  readonly task: Task;
  readonly memory: MemoryMode;
  /** as many as the trial may have; those that were played are in `episodes` */
  readonly mostEpisodes: number;
  readonly seed: number;
  /** other seeds that a branch has gone on with; episode and turn (from 0) of the first answer with each, the answer after the last turn being the note */
  readonly seeds: readonly { readonly episode: number; readonly turn: number; readonly seed: number }[];
  readonly episodes: readonly {
    readonly turns: number;
    /** null: not over */
    readonly end: End | null;
    readonly note: { readonly author: 'policy' | 'person'; readonly text: string } | null;
  }[];
  /** who played: hashes of weights, `teacher:…`, `person` */
  readonly policies: readonly string[];
  /** characters of the answers that travel with it; 0: none do */
  readonly thoughts: number;
  /** answers that travel without their thought */
  readonly left: number;
  /** never: a link replays boards and notes */
  readonly tokens: false;
  readonly moment: Moment | null;
  readonly hidden: readonly string[];
  /** characters of the lesson; 0: none */
  readonly lesson: number;
}

/** @throws LinkError */
export function describeLink(text: string): LinkContents {
  const { version, records, tokens, moment, hidden, lesson } = decodeLink(text);
  const { start, episodes } = fold(records);
  const answers = records.flatMap((record) => (record.type === 'responded' ? [record] : []));
  return {
    characters: text.replace(/\s+/g, '').replace(/^.*#/, '').length,
    version,
    task: start.task,
    memory: start.config.memory,
    mostEpisodes: start.config.episodes,
    seed: start.seed,
    seeds: episodes.flatMap(({ turns, reflection }, episode) =>
      [...turns.map(({ response }) => response), ...(reflection ? [reflection] : [])].flatMap(({ seed }, turn) => (seed === undefined ? [] : [{ episode, turn, seed }])),
    ),
    episodes: episodes.map(({ turns, end, note }) => ({ turns: turns.length, end, note: note && { author: note.author, text: note.text } })),
    policies: [...new Set(answers.map(({ policy }) => policy))],
    thoughts: answers.reduce((sum, { left, text: said }) => (left === undefined ? sum + said.length : sum), 0),
    left: answers.filter(({ left }) => left !== undefined).length,
    tokens,
    moment,
    hidden,
    lesson: lesson?.length ?? 0,
  };
}
