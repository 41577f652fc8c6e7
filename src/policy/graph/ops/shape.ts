/** Operators that move data and compute nothing. */
import type { Value } from '../builder.ts';
import { axisOf, same, show, size, sum, type Dim, type Shape } from '../dims.ts';
import { fail } from './check.ts';
import { add } from './elementwise.ts';
import { reduceSum } from './reduce.ts';

/**
 * The shape of `x` at run time, as an i64 tensor: for shape arguments that no constant can say.
 * @param from, to axes counted from 0; all if left out
 */
export function shapeOf(x: Value, from = 0, to = x.dims.length): Value {
  const attributes = { start: { i: from }, end: { i: to } };
  return x.graph.one({ op: 'Shape', inputs: [x], attributes, backward: () => [undefined] }, 'int64', [to - from]);
}

/**
 * Another shape for the same elements. At most one symbolic size may change its place; where more do, `like` gives the
 * shape at run time.
 */
export function reshape(x: Value, dims: Shape, like?: Value): Value {
  if (same(x.dims, dims)) return x;
  if (size(x.dims) !== size(dims)) fail('Reshape', [x], `${show(dims)} has another number of elements (${size(dims)} against ${size(x.dims)}).`);
  const target = dims.map((dim, i) => (typeof dim === 'number' ? dim : x.dims[i] === dim ? 0 : -1));
  if (target.filter((dim) => dim === -1).length > 1) {
    if (!like) fail('Reshape', [x], `${show(dims)} has several sizes that are not known before the run; pass \`like\`.`);
    return x.graph.one({ op: 'Reshape', inputs: [x, shapeOf(like)], backward: ([dy]) => [dy && reshape(dy, x.dims, x)] }, x.type, dims);
  }
  return x.graph.one(
    { op: 'Reshape', inputs: [x, x.graph.indices(target)], backward: ([dy]) => [dy && reshape(dy, x.dims, x)] },
    x.type,
    dims,
  );
}

/** Axis i of the result is axis perm[i] of x. */
export function transpose(x: Value, perm: readonly number[]): Value {
  if ([...perm].sort((a, b) => a - b).some((axis, i) => axis !== i) || perm.length !== x.dims.length) {
    fail('Transpose', [x], `[${perm.join(', ')}] is no permutation of its ${x.dims.length} axes.`);
  }
  if (perm.every((axis, i) => axis === i)) return x;
  const source = transposed.get(x);
  if (source && undoes(source.perm, perm)) return source.value;
  const inverse = perm.map((_, i) => perm.indexOf(i));
  const result = x.graph.one(
    { op: 'Transpose', inputs: [x], attributes: { perm: { ints: perm } }, backward: ([dy]) => [dy && transpose(dy, inverse)] },
    x.type,
    perm.map((axis) => x.dims[axis]),
  );
  transposed.set(result, { value: x, perm });
  return result;
}

/** What a value is the transpose of, so that transposing back costs nothing. */
const transposed = new WeakMap<Value, { readonly value: Value; readonly perm: readonly number[] }>();

function undoes(first: readonly number[], second: readonly number[]): boolean {
  return second.every((axis, i) => first[axis] === i);
}

/** The last two axes exchanged; ORT fuses it into a MatMul that follows. */
export function transposeLast(x: Value): Value {
  const rank = x.dims.length;
  return transpose(x, x.dims.map((_, i) => (i < rank - 2 ? i : i === rank - 2 ? rank - 1 : rank - 2)));
}

/** Joined along an axis, which may count from the end. Values agree in type and in every other axis. */
export function concat(parts: readonly Value[], axis: number): Value {
  const first = parts[0];
  if (parts.length === 1) return first;
  const at = axisOf('Concat', first.dims, axis);
  let joined: Dim = 0;
  for (const part of parts) {
    const fits = part.dims.length === first.dims.length && part.type === first.type && part.dims.every((dim, i) => i === at || dim === first.dims[i]);
    if (!fits) fail('Concat', [first, part], `they must agree in type and in every axis but ${at}.`);
    joined = sum(joined, part.dims[at]);
  }
  const dims = first.dims.map((dim, i) => (i === at ? joined : dim));
  return first.graph.one(
    {
      op: 'Concat',
      inputs: parts,
      attributes: { axis: { i: at } },
      backward: ([dy]) => {
        if (!dy) return parts.map(() => undefined);
        const sizes = parts.map((part) => part.dims[at]).filter((dim) => typeof dim === 'number');
        if (sizes.length !== parts.length) fail('Concat', parts, 'has a gradient only when the joined sizes are known numbers.');
        return split(dy, sizes, at);
      },
    },
    first.type,
    dims,
  );
}

