/** A trial as texts to search: all that was read, thought, answered and noted, each with the moment that shows it. Pure. */
import type { EpisodeView, TrialView } from '../../trial/fold.ts';
import type { Responded } from '../../trial/records.ts';
import { blocksOf, type BlockName } from '../blocks.ts';
import { same } from '../navigate.ts';
import { once } from '../once.ts';
import { compare, type Moment } from '../playback/moments.ts';
import { readAt } from '../reading.ts';
import { thoughtOf } from '../say.ts';

export type PassageKind = 'read' | 'thought' | 'answer' | 'note';

export interface Passage {
  readonly kind: PassageKind;
  /** shows it: a reading stands beside the board before the turn, thought and answer with the turn, a note where it is written */
  readonly at: Moment;
  readonly text: string;
  /** which part of a conversation was read; null: it was written */
  readonly block: BlockName | null;
  /** of the blocks that the reader shows at this moment the first that was read only now */
  readonly from: number;
  /** where two trials stand side by side: which one says it; null: both, or there is only one */
  readonly side: 'left' | 'right' | null;
}

/**
 * In the order in which they came about. What a context holds is read again before every turn; it is listed once, where it was read first.
 * A reply that a link has left out is not there.
 */
export const passagesOf = once((view: TrialView): readonly Passage[] =>
  view.episodes.flatMap((item, episode) => {
    const { turns, reflection, note } = item;
    const end: Moment = { episode, turn: turns.length, beat: 'remember' };
    return [
      ...turns.flatMap(({ response }, turn) => [
        ...readBefore(item, response, { episode, turn, beat: null }),
        ...written('thought', thoughtOf(response.text), { episode, turn: turn + 1, beat: null }),
        ...written('answer', answerOf(response), { episode, turn: turn + 1, beat: null }),
      ]),
      ...(reflection ? [...readBefore(item, reflection, { ...end, beat: null }), ...written('thought', thoughtOf(reflection.text), end)] : []),
      ...(note ? written('note', note.text, end) : []),
    ];
  }),
);

/** What came in addition to the conversation before a reply. */
function readBefore(item: EpisodeView, { prompt }: Responded, at: Moment): Passage[] {
  const blocks = blocksOf(readAt(item, at.turn)?.messages ?? []);
  const heads = blocks.flatMap(({ role }, index) => (role === null ? [] : [index]));
  const from = heads.at(-prompt.messages.length) ?? 0;
  return blocks.slice(from).flatMap(({ name, text }) => (text.trim() === '' ? [] : [{ kind: 'read' as const, at, text, block: name, from, side: null }]));
}

function written(kind: PassageKind, text: string, at: Moment): Passage[] {
  return text === '' ? [] : [{ kind, at, text, block: null, from: 0, side: null }];
}

/** What a reply says after its thought, word for word. */
export function answerOf({ text }: Pick<Responded, 'text'>): string {
  return text.slice(text.search(/<(?:action|remark)>|$/)).trim();
}

/**
 * Two trials that are watched in step. What both say at the same moment is listed once. Beside the other, a trial shows what was read with the
 * turn that it was read for.
 */
export function besidesOf(left: TrialView, right: TrialView): readonly Passage[] {
  const theirs = new Map(inStep(right).map((passage) => [keyOf(passage), passage]));
  const mine = inStep(left).map((passage): Passage => (theirs.delete(keyOf(passage)) ? passage : { ...passage, side: 'left' }));
  const other = [...theirs.values()].map((passage): Passage => ({ ...passage, side: 'right' }));
  return [...mine, ...other].sort((a, b) => compare(a.at, b.at));
}

/** What is said at a moment, and as what. */
function keyOf({ kind, at, block, text }: Passage): string {
  return JSON.stringify([kind, at.episode, at.turn, at.beat, block, text]);
}

function inStep(view: TrialView): readonly Passage[] {
  return passagesOf(view).map((passage) => {
    if (passage.kind !== 'read') return passage;
    const { episode, turn } = passage.at;
    const last = same(passage.at, { episode, turn: view.episodes[episode].turns.length });
    return { ...passage, at: last ? { episode, turn, beat: 'remember' } : { episode, turn: turn + 1, beat: null } };
  });
}
