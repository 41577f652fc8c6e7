/** Trials by how they went, the telling ones first. Pure. */
import type { TrialView } from '../../trial/fold.ts';

export const groups = ['learnt', 'again', 'atOnce', 'lost', 'running'] as const;
export type Group = (typeof groups)[number];

export interface WallTrial {
  /** from 0, in the order in which they were set up */
  readonly index: number;
  readonly view: TrialView;
}

export function groupOf({ won, episodes }: TrialView): Group {
  if (won === null) return 'running';
  if (!won) return 'lost';
  if (episodes.length === 1) return 'atOnce';
  return episodes.slice(0, -1).some(({ note }) => note !== null && note.text !== '') ? 'learnt' : 'again';
}

/** Groups that hold any, each with its trials: quick wins first, long fights last. */
export function sorted(trials: readonly WallTrial[]): { readonly group: Group; readonly trials: WallTrial[] }[] {
  const turns = ({ view }: WallTrial): number => view.episodes.reduce((sum, episode) => sum + episode.turns.length, 0);
  return groups.flatMap((group) => {
    const own = trials.filter(({ view }) => groupOf(view) === group);
    if (own.length === 0) return [];
    const order = group === 'running' ? own : own.toSorted((a, b) => a.view.episodes.length - b.view.episodes.length || turns(a) - turns(b) || a.index - b.index);
    return [{ group, trials: order }];
  });
}

/** Are figures of these trials the last word? Whoever wins early is over first, so until all are, figures flatter. */
export type Standing = 'filling' | 'stopped' | 'whole';

/** @param planned how many there will be @param live whether any are on their way */
export function standingOf(trials: readonly WallTrial[], planned: number, live: boolean): { readonly over: number; readonly standing: Standing } {
  const over = trials.filter(({ view }) => view.won !== null).length;
  return { over, standing: over >= planned ? 'whole' : live ? 'filling' : 'stopped' };
}

/** Trials that are over: how many, won in their first episode, won at all. */
export function score(trials: readonly WallTrial[]): { readonly all: number; readonly first: number; readonly within: number; readonly episodes: number } {
  const over = trials.filter(({ view }) => view.won !== null);
  const won = over.filter(({ view }) => view.won);
  return {
    all: over.length,
    first: won.filter(({ view }) => view.episodes.length === 1).length,
    within: won.length,
    episodes: Math.max(0, ...trials.map(({ view }) => view.start.config.episodes)),
  };
}
