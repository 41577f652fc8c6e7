/** Two branches in step: one timeline for both, where they first differ, and which words do. Pure. */
import type { EpisodeView, TrialView } from '../../trial/fold.ts';
import type { Moment, Place } from '../playback/moments.ts';

const merged = new WeakMap<TrialView, WeakMap<TrialView, TrialView>>();

/** A trial as long as both in every episode, to move through; nothing of it but its moments is meant to be shown. */
export function timelineOf(a: TrialView, b: TrialView): TrialView {
  const before = merged.get(a)?.get(b);
  if (before) return before;
  const episodes = Array.from({ length: Math.max(a.episodes.length, b.episodes.length) }, (_, index): EpisodeView => {
    const [left, right] = [a.episodes.at(index), b.episodes.at(index)];
    const longer = left && (!right || left.turns.length >= right.turns.length) ? left : right;
    if (longer === undefined) throw new Error('An episode of neither.');
    return { ...longer, note: left?.note ?? right?.note ?? null };
  });
  const both = { ...a, episodes };
  const known = merged.get(a) ?? new WeakMap<TrialView, TrialView>();
  merged.set(a, known.set(b, both));
  return both;
}

export interface Difference {
  readonly kind: 'turn' | 'note' | 'episode';
  readonly episode: number;
  /** from 0; of a turn, the one that is different */
  readonly turn: number;
}

/** null: what was said and done is the same, as far as both go */
export function firstDifference(a: TrialView, b: TrialView): Difference | null {
  for (let episode = 0; episode < Math.max(a.episodes.length, b.episodes.length); episode++) {
    const [left, right] = [a.episodes.at(episode), b.episodes.at(episode)];
    if (!left || !right || left.memory !== right.memory) return { kind: 'episode', episode, turn: 0 };
    for (let turn = 0; turn < Math.max(left.turns.length, right.turns.length); turn++) {
      const [one, other] = [left.turns.at(turn), right.turns.at(turn)];
      const same = one && other && one.response.text === other.response.text && one.acted.rows.join() === other.acted.rows.join();
      if (!same) return { kind: 'turn', episode, turn };
    }
    if (left.note?.text !== right.note?.text) return { kind: 'note', episode, turn: left.turns.length };
  }
  return null;
}

/** The moment that shows it. */
export function momentOf({ kind, episode, turn }: Difference): Moment {
  if (kind === 'turn') return { episode, turn: turn + 1, beat: null };
  return { episode, turn, beat: kind === 'note' ? 'remember' : null };
}

/** What one side has at a moment of both. */
export type Side =
  /** the trial was over before, or has not come so far */
  | { readonly kind: 'none'; readonly over: boolean }
  /** turns of this episode that were played, at most those of the moment */
  | { readonly kind: 'here'; readonly episode: EpisodeView; readonly turn: number; readonly ended: boolean };

export function sideAt(view: TrialView, { episode, turn }: Place): Side {
  const item = view.episodes.at(episode);
  if (item === undefined) return { kind: 'none', over: view.won !== null };
  const played = item.turns.length;
  return { kind: 'here', episode: item, turn: Math.min(turn, played), ended: turn > played };
}

export interface Piece {
  readonly text: string;
  /** the other text has it too, in this order */
  readonly same: boolean;
}

/** Longer texts are not compared word by word. */
const mostWords = 600;

/** Both texts in pieces, by the longest run of words that they have in common. */
export function pieces(a: string, b: string): readonly [readonly Piece[], readonly Piece[]] {
  const [left, right] = [split(a), split(b)];
  if (left.length > mostWords || right.length > mostWords) return [[{ text: a, same: a === b }], [{ text: b, same: a === b }]];
  // lengths[i][j]: longest common part of what is left from i and from j on
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      lengths[i][j] = word(left[i]) === word(right[j]) ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const out: [Piece[], Piece[]] = [[], []];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && word(left[i]) === word(right[j])) {
      add(out[0], left[i++], true);
      add(out[1], right[j++], true);
    } else if (j === right.length || (i < left.length && lengths[i + 1][j] >= lengths[i][j + 1])) add(out[0], left[i++], false);
    else add(out[1], right[j++], false);
  }
  return out;
}

function split(text: string): string[] {
  return text.match(/\(\d+, ?\d+\)[,.]?\s*|\S+\s*/g) ?? [];
}

function word(text: string): string {
  return text.trim();
}

function add(to: Piece[], text: string, same: boolean): void {
  const last = to.at(-1);
  if (last?.same === same) to[to.length - 1] = { text: last.text + text, same };
  else to.push({ text, same });
}
