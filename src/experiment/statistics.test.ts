import { describe, expect, it } from 'vitest';
import { random } from '../worlds/random.ts';
import { bootstrap, difference, pairedDifference, quantile, wilson, type Cell } from './statistics.ts';

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

describe('wilson', () => {
  it.each([
    // Newcombe, Statistics in Medicine 17, 857–872 (1998), table I, method 3
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('gives the published interval for %i of %i', (won, n, low, high) => {
    const interval = wilson(won, n);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it('says nothing where nothing was tried, and holds what was seen', () => {
    expect(wilson(0, 0)).toEqual({ value: NaN, low: 0, high: 1 });
    for (const [won, n] of [[0, 3], [3, 3], [5, 9]]) {
      const { value, low, high } = wilson(won, n);
      expect(low).toBeLessThanOrEqual(value);
      expect(high).toBeGreaterThanOrEqual(value);
    }
    expect(wilson(8, 8).high).toBe(1);
  });
});

describe('the difference of two estimates', () => {
  it('is as wide as the wider one at least, and both together at most', () => {
    const [a, b] = [wilson(30, 40), wilson(10, 40)];
    const { value, low, high } = difference(a, b);
    const width = (of: { readonly low: number; readonly high: number }): number => of.high - of.low;
    expect(value).toBe(0.5);
    expect(high - low).toBeGreaterThan(Math.max(width(a), width(b)));
    expect(high - low).toBeLessThan(width(a) + width(b));
    expect(difference(b, a)).toEqual({ value: -value, low: -high, high: -low });
  });

  it('covers the true difference of independent shares about 95 times in 100', () => {
    const rng = random(3);
    const share = (p: number): ReturnType<typeof wilson> => wilson(Array.from({ length: 40 }, () => rng.uniform() < p).filter(Boolean).length, 40);
    let covered = 0;
    for (let i = 0; i < 400; i++) {
      const { low, high } = difference(share(0.7), share(0.4));
      if (low <= 0.3 && 0.3 <= high) covered++;
    }
    expect(covered / 400).toBeGreaterThan(0.92);
    expect(covered / 400).toBeLessThan(0.99);
  });
});

describe('the difference of paired shares', () => {
  const pairs = (both: number, onlyA: number, onlyB: number, neither: number): [boolean, boolean][] => [
    ...Array.from({ length: both }, (): [boolean, boolean] => [true, true]),
    ...Array.from({ length: onlyA }, (): [boolean, boolean] => [true, false]),
    ...Array.from({ length: onlyB }, (): [boolean, boolean] => [false, true]),
    ...Array.from({ length: neither }, (): [boolean, boolean] => [false, false]),
  ];

  it('has width where all pairs are alike', () => {
    const { value, low, high } = pairedDifference(pairs(0, 0, 0, 32));
    expect(value).toBe(0);
    expect(high).toBeGreaterThan(0.05);
    expect(low).toBeCloseTo(-high, 12);
  });

  it('turns its sign when the two change places', () => {
    const there = pairedDifference(pairs(10, 9, 2, 11));
    const back = pairedDifference(pairs(10, 2, 9, 11));
    expect(back.value).toBeCloseTo(-there.value, 12);
    expect(back.low).toBeCloseTo(-there.high, 12);
    expect(back.high).toBeCloseTo(-there.low, 12);
  });

  it('is narrower the more the pairs agree', () => {
    const width = ({ low, high }: { low: number; high: number }): number => high - low;
    expect(width(pairedDifference(pairs(12, 4, 0, 16)))).toBeLessThan(width(pairedDifference(pairs(6, 10, 6, 10))));
  });

  it.each([
    [0.3, 0.5, 0],
    [0.1, 0.8, 0.05],
    [0.5, 0.5, 0.5],
  ])('covers the true difference of shares %f and %f about 95 times in 100 (32 pairs)', (a, b, shared) => {
    const rng = random(11);
    let covered = 0;
    for (let i = 0; i < 400; i++) {
      const drawn = Array.from({ length: 32 }, (): [boolean, boolean] => {
        const u = rng.uniform();
        const v = rng.uniform() < shared ? u : rng.uniform();
        return [u < a, v < b];
      });
      const { low, high } = pairedDifference(drawn);
      if (low <= a - b && a - b <= high) covered++;
    }
    expect(covered / 400).toBeGreaterThan(0.92);
    expect(covered / 400).toBeLessThan(0.995);
  });

  it('says nothing where there are no pairs', () => {
    expect(pairedDifference([])).toEqual({ value: NaN, low: -1, high: 1 });
  });
});
