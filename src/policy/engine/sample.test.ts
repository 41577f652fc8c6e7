import { describe, expect, it } from 'vitest';
import { random } from '../../worlds/random.ts';
import { candidates, draw, logSumExp, sample, topIds } from './sample.ts';

const off = { temperature: 1, topP: 1, topK: 0 };
const logits = (...probabilities: number[]): Float32Array => Float32Array.from(probabilities, Math.log);

/** The rule said plainly and slowly: sort everything, cut, walk. */
function plainCandidates(values: Float32Array, temperature: number, topK: number, topP: number): number[] {
  let kept = [...values].map((value, id) => ({ id, weight: Math.exp(value / temperature) }));
  kept.sort((a, b) => b.weight - a.weight || a.id - b.id);
  if (topK > 0) kept = kept.slice(0, topK);
  const total = kept.reduce((sum, { weight }) => sum + weight, 0);
  const nucleus: number[] = [];
  let mass = 0;
  for (const { id, weight } of kept) {
    if (nucleus.length > 0 && mass >= topP * total) break;
    nucleus.push(id);
    mass += weight;
  }
  return nucleus.sort((a, b) => a - b);
}

describe('candidates', () => {
  const five = logits(0.1, 0.4, 0.05, 0.25, 0.2);

  it('keeps everything when nothing is on', () => {
    expect(candidates(five, off).ids).toEqual([0, 1, 2, 3, 4]);
  });

  it('keeps the k likeliest, in order of ids', () => {
    expect(candidates(five, { ...off, topK: 3 }).ids).toEqual([1, 3, 4]);
  });

  it('keeps the smallest set that reaches top-p', () => {
    expect(candidates(five, { ...off, topP: 0.39 }).ids).toEqual([1]);
    expect(candidates(five, { ...off, topP: 0.6 }).ids).toEqual([1, 3]);
    expect(candidates(five, { ...off, topP: 0.66 }).ids).toEqual([1, 3, 4]);
  });

  it('applies top-p to what top-k left, renormalised', () => {
    // Of 0.4, 0.25, 0.2 the first two have 0.65 / 0.85 = 0.76 of the mass.
    expect(candidates(five, { ...off, topK: 3, topP: 0.75 }).ids).toEqual([1, 3]);
    expect(candidates(five, { ...off, topK: 3, topP: 0.78 }).ids).toEqual([1, 3, 4]);
  });

  it('applies the temperature first', () => {
    expect(candidates(five, { temperature: 0.1, topK: 0, topP: 0.9 }).ids).toEqual([1]);
    expect(candidates(five, { temperature: 10, topK: 0, topP: 0.9 }).ids).toHaveLength(5);
  });

  it('always keeps one and breaks ties by id', () => {
    expect(candidates(logits(0.25, 0.25, 0.25, 0.25), { ...off, topP: 1e-9 }).ids).toEqual([0]);
    expect(candidates(logits(0.25, 0.25, 0.25, 0.25), { ...off, topK: 2 }).ids).toEqual([0, 1]);
  });

  it('equals the plain rule on random logits, small vocabularies and large', () => {
    const rng = random(5);
    for (let round = 0; round < 60; round++) {
      const size = round % 10 === 0 ? 5000 : 2 + rng.below(400);
      const spread = [0.1, 3, 12][round % 3];
      // Rounded, so that there are ties.
      const values = Float32Array.from({ length: size }, () => Math.round(rng.uniform() * spread * 20) / 20);
      const temperature = 0.3 + rng.uniform();
      const topK = rng.below(2) * (1 + rng.below(size));
      const topP = rng.below(3) === 0 ? 1 : 0.05 + 0.94 * rng.uniform();
      expect(candidates(values, { temperature, topK, topP }).ids, `${round}`).toEqual(plainCandidates(values, temperature, topK, topP));
    }
  });
});

describe('draw', () => {
  it('walks the candidates in order of ids', () => {
    const chosen = candidates(logits(0.1, 0.4, 0.05, 0.25, 0.2), off);
    expect([0, 0.0999, 0.1001, 0.4999, 0.5001, 0.5501, 0.7999, 0.8001, 0.9999999].map((u) => draw(chosen, u))).toEqual([
      0, 0, 1, 1, 2, 3, 3, 4, 4,
    ]);
  });

  it('never gives a token of probability 0, not even at the edges', () => {
    const chosen = candidates(Float32Array.of(-Infinity, 0, -Infinity), off);
    expect([draw(chosen, 0), draw(chosen, 1 - 2 ** -53)]).toEqual([1, 1]);
  });

  it('gives the same token when logits change in their last bits and the order of likeliness with them', () => {
    const a = candidates(Float32Array.of(1, 1.0000001, 0.9999999, 0.5), off);
    const b = candidates(Float32Array.of(1.0000001, 1, 0.9999999, 0.5), off);
    for (let i = 0; i < 1000; i++) {
      const u = (i + 0.5) / 1000;
      expect(draw(a, u)).toBe(draw(b, u));
    }
  });

  it('draws with the probabilities asked for', () => {
    const counts = [0, 0, 0];
    const rng = random(1);
    const n = 20000;
    const values = logits(0.2, 0.5, 0.3);
    for (let i = 0; i < n; i++) counts[sample(values, off, rng.uniform()).id]++;
    for (const [id, p] of [0.2, 0.5, 0.3].entries()) expect(Math.abs(counts[id] / n - p)).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / n));
  });
});

describe('sample', () => {
  it('takes the likeliest at temperature 0, the smaller id of equals, whatever the uniform', () => {
    expect(sample(Float32Array.of(1, 3, 3, 2), { ...off, temperature: 0 }, 0.99).id).toBe(1);
  });

  it("reports the model's own log-probs, before temperature, top-k and top-p", () => {
    const values = logits(0.1, 0.4, 0.05, 0.25, 0.2);
    const token = sample(values, { temperature: 0.2, topK: 1, topP: 0.5 }, 0.3, 2);
    expect(token.id).toBe(1);
    expect(token.logprob).toBeCloseTo(Math.log(0.4), 6);
    expect(token.top?.map(([id]) => id)).toEqual([1, 3]);
    expect(token.top?.[1][1]).toBeCloseTo(Math.log(0.25), 6);
  });

  it('is exact for large logits', () => {
    expect(logSumExp(Float32Array.of(1000, 1000))).toBeCloseTo(1000 + Math.log(2), 9);
  });

  it('refuses logits that are no numbers', () => {
    expect(() => sample(Float32Array.of(1, NaN), off, 0.5)).toThrow(/not a number/);
    expect(() => sample(Float32Array.of(-Infinity), off, 0.5)).toThrow(/broken/);
    expect(() => sample(Float32Array.of(NaN, NaN), { ...off, temperature: 0 }, 0)).toThrow(/not a number/);
  });
});

describe('topIds', () => {
  it('equals the head of a full sort', () => {
    const rng = random(9);
    for (const [size, count] of [[3, 3], [40, 3], [400, 20], [400, 400], [4, 9]]) {
      const values = Float32Array.from({ length: size }, () => rng.below(30));
      const sorted = Array.from(values.keys()).sort((a, b) => values[b] - values[a] || a - b);
      expect(topIds(values, count)).toEqual(sorted.slice(0, count));
    }
  });
});