/** The inverse of `concat`. @param sizes of the pieces along the axis; together its whole size */
export function split(x: Value, sizes: readonly number[], axis: number): readonly Value[] {
  const at = axisOf('Split', x.dims, axis);
  if (sizes.length === 1) return [x];
  if (sizes.reduce((a, b) => a + b, 0) !== x.dims[at]) fail('Split', [x], `the pieces ${show(sizes)} do not add up to axis ${at}.`);
  const outputs = sizes.map((each) => ({ type: x.type, dims: x.dims.map((dim, i) => (i === at ? each : dim)) }));
  const parts: readonly Value[] = x.graph.emit({
    op: 'Split',
    inputs: [x, x.graph.indices(sizes)],
    outputs,
    attributes: { axis: { i: at } },
    backward: (grads) => [concat(grads.map((dy, i) => dy ?? zerosLike(parts[i])), at)],
  });
  return parts;
}

/** Elements [from, to) of an axis. Bounds are numbers. */
export function slice(x: Value, axis: number, from: number, to: number): Value {
  const at = axisOf('Slice', x.dims, axis);
  const whole = x.dims[at];
  if (from === 0 && to === whole) return x;
  if (from < 0 || to <= from || (typeof whole === 'number' && to > whole)) fail('Slice', [x], `[${from}, ${to}) is outside axis ${at}.`);
  const g = x.graph;
  return g.one(
    {
      op: 'Slice',
      inputs: [x, g.indices([from]), g.indices([to]), g.indices([at])],
      backward: ([dy]) => {
        if (!dy) return [undefined];
        if (typeof whole !== 'number') return fail('Slice', [x], `has a gradient only when axis ${at} is a known number.`);
        return [pad(dy, at, from, whole - to)];
      },
    },
    x.type,
    x.dims.map((dim, i) => (i === at ? to - from : dim)),
  );
}

/** Elements [from, to) of an axis with bounds that are known at run time (i64 [1], `undefined` = the end); no gradient. */
export function sliceAt(x: Value, axis: number, from: Value | number, to: Value | undefined, dim: Dim): Value {
  const at = axisOf('Slice', x.dims, axis);
  const g = x.graph;
  const start = typeof from === 'number' ? g.indices([from]) : from;
  const end = to ?? g.indices([2 ** 31 - 1]);
  return g.one({ op: 'Slice', inputs: [x, start, end, g.indices([at])] }, x.type, x.dims.map((each, i) => (i === at ? dim : each)));
}

/** Zeros before and after, along one axis. */
export function pad(x: Value, axis: number, before: number, after: number): Value {
  const at = axisOf('Pad', x.dims, axis);
  if (before === 0 && after === 0) return x;
  const g = x.graph;
  return g.one(
    {
      op: 'Pad',
      inputs: [x, g.indices([before, after]), undefined, g.indices([at])],
      backward: ([dy]) => {
        const inner = x.dims[at];
        if (typeof inner !== 'number') return fail('Pad', [x], `has a gradient only when axis ${at} is a known number.`);
        return [dy && slice(dy, at, before, before + inner), undefined, undefined];
      },
    },
    x.type,
    x.dims.map((dim, i) => (i === at ? sum(before, sum(dim, after)) : dim)),
  );
}

/** Repeat along axes of size 1. `like` gives symbolic sizes at run time. */
export function expand(x: Value, like: Value): Value {
  if (same(x.dims, like.dims)) return x;
  const known = like.dims.filter((dim) => typeof dim === 'number');
  const shape = known.length === like.dims.length ? x.graph.indices(known) : shapeOf(like);
  return x.graph.one({ op: 'Expand', inputs: [x, shape], backward: ([dy]) => [dy && reduceTo(dy, x)] }, x.type, like.dims);
}

/** Sum the axes along which `like` was broadcast: the gradient of broadcasting. */
export function reduceTo(dy: Value, like: Value): Value {
  if (same(dy.dims, like.dims)) return dy;
  const lead = dy.dims.length - like.dims.length;
  const axes = dy.dims.flatMap((dim, i) => (i < lead || (like.dims[i - lead] === 1 && dim !== 1) ? [i] : []));
  const reduced = axes.length === 0 ? dy : reduceSum(dy, axes, true);
  return reshape(reduced, like.dims, like);
}

/** Zeros of the shape of x (x must be finite). */
export function zerosLike(x: Value): Value {
  return x.graph.one({ op: 'Sub', inputs: [x, x], backward: () => [undefined, undefined] }, x.type, x.dims);
}

/** Sum of several values of one shape. */
export function addAll(values: readonly Value[]): Value {
  return values.reduce((left, right) => add(left, right));
}
