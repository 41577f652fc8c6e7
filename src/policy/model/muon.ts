/**
 * The direction of a Muon step (Jordan et al. 2024, kellerjordan.github.io/posts/muon): a matrix of momentum brought close to the nearest
 * matrix with orthonormal rows or columns, by Newton–Schulz iteration.
 */
import { GraphBuilder } from '../graph/builder.ts';
import { add, div, mul, sqrt } from '../graph/ops/elementwise.ts';
import { matmul } from '../graph/ops/linear.ts';
import { reduceSum } from '../graph/ops/reduce.ts';
import { transposeLast } from '../graph/ops/shape.ts';

/** Coefficients of the odd quintic; five rounds bring every singular value above 0.002 of the norm into about [0.7, 1.2]. */
const quintic = [3.4445, -4.775, 2.0315] as const;
const rounds = 5;

/**
 * Input `x` f32 [N, rows, columns]: N matrices of one shape. Output `y` of the same shape.
 * @param tall more rows than columns: the same iteration from the other side, where the square matrix is small
 */
export function buildOrthogonal(tall: boolean): Uint8Array {
  const graph = new GraphBuilder();
  const [a, b, c] = quintic.map((value) => graph.scalar(value));
  let x = graph.input('x', 'float32', ['N', 'R', 'C']);
  x = div(x, add(sqrt(reduceSum(mul(x, x), [1, 2], true)), graph.scalar(1e-7)));
  for (let round = 0; round < rounds; round++) {
    const turned = transposeLast(x);
    const square = tall ? matmul(turned, x) : matmul(x, turned);
    const factor = add(mul(square, b), mul(matmul(square, square), c));
    x = add(mul(x, a), tall ? matmul(x, factor) : matmul(factor, x));
  }
  graph.output('y', x);
  return graph.serialize();
}
