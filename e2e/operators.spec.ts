/** Every operator that our graphs are made of, alone, so that one that is wrong or left to the CPU is named. */
import { GraphBuilder, type Value } from '../src/policy/graph/builder.ts';
import { gradients } from '../src/policy/graph/gradients.ts';
import { causalAttention } from '../src/policy/graph/ops/attention.ts';
import * as elementwise from '../src/policy/graph/ops/elementwise.ts';
import { gather, pick, scatterAdd } from '../src/policy/graph/ops/indexing.ts';
import { gemm, matmul } from '../src/policy/graph/ops/linear.ts';
import { rmsNorm, rotary, swiglu, tokenLogProbs } from '../src/policy/graph/ops/neural.ts';
import { reduceMax, reduceSum, softmax } from '../src/policy/graph/ops/reduce.ts';
import { concat, expand, pad, reshape, shapeOf, slice, sliceAt, split, transpose, zerosLike } from '../src/policy/graph/ops/shape.ts';
import { f32, i32 } from '../src/policy/runtime.ts';
import { test } from './browser.ts';
import { agree, type Feeds } from './compare.ts';
import { randomFloats, randomIds } from './nets.ts';

const { add, sub, mul, div, max, min, neg, exp, log, sqrt, reciprocal, sigmoid, less, lessOrEqual, equal, where, cast } = elementwise;

interface Given {
  readonly g: GraphBuilder;
  /** f32 [3, 8], and positive */
  readonly x: Value;
  readonly y: Value;
  /** f32 [2, 'T', 16] with T = 5 */
  readonly sequence: Value;
  /** i32 [3], below 8 */
  readonly index: Value;
}

const feeds: Feeds = {
  x: f32(randomFloats(24, 1, 1).map((value) => Math.abs(value) + 0.1), [3, 8]),
  y: f32(randomFloats(24, 2, 1).map((value) => Math.abs(value) + 0.1), [3, 8]),
  sequence: f32(randomFloats(160, 3, 1), [2, 5, 16]),
  index: i32(Int32Array.of(2, 0, 7), [3]),
};

function graphOf(make: (given: Given) => readonly Value[]): Uint8Array {
  const g = new GraphBuilder();
  const given = {
    g,
    x: g.input('x', 'float32', [3, 8]),
    y: g.input('y', 'float32', [3, 8]),
    sequence: g.input('sequence', 'float32', [2, 'T', 16]),
    index: g.input('index', 'int32', [3]),
  };
  const outputs = make(given);
  outputs.forEach((value, i) => g.output(`out${i}`, value));
  return g.serialize();
}

function sumOfSquares(x: Value): Value {
  return reduceSum(mul(x, x));
}

function grads(loss: Value, of: readonly Value[]): readonly Value[] {
  return gradients(loss, of).filter((grad) => grad !== undefined);
}

