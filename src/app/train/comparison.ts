/** The same tasks under several checkpoints: what was asked for, what has been played, and what it comes to. The figures are pure. */
import { successGain, summarise, type TrialSummary } from '../../experiment/evaluation.ts';
import { bootstrap, type Cell, type Interval } from '../../experiment/statistics.ts';
import type { Arm } from '../../platform/web/trainMessages.ts';
import { fold, type TrialView } from '../../trial/fold.ts';
import { parseRecord, type TrialRecord } from '../../trial/records.ts';
import { sampled, source } from '../source.ts';
import { trainer, trouble, type Run } from './session.ts';

export interface Played {
  readonly records: readonly TrialRecord[];
  readonly view: TrialView;
  readonly summary: TrialSummary;
}

export interface Comparison {
  readonly run: Pick<Run, 'id' | 'name' | 'config'>;
  /** iterations; −1: adapter off. In order of training time */
  readonly checkpoints: readonly number[];
  readonly tasks: number;
  /** the first and the last checkpoint were played without memory too */
  readonly withoutNotes: boolean;
  /** by checkpoint and task; null: not yet */
  readonly played: readonly (readonly (Played | null)[])[];
  /** of the first and the last checkpoint, by task */
  readonly blind: readonly (readonly (Played | null)[])[];
  readonly running: boolean;
}

export const off = -1;
export const comparison = sampled<Comparison | null>(null);
/** What is looked at: a task and a checkpoint (its place in the list). */
export const looking = source<{ readonly task: number; readonly at: number }>({ task: 0, at: 0 });

let current: AbortController | null = null;
let latest: Comparison | null = null;

function put(next: Comparison): void {
  latest = next;
  comparison.set(next);
}

export function stopComparing(): void {
  current?.abort();
}

export async function compare(run: Run, checkpoints: readonly number[], tasks: number, withoutNotes: boolean): Promise<void> {
  stopComparing();
  const own = (current = new AbortController());
  const { config } = run;
  const empty = (): null[] => Array.from({ length: tasks }, () => null);
  put({ run, checkpoints, tasks, withoutNotes, played: checkpoints.map(empty), blind: withoutNotes ? [empty(), empty()] : [], running: true });
  looking.set({ task: 0, at: checkpoints.length - 1 });
  const armOf = (iteration: number, memory: Arm['memory']): Arm => ({ adapter: iteration === off ? null : { run: run.id, iteration }, memory });
  const arms = [...checkpoints.map((iteration) => armOf(iteration, config.evaluation.memory)), ...(withoutNotes ? [checkpoints[0], checkpoints[checkpoints.length - 1]].map((iteration) => armOf(iteration, 'none')) : [])];
  try {
    await (await trainer()).play(
      { config, arms, from: 0, tasks },
      ({ arm, trial, records: raw }) => {
        if (current !== own || !latest) return;
        const records = raw.map(parseRecord);
        const played: Played = { records, view: fold(records), summary: summarise(records, trial, 0) };
        const place = (lists: Comparison['played'], index: number): Comparison['played'] => lists.map((list, i) => (i === index ? list.map((each, task) => (task === trial ? played : each)) : list));
        put(arm < checkpoints.length ? { ...latest, played: place(latest.played, arm) } : { ...latest, blind: place(latest.blind, arm - checkpoints.length) });
      },
      own.signal,
    );
  } catch (error) {
    trouble.set(error instanceof Error ? error.message : String(error));
  } finally {
    if (current === own && latest) put({ ...latest, running: false });
  }
}

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

/** How much what notes are worth (p@k with − without) has changed from the first to the last checkpoint. */
export function liftChange({ played, blind }: Comparison, k: number): Interval | null {
  const [first, last] = [played[0], played[played.length - 1]];
  const [firstBlind, lastBlind] = blind;
  if (!firstBlind || !lastBlind) return null;
  const won = (each: Played): number => (each.summary.wonIn > 0 && each.summary.wonIn <= k ? 1 : 0);
  const cells = first.flatMap((a, task): Cell[][] => {
    const [b, c, d] = [firstBlind[task], last[task], lastBlind[task]];
    return a && b && c && d ? [[[won(c) - won(d) - (won(a) - won(b)), 1]]] : [];
  });
  return cells.length === 0 ? null : bootstrap(cells, ([sum, n]) => sum / n);
}

/** Checkpoints to begin with: without adapter, a few on the way, the last. */
export function spread(kept: readonly number[], iteration: number, most = 5): number[] {
  const all = [...new Set([...kept, iteration])].filter((each) => each > 0 && each <= iteration).sort((a, b) => a - b);
  const length = Math.min(most - 1, all.length);
  const picked = Array.from({ length }, (_, i) => all[Math.round(((i + 1) * all.length) / length) - 1]);
  return [off, ...new Set(picked)];
}
