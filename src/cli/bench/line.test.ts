import { describe, expect, it } from 'vitest';
import { line } from './line.ts';

describe('a line through points', () => {
  it('that lie on it is found exactly, without doubt', () => {
    const { value, low, high } = line([0, 1, 2, 5], [1, 3, 5, 11]);
    expect([value, low, high]).toEqual([2, 2, 2]);
  });

  it('has the interval of the textbook', () => {
    // Sxx = 10, residuals of the fit 0.6 x + 2.2 on 1 … 5 have the square sum 2.4; t(3) = 3.182446
    const { value, low, high } = line([1, 2, 3, 4, 5], [2, 4, 5, 4, 5]);
    expect(value).toBeCloseTo(0.6, 12);
    const half = 3.182446 * Math.sqrt(2.4 / 3 / 10);
    expect((high - low) / 2 / half).toBeCloseTo(1, 2);
    expect((high + low) / 2).toBeCloseTo(0.6, 12);
  });

  it('through noise around a constant holds 0', () => {
    const y = Array.from({ length: 40 }, (_, i) => Math.sin(i * 12.9898) * 43758.5453 % 1);
    const { low, high } = line(y.map((_, i) => i), y);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });
});
