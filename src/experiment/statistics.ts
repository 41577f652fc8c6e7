/** Intervals for measured figures: bootstrap over tasks and sampling seeds (crossed, percentile). */
import { random } from '../worlds/random.ts';

export interface Interval {
  readonly value: number;
  /** 2.5 % and 97.5 % percentiles */
  readonly low: number;
  readonly high: number;
}

/** What one (task, seed) pair contributes; sums over pairs are all a statistic may depend on. */
export type Cell = readonly number[];

/**
 * A statistic of sums with its 95 % interval. Tasks and seeds are resampled with replacement, each as a whole, so that results of one
 * task (or one seed) stay together.
 * @param cells [tasks][seeds] → contributions; every task has the same seeds
 * @param statistic of the summed contributions, for instance `([won, n]) => won / n`
 */
export function bootstrap(
  cells: readonly (readonly Cell[])[],
  statistic: (sums: readonly number[]) => number,
  { draws = 2000, seed = 1 } = {},
): Interval {
  const tasks = cells.length;
  if (tasks === 0) return { value: NaN, low: NaN, high: NaN };
  const seeds = cells[0].length;
  const width = cells[0][0].length;
  const rng = random(seed);
  const sumOver = (taskIndex: () => number, seedIndex: readonly number[]): number[] => {
    const sums = new Array<number>(width).fill(0);
    for (let i = 0; i < tasks; i++) {
      const row = cells[taskIndex()];
      for (const s of seedIndex) for (let k = 0; k < width; k++) sums[k] += row[s][k];
    }
    return sums;
  };
  const every = Array.from({ length: seeds }, (_, s) => s);
  let next = 0;
  const value = statistic(sumOver(() => next++, every));
  const values: number[] = [];
  for (let d = 0; d < draws; d++) {
    const drawn = every.map(() => rng.below(seeds));
    const v = statistic(sumOver(() => rng.below(tasks), drawn));
    if (Number.isFinite(v)) values.push(v);
  }
  values.sort((a, b) => a - b);
  return { value, low: quantile(values, 0.025), high: quantile(values, 0.975) };
}

/** Linear interpolation between order statistics. @param sorted ascending */
export function quantile(sorted: readonly number[], q: number): number {
  if (sorted.length === 0) return NaN;
  const at = q * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (at - below);
}
