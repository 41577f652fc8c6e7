/**
 * The drawing of a tree of branches: one lane each, all on the same axis of episodes and turns, so that what stands under one another
 * happened at the same time. A lane begins where the branch left its parent. Pure.
 */
import type { TrialView } from '../../trial/fold.ts';
import type { TrialRecord } from '../../trial/records.ts';
import type { End } from '../../worlds/index.ts';
import { placesOf } from '../navigate.ts';
import type { Place } from '../playback/moments.ts';
import { branchOf, type Branch, type Tree } from './tree.ts';

/** Something on a lane, at a share (0 to 1) of its width. */
export type Stop =
  | { readonly kind: 'turn'; readonly x: number }
  | { readonly kind: 'end'; readonly x: number; readonly end: End }
  | { readonly kind: 'note'; readonly x: number; readonly byPerson: boolean };

export interface Lane {
  readonly branch: Branch;
  readonly depth: number;
  /** where it leaves its parent; null: it has none */
  readonly fork: number | null;
  /** its own part: from the fork (or the start) to its newest moment */
  readonly from: number;
  readonly to: number;
  readonly stops: readonly Stop[];
  /** lines that pass through this row on their way from a parent down to its branch */
  readonly verticals: readonly { readonly x: number; readonly top: boolean; readonly bottom: boolean }[];
}

export interface Lanes {
  readonly lanes: readonly Lane[];
  /** where each episode begins */
  readonly episodes: readonly number[];
  readonly x: (place: Place) => number;
  /** the moment of a branch that is nearest to a share of the width */
  readonly nearest: (view: TrialView, x: number) => Place;
}

export function lanesOf(tree: Tree): Lanes {
  // Between two episodes there is room for the note; as wide as the longest needs.
  const lengths: number[] = [];
  for (const { view } of tree.branches) view.episodes.forEach(({ turns }, index) => (lengths[index] = Math.max(lengths[index] ?? 1, turns.length)));
  const begins: number[] = [0];
  for (const length of lengths) begins.push(begins[begins.length - 1] + length + 2);
  // Nothing stands behind the last episode, unless a note waits there for the next one.
  const waiting = tree.branches.some(({ view }) => (view.episodes.at(lengths.length - 1)?.note ?? null) !== null);
  const width = Math.max(1, begins[lengths.length] - (waiting ? 1 : 2));
  const x = ({ episode, turn }: Place): number => ((begins[episode] ?? width) + turn) / width;
  const noteX = (episode: number): number => (begins[episode + 1] - 1) / width;

  const ordered = inOrder(tree);
  const row = new Map(ordered.map(({ branch }, index) => [branch.id, index]));
  const lanes = ordered.map(({ branch, depth }): Lane => {
    const { view, records, parent } = branch;
    const after = parent === null ? null : lastOf(records, parent.shared);
    const fork = after === null ? null : after.noted ? noteX(after.episode) : x(after);
    const own = (episode: number, turn: number): boolean => after === null || episode > after.episode || (episode === after.episode && turn > after.turn);
    const stops = view.episodes.flatMap((item, episode): Stop[] => {
      const last = item.turns.length;
      return [
        ...item.turns.flatMap((_, index): Stop[] => {
          if (!own(episode, index + 1)) return [];
          const at = x({ episode, turn: index + 1 });
          return index + 1 === last && item.end !== null ? [{ kind: 'end', x: at, end: item.end }] : [{ kind: 'turn', x: at }];
        }),
        ...(item.note && (own(episode, last) || (after?.episode === episode && !after.noted)) ? [{ kind: 'note' as const, x: noteX(episode), byPerson: item.note.author === 'person' }] : []),
      ];
    });
    const from = fork ?? 0;
    return { branch, depth, fork, from, to: Math.max(from, ...stops.map((stop) => stop.x)), stops, verticals: [] };
  });
  const verticals = lanes.map((): { x: number; top: boolean; bottom: boolean }[] => []);
  lanes.forEach(({ branch, fork }, index) => {
    const above = row.get(stemOf(tree, branch)?.id ?? '');
    if (fork === null || above === undefined) return;
    for (let at = above; at <= index; at++) verticals[at].push({ x: fork, top: at > above, bottom: at < index });
  });
  return {
    lanes: lanes.map((lane, index) => ({ ...lane, verticals: verticals[index] })),
    episodes: lengths.map((_, episode) => x({ episode, turn: 0 })),
    x,
    nearest(view, share) {
      return placesOf(view).reduce((best, place) => (Math.abs(x(place) - share) < Math.abs(x(best) - share) ? place : best), { episode: 0, turn: 0 });
    },
  };
}

/** Where the records that were taken over end. */
function lastOf(records: readonly TrialRecord[], shared: number): Place & { readonly noted: boolean } {
  let [episode, turn, noted] = [0, 0, false];
  for (const record of records.slice(0, shared)) {
    if (record.type === 'episodeStarted') [episode, turn, noted] = [record.episode, 0, false];
    if (record.type === 'acted') turn++;
    if (record.type === 'reflectionWritten') noted = true;
  }
  return { episode, turn, noted };
}

/** Parents before their branches; those that leave later stand nearer to the parent, so that no two lines cross. */
function inOrder(tree: Tree): { readonly branch: Branch; readonly depth: number }[] {
  const below = (branch: Branch, depth: number): { branch: Branch; depth: number }[] => [
    { branch, depth },
    ...tree.branches
      .filter((each) => stemOf(tree, each)?.id === branch.id)
      .sort((a, b) => (b.parent?.shared ?? 0) - (a.parent?.shared ?? 0))
      .flatMap((child) => below(child, depth + 1)),
  ];
  return tree.branches.filter((each) => stemOf(tree, each) === null).flatMap((root) => below(root, 0));
}

/** Whose lane a branch leaves: its parent's, or, where it parts before that one had begun, that of the branch which was played there. null: it leaves none */
function stemOf(tree: Tree, { parent }: Branch): Branch | null {
  if (parent === null) return null;
  let stem = branchOf(tree, parent.branch);
  while (stem?.parent && parent.shared <= stem.parent.shared) {
    const earlier = branchOf(tree, stem.parent.branch);
    if (earlier === null) break;
    stem = earlier;
  }
  return stem;
}
