/** Curves as numbers: one line for every iteration, a column for every run and measure; smoothing; a table. Pure. */
import type { TrainingPhase } from '../../experiment/trainingLoop.ts';
import type { IterationMetrics } from '../../learning/metrics.ts';
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

/** Success within all episodes of a validation, as far as charts show it. */
export function widest(episodes: number): 'p1' | 'p2' | 'p3' {
  return episodes >= 3 ? 'p3' : episodes === 2 ? 'p2' : 'p1';
}

/** @param smoothing 0 to 1: weight of what came before */
export function pointsOf({ metrics, validations }: TrainReports, measure: Measure, smoothing: number): Point[] {
  switch (measure) {
    case 'p1':
    case 'p2':
    case 'p3': {
      const k = Number(measure.slice(1)) - 1;
      return validations.flatMap(({ iteration, success, intervals }) => {
        const value = success.at(k);
        return value === undefined ? [] : [{ iteration, value, smooth: value, interval: intervals.at(k) ?? null }];
      });
    }
    default: {
      let [sum, weight] = [0, 0];
      return metrics.map((each) => {
        const value = measure === 'success' ? (each.success.at(-1) ?? null) : each[measure];
        if (value !== null) {
          sum = smoothing * sum + (1 - smoothing) * value;
          weight = smoothing * weight + (1 - smoothing);
        }
        return { iteration: each.iteration, value, smooth: weight > 0 ? sum / weight : null, interval: null };
      });
    }
  }
}

/** A single point makes no line: it is seen as a dot. */
export function isAlone(points: readonly Point[]): boolean {
  return points.filter(({ value }) => value !== null).length === 1;
}

/** A line of a chart. */
export interface Series {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
  readonly dash?: string | undefined;
  readonly points: readonly Point[];
  /** no smoothing: what was measured, with dots */
  readonly plain: boolean;
  /** with the band of its intervals */
  readonly band: boolean;
}

/** Do the two look alike? */
export function sameSeries(a: readonly Series[], b: readonly Series[]): boolean {
  return a.length === b.length && a.every(({ points, ...line }, i) => {
    const { points: others, ...other } = b[i];
    return line.key === other.key && line.name === other.name && line.colour === other.colour && line.dash === other.dash && line.plain === other.plain && line.band === other.band && samePoints(points, others);
  });
}

function samePoints(a: readonly Point[], b: readonly Point[]): boolean {
  const same = (one: Point, other: Point): boolean =>
    one.iteration === other.iteration && one.value === other.value && one.smooth === other.smooth && one.interval?.join() === other.interval?.join();
  return a.length === b.length && a.every((point, i) => same(point, b[i]));
}

/** One line an iteration, in order; empty where nothing was measured. */
export function tableOf(found: TrainReports): { readonly iteration: number; readonly values: readonly (number | null)[] }[] {
  const columns = measures.map((measure) => new Map(pointsOf(found, measure, 0).map(({ iteration, value }) => [iteration, value])));
  const iterations = [...new Set(columns.flatMap((column) => [...column.keys()]))].sort((a, b) => a - b);
  return iterations.map((iteration) => ({ iteration, values: columns.map((column) => column.get(iteration) ?? null) }));
}

/** What a file has beside the measures of the table: all that was reported. */
const ofIteration = ['groups', 'flatGroups', 'sequences', 'tokens', 'gap', 'largestGap', 'loss', 'gradientNorm', 'rate', 'steps', 'validNotes'] as const;
const ofValidation = ['invalidTurns', 'validNotes', 'emptyNotes'] as const;
export const csvColumns = [
  'run', 'iteration', ...measures, ...['p1', 'p2', 'p3'].flatMap((name) => [`${name}Low`, `${name}High`]), ...ofIteration, ...ofValidation.map((name) => `validation.${name}`),
];

