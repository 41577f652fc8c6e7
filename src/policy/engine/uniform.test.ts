import { describe, expect, it } from 'vitest';
import { philox, uniform } from './uniform.ts';

const hex = (words: readonly number[]): string => words.map((word) => word.toString(16).padStart(8, '0')).join(' ');

describe('philox', () => {
  // Known answers published with the Random123 library (kat_vectors, philox4x32 with 10 rounds).
  it('gives the published answers', () => {
    expect(hex(philox([0, 0, 0, 0], [0, 0]))).toBe('6627e8d5 e169c58d bc57ac4c 9b00dbd8');
    const ones = 0xffffffff;
    expect(hex(philox([ones, ones, ones, ones], [ones, ones]))).toBe('408f276d 41c83b0e a20bc7c6 6d5451fd');
    expect(hex(philox([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0]))).toBe(
      'd16cfe09 94fdcceb 5001e420 24126ea1',
    );
  });
});

describe('uniform', () => {
  const origin = { seed: 0, trial: 0, episode: 0, turn: 0 };

  it('is fixed for ever: these numbers are part of what a seed means', () => {
    // From the first known answer above: (0x6627e8d5 >>> 5) · 2^26 + (0xe169c58d >>> 6), over 2^53.
    expect(uniform(origin, 0)).toBe(((0x6627e8d5 >>> 5) * 2 ** 26 + (0xe169c58d >>> 6)) / 2 ** 53);
    expect(uniform({ seed: 7, trial: 3, episode: 2, turn: 5 }, 11)).toBe(0.9549643114149757);
    expect(uniform({ seed: 2 ** 40 + 1, trial: 0, episode: 0, turn: 0 }, 0)).toBe(0.08553078328450514);
  });

  it('changes with every part of the key, the upper bits of the seed too', () => {
    const values = [
      uniform(origin, 0),
      uniform(origin, 1),
      uniform({ ...origin, turn: 1 }, 0),
      uniform({ ...origin, episode: 1 }, 0),
      uniform({ ...origin, trial: 1 }, 0),
      uniform({ ...origin, seed: 1 }, 0),
      uniform({ ...origin, seed: 2 ** 32 }, 0),
    ];
    expect(new Set(values).size).toBe(values.length);
  });

  it('is spread evenly and without correlation along each part of the key', () => {
    const n = 20000;
    const along = {
      token: (i: number) => uniform(origin, i),
      turn: (i: number) => uniform({ ...origin, turn: i }, 0),
      episode: (i: number) => uniform({ ...origin, episode: i }, 0),
      trial: (i: number) => uniform({ ...origin, trial: i }, 0),
      seed: (i: number) => uniform({ ...origin, seed: i }, 0),
    };
    for (const [name, at] of Object.entries(along)) {
      const bins = new Array<number>(64).fill(0);
      let lag = 0;
      for (let i = 0; i < n; i++) {
        const u = at(i);
        bins[Math.floor(u * 64)]++; // outside [0, 1) the count below is short
        lag += (u - 0.5) * (at(i + 1) - 0.5);
      }
      expect(bins.reduce((sum, count) => sum + count, 0), name).toBe(n);
      expect(bins).toHaveLength(64);
      const chi2 = bins.reduce((sum, count) => sum + (count - n / 64) ** 2 / (n / 64), 0);
      // 63 degrees of freedom: mean 63, standard deviation 11.2.
      expect(chi2, name).toBeLessThan(63 + 5 * 11.2);
      // Products of independent uniforms have standard deviation 1/12.
      expect(Math.abs(lag / n) * 12 * Math.sqrt(n), name).toBeLessThan(5);
    }
  });
});
