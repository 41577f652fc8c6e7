/** Reductions, softmax. */
import type { Value } from '../builder.ts';
import { axisOf, type Shape } from '../dims.ts';
import { expectType } from './check.ts';
import { mul, sub } from './elementwise.ts';
import { expand, reshape } from './shape.ts';

function reduced(dims: Shape, axes: readonly number[], keep: boolean): Shape {
  return dims.flatMap((dim, i) => (!axes.includes(i) ? [dim] : keep ? [1] : []));
}

function reduce(op: string, x: Value, axes: readonly number[], keep: boolean, backward?: (dy: Value) => Value): Value {
  expectType(op, [x], 'float32', 'int32');
  const at = axes.map((axis) => axisOf(op, x.dims, axis)).sort((a, b) => a - b);
  return x.graph.one(
    {
      op,
      inputs: [x, x.graph.indices(at)],
      attributes: { keepdims: { i: keep ? 1 : 0 } },
      ...(backward && { backward: ([dy]) => [dy && backward(reshape(dy, reduced(x.dims, at, true)))] }),
    },
    x.type,
    reduced(x.dims, at, keep),
  );
}

/** Sum over axes, all if left out. */
export function reduceSum(x: Value, axes: readonly number[] = x.dims.map((_, i) => i), keep = false): Value {
  return reduce('ReduceSum', x, axes, keep, (dy) => expand(dy, x));
}

/** Maximum over axes. No gradient: it serves to keep exponents small. */
export function reduceMax(x: Value, axes: readonly number[], keep = false): Value {
  return reduce('ReduceMax', x, axes, keep);
}

/** Over the last axis. dx = y · (dy − Σ dy·y). */
export function softmax(x: Value): Value {
  expectType('Softmax', [x], 'float32');
  const y: Value = x.graph.one(
    {
      op: 'Softmax',
      inputs: [x],
      attributes: { axis: { i: -1 } },
      backward: ([dy]) => [dy && mul(y, sub(dy, reduceSum(mul(dy, y), [-1], true)))],
    },
    x.type,
    x.dims,
  );
  return y;
}
