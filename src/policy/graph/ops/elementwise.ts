/** Operators that work element by element, with broadcasting. */
import type { Value } from '../builder.ts';
import { broadcast } from '../dims.ts';
import type { DType } from '../proto.ts';
import { expectType } from './check.ts';
import { reduceTo, zerosLike } from './shape.ts';

type Operand = Value | number;

function lift(like: Value, x: Operand): Value {
  return typeof x === 'number' ? like.graph.scalar(x) : x;
}

function binary(op: string, a: Value, b: Value, backward: (dy: Value, y: Value) => readonly [(() => Value)?, (() => Value)?]): Value {
  const type = expectType(op, [a, b], 'float32', 'int32');
  const y: Value = a.graph.one(
    {
      op,
      inputs: [a, b],
      backward: ([dy], wanted) => {
        if (!dy) return [undefined, undefined];
        const [da, db] = backward(dy, y);
        return [wanted[0] && da ? reduceTo(da(), a) : undefined, wanted[1] && db ? reduceTo(db(), b) : undefined];
      },
    },
    type,
    broadcast(op, a.dims, b.dims),
  );
  return y;
}

export function add(a: Value, other: Operand): Value {
  return binary('Add', a, lift(a, other), (dy) => [() => dy, () => dy]);
}

export function sub(a: Value, other: Operand): Value {
  return binary('Sub', a, lift(a, other), (dy) => [() => dy, () => neg(dy)]);
}

export function mul(a: Value, other: Operand): Value {
  const b = lift(a, other);
  return binary('Mul', a, b, (dy) => [() => mul(dy, b), () => mul(dy, a)]);
}

export function div(a: Value, other: Operand): Value {
  const b = lift(a, other);
  return binary('Div', a, b, (dy, y) => [() => div(dy, b), () => neg(div(mul(dy, y), b))]);
}

/** The larger of both; where they are equal the gradient goes to `a`. */
export function max(a: Value, other: Operand): Value {
  const b = lift(a, other);
  return binary('Max', a, b, (dy) => [() => where(less(a, b), zerosLike(dy), dy), () => where(less(a, b), dy, zerosLike(dy))]);
}

/** The smaller of both; where they are equal the gradient goes to `a`. */
export function min(a: Value, other: Operand): Value {
  const b = lift(a, other);
  return binary('Min', a, b, (dy) => [() => where(less(b, a), zerosLike(dy), dy), () => where(less(b, a), dy, zerosLike(dy))]);
}

function unary(op: string, x: Value, derivative: (dy: Value, y: Value) => Value): Value {
  expectType(op, [x], 'float32');
  const y: Value = x.graph.one({ op, inputs: [x], backward: ([dy]) => [dy && derivative(dy, y)] }, x.type, x.dims);
  return y;
}

export function neg(x: Value): Value {
  return unary('Neg', x, (dy) => neg(dy));
}

export function exp(x: Value): Value {
  return unary('Exp', x, (dy, y) => mul(dy, y));
}

export function log(x: Value): Value {
  return unary('Log', x, (dy) => div(dy, x));
}

export function sqrt(x: Value): Value {
  return unary('Sqrt', x, (dy, y) => mul(div(dy, y), 0.5));
}

export function reciprocal(x: Value): Value {
  return unary('Reciprocal', x, (dy, y) => neg(mul(dy, mul(y, y))));
}

export function sigmoid(x: Value): Value {
  return unary('Sigmoid', x, (dy, y) => mul(dy, sub(y, mul(y, y))));
}

function compare(op: string, a: Value, other: Operand): Value {
  const b = lift(a, other);
  expectType(op, [a, b], 'float32', 'int32');
  return a.graph.one({ op, inputs: [a, b], backward: () => [undefined, undefined] }, 'bool', broadcast(op, a.dims, b.dims));
}

export function less(a: Value, b: Operand): Value {
  return compare('Less', a, b);
}

export function lessOrEqual(a: Value, b: Operand): Value {
  return compare('LessOrEqual', a, b);
}

export function equal(a: Value, b: Operand): Value {
  return compare('Equal', a, b);
}

/** `a` where the condition holds, else `b`. */
export function where(condition: Value, a: Value, other: Operand): Value {
  const b = lift(a, other);
  expectType('Where', [condition], 'bool');
  const type = expectType('Where', [a, b], 'float32');
  return a.graph.one(
    {
      op: 'Where',
      inputs: [condition, a, b],
      backward: ([dy], wanted) => [
        undefined,
        dy && wanted[1] ? reduceTo(where(condition, dy, 0), a) : undefined,
        dy && wanted[2] ? reduceTo(where(condition, zerosLike(dy), dy), b) : undefined,
      ],
    },
    type,
    broadcast('Where', condition.dims, broadcast('Where', a.dims, b.dims)),
  );
}

const castTo: Readonly<Record<DType, number>> = { float32: 1, int32: 6, int64: 7, bool: 9 };

/** Another type; no gradient goes through. */
export function cast(x: Value, type: DType): Value {
  if (x.type === type) return x;
  return x.graph.one({ op: 'Cast', inputs: [x], attributes: { to: { i: castTo[type] } }, backward: () => [undefined] }, type, x.dims);
}
