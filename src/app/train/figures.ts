/** Curves as numbers: one line for every iteration, a column for every run and measure; smoothing; a table. Pure. */
import type { TrainReports } from '../../platform/web/trainDisk.ts';

export const measures = ['p1', 'p2', 'p3', 'success', 'return', 'kl', 'entropy', 'clipShare', 'validShare', 'noteLength'] as const;
export type Measure = (typeof measures)[number];

export interface Point {
  readonly iteration: number;
  /** null: not measured there */
  readonly value: number | null;
  /** running mean of what was measured so far, heavier on the last */
  readonly smooth: number | null;
  /** 95 %; of validations only */
  readonly interval: readonly [low: number, high: number] | null;
}

/** @param smoothing 0 to 1: weight of what came before */
export function pointsOf({ metrics, validations }: TrainReports, measure: Measure, smoothing: number): Point[] {
  const k = measure === 'p1' ? 0 : measure === 'p2' ? 1 : measure === 'p3' ? 2 : -1;
  if (k >= 0) {
    return validations.flatMap(({ iteration, success, intervals }) => {
      const value = success[k];
      return value === undefined ? [] : [{ iteration, value, smooth: value, interval: intervals[k] ?? null }];
    });
  }
  let [sum, weight] = [0, 0];
  return metrics.map((each) => {
    const value = measure === 'success' ? (each.success.at(-1) ?? null) : k >= 0 ? null : valueOf(each, measure);
    if (value !== null) {
      sum = smoothing * sum + (1 - smoothing) * value;
      weight = smoothing * weight + (1 - smoothing);
    }
    return { iteration: each.iteration, value, smooth: weight > 0 ? sum / weight : null, interval: null };
  });
}

function valueOf(metrics: TrainReports['metrics'][number], measure: Measure): number | null {
  switch (measure) {
    case 'return':
    case 'kl':
    case 'entropy':
    case 'clipShare':
    case 'validShare':
    case 'noteLength':
      return metrics[measure];
    default:
      return null;
  }
}

/** One line an iteration, in order; empty where nothing was measured. */
export function tableOf(found: TrainReports): { readonly iteration: number; readonly values: readonly (number | null)[] }[] {
  const columns = measures.map((measure) => new Map(pointsOf(found, measure, 0).map(({ iteration, value }) => [iteration, value])));
  const iterations = [...new Set(columns.flatMap((column) => [...column.keys()]))].sort((a, b) => a - b);
  return iterations.map((iteration) => ({ iteration, values: columns.map((column) => column.get(iteration) ?? null) }));
}

/** The same for several runs as a file. */
export function csvOf(runs: readonly { readonly name: string; readonly reports: TrainReports }[]): string {
  const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = runs.flatMap(({ name, reports }) => tableOf(reports).map(({ iteration, values }) => [cell(name), iteration, ...values.map((value) => value ?? '')].join(',')));
  return `${['run', 'iteration', ...measures].join(',')}\n${lines.map((line) => `${line}\n`).join('')}`;
}

/** Seconds left, by what the iterations of this session have taken; null: none is over. */
export function secondsLeft(done: number, left: number, elapsed: number): number | null {
  return done > 0 ? (elapsed / done) * left : null;
}
