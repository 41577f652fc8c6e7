/** The same tasks under several checkpoints, of one run or of several: what was asked for, what has been played, and what it comes to. Pure. */
import { successGain, type TrialSummary } from '../../experiment/evaluation.ts';
import { liftEstimate, poolLifts, type LiftEstimate, type LiftOutcomes } from '../../experiment/lift.ts';
import { difference, type Interval } from '../../experiment/statistics.ts';
import type { TrialView } from '../../trial/fold.ts';
import type { TrialRecord } from '../../trial/records.ts';
import type { Run } from './session.ts';

export interface Played {
  readonly records: readonly TrialRecord[];
  readonly view: TrialView;
  readonly summary: TrialSummary;
}

/** A run's adapter after an iteration; −1: adapter off. */
export interface Checkpoint {
  readonly run: Pick<Run, 'id' | 'name'>;
  readonly iteration: number;
}

/** The notes that a checkpoint wrote after its lost first episodes, measured. */
export interface NoteLifts {
  /** place in the list of checkpoints */
  readonly at: number;
  /** by note */
  readonly outcomes: readonly LiftOutcomes[];
}

export interface Comparison {
  /** whose world, memory and sampling all are played with */
  readonly run: Pick<Run, 'id' | 'name' | 'config'>;
  /** those of the run in order of training time, then other runs' last ones */
  readonly checkpoints: readonly Checkpoint[];
  readonly tasks: number;
  /** by checkpoint and task; null: not yet */
  readonly played: readonly (readonly (Played | null)[])[];
  /** of the first and the last checkpoint, as far as they have been begun */
  readonly lifts: readonly NoteLifts[];
  readonly running: boolean;
}

export const off = -1;

/** Samples of each arm that a note's lift rests on; what counts is all notes together. */
export const liftSamplesEach = 4;

/** p@1, p@2, … of a list; null: nothing has been played */
export function scoreOf(list: readonly (Played | null)[], episodes: number): number[] | null {
  const known = list.flatMap((each) => (each ? [each.summary.wonIn] : []));
  if (known.length === 0) return null;
  return Array.from({ length: episodes }, (_, k) => known.filter((wonIn) => wonIn > 0 && wonIn <= k + 1).length / known.length);
}

/** Only tasks that both have played. */
function paired(a: readonly (Played | null)[], b: readonly (Played | null)[]): readonly [TrialSummary[], TrialSummary[]] {
  const both = a.flatMap((one, task) => {
    const other = b[task];
    return one && other ? [[one.summary, other.summary] as const] : [];
  });
  return [both.map(([one]) => one), both.map(([, other]) => other)];
}

/** p@k of `a` − p@k of `b` on the same tasks; null: no task was played by both */
export function gain(a: readonly (Played | null)[], b: readonly (Played | null)[], k: number): Interval | null {
  const [left, right] = paired(a, b);
  return left.length === 0 ? null : successGain(left, right, k);
}

export interface Flips {
  /** tasks lost by the first and won by the last */
  readonly to: readonly number[];
  readonly back: readonly number[];
}

export function flips(first: readonly (Played | null)[], last: readonly (Played | null)[]): Flips {
  const changed = (from: boolean): number[] =>
    first.flatMap((one, task) => {
      const other = last[task];
      return one && other && one.view.won === from && other.view.won === !from ? [task] : [];
    });
  return { to: changed(false), back: changed(true) };
}

/** The lift of a checkpoint's notes, defined as on the card of a note; null: it wrote none. */
export function liftOf({ outcomes }: NoteLifts): LiftEstimate | null {
  return outcomes.length === 0 ? null : liftEstimate(poolLifts(outcomes, liftSamplesEach));
}

/** By how much the last checkpoint's notes raise the chance to win more than the first one's; null: one of them has not been measured */
export function liftChange(lifts: readonly NoteLifts[]): Interval | null {
  const [first, last] = lifts.map(liftOf);
  return first && last && first.samples > 0 && last.samples > 0 ? difference(last.lift, first.lift) : null;
}

/** How far the measuring of lifts has come. A note that has no other board has no control to wait for, so this is at most what is to be played. */
export function liftProgress(lifts: readonly NoteLifts[]): { readonly done: number; readonly of: number } {
  const all = lifts.flatMap(({ outcomes }) => outcomes);
  const done = all.reduce((sum, { note, none, other }) => sum + [...note, ...none, ...other].filter((won) => won !== null).length, 0);
  return { done, of: 3 * liftSamplesEach * all.length };
}

/** Checkpoints to begin with: without adapter, a few on the way, the last. */
export function spread(kept: readonly number[], iteration: number, most = 5): number[] {
  const all = [...new Set([...kept, iteration])].filter((each) => each > 0 && each <= iteration).sort((a, b) => a - b);
  const length = Math.min(most - 1, all.length);
  const picked = Array.from({ length }, (_, i) => all[Math.round(((i + 1) * all.length) / length) - 1]);
  return [off, ...new Set(picked)];
}
