import { describe, expect, it } from 'vitest';
import { random } from '../worlds/random.ts';
import { bootstrap, quantile, type Cell } from './statistics.ts';

const mean = ([sum, n]: readonly number[]): number => sum / n;

describe('bootstrap', () => {
  it('gives the plain mean as the value, inside its interval', () => {
    const cells: Cell[][] = [[[1, 1], [0, 1]], [[1, 1], [1, 1]], [[0, 1], [0, 1]]];
    const { value, low, high } = bootstrap(cells, mean);
    expect(value).toBe(0.5);
    expect(low).toBeLessThanOrEqual(value);
    expect(high).toBeGreaterThanOrEqual(value);
  });

  it('is the same each time, and has no width where nothing varies', () => {
    const cells: Cell[][] = Array.from({ length: 20 }, () => [[1, 1], [1, 1], [1, 1]]);
    expect(bootstrap(cells, mean)).toEqual({ value: 1, low: 1, high: 1 });
    const mixed: Cell[][] = Array.from({ length: 20 }, (_, i) => [[i % 2, 1]]);
    expect(bootstrap(mixed, mean)).toEqual(bootstrap(mixed, mean));
  });

  it('covers the true share about 95 times in 100 (one seed, independent tasks)', () => {
    const rng = random(7);
    let covered = 0;
    for (let i = 0; i < 100; i++) {
      const cells: Cell[][] = Array.from({ length: 120 }, () => [[rng.uniform() < 0.3 ? 1 : 0, 1]]);
      const { low, high } = bootstrap(cells, mean, { draws: 300, seed: i });
      if (low <= 0.3 && 0.3 <= high) covered++;
    }
    expect(covered).toBeGreaterThanOrEqual(88);
  });

  it('takes differences between arms on the same tasks', () => {
    const cells: Cell[][] = Array.from({ length: 50 }, (_, i) => [[i % 3 === 0 ? 1 : 0, i % 6 === 0 ? 1 : 0, 1]]);
    const gain = bootstrap(cells, ([a, b, n]) => (a - b) / n);
    expect(gain.value).toBeCloseTo((17 - 9) / 50, 12);
    expect(gain.low).toBeGreaterThanOrEqual(0);
  });
});

describe('quantile', () => {
  it('interpolates between neighbours', () => {
    expect(quantile([0, 10], 0.25)).toBe(2.5);
    expect(quantile([3], 0.9)).toBe(3);
    expect(quantile([], 0.5)).toBeNaN();
  });
});
