/** The graph for scoring and training: whole sequences, no cache, gradients. */
import { GraphBuilder, type Value } from '../graph/builder.ts';
import { GraphError } from '../graph/dims.ts';
import { gradients } from '../graph/gradients.ts';
import { causalAttention } from '../graph/ops/attention.ts';
import { mul, neg } from '../graph/ops/elementwise.ts';
import { rotary, tokenLogProbs } from '../graph/ops/neural.ts';
import { reduceSum } from '../graph/ops/reduce.ts';
import type { ModelConfig, Projection, Weights } from './config.ts';
import { checkConfig, weightShapes } from './names.ts';
import { Parameters, rotaryTables } from './network.ts';

export interface TrainingOptions {
  /** T: the number of tokens per row. One graph per length bucket. */
  readonly length: number;
  /** `none` scores only; `full` trains every weight (they are inputs then); `lora` trains A and B of `adapter`. */
  readonly train: 'none' | 'full' | 'lora';
  /** Projections with LoRA inputs. */
  readonly adapter?: readonly Projection[];
  /** Rank of the LoRA inputs; needed where there is an adapter. */
  readonly rank?: number;
  /** Where the weights are; 'inputs' if left out. */
  readonly weights?: Weights | 'inputs';
  /** Queries per block of causal attention; 128 if left out. */
  readonly block?: number;
}

interface ScoringGraph {
  readonly graph: GraphBuilder;
  /** f32 [R, hidden], what the logits are made of */
  readonly features: Value;
  /** f32 [R, vocabulary] */
  readonly logits: Value;
  /** f32 [R] of `targets` */
  readonly logp: Value;
  /** f32 [R], full softmax */
  readonly entropy: Value;
  /** What is to be trained: input name → value. */
  readonly trainable: ReadonlyMap<string, Value>;
}

/** The forward half, to put a loss on: inputs `ids`, `rows`, `targets`, parameters. Add outputs, then `serialize`. */
export function scoringGraph(config: ModelConfig, options: TrainingOptions): ScoringGraph {
  checkConfig(config);
  const { length, train, rank, adapter = [], weights = 'inputs', block = 128 } = options;
  if (!Number.isInteger(length) || length < 1 || length > config.context) {
    throw new GraphError(`Training length ${length} is not between 1 and the model's context ${config.context}.`);
  }
  if (train === 'full' && weights !== 'inputs') throw new GraphError("Training all weights needs them as inputs (weights: 'inputs').");
  if (train === 'lora' && adapter.length === 0) throw new GraphError('Training LoRA needs at least one projection in `adapter`.');
  if (adapter.length > 0 && !(rank !== undefined && Number.isInteger(rank) && rank > 0)) {
    throw new GraphError(`The rank of the adapter is ${rank}; a training graph needs a whole number from 1.`);
  }
  const graph = new GraphBuilder();
  const parameters = new Parameters(graph, config, weights, adapter, rank);
  const ids = graph.input('ids', 'int32', ['B', length]);
  const rows = graph.input('rows', 'int32', ['R']);
  const targets = graph.input('targets', 'int32', ['R']);
  const tables = rotaryTables(graph, config, length);
  const start = graph.indices([0]);
  const rotate = (x: Value): Value => rotary(x, start, tables.cos, tables.sin, tables.negative());
  let x = parameters.embed(ids);
  for (let layer = 0; layer < config.layers; layer++) {
    x = parameters.layer(x, layer, (q, k, v) => causalAttention(rotate(q), rotate(k), v, config, block));
  }
  const features = parameters.features(x, rows);
  const logits = parameters.logits(features);
  const { logp, entropy } = tokenLogProbs(logits, targets);
  const names = train === 'full' ? [...weightShapes(config).keys()] : [];
  const trainable = train === 'lora' ? parameters.adapters() : new Map(names.map((name) => [name, parameters.get(name)]));
  return { graph, features, logits, logp, entropy, trainable };
}

/** Make the gradients of a loss outputs called `grad.NAME`. */
export function outputGradients(graph: GraphBuilder, loss: Value, trainable: ReadonlyMap<string, Value>): void {
  const names = [...trainable.keys()];
  gradients(loss, [...trainable.values()]).forEach((grad, i) => {
    if (!grad) throw new GraphError(`The loss does not depend on "${names[i]}".`);
    graph.output(`grad.${names[i]}`, grad);
  });
}

/** Weighted cross-entropy with gradients; see the head of index.ts for inputs and outputs. */
export function buildTrainingGraph(config: ModelConfig, options: TrainingOptions): Uint8Array {
  const { graph, logp, entropy, trainable } = scoringGraph(config, options);
  const weights = graph.input('weights', 'float32', ['R']);
  const loss = neg(reduceSum(mul(weights, logp)));
  graph.output('loss', loss);
  graph.output('logp', logp);
  graph.output('entropy', entropy);
  if (trainable.size > 0) outputGradients(graph, loss, trainable);
  return graph.serialize();
}
