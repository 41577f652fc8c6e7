/** Layers of a transformer, each differentiated as one step by a rule that saves passes over memory. */
import type { Value } from '../builder.ts';
import { expectType, fail } from './check.ts';
import { add, cast, equal, exp, log, mul, reciprocal, sigmoid, sqrt, sub } from './elementwise.ts';
import { pick } from './indexing.ts';
import { matmul } from './linear.ts';
import { reduceMax, reduceSum } from './reduce.ts';
import { reshape } from './shape.ts';

/** y = weight · x / √(mean x² + eps), over the last axis. */
export function rmsNorm(x: Value, weight: Value, eps: number): Value {
  expectType('RMSNorm', [x, weight], 'float32');
  const size = x.dims[x.dims.length - 1];
  if (typeof size !== 'number' || weight.dims.length !== 1 || weight.dims[0] !== size) {
    return fail('RMSNorm', [x, weight], 'the weight must have the size of the last axis, a number.');
  }
  return x.graph.composite(
    'RMSNorm',
    [x, weight],
    () => {
      const attributes = { axis: { i: -1 }, epsilon: { f: eps } };
      return [x.graph.one({ op: 'SimplifiedLayerNormalization', inputs: [x, weight], attributes }, 'float32', x.dims)] as const;
    },
    ([dy], wanted) => {
      if (!dy) return [undefined, undefined];
      // The operator has a second output for this, which on WebGPU holds the mean instead.
      const squares = x.graph.one(
        { op: 'ReduceSumSquare', inputs: [x, x.graph.indices([x.dims.length - 1])], attributes: { keepdims: { i: 1 } } },
        'float32',
        [...x.dims.slice(0, -1), 1],
      );
      const inverse = reciprocal(sqrt(add(mul(squares, 1 / size), eps)));
      // with n = x·inverse: dx = inverse · (dy·w − n · mean(dy·n·w)), dw = Σ dy·n
      const n = mul(x, inverse);
      const e = mul(dy, n);
      const dx = (): Value => {
        const mean = matmul(e, reshape(mul(weight, 1 / size), [size, 1]));
        return mul(inverse, sub(mul(dy, weight), mul(n, mean)));
      };
      const dw = (): Value => reduceSum(e, x.dims.slice(0, -1).map((_, i) => i));
      return [wanted[0] ? dx() : undefined, wanted[1] ? dw() : undefined];
    },
  )[0];
}

/**
 * Rotary positions on x [B, T, heads·D], rotating halves of each head: (x_i, x_{i+D/2}) by the angle of its position.
 * @param positions i64 [B, T], or [1]: the position of the first token of every row
 * @param cos, sin tables [positions, D/2]
 */
export function rotary(x: Value, positions: Value, cos: Value, sin: Value, negative?: Value): Value {
  const rotate = (input: Value, sine: Value): Value =>
    x.graph.one({ op: 'RotaryEmbedding', domain: 'com.microsoft', inputs: [input, positions, cos, sine] }, 'float32', x.dims);
  return x.graph.composite(
    'Rotary',
    [x],
    () => [rotate(x, sin)] as const,
    // the inverse rotation
    ([dy]) => [dy && negative ? rotate(dy, negative) : dy && fail('Rotary', [x], 'its gradient needs the table of negative sines.')],
  )[0];
}

/** silu(gate) · up = gate · σ(gate) · up. */
export function swiglu(gate: Value, up: Value): Value {
  const g = gate.graph;
  const silu = (): Value => mul(gate, sigmoid(gate));
  return g.composite(
    'SwiGLU',
    [gate, up],
    () => [mul(silu(), up)] as const,
    ([dy]) => {
      if (!dy) return [undefined, undefined];
      const s = sigmoid(gate);
      const a = mul(gate, s);
      // silu' = s + a·(1 − s) = a + s − a·s
      return [mul(mul(dy, up), sub(add(a, s), mul(a, s))), mul(dy, a)];
    },
  )[0];
}

/**
 * Log-probability of one token per row and the entropy of the row's distribution (natural logarithms).
 * @param logits [R, V] @param targets i32 [R]
 * @returns logp [R], entropy [R]
 */
export function tokenLogProbs(logits: Value, targets: Value): { readonly logp: Value; readonly entropy: Value } {
  const g = logits.graph;
  const [rows, vocabulary] = logits.dims;
  if (typeof vocabulary !== 'number') return fail('TokenLogProbs', [logits], 'the vocabulary size must be a number.');
  const stats = (): { shifted: Value; logSum: Value; p: Value; entropy: Value } => {
    const shifted = sub(logits, reduceMax(logits, [1], true));
    const logSum = log(reduceSum(exp(shifted), [1], true));
    const p = exp(sub(shifted, logSum));
    return { shifted, logSum, p, entropy: sub(logSum, reduceSum(mul(p, shifted), [1], true)) };
  };
  const [logp, entropy] = g.composite(
    'TokenLogProbs',
    [logits],
    () => {
      const { shifted, logSum, entropy } = stats();
      return [reshape(sub(pick(shifted, targets), logSum), [rows]), reshape(entropy, [rows])] as const;
    },
    ([dlogp, dentropy]) => {
      const { shifted, logSum, p, entropy } = stats();
      const parts: Value[] = [];
      if (dlogp) {
        // ∂logp/∂z = onehot − p
        const d = reshape(dlogp, [rows, 1]);
        const iota = g.constant(Int32Array.from({ length: vocabulary }, (_, i) => i), [1, vocabulary]);
        const onehot = cast(equal(iota, reshape(targets, [rows, 1])), 'float32');
        parts.push(mul(sub(onehot, p), d));
      }
      // ∂entropy/∂z = −p · (log p + entropy)
      if (dentropy) parts.push(mul(mul(p, add(sub(shifted, logSum), entropy)), mul(reshape(dentropy, [rows, 1]), -1)));
      return [parts.reduce((a, b) => add(a, b))];
    },
  );
  return { logp, entropy };
}