/** The same for several runs as a file; where validations have more than three episodes, with their columns at the end. */
export function csvOf(runs: readonly { readonly name: string; readonly reports: TrainReports }[]): string {
  const most = Math.max(...runs.flatMap(({ reports }) => reports.validations.map(({ success }) => success.length)), 0);
  const beyond = Array.from({ length: Math.max(0, most - 3) }, (_, i) => i + 3);
  const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = runs.flatMap(({ name, reports }) =>
    tableOf(reports).map(({ iteration, values }) => {
      const iterated = reports.metrics.find((each) => each.iteration === iteration);
      const validated = reports.validations.find((each) => each.iteration === iteration);
      const intervals = [0, 1, 2].flatMap((k) => validated?.intervals.at(k) ?? [null, null]);
      const later = beyond.flatMap((k) => [validated?.success.at(k), ...(validated?.intervals.at(k) ?? [null, null])]);
      const more = [...intervals, ...ofIteration.map((key) => iterated?.[key]), ...ofValidation.map((key) => validated?.[key]), ...later];
      return [cell(name), iteration, ...[...values, ...more].map((value) => value ?? '')].join(',');
    }),
  );
  const header = [...csvColumns, ...beyond.flatMap((k) => ['', 'Low', 'High'].map((end) => `p${k + 1}${end}`))];
  return `${header.join(',')}\n${lines.map((line) => `${line}\n`).join('')}`;
}

/** "42 %", never broken over two lines */
export function percent(share: number): string {
  return `${(100 * share).toFixed(0)}\u00a0%`;
}

/** How much of an iteration its phases take as a rule. */
const work = { rollout: [0, 0.4], score: [0.4, 0.55], update: [0.55, 1] } as const;

/** How far an iteration is, 0 to 1; a validation is none of it. */
export function shareDone({ phase, done, of }: { readonly phase: TrainingPhase; readonly done: number; readonly of: number }): number {
  if (phase === 'validate' || of === 0) return 0;
  const [from, to] = work[phase];
  return from + (to - from) * (done / of);
}

/** What an iteration took in all, and of it each part. */
export function timesOf({ rollout, credit, score, update }: IterationMetrics['seconds']): { readonly all: number; readonly rollout: number; readonly score: number; readonly update: number } {
  const all = rollout + credit + score + update;
  const part = (seconds: number): number => seconds / Math.max(0.001, all);
  return { all, rollout: part(rollout), score: part(score + credit), update: part(update) };
}

/** Tokens a second: drawn in play, and trained on (again each time that an iteration's data are used); null: none were */
export function speedsOf(
  { sampledTokens, tokens, seconds }: Pick<IterationMetrics, 'sampledTokens' | 'tokens' | 'seconds'>,
  epochs: number,
): { readonly played: number; readonly trained: number | null } {
  const rate = (count: number, time: number): number => count / Math.max(0.001, time);
  return { played: rate(sampledTokens, seconds.rollout), trained: tokens > 0 ? rate(tokens * epochs, seconds.update) : null };
}

/**
 * Seconds left, by what the iterations of this session have taken from end to end, so that it does not grow while one runs; null: none is over.
 * @param finished iterations and their seconds, validations between them included @param share of the running iteration that is done, 0 to 1
 * @returns null: not known yet; `validation`: all are trained, and only the last validation is left
 */
export function secondsLeft(finished: { readonly count: number; readonly seconds: number }, left: number, share: number): number | 'validation' | null {
  if (left <= 0) return 'validation';
  return finished.count > 0 ? (finished.seconds / finished.count) * Math.max(0, left - share) : null;
}

/** The iteration that is under way, from 1; after the last one, the last. */
export function currentIteration(done: number, of: number): number {
  return Math.min(of, done + 1);
}

/** What goes on: progress tells what is over, and after the last trial it is scored, after the last score and between steps an update is worked out. */
export function doing({ phase, done, of }: { readonly phase: TrainingPhase; readonly done: number; readonly of: number }): {
  readonly phase: TrainingPhase;
  readonly n: number;
  /** null: not known yet */
  readonly of: number | null;
} {
  if (phase === 'rollout' && done >= of) return { phase: 'score', n: 0, of: null };
  if (phase === 'score' && done >= of) return { phase: 'update', n: 1, of: null };
  return { phase, n: phase === 'update' ? Math.min(of, done + 1) : done, of };
}

/** Success on validation tasks within all episodes: before training, and after the last iteration that was validated; null: not measured */
export function scoresOf(validations: TrainReports['validations']): { readonly before: number | null; readonly after: number | null } {
  const at = (wanted: (iteration: number) => boolean): number | null => validations.findLast(({ iteration }) => wanted(iteration))?.success.at(-1) ?? null;
  return { before: at((iteration) => iteration === 0), after: at((iteration) => iteration > 0) };
}