const graphs: Readonly<Record<string, (given: Given) => readonly Value[]>> = {
  Add: ({ x, y }) => [add(x, y)],
  Sub: ({ x, y }) => [sub(x, y)],
  Mul: ({ x, y }) => [mul(x, y)],
  Div: ({ x, y }) => [div(x, y)],
  Max: ({ x, y }) => [max(x, y)],
  Min: ({ x, y }) => [min(x, y)],
  Neg: ({ x }) => [neg(x)],
  Exp: ({ x }) => [exp(x)],
  Log: ({ x }) => [log(x)],
  Sqrt: ({ x }) => [sqrt(x)],
  Reciprocal: ({ x }) => [reciprocal(x)],
  Sigmoid: ({ x }) => [sigmoid(x)],
  Less: ({ x, y }) => [cast(less(x, y), 'float32')],
  LessOrEqual: ({ x, y }) => [cast(lessOrEqual(x, y), 'float32')],
  Equal: ({ index, g }) => [cast(equal(index, g.constant(Int32Array.of(2, 1, 7), [3])), 'float32')],
  Where: ({ x, y }) => [where(less(x, y), x, y)],
  'integer Add': ({ index }) => [add(index, index)],
  'Cast i32 to f32': ({ index }) => [cast(index, 'float32')],
  Gather: ({ g, index }) => [gather(g.constant(randomFloats(32, 4, 1), [8, 4]), index)],
  'Gather of integers': ({ g, index }) => [gather(g.constant(Int32Array.from({ length: 8 }, (_, i) => 9 - i), [8]), index)],
  'ScatterND, adding': ({ x, g }) => [scatterAdd(x, g.constant(Int32Array.of(1, 1, 0, 1), [4]), g.constant(randomFloats(32, 4, 1), [4, 8]))],
  GatherElements: ({ x, index }) => [pick(x, index)],
  MatMul: ({ x, sequence }) => [matmul(x, transpose(x, [1, 0])), matmul(sequence, transpose(sequence, [0, 2, 1]))],
  Gemm: ({ x, y }) => [gemm(x, y, { transB: true }), gemm(x, y, { transA: true })],
  'RMSNorm (SimplifiedLayerNormalization)': ({ g, sequence }) => [rmsNorm(sequence, g.constant(randomFloats(16, 5, 1), [16]), 1e-6)],
  RotaryEmbedding: ({ g, sequence }) => [
    rotary(sequence, g.indices([0]), g.constant(randomFloats(24, 6, 1), [6, 4]), g.constant(randomFloats(24, 7, 1), [6, 4])),
  ],
  'RotaryEmbedding, a position for each token': ({ g, sequence }) => [
    rotary(
      slice(sequence, 1, 0, 3),
      reshape(cast(g.constant(Int32Array.of(0, 1, 2, 3, 4, 5), [6]), 'int64'), [2, 3]),
      g.constant(randomFloats(24, 6, 1), [6, 4]),
      g.constant(randomFloats(24, 7, 1), [6, 4]),
    ),
  ],
  SwiGLU: ({ x, y }) => [swiglu(x, y)],
  'log-probs and entropy': ({ x, index }) => Object.values(tokenLogProbs(x, index)),
  'causal attention': ({ sequence }) => {
    const q = slice(sequence, 1, 0, 5);
    return [causalAttention(q, slice(q, 2, 0, 8), slice(q, 2, 8, 16), { heads: 4, kvHeads: 2, headDim: 4 }, 2)];
  },
  ReduceSum: ({ x, sequence }) => [reduceSum(x), reduceSum(x, [-1], true), reduceSum(sequence, [0, 1])],
  ReduceMax: ({ x }) => [reduceMax(x, [1], true)],
  Softmax: ({ sequence }) => [softmax(sequence)],
  Reshape: ({ sequence }) => [reshape(sequence, ['2*T', 16]), reshape(sequence, [2, 'T', 4, 4])],
  Transpose: ({ sequence }) => [transpose(reshape(sequence, [2, 'T', 4, 4]), [0, 2, 1, 3])],
  Concat: ({ x, y }) => [concat([x, y], 1)],
  Split: ({ x }) => split(x, [2, 5, 1], 1),
  Slice: ({ x, sequence }) => [slice(x, 1, 2, 5), sliceAt(x, 0, 0, shapeOf(reshape(sequence, [2, 'T', 16]), 0, 1), 2)],
  Pad: ({ x }) => [pad(x, 0, 1, 2)],
  Expand: ({ g, sequence }) => [expand(g.constant(randomFloats(16, 8, 1), [1, 1, 16]), sequence)],
  'gradient of RMSNorm': ({ g, x }) => {
    const weight = g.constant(randomFloats(8, 5, 1), [8]);
    return grads(sumOfSquares(rmsNorm(x, weight, 1e-6)), [x, weight]);
  },
  'gradient of SwiGLU': ({ x, y }) => grads(sumOfSquares(swiglu(x, y)), [x, y]),
  'gradient of log-probs and entropy': ({ x, index }) => {
    const { logp, entropy } = tokenLogProbs(x, index);
    return grads(reduceSum(mul(logp, entropy)), [x]);
  },
  'gradient of RotaryEmbedding': ({ g, sequence }) => {
    const q = slice(sequence, 1, 0, 5);
    const sine = randomFloats(24, 7, 1);
    const tables = [g.constant(randomFloats(24, 6, 1), [6, 4]), g.constant(sine, [6, 4]), g.constant(sine.map((value) => -value), [6, 4])] as const;
    return grads(sumOfSquares(rotary(q, g.indices([0]), ...tables)), [q]);
  },
  'gradient of causal attention': ({ sequence }) => {
    const q = slice(sequence, 1, 0, 5);
    const [k, v] = [slice(q, 2, 0, 8), slice(q, 2, 8, 16)];
    return grads(sumOfSquares(causalAttention(q, k, v, { heads: 4, kvHeads: 2, headDim: 4 }, 2)), [q, k, v]);
  },
  'gradient of Gather': ({ g, index }) => {
    const table = g.constant(randomFloats(32, 4, 1), [8, 4]);
    return grads(sumOfSquares(gather(table, index)), [table]);
  },
  zeros: ({ x }) => [zerosLike(x)],
};

for (const [name, make] of Object.entries(graphs)) {
  test(name, async ({ harness }) => {
    await agree(harness, graphOf(make), feeds, 1e-5);
  });
}

test('Softmax and reductions over a large vocabulary', async ({ harness }) => {
  const vocabulary = 151_936;
  const g = new GraphBuilder();
  const logits = g.input('logits', 'float32', [2, vocabulary]);
  const { logp, entropy } = tokenLogProbs(logits, g.input('targets', 'int32', [2]));
  g.output('p', softmax(logits));
  g.output('logp', logp);
  g.output('entropy', entropy);
  const targets = i32(randomIds(2, 9, vocabulary), [2]);
  await agree(harness, g.serialize(), { logits: f32(randomFloats(2 * vocabulary, 10, 3), [2, vocabulary]), targets }, 1e-4);
});
