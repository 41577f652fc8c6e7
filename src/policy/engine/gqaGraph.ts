/**
 * The graph for generation on a GPU: com.microsoft's GroupQueryAttention rotates, appends to the cache and attends in one kernel.
 * The cache stays where it is: past and present are one buffer per layer, which the caller owns.
 *
 * Inputs: `ids` i32 [B, T]; `last` i32 [B], the position of each row's last new token; `total` i32 [1], the largest `last` + 1;
 *   `rows` i32 [R] (flat indices b·T + t); `targets` i32 [R]; `past_k.L`, `past_v.L` f32 [B, kvHeads, capacity, headDim]; parameters.
 * Outputs: `logits` f32 [R, vocabulary]; `logp` f32 [R] of `targets`; `present_k.L`, `present_v.L` as the past.
 * The kernel takes several new tokens per row only when B = 1 or the cache is empty.
 */
import { GraphBuilder, type Value } from '../graph/builder.ts';
import { causalAttention } from '../graph/ops/attention.ts';
import { rotary, tokenLogProbs } from '../graph/ops/neural.ts';
import type { ModelConfig, Projection, Weights } from '../model/config.ts';
import { checkConfig } from '../model/names.ts';
import { Parameters, rotaryTables } from '../model/network.ts';

interface GqaOptions {
  readonly weights: Weights | 'inputs';
  /** Projections with LoRA inputs. */
  readonly adapter?: readonly Projection[];
}

interface Cache {
  readonly last: Value;
  readonly total: Value;
  readonly cos: Value;
  readonly sin: Value;
}

/** @returns the graph as a serialised ONNX model @throws GraphError for sizes that do not go together */
export function buildGqaGraph(config: ModelConfig, options: GqaOptions): Uint8Array {
  checkConfig(config);
  const g = new GraphBuilder();
  const parameters = new Parameters(g, config, options.weights, options.adapter);
  const ids = g.input('ids', 'int32', ['B', 'T']);
  const cache = { last: g.input('last', 'int32', ['B']), total: g.input('total', 'int32', [1]), ...rotaryTables(g, config, config.context + 1) };
  const rows = g.input('rows', 'int32', ['R']);
  const targets = g.input('targets', 'int32', ['R']);
  const shape = ['B', config.kvHeads, 'capacity', config.headDim];
  let x = parameters.embed(ids);
  for (let layer = 0; layer < config.layers; layer++) {
    const past = [g.input(`past_k.${layer}`, 'float32', shape), g.input(`past_v.${layer}`, 'float32', shape)] as const;
    x = parameters.layer(x, layer, (q, k, v) => {
      const { mixed, presentK, presentV } = groupQueryAttention(config, [q, k, v], past, cache);
      g.output(`present_k.${layer}`, presentK);
      g.output(`present_v.${layer}`, presentV);
      return mixed;
    });
  }
  const logits = parameters.head(x, rows);
  g.output('logits', logits);
  g.output('logp', tokenLogProbs(logits, targets).logp);
  return g.serialize();
}

/**
 * Attention by the kernel beside attention opened into plain operators, on the same input, to find out whether this GPU's kernel is right.
 * Inputs: `q` f32 [1, tokens, heads·D]; `k`, `v` f32 [1, tokens, kvHeads·D]; `last`, `total`, `past_k`, `past_v` as above (empty cache).
 * Outputs: `kernel`, `opened` f32 [1, tokens, heads·D]; `present_k`, `present_v`.
 */
export function buildAttentionCheck(config: ModelConfig, tokens: number): Uint8Array {
  const g = new GraphBuilder();
  const { heads, kvHeads, headDim } = config;
  const q = g.input('q', 'float32', [1, tokens, heads * headDim]);
  const k = g.input('k', 'float32', [1, tokens, kvHeads * headDim]);
  const v = g.input('v', 'float32', [1, tokens, kvHeads * headDim]);
  const { cos, sin } = rotaryTables(g, config, tokens);
  const shape = [1, kvHeads, tokens, headDim];
  const past = [g.input('past_k', 'float32', shape), g.input('past_v', 'float32', shape)] as const;
  const cache = { last: g.input('last', 'int32', [1]), total: g.input('total', 'int32', [1]), cos, sin };
  const { mixed, presentK, presentV } = groupQueryAttention(config, [q, k, v], past, cache);
  const start = g.indices([0]);
  g.output('kernel', mixed);
  g.output('opened', causalAttention(rotary(q, start, cos, sin), rotary(k, start, cos, sin), v, config, tokens));
  g.output('present_k', presentK);
  g.output('present_v', presentV);
  return g.serialize();
}

function groupQueryAttention(
  config: ModelConfig,
  [q, k, v]: readonly [Value, Value, Value],
  [pastK, pastV]: readonly [Value, Value],
  { last, total, cos, sin }: Cache,
): { readonly mixed: Value; readonly presentK: Value; readonly presentV: Value } {
  const [mixed, presentK, presentV] = q.graph.emit({
    op: 'GroupQueryAttention',
    domain: 'com.microsoft',
    inputs: [q, k, v, pastK, pastV, last, total, cos, sin],
    outputs: [
      { type: 'float32', dims: q.dims },
      { type: 'float32', dims: pastK.dims },
      { type: 'float32', dims: pastV.dims },
    ],
    attributes: { num_heads: { i: config.heads }, kv_num_heads: { i: config.kvHeads }, do_rotary: { i: 1 }, scale: { f: config.headDim ** -0.5 } },
  });
  return { mixed, presentK, presentV };
}
