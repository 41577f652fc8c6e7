/**
 * What a whole episode earns, for the part of an advantage that compares episodes. Ours: E(n) = S(n) + Σ_{m>n} γ_traj^(m−n) · S(m), with
 * S(n) the undiscounted sum of the episode's rewards; it is the paper's idea for whole episodes, not a formula of the paper. Play rows of
 * episode n and the reflection before it share E(n), so that a note is paid by what it leads to.
 */
import { indicesBy, type Row } from './rows.ts';

/** One episode of one trial. */
export interface Entry {
  readonly group: number;
  readonly trial: number;
  readonly episode: number;
  /** S */
  readonly own: number;
  /** what later episodes add to it */
  readonly across: number;
  /** E = own + across */
  readonly score: number;
  /** its play rows and the reflection before it */
  readonly rows: readonly number[];
}

/** @param rows of any number of trials, each trial's in time order */
export function entriesOf(rows: readonly Row[], gammaTraj: number): Entry[] {
  return indicesBy(rows, ({ group, trial }) => `${group} ${trial}`).flatMap((ofTrial) => {
    const { group, trial } = rows[ofTrial[0]];
    const episodes = indicesBy(ofTrial, (index) => String(rows[index].episode)).map((members) => members.map((member) => ofTrial[member]));
    const entries: Entry[] = [];
    for (const indices of episodes.reverse()) {
      const { episode } = rows[indices[0]];
      const own = indices.reduce((sum, index) => sum + (rows[index].phase === 'play' ? rows[index].reward : 0), 0);
      const [later] = entries;
      const across = later ? gammaTraj ** (later.episode - episode) * later.score : 0;
      entries.unshift({ group, trial, episode, own, across, score: own + across, rows: indices });
    }
    return entries;
  });
}

/** Scores of the released code, one per row: the sum of the row's own episode, 0 for reflections; less the penalty where the response is invalid. */
export function releasedScores(rows: readonly Row[], invalidPenalty: number): number[] {
  const scores = new Array<number>(rows.length).fill(0);
  for (const { own, rows: indices } of entriesOf(rows, 0)) {
    for (const index of indices) if (rows[index].phase === 'play') scores[index] = own;
  }
  return scores.map((score, index) => score - (rows[index].valid ? 0 : invalidPenalty));
}
