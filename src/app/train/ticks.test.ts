import { describe, expect, it } from 'vitest';
import { ticksOf, tickText } from './ticks.ts';

const labels = (values: readonly number[], percent = false): string[] => {
  const ticks = ticksOf(values);
  return ticks.values.map((value) => tickText(value, ticks.digits, percent));
};

describe('The marks of a value axis', () => {
  it('are round numbers, with the digits that they need', () => {
    expect(labels([3.73, 3.9])).toEqual(['3.7', '3.8', '3.9']);
    expect(labels([0.4012, 0.4093])).toEqual(['0.400', '0.405', '0.410']);
    expect(labels([0, 0.0043])).toEqual(['0', '0.002', '0.004', '0.006']);
    expect(labels([-0.3, 1.2])).toEqual(['−1', '0', '1', '2']);
    expect(labels([12.4, 31])).toEqual(['10', '20', '30', '40']);
    expect(labels([0.001, 0.018], true)).toEqual(['0\u00a0%', '1\u00a0%', '2\u00a0%']);
    expect(labels([0.0004, 0.0021], true)).toEqual(['0\u00a0%', '0.1\u00a0%', '0.2\u00a0%', '0.3\u00a0%']);
  });

  it('hold one value, however it is repeated, and none', () => {
    expect(labels([0, 0])).toEqual(['0', '0.05', '0.10']);
    expect(labels([3.9])).toEqual(['3.6', '3.8', '4.0', '4.2']);
    expect(labels([])).toEqual(['0', '0.5', '1.0']);
  });

  it('are at most four, all different, at equal distances, and around all values, whatever these are', () => {
    for (const size of [1e-7, 3e-4, 0.02, 0.7, 5, 88, 4e4]) {
      for (const low of [-3, -1, -0.4, 0, 0.01, 0.99, 7.3, 40.1]) {
        for (const spread of [0, 1e-9, 0.001, 0.017, 0.2, 1, 1.9, 6, 33]) {
          const values = [low * size, (low + spread / 3) * size, (low + spread) * size];
          const ticks = ticksOf(values).values;
          const text = labels(values);
          const step = ticks[1] - ticks[0];
          const name = values.join();
          expect(ticks.length, name).toBeLessThanOrEqual(4);
          expect(ticks.length, name).toBeGreaterThanOrEqual(2);
          expect(new Set(text).size, name).toBe(text.length);
          ticks.forEach((tick, i) => expect(tick - ticks[0], name).toBeCloseTo(i * step, 9));
          expect(ticks[0], name).toBeLessThanOrEqual(values[0] + 1e-5 * step);
          expect(ticks[ticks.length - 1], name).toBeGreaterThanOrEqual(values[2] - 1e-5 * step);
        }
      }
    }
  });
});
