import { afterAll, describe, expect, it } from 'vitest';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import { f32 } from '../runtime.ts';
import { GraphBuilder } from './builder.ts';
import { size, sum } from './dims.ts';
import { add, mul, where } from './ops/elementwise.ts';
import { gather } from './ops/indexing.ts';
import { matmul } from './ops/linear.ts';
import { concat, reshape, slice, split, transpose } from './ops/shape.ts';

const runtime = nodeRuntime();
afterAll(() => runtime.dispose());

describe('shapes', () => {
  it('multiplies numbers and symbols into one spelling', () => {
    expect(size(['T', 2, 'B'])).toBe('2*B*T');
    expect(size(['2*T', 3])).toBe('6*T');
    expect(size(['B', 0])).toBe(0);
    expect(sum('P', 'T')).toBe('P+T');
    expect(sum(0, 'T')).toBe('T');
  });

  it('infers them through broadcasting, products and moves', () => {
    const g = new GraphBuilder();
    const x = g.input('x', 'float32', ['B', 'T', 6]);
    expect(add(x, g.input('row', 'float32', [6])).dims).toEqual(['B', 'T', 6]);
    expect(matmul(x, g.input('w', 'float32', [6, 8])).dims).toEqual(['B', 'T', 8]);
    expect(reshape(x, ['B', 'T', 2, 3]).dims).toEqual(['B', 'T', 2, 3]);
    expect(transpose(x, [2, 0, 1]).dims).toEqual([6, 'B', 'T']);
    expect(concat([x, g.input('y', 'float32', ['B', 'P', 6])], 1).dims).toEqual(['B', 'T+P', 6]);
    expect(split(x, [2, 4], -1).map((part) => part.dims)).toEqual([['B', 'T', 2], ['B', 'T', 4]]);
    expect(gather(g.input('table', 'float32', [9, 4]), g.input('ids', 'int32', ['B', 'T'])).dims).toEqual(['B', 'T', 4]);
  });

  it('are refused with operator, tensors and advice where they do not fit', () => {
    const g = new GraphBuilder();
    const a = g.input('a', 'float32', ['B', 3]);
    const b = g.input('b', 'float32', [4, 2]);
    expect(() => matmul(a, b)).toThrow(/MatMul\(a: float32 \[B, 3\]; b: float32 \[4, 2\]\).*\(3\) must equal.*\(4\)/);
    expect(() => add(a, b)).toThrow(/Add: \[B, 3\] and \[4, 2\] do not broadcast/);
    expect(() => reshape(a, ['B', 4])).toThrow(/another number of elements \(4\*B against 3\*B\)/);
    expect(() => reshape(g.input('c', 'float32', ['B', 'T']), ['T', 'B'])).toThrow(/pass `like`/);
    expect(() => slice(b, 0, 2, 5)).toThrow(/\[2, 5\) is outside axis 0/);
    expect(() => transpose(a, [0, 0])).toThrow(/no permutation/);
  });

  it('and types too', () => {
    const g = new GraphBuilder();
    const a = g.input('a', 'float32', [2]);
    expect(() => add(a, g.input('i', 'int32', [2]))).toThrow(/differ in type; cast/);
    expect(() => where(a, a, a)).toThrow(/should be bool/);
    expect(() => gather(a, a)).toThrow(/should be int32/);
    expect(() => g.input('a', 'float32', [1])).toThrow(/Two tensors are called "a"/);
    expect(() => add(a, new GraphBuilder().input('z', 'float32', [2]))).toThrow(/another graph/);
    expect(() => new GraphBuilder().serialize()).toThrow(/no output/);
    expect(() => g.initializer('w', [3], new Float32Array(2))).toThrow(/2 values.*needs 3/);
  });
});

describe('a serialised graph', () => {
  it('runs, with unused inputs and nodes left out', async () => {
    const g = new GraphBuilder();
    const x = g.input('x', 'float32', ['N']);
    const unused = g.input('unused', 'float32', ['N']);
    mul(unused, 2);
    g.output('y', add(mul(x, 2), 1));
    const session = await runtime.createSession(g.serialize());
    expect(session.inputs).toEqual(['x']);
    expect(session.outputs).toEqual(['y']);
    const { y } = await session.run({ x: f32(Float32Array.of(1, -2), [2]) });
    expect(y).toEqual(f32(Float32Array.of(3, -3), [2]));
  });

  it('can return one value under two names, and an input as it is', async () => {
    const g = new GraphBuilder();
    const x = g.input('x', 'float32', [1]);
    const y = mul(x, 3);
    g.output('first', y);
    g.output('second', y);
    g.output('third', add(y, 1));
    g.output('same', x);
    const session = await runtime.createSession(g.serialize());
    const result = await session.run({ x: f32(Float32Array.of(2), [1]) });
    expect(['first', 'second', 'third', 'same'].map((name) => result[name].data[0])).toEqual([6, 6, 7, 2]);
  });

  it('emits the same operator on the same values once, and undoes a transpose for nothing', () => {
    const g = new GraphBuilder();
    const x = g.input('x', 'float32', [2, 3]);
    expect(mul(x, 2)).toBe(mul(x, 2));
    expect(transpose(transpose(x, [1, 0]), [1, 0])).toBe(x);
  });
});
