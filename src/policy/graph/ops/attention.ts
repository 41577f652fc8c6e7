/**
 * Causal attention for training, opened into plain operators, in blocks of queries: block i looks only at keys before its
 * end, which skips the upper half of the score matrix.
 */
import type { Value } from '../builder.ts';
import { fail } from './check.ts';
import { add, mul, sub } from './elementwise.ts';
import { matmul } from './linear.ts';
import { reduceSum, softmax } from './reduce.ts';
import { addAll, concat, pad, reshape, slice, transpose, transposeLast } from './shape.ts';

interface Heads {
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
}

/**
 * softmax(q kᵀ/√D + causal mask) v. Query head j uses key/value head ⌊j / (heads/kvHeads)⌋.
 * @param q [B, T, heads·D] @param k, v [B, T, kvHeads·D]; T must be a number
 * @param block queries per block
 * @returns [B, T, heads·D]
 */
export function causalAttention(q: Value, k: Value, v: Value, { heads, kvHeads, headDim }: Heads, block: number): Value {
  const g = q.graph;
  const [batch, length] = q.dims;
  if (typeof length !== 'number') return fail('CausalAttention', [q], 'the number of tokens must be known when the graph is built.');
  const group = heads / kvHeads;
  if (!Number.isInteger(group)) fail('CausalAttention', [q, k], `${heads} query heads cannot share ${kvHeads} key heads evenly.`);

  /** [B, n, heads·D] ↔ [B, kvHeads, group·n, D] */
  const fold = (x: Value, n: number, per: number): Value =>
    reshape(transpose(reshape(x, [batch, n, kvHeads * per, headDim]), [0, 2, 1, 3]), [batch, kvHeads, per * n, headDim]);
  const unfold = (x: Value, n: number, per: number): Value =>
    reshape(transpose(reshape(x, [batch, kvHeads * per, n, headDim]), [0, 2, 1, 3]), [batch, n, kvHeads * per * headDim]);

  const blocks = Array.from({ length: Math.ceil(length / block) }, (_, i) => ({ from: i * block, to: Math.min(length, (i + 1) * block) }));

  interface Part {
    readonly n: number;
    readonly to: number;
    readonly q: Value;
    readonly k: Value;
    readonly v: Value;
    readonly p: Value;
    readonly out: Value;
  }
  const forward = (): readonly Part[] => {
    // the scale goes to the keys: there are fewer of them than of queries
    const keys = fold(mul(k, headDim ** -0.5), length, 1);
    const values = fold(v, length, 1);
    return blocks.map(({ from, to }) => {
      const n = to - from;
      const part = { n, to, q: fold(slice(q, 1, from, to), n, group), k: slice(keys, 2, 0, to), v: slice(values, 2, 0, to) };
      const scores = matmul(part.q, transposeLast(part.k));
      const masked = add(reshape(scores, [batch, heads, n, to]), causalBias(g, n, to));
      const p = reshape(softmax(masked), [batch, kvHeads, group * n, to]);
      return { ...part, p, out: matmul(p, part.v) };
    });
  };

  let parts: readonly Part[] = [];
  return g.composite(
    'CausalAttention',
    [q, k, v],
    () => {
      parts = forward();
      return [concat(parts.map((part) => unfold(part.out, part.n, group)), 1)] as const;
    },
    ([dy]) => {
      if (!dy) return [undefined, undefined, undefined];
      const grads = parts.map((part, i) => {
        const out = fold(slice(dy, 1, blocks[i].from, part.to), part.n, group);
        // dS = P ∘ (dP − rowsum(P ∘ dP)), and the row sum equals rowsum(dO ∘ O), which is D wide instead of T
        const dp = matmul(out, transposeLast(part.v));
        const ds = mul(part.p, sub(dp, reduceSum(mul(out, part.out), [-1], true)));
        return {
          q: unfold(matmul(ds, part.k), part.n, group),
          k: pad(matmul(transposeLast(ds), part.q), 2, 0, length - part.to),
          v: pad(matmul(transposeLast(part.p), out), 2, 0, length - part.to),
        };
      });
      const dk = mul(unfold(addAll(grads.map((grad) => grad.k)), length, 1), headDim ** -0.5);
      return [concat(grads.map((grad) => grad.q), 1), dk, unfold(addAll(grads.map((grad) => grad.v)), length, 1)];
    },
  )[0];
}

/** 0 where query i of the last n of `to` positions may see key j, else a number that softmax turns into 0. */
function causalBias(g: Value['graph'], n: number, to: number): Value {
  return g.table(`causal_${n}_${to}`, [n, to], () => {
    const bias = new Float32Array(n * to);
    for (let i = 0; i < n; i++) bias.fill(-1e9, (i + 1) * (to + 1) - n, (i + 1) * to);
    return bias;
  });
}
