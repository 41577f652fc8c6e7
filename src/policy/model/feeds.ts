/** Tensors to feed the model graphs with. */
import { f32, type Tensor } from '../runtime.ts';
import type { Adapter, ModelConfig, Projection, Weights } from './config.ts';
import { loraNames, projectionShape } from './names.ts';

/** The weights as graph inputs, under their own names; nothing is copied. */
export function weightFeeds(weights: Weights): Record<string, Tensor> {
  return Object.fromEntries([...weights.tensors].map(([name, { dims, data }]) => [name, f32(data, dims)]));
}

/** The LoRA inputs of a graph that was built for `targets`. What the adapter lacks, or no adapter at all, is zeros. */
export function adapterFeeds(config: ModelConfig, targets: readonly Projection[], adapter?: Adapter): Record<string, Tensor> {
  if (targets.length === 0) return {};
  const rank = adapter?.rank ?? 1;
  const feeds: Record<string, Tensor> = { lora_scale: f32(Float32Array.of(adapter?.scale ?? 0), []) };
  for (let layer = 0; layer < config.layers; layer++) {
    for (const projection of targets) {
      const [out, into] = projectionShape(config, projection);
      const names = loraNames(layer, projection);
      const tensors = adapter?.tensors.get(`${layer}.${projection}`);
      feeds[names.a] = f32(tensors?.a ?? new Float32Array(rank * into), [rank, into]);
      feeds[names.b] = f32(tensors?.b ?? new Float32Array(out * rank), [out, rank]);
    }
  }
  return feeds;
}

/** past_k.L and past_v.L of length 0. */
export function emptyCache(config: ModelConfig, batch: number): Record<string, Tensor> {
  const empty = f32(new Float32Array(0), [batch, config.kvHeads, 0, config.headDim]);
  const layers = Array.from({ length: config.layers }, (_, layer) => layer);
  return Object.fromEntries(layers.flatMap((layer) => [[`past_k.${layer}`, empty], [`past_v.${layer}`, empty]]));
}
