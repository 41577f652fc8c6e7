/**
 * The policy objective of all methods as one graph. With r = exp(logp − old_logp) the surrogate of a token is
 * min(r·A, clip(r, 1 − clip_low, 1 + clip_high)·A), from below bounded by dual_clip·A where A < 0 (Schulman et al. 2017, arXiv 1707.06347, eq. 7;
 * Ye et al. 2020, arXiv 1912.09729, eq. 5). The loss is Σ weights · (−surrogate + kl_weight·k3 − entropy_weight·H), where
 * k3 = exp(ref − logp) − (ref − logp) − 1 estimates the KL divergence from the reference policy. Which terms are on is data: a weight of 0 turns a
 * term off, a huge dual_clip that bound. `weights` make the mean: mask / tokens for one over tokens, mask / (tokens of the sequence · sequences) for one over sequences.
 */
import type { GraphBuilder, Value } from '../graph/builder.ts';
import { add, exp, less, max, min, mul, neg, sub, where } from '../graph/ops/elementwise.ts';
import { matmul } from '../graph/ops/linear.ts';
import { reduceSum } from '../graph/ops/reduce.ts';
import { reshape } from '../graph/ops/shape.ts';
import type { ModelConfig } from './config.ts';
import { outputGradients, scoringGraph, type TrainingOptions } from './training.ts';

/** Inputs of a linear value head on the final hidden state: `weight` f32 [hidden, 1], `bias` f32 [1]. */
export const valueNames = { weight: 'value.weight', bias: 'value.bias' } as const;

/** Exponents beyond this are cut: probabilities that far apart say nothing any more, and exp must stay finite. */
const farthest = 20;

function exponent(difference: Value): Value {
  return exp(max(min(difference, farthest), -farthest));
}

interface PolicyLoss {
  /** all f32 [] */
  readonly loss: Value;
  /** −Σ weights · surrogate */
  readonly surrogate: Value;
  readonly kl: Value;
  readonly entropy: Value;
}

/** @param logp, entropy f32 [R]; adds the inputs `weights`, `advantages`, `old_logp`, `ref_logp` f32 [R] and the scalars clip_low, clip_high, dual_clip, kl_weight, entropy_weight */
export function policyLoss(graph: GraphBuilder, logp: Value, entropy: Value): PolicyLoss {
  const scalar = (name: string): Value => graph.input(name, 'float32', []);
  const perToken = (name: string): Value => graph.input(name, 'float32', logp.dims);
  const [weights, advantages] = [perToken('weights'), perToken('advantages')];
  const ratio = exponent(sub(logp, perToken('old_logp')));
  const one = graph.scalar(1);
  const clipped = min(max(ratio, sub(one, scalar('clip_low'))), add(one, scalar('clip_high')));
  const worse = min(mul(ratio, advantages), mul(clipped, advantages));
  const kept = where(less(advantages, 0), max(worse, mul(advantages, scalar('dual_clip'))), worse);
  const gap = sub(perToken('ref_logp'), logp);
  const k3 = sub(sub(exponent(gap), gap), 1);
  const surrogate = neg(reduceSum(mul(kept, weights)));
  const kl = reduceSum(mul(k3, weights));
  const meanEntropy = reduceSum(mul(entropy, weights));
  const loss = sub(add(surrogate, mul(kl, scalar('kl_weight'))), mul(meanEntropy, scalar('entropy_weight')));
  return { loss, surrogate, kl, entropy: meanEntropy };
}

/**
 * Σ weights · max((v − target)², (v' − target)²) with v' = v held within value_clip of what it was (`old_value`).
 * @param values, weights f32 [R]
 */
export function valueLoss(graph: GraphBuilder, values: Value, weights: Value): Value {
  const target = graph.input('value_target', 'float32', values.dims);
  const old = graph.input('old_value', 'float32', values.dims);
  const clip = graph.input('value_clip', 'float32', []);
  const square = (x: Value): Value => mul(sub(x, target), sub(x, target));
  const near = add(old, min(max(sub(values, old), neg(clip)), clip));
  return reduceSum(mul(max(square(values), square(near)), weights));
}

interface PolicyGraphOptions extends TrainingOptions {
  /** with a value head, whose loss counts `value_weight` times; false if left out */
  readonly value?: boolean;
}

/**
 * Inputs `ids` i32 [B, T], `rows`, `targets` i32 [R] and those of policyLoss (valueLoss); parameters and LoRA as in the training graph.
 * Outputs `loss`, `surrogate`, `kl`, `mean_entropy` f32 [] (and `value_loss`), `logp`, `entropy` f32 [R] (and `value`), and `grad.NAME` for each trained tensor.
 * With `train: 'none'` it scores only: `logp`, `entropy`, `value`.
 */
export function buildPolicyGraph(config: ModelConfig, { value = false, ...options }: PolicyGraphOptions): Uint8Array {
  const { graph, features, logp, entropy, trainable } = scoringGraph(config, options);
  graph.output('logp', logp);
  graph.output('entropy', entropy);
  const head = value ? valueHead(graph, features, config) : undefined;
  if (head) graph.output('value', head.values);
  if (options.train === 'none') return graph.serialize();
  const parts = policyLoss(graph, logp, entropy);
  let { loss } = parts;
  if (head) {
    const weights = graph.input('value_weights', 'float32', ['R']);
    const extra = valueLoss(graph, head.values, weights);
    graph.output('value_loss', extra);
    loss = add(loss, mul(extra, graph.input('value_weight', 'float32', [])));
  }
  graph.output('loss', loss);
  graph.output('surrogate', parts.surrogate);
  graph.output('kl', parts.kl);
  graph.output('mean_entropy', parts.entropy);
  outputGradients(graph, loss, new Map([...trainable, ...(head?.trainable ?? [])]));
  return graph.serialize();
}

function valueHead(graph: GraphBuilder, features: Value, config: ModelConfig): { readonly values: Value; readonly trainable: ReadonlyMap<string, Value> } {
  const weight = graph.input(valueNames.weight, 'float32', [config.hidden, 1]);
  const bias = graph.input(valueNames.bias, 'float32', [1]);
  const values = add(reshape(matmul(features, weight), [features.dims[0]]), bias);
  return { values, trainable: new Map([[valueNames.weight, weight], [valueNames.bias, bias]]) };
}
