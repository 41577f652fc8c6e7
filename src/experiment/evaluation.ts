/** What an evaluation reports: p@k, validity and notes, with intervals, from the records of trials. */
import { fold } from '../trial/fold.ts';
import type { TrialRecord } from '../trial/records.ts';
import { bootstrap, type Cell, type Interval } from './statistics.ts';

/** One trial in numbers: all that tables are made of. */
export interface TrialSummary {
  /** index of the task in its list, and of the repetition (sampling seed) */
  readonly task: number;
  readonly repeat: number;
  /** episode that was won, from 1; 0 = none */
  readonly wonIn: number;
  readonly turns: number;
  readonly invalidTurns: number;
  readonly notes: number;
  /** closed tag, within the cap */
  readonly validNotes: number;
  readonly emptyNotes: number;
  /** tokens written by the policy */
  readonly tokens: number;
}

/** @throws InputError when the records are damaged */
export function summarise(records: readonly TrialRecord[], task: number, repeat: number): TrialSummary {
  const view = fold(records);
  const turns = view.episodes.flatMap((episode) => episode.turns);
  const notes = view.episodes.flatMap((episode) => (episode.note?.author === 'policy' ? [episode.note] : []));
  return {
    task,
    repeat,
    wonIn: view.episodes.findIndex((episode) => episode.end === 'won') + 1,
    turns: turns.length,
    invalidTurns: turns.filter((turn) => !turn.acted.valid).length,
    notes: notes.length,
    validNotes: notes.filter((note) => note.valid).length,
    emptyNotes: notes.filter((note) => note.text.trim() === '').length,
    tokens: records.reduce((sum, record) => sum + (record.type === 'responded' ? record.ids.length : 0), 0),
  };
}

export interface Evaluation {
  readonly trials: number;
  /** p@1, p@2, …: share of trials won within k sequential episodes (LaMer's cumulative success) */
  readonly success: readonly Interval[];
  readonly invalidTurns: Interval;
  /** null when nothing was written */
  readonly validNotes: Interval | null;
  readonly emptyNotes: Interval | null;
  readonly tokens: number;
}

/** @param summaries one per task and repetition; every task has every repetition */
export function evaluation(summaries: readonly TrialSummary[], episodes: number): Evaluation {
  const grid = byTask(summaries);
  const share = (part: (trial: TrialSummary) => number, whole: (trial: TrialSummary) => number): Interval =>
    bootstrap(grid.map((row) => row.map((trial): Cell => [part(trial), whole(trial)])), ([a, b]) => a / b);
  const wrote = summaries.some((trial) => trial.notes > 0);
  return {
    trials: summaries.length,
    success: Array.from({ length: episodes }, (_, k) => share((t) => (t.wonIn > 0 && t.wonIn <= k + 1 ? 1 : 0), () => 1)),
    invalidTurns: share((t) => t.invalidTurns, (t) => t.turns),
    validNotes: wrote ? share((t) => t.validNotes, (t) => t.notes) : null,
    emptyNotes: wrote ? share((t) => t.emptyNotes, (t) => t.notes) : null,
    tokens: summaries.reduce((sum, t) => sum + t.tokens, 0),
  };
}

/** What of a trial success depends on. */
export type Outcome = Pick<TrialSummary, 'task' | 'repeat' | 'wonIn'>;

/** Difference of p@k between two arms on the same tasks and seeds. */
export function successGain(a: readonly Outcome[], b: readonly Outcome[], k: number): Interval {
  const won = (trial: Outcome): number => (trial.wonIn > 0 && trial.wonIn <= k ? 1 : 0);
  const left = byTask(a);
  const right = byTask(b);
  return bootstrap(left.map((row, i) => row.map((trial, j): Cell => [won(trial), won(right[i][j]), 1])), ([x, y, n]) => (x - y) / n);
}

function byTask<T extends Outcome>(summaries: readonly T[]): T[][] {
  const tasks = new Map<number, T[]>();
  for (const trial of summaries) tasks.set(trial.task, [...(tasks.get(trial.task) ?? []), trial]);
  return [...tasks.entries()].sort(([a], [b]) => a - b).map(([, row]) => row.sort((a, b) => a.repeat - b.repeat));
}

/** "37.2 % [35.0, 39.5]" */
export function percent({ value, low, high }: Interval): string {
  const p = (x: number): string => (100 * x).toFixed(1);
  return `${p(value)} % [${p(low)}, ${p(high)}]`;
}
