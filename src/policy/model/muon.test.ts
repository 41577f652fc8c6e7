import { afterAll, describe, expect, it } from 'vitest';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import { random } from '../../worlds/random.ts';
import { f32, floats } from '../runtime.ts';
import { buildOrthogonal } from './muon.ts';

const runtime = nodeRuntime();
afterAll(() => runtime.dispose());

type Matrix = readonly (readonly number[])[];

function product(a: Matrix, b: Matrix): number[][] {
  return a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));
}

function turned(a: Matrix): number[][] {
  return a[0].map((_, j) => a.map((row) => row[j]));
}

/** The published iteration in float64, always from the left. */
function reference(matrix: Matrix): number[][] {
  const norm = Math.sqrt(matrix.flat().reduce((sum, value) => sum + value ** 2, 0));
  let x = matrix.map((row) => row.map((value) => value / norm));
  for (let round = 0; round < 5; round++) {
    const square = product(x, turned(x));
    const fourth = product(square, square);
    const factor = square.map((row, i) => row.map((value, j) => -4.775 * value + 2.0315 * fourth[i][j]));
    const next = product(factor, x);
    x = x.map((row, i) => row.map((value, j) => 3.4445 * value + next[i][j]));
  }
  return x;
}

describe.each([
  [false, 6, 10],
  [true, 10, 6],
])('the orthogonal direction, tall = %s', async (tall, rows, columns) => {
  const session = await runtime.createSession(buildOrthogonal(tall));
  const rng = random(3);
  const matrices = Array.from({ length: 3 }, () => Array.from({ length: rows }, () => Array.from({ length: columns }, () => rng.uniform() - 0.5)));
  const { y } = await session.run({ x: f32(Float32Array.from(matrices.flat(2)), [3, rows, columns]) });
  const out = (index: number): number[][] =>
    Array.from({ length: rows }, (_, i) => [...floats(y).subarray((index * rows + i) * columns, (index * rows + i + 1) * columns)]);

  it('equals the float64 iteration for each matrix of a batch', () => {
    matrices.forEach((matrix, index) => {
      const exact = reference(matrix).flat();
      out(index).flat().forEach((value, i) => expect(Math.abs(value - exact[i])).toBeLessThan(1e-4));
    });
  });

  it('has rows (or columns) that are nearly orthonormal', () => {
    const square = tall ? product(turned(out(0)), out(0)) : product(out(0), turned(out(0)));
    // squared singular values lie in about [0.45, 1.5], and off the diagonal little is left
    square.forEach((row, i) => row.forEach((value, j) => (i === j ? expect(value).toBeGreaterThan(0.4) : expect(Math.abs(value)).toBeLessThan(0.5))));
    square.forEach((row, i) => expect(row[i]).toBeLessThan(1.5));
  });
});
