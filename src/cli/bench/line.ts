/** A straight line through points by least squares: its slope, with a 95 % interval by Student's t. */
import { mean } from '../../learning/spread.ts';

export interface Line {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** @param x, y at least three points, x not all equal */
export function line(x: readonly number[], y: readonly number[]): Line {
  const [mx, my] = [mean(x), mean(y)];
  const sxx = x.reduce((sum, each) => sum + (each - mx) ** 2, 0);
  const value = x.reduce((sum, each, i) => sum + (each - mx) * (y[i] - my), 0) / sxx;
  const rest = y.reduce((sum, each, i) => sum + (each - my - value * (x[i] - mx)) ** 2, 0);
  const free = x.length - 2;
  const half = student(free) * Math.sqrt(rest / free / sxx);
  return { value, low: value - half, high: value + half };
}

/** 97.5 % point of Student's t, by Fisher and Cornish's expansion around the normal's: within 0.2 % from 3 degrees of freedom. */
function student(free: number): number {
  const z = 1.959964;
  const terms = [
    z,
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160,
  ];
  return terms.reduce((sum, term, k) => sum + term / free ** k, 0);
}
