/** Every operator's gradient against central differences of its float32 forward pass, along random directions. */
import { afterAll, describe, expect, it } from 'vitest';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import { f32, floats, i32, type Tensor } from '../runtime.ts';
import { GraphBuilder, type Value } from './builder.ts';
import { GraphError } from './dims.ts';
import { gradients } from './gradients.ts';
import { causalAttention } from './ops/attention.ts';
import { add, cast, div, exp, less, log, max, min, mul, neg, reciprocal, sigmoid, sqrt, sub, where } from './ops/elementwise.ts';
import { gather, scatterAdd } from './ops/indexing.ts';
import { gemm, matmul } from './ops/linear.ts';
import { rmsNorm, rotary, swiglu, tokenLogProbs } from './ops/neural.ts';
import { reduceMax, reduceSum, softmax } from './ops/reduce.ts';
import { concat, expand, pad, reshape, slice, split, transpose } from './ops/shape.ts';

const runtime = nodeRuntime();
afterAll(() => runtime.dispose());

/** Uniform in [-1, 1), the same in every run. */
function noise(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

interface Case {
  /** shapes of the float inputs */
  readonly inputs: readonly (readonly number[])[];
  /** declared shapes, where they are symbolic */
  readonly declared?: readonly (readonly (number | string)[])[];
  readonly build: (values: readonly Value[], g: GraphBuilder) => Value;
  /** all inputs in [0.5, 1.5) */
  readonly positive?: boolean;
  readonly fixed?: Readonly<Record<string, Tensor>>;
}

const index = (values: readonly number[]): Tensor => i32(Int32Array.from(values), [values.length]);
const table = (g: GraphBuilder, name: string, f: (angle: number) => number): Value =>
  g.initializer(name, [4, 2], Float32Array.from({ length: 8 }, (_, i) => f(0.7 * i)));

const cases: Readonly<Record<string, Case>> = {
  add: { inputs: [[2, 3], [3]], build: ([a, b]) => add(a, b) },
  'sub, both broadcast': { inputs: [[2, 1], [1, 3]], build: ([a, b]) => sub(a, b) },
  mul: { inputs: [[2, 3], [2, 1]], build: ([a, b]) => mul(a, b) },
  'mul by a scalar input': { inputs: [[2, 3], []], build: ([a, b]) => mul(a, b) },
  'mul of a value with itself': { inputs: [[2, 3]], build: ([a]) => mul(a, a) },
  div: { inputs: [[2, 3], [3]], positive: true, build: ([a, b]) => div(a, b) },
  'max against a broadcast row': { inputs: [[3, 4], [4]], build: ([a, b]) => max(a, b) },
  min: { inputs: [[3, 4], [3, 1]], build: ([a, b]) => min(a, b) },
  neg: { inputs: [[4]], build: ([a]) => neg(a) },
  exp: { inputs: [[4]], build: ([a]) => exp(a) },
  log: { inputs: [[4]], positive: true, build: ([a]) => log(a) },
  sqrt: { inputs: [[4]], positive: true, build: ([a]) => sqrt(a) },
  reciprocal: { inputs: [[4]], positive: true, build: ([a]) => reciprocal(a) },
  sigmoid: { inputs: [[4]], build: ([a]) => sigmoid(a) },
  'where, with a broadcast branch': { inputs: [[3, 4], [4], [3, 4]], build: ([a, b, c]) => where(less(c, 0), a, b) },
  'reduceSum over the middle': { inputs: [[2, 3, 4]], build: ([a]) => reduceSum(mul(a, a), [1]) },
  softmax: { inputs: [[3, 5]], build: ([a]) => softmax(mul(a, 2)) },
  'matmul of a batch': { inputs: [[2, 3, 4], [2, 4, 5]], build: ([a, b]) => matmul(a, b) },
  'matmul with one weight': { inputs: [[2, 3, 4], [4, 5]], build: ([a, b]) => matmul(a, b) },
  'matmul with a broadcast batch': { inputs: [[2, 1, 3, 4], [1, 3, 4, 2]], build: ([a, b]) => matmul(a, b) },
  gemm: { inputs: [[3, 4], [4, 2]], build: ([a, b]) => gemm(a, b) },
  'gemm, first transposed': { inputs: [[4, 3], [4, 2]], build: ([a, b]) => gemm(a, b, { transA: true }) },
  'gemm, second transposed': { inputs: [[3, 4], [2, 4]], build: ([a, b]) => gemm(a, b, { transB: true }) },
  'gemm, both transposed': { inputs: [[4, 3], [2, 4]], build: ([a, b]) => gemm(a, b, { transA: true, transB: true }) },
  reshape: { inputs: [[2, 3, 4]], build: ([a]) => mul(reshape(a, [6, 4]), reshape(a, [6, 4])) },
  'reshape of sizes known at run time': {
    inputs: [[2, 3, 4]],
    declared: [['B', 'T', 4]],
    build: ([a]) => reshape(mul(reshape(a, ['B*T', 4]), 3), ['B', 'T', 4], a),
  },
  transpose: { inputs: [[2, 3, 4]], build: ([a]) => transpose(a, [2, 0, 1]) },
  concat: { inputs: [[2, 3], [2, 1]], build: ([a, b]) => concat([a, b, a], 1) },
  'split with an unused part': { inputs: [[2, 6]], build: ([a]) => split(mul(a, a), [1, 2, 3], 1)[1] },
  slice: { inputs: [[2, 6]], build: ([a]) => slice(mul(a, a), 1, 2, 5) },
  pad: { inputs: [[2, 3]], build: ([a]) => pad(mul(a, a), 1, 1, 2) },
  'expand to a size known at run time': { inputs: [[1, 3], [4, 3]], declared: [[1, 3], ['N', 3]], build: ([a, b]) => expand(a, b) },
  'gather, a row taken twice': {
    inputs: [[4, 3]],
    fixed: { index: index([2, 0, 2]) },
    build: ([a], g) => gather(mul(a, a), g.input('index', 'int32', [3])),
  },
  scatterAdd: {
    inputs: [[4, 3], [3, 3]],
    fixed: { index: index([2, 0, 2]) },
    build: ([a, b], g) => scatterAdd(a, g.input('index', 'int32', [3]), mul(b, b)),
  },
  rmsNorm: { inputs: [[2, 3, 8], [8]], build: ([x, w]) => rmsNorm(x, w, 1e-6) },
  'rmsNorm with a large epsilon': { inputs: [[3, 4], [4]], build: ([x, w]) => rmsNorm(x, w, 0.3) },
  'rotary of two heads': {
    inputs: [[2, 3, 8]],
    build: ([x], g) => rotary(x, g.indices([0]), table(g, 'cos', Math.cos), table(g, 'sin', Math.sin), table(g, 'negative', (a) => -Math.sin(a))),
  },
  swiglu: { inputs: [[3, 4], [3, 4]], build: ([a, b]) => swiglu(mul(a, 3), b) },
  'log-probs of tokens': {
    inputs: [[3, 5]],
    fixed: { targets: index([4, 0, 2]) },
    build: ([x], g) => tokenLogProbs(mul(x, 3), g.input('targets', 'int32', [3])).logp,
  },
  'entropy of a distribution': {
    inputs: [[3, 5]],
    fixed: { targets: index([4, 0, 2]) },
    build: ([x], g) => tokenLogProbs(mul(x, 3), g.input('targets', 'int32', [3])).entropy,
  },
  'log-probs and entropy together': {
    inputs: [[3, 5]],
    fixed: { targets: index([4, 0, 2]) },
    build: ([x], g) => {
      const { logp, entropy } = tokenLogProbs(x, g.input('targets', 'int32', [3]));
      return add(logp, mul(entropy, 0.5));
    },
  },
  'attention, one block': {
    inputs: [[2, 5, 8], [2, 5, 4], [2, 5, 4]],
    build: ([q, k, v]) => causalAttention(q, k, v, { heads: 2, kvHeads: 1, headDim: 4 }, 8),
  },
  'attention, blocks of two, grouped heads': {
    inputs: [[2, 5, 16], [2, 5, 8], [2, 5, 8]],
    build: ([q, k, v]) => causalAttention(mul(q, 2), k, v, { heads: 4, kvHeads: 2, headDim: 4 }, 2),
  },
};

async function check({ inputs, declared, build, positive = false, fixed = {} }: Case): Promise<void> {
  const random = noise(7);
  const g = new GraphBuilder();
  const values = inputs.map((dims, i) => g.input(`x${i}`, 'float32', declared?.[i] ?? dims));
  const y = build(values, g);
  g.output('y', y);
  const forward = await runtime.createSession(g.serialize());
  const count = (dims: readonly number[]): number => dims.reduce((a, b) => a * b, 1);
  const data = inputs.map((dims) => Float32Array.from({ length: count(dims) }, () => (positive ? 1 + random() / 2 : random())));
  const feedsAt = (at: readonly Float32Array[], known: readonly string[]): Record<string, Tensor> =>
    Object.fromEntries([...inputs.map((dims, i) => [`x${i}`, f32(at[i], dims)] as const), ...Object.entries(fixed)].filter(([name]) => known.includes(name)));
  const yOf = async (at: readonly Float32Array[]) => (await forward.run(feedsAt(at, forward.inputs))).y;

  const result = await yOf(data);
  const c = Float32Array.from({ length: floats(result).length }, random);
  const loss = reduceSum(mul(y, g.input('c', 'float32', y.dims)));
  const grads = gradients(loss, values);
  grads.forEach((grad, i) => {
    if (grad) g.output(`g${i}`, grad);
  });
  const backward = await runtime.createSession(g.serialize());
  const computed = await backward.run({ ...feedsAt(data, backward.inputs), ...(backward.inputs.includes('c') && { c: f32(c, result.dims) }) });

  const h = 0.01;
  const lossAt = async (sign: number, directions: readonly Float32Array[]): Promise<number> => {
    const moved = data.map((each, i) => each.map((value, j) => value + sign * h * directions[i][j]));
    return floats(await yOf(moved)).reduce((sum, value, i) => sum + c[i] * value, 0);
  };
  for (let i = 0; i < inputs.length; i++) {
    for (let trial = 0; trial < 3; trial++) {
      const directions = data.map((each, j) => each.map(() => (i === j ? random() : 0)));
      const numeric = (await lossAt(1, directions)) - (await lossAt(-1, directions));
      const grad = grads[i] ? floats(computed[`g${i}`]) : new Float32Array(data[i].length);
      const exact = grad.reduce((sum, value, j) => sum + value * directions[i][j], 0);
      // truncation of the difference is about h², rounding about 1e-7 / h
      expect(Math.abs(numeric / (2 * h) - exact), `input ${i}`).toBeLessThan(2e-3 * Math.max(1, Math.abs(exact)));
    }
  }
  await forward.release();
  await backward.release();
}

describe('gradients equal central differences', () => {
  for (const [name, each] of Object.entries(cases)) it(name, () => check(each));
});

describe('gradients', () => {
  it('leaves out what the loss does not depend on', () => {
    const g = new GraphBuilder();
    const [a, b] = [g.input('a', 'float32', [2]), g.input('b', 'float32', [2])];
    expect(gradients(reduceSum(mul(a, a)), [a, b])[1]).toBeUndefined();
  });

  it('passes nothing through indices and comparisons', () => {
    const g = new GraphBuilder();
    const a = g.input('a', 'float32', [2]);
    expect(gradients(reduceSum(cast(less(a, 0), 'float32')), [a])[0]).toBeUndefined();
  });

  it('refuses a loss that is no scalar, and names it', () => {
    const g = new GraphBuilder();
    const a = g.input('a', 'float32', [2]);
    expect(() => gradients(a, [a])).toThrow(/float32 scalar, not a: float32 \[2\]/);
  });

  it('says which operator has no gradient instead of giving zeros', () => {
    const g = new GraphBuilder();
    const a = g.input('a', 'float32', [2]);
    expect(() => gradients(reduceSum(reduceMax(a, [0])), [a])).toThrow(GraphError);
    expect(() => gradients(reduceSum(reduceMax(a, [0])), [a])).toThrow(/ReduceMax has no gradient/);
  });
});
