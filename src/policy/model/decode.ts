/** The graph for generation on the CPU path: a few new tokens on top of a cache, which the caller keeps. */
import { GraphBuilder, type Value } from '../graph/builder.ts';
import type { Dim } from '../graph/dims.ts';
import { add, cast, less, lessOrEqual, mul, where } from '../graph/ops/elementwise.ts';
import { matmul } from '../graph/ops/linear.ts';
import { rotary } from '../graph/ops/neural.ts';
import { softmax } from '../graph/ops/reduce.ts';
import { concat, reshape, shapeOf, sliceAt, transpose, transposeLast } from '../graph/ops/shape.ts';
import type { ModelConfig, Projection, Weights } from './config.ts';
import { checkConfig } from './names.ts';
import { Parameters, rotaryTables } from './network.ts';

interface DecodeOptions {
  /** 1 = one new token per row, and faster; 'any' (default) = any number. */
  readonly tokens?: 1 | 'any';
  /** In the model file (up to 2 GB), or graph inputs under their own names. */
  readonly weights: Weights | 'inputs';
  /** Projections with LoRA inputs. */
  readonly adapter?: readonly Projection[];
}

/** Keys that a query may not see get this added to their score. */
const never = -1e9;

/** See the head of index.ts for inputs and outputs. */
export function buildDecodeGraph(config: ModelConfig, options: DecodeOptions): Uint8Array {
  checkConfig(config);
  const { heads, kvHeads, headDim } = config;
  const group = heads / kvHeads;
  const t: Dim = options.tokens === 1 ? 1 : 'T';
  const g = new GraphBuilder();
  const parameters = new Parameters(g, config, options.weights, options.adapter);
  const ids = g.input('ids', 'int32', ['B', t]);
  const pastLength = g.input('past_length', 'int32', ['B']);
  const pastShape = ['B', kvHeads, 'P', headDim];
  const past = Array.from({ length: config.layers }, (_, layer) => ({
    k: g.input(`past_k.${layer}`, 'float32', pastShape),
    v: g.input(`past_v.${layer}`, 'float32', pastShape),
  }));
  const rows = g.input('rows', 'int32', ['R']);

  const iota = g.table('iota', [config.context], () => Int32Array.from({ length: config.context }, (_, i) => i));
  const newTokens = t === 1 ? g.indices([1]) : shapeOf(ids, 1, 2);
  const time = sliceAt(iota, 0, 0, newTokens, t);
  const positions = cast(add(reshape(pastLength, ['B', 1]), reshape(time, [1, t])), 'int64');
  const tables = rotaryTables(g, config, config.context);

  /** [B, T, count·D] → [B, count, T, D] */
  const perHead = (value: Value, count: number): Value =>
    t === 1 ? reshape(value, ['B', count, 1, headDim]) : transpose(reshape(value, ['B', t, count, headDim]), [0, 2, 1, 3]);

  // Scores stand as [new | past], so that softmax's result can be cut where the number of new tokens says.
  const pastTime = sliceAt(iota, 0, 0, shapeOf(past[0].k, 2, 3), 'P');
  const bias = (visible: Value): Value => where(visible, g.scalar(0), never);
  const pastBias = reshape(bias(less(reshape(pastTime, [1, 'P']), reshape(pastLength, ['B', 1]))), ['B', 1, 1, 1, 'P']);
  const newBias = t === 1 ? undefined : bias(lessOrEqual(reshape(time, [1, t]), reshape(time, [t, 1])));

  let x = parameters.embed(ids);
  for (let layer = 0; layer < config.layers; layer++) {
    const attend = (q: Value, k: Value, v: Value): Value => {
      const turned = mul(rotary(q, positions, tables.cos, tables.sin), headDim ** -0.5);
      const newK = perHead(rotary(k, positions, tables.cos, tables.sin), kvHeads);
      const newV = perHead(v, kvHeads);
      g.output(`new_k.${layer}`, newK);
      g.output(`new_v.${layer}`, newV);
      // The queries of a group share their key head along an axis that broadcasts: no key is repeated, and at T = 1 ORT takes
      // its matrix-vector kernel, which is twice as fast as a matrix of `group` rows.
      const queries = reshape(perHead(turned, heads), ['B', kvHeads, group, t, headDim]);
      const shared = (value: Value, length: Dim): Value => reshape(value, ['B', kvHeads, 1, length, headDim]);
      const [kNew, vNew] = [shared(newK, t), shared(newV, t)];
      const [kPast, vPast] = [shared(past[layer].k, 'P'), shared(past[layer].v, 'P')];
      const onNew = matmul(queries, transposeLast(kNew));
      const onPast = add(matmul(queries, transposeLast(kPast)), pastBias);
      const p = softmax(concat([newBias ? add(onNew, newBias) : onNew, onPast], -1));
      const mixed = add(matmul(sliceAt(p, -1, 0, newTokens, t), vNew), matmul(sliceAt(p, -1, newTokens, undefined, 'P'), vPast));
      if (t === 1) return reshape(mixed, ['B', 1, heads * headDim]);
      return reshape(transpose(reshape(mixed, ['B', heads, t, headDim]), [0, 2, 1, 3]), ['B', t, heads * headDim]);
    };
    x = parameters.layer(x, layer, attend);
  }
  g.output('logits', parameters.head(x, rows));
  return g.serialize();
}

