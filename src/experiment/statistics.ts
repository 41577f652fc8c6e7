/** Intervals for measured figures: bootstrap over tasks and sampling seeds (crossed, percentile); score intervals for few samples of one thing. */
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

/** 97.5 % point of the normal distribution */
const z = 1.959963984540054;

/** A share of `n` tries with Wilson's 95 % score interval: sensible for few tries, and for none or all of them. */
export function wilson(won: number, n: number): Interval {
  if (n === 0) return { value: NaN, low: 0, high: 1 };
  const share = won / n;
  const middle = (share + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  // rounding must not leave out what was seen
  return { value: share, low: Math.min(Math.max(0, middle - half), share), high: Math.max(Math.min(1, middle + half), share) };
}

/**
 * a − b of two estimates that know nothing of one another, from their intervals (square-and-add; G. Zou, A. Donner, Statistics in Medicine 27,
 * 1693–1702 (2008)). Where they rest on the same tasks it is wider than need be.
 */
export function difference(a: Interval, b: Interval): Interval {
  const value = a.value - b.value;
  return { value, low: value - Math.hypot(a.value - a.low, b.high - b.value), high: value + Math.hypot(a.high - a.value, b.value - b.low) };
}

/**
 * Difference of two shares from pairs, a − b, with a 95 % score interval (R. G. Newcombe, Statistics in Medicine 17, 2635–2650 (1998),
 * method 10): Wilson's interval of each share, joined by how the pairs agree. It has width where all pairs are alike.
 */
export function pairedDifference(pairs: readonly (readonly [a: boolean, b: boolean])[]): Interval {
  const n = pairs.length;
  if (n === 0) return { value: NaN, low: -1, high: 1 };
  const count = (a: boolean, b: boolean): number => pairs.filter((pair) => pair[0] === a && pair[1] === b).length;
  const [both, onlyA, onlyB, neither] = [count(true, true), count(true, false), count(false, true), count(false, false)];
  const [a, b] = [wilson(both + onlyA, n), wilson(both + onlyB, n)];
  const margins = (both + onlyA) * (onlyB + neither) * (both + onlyB) * (onlyA + neither);
  const cross = both * neither - onlyA * onlyB;
  const phi = margins === 0 ? 0 : (cross > n / 2 ? cross - n / 2 : cross >= 0 ? 0 : cross) / Math.sqrt(margins);
  const apart = (x: number, y: number): number => Math.sqrt(x ** 2 - 2 * phi * x * y + y ** 2);
  const value = a.value - b.value;
  return { value, low: value - apart(a.value - a.low, b.high - b.value), high: value + apart(b.value - b.low, a.high - a.value) };
}
