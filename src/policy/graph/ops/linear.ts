/** Matrix products. */
import type { Value } from '../builder.ts';
import { broadcast, same, size } from '../dims.ts';
import { expectType, fail } from './check.ts';
import { reduceTo, reshape, transposeLast } from './shape.ts';

/** [..., M, K] × [..., K, N] with broadcasting of the leading axes. */
export function matmul(a: Value, b: Value): Value {
  expectType('MatMul', [a, b], 'float32');
  const [ra, rb] = [a.dims.length, b.dims.length];
  if (ra < 2 || rb < 2) fail('MatMul', [a, b], 'both need at least two axes.');
  if (a.dims[ra - 1] !== b.dims[rb - 2]) {
    fail('MatMul', [a, b], `the last axis of the first (${a.dims[ra - 1]}) must equal the last but one of the second (${b.dims[rb - 2]}).`);
  }
  const dims = [...broadcast('MatMul', a.dims.slice(0, -2), b.dims.slice(0, -2)), a.dims[ra - 2], b.dims[rb - 1]];
  return a.graph.one(
    {
      op: 'MatMul',
      inputs: [a, b],
      backward: ([dy], wanted) => {
        if (!dy) return [undefined, undefined];
        return [wanted[0] ? reduceTo(matmul(dy, transposeLast(b)), a) : undefined, wanted[1] ? ofSecond(a, b, dy) : undefined];
      },
    },
    'float32',
    dims,
  );
}

function ofSecond(a: Value, b: Value, dy: Value): Value {
  if (b.dims.length > 2) return reduceTo(matmul(transposeLast(a), dy), b);
  // one weight matrix for all rows: a single product over all of them
  return gemm(flat(a), flat(dy), { transA: true });
}

function flat(x: Value): Value {
  return reshape(x, [size(x.dims.slice(0, -1)), x.dims[x.dims.length - 1]]);
}

/** op(a) × op(b) of matrices, where op may transpose. */
export function gemm(a: Value, b: Value, { transA = false, transB = false } = {}): Value {
  expectType('Gemm', [a, b], 'float32');
  if (a.dims.length !== 2 || b.dims.length !== 2) fail('Gemm', [a, b], 'both must be matrices; reshape, or use matmul.');
  const [m, ka] = transA ? [a.dims[1], a.dims[0]] : a.dims;
  const [kb, n] = transB ? [b.dims[1], b.dims[0]] : b.dims;
  if (!same([ka], [kb])) fail('Gemm', [a, b], `the summed sizes differ (${ka} and ${kb}).`);
  return a.graph.one(
    {
      op: 'Gemm',
      inputs: [a, b],
      attributes: { transA: { i: transA ? 1 : 0 }, transB: { i: transB ? 1 : 0 } },
      backward: ([dy], wanted) => {
        if (!dy) return [undefined, undefined];
        const da = (): Value => (transA ? gemm(b, dy, { transA: transB, transB: true }) : gemm(dy, b, { transB: !transB }));
        const db = (): Value => (transB ? gemm(dy, a, { transA: true, transB: transA }) : gemm(a, dy, { transA: !transA }));
        return [wanted[0] ? da() : undefined, wanted[1] ? db() : undefined];
      },
    },
    'float32',
    [m, n],
  );
}
