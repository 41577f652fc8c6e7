/** All parameters of a model as one vector: what optimizers and checkpoints work on. Matrices first, because only they decay. */
import type { ModelConfig, Weights } from '../policy/model/config.ts';
import { weightShapes } from '../policy/model/index.ts';
import { random } from '../worlds/random.ts';

export interface FlatLayout {
  readonly config: ModelConfig;
  readonly entries: readonly { readonly name: string; readonly dims: readonly number[]; readonly offset: number; readonly size: number }[];
  readonly length: number;
  /** parameters before this index are matrices, from it on norms and biases */
  readonly matrices: number;
}

/** Where each parameter of a model lies in the vector, by Hugging Face name. */
export function flatLayout(config: ModelConfig): FlatLayout {
  const shapes = [...weightShapes(config)];
  const ordered = [...shapes.filter(([, dims]) => dims.length > 1), ...shapes.filter(([, dims]) => dims.length === 1)];
  let length = 0;
  let matrices = 0;
  const entries = ordered.map(([name, dims]) => {
    const size = dims.reduce((a, b) => a * b, 1);
    const entry = { name, dims, offset: length, size };
    length += size;
    if (dims.length > 1) matrices = length;
    return entry;
  });
  return { config, entries, length, matrices };
}

/** The parameters as a model's weights; views, not copies. */
export function weightsOf(layout: FlatLayout, flat: Float32Array): Weights {
  const tensors = layout.entries.map(({ name, dims, offset, size }) => [name, { dims, data: flat.subarray(offset, offset + size) }] as const);
  return { config: layout.config, tensors: new Map(tensors) };
}

/** Normal(0, 0.02) matrices, those that write into the residual stream scaled by 1/√(2·layers) (GPT-2); norms 1, biases 0. */
export function initialParameters(layout: FlatLayout, seed: number): Float32Array {
  const rng = random(seed);
  const flat = new Float32Array(layout.length);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - rng.uniform())) * Math.cos(2 * Math.PI * rng.uniform());
  for (const { name, dims, offset, size } of layout.entries) {
    if (dims.length === 1) {
      if (!name.endsWith('bias')) flat.fill(1, offset, offset + size);
      continue;
    }
    const residual = name.endsWith('o_proj.weight') || name.endsWith('down_proj.weight');
    const deviation = residual ? 0.02 / Math.sqrt(2 * layout.config.layers) : 0.02;
    for (let i = 0; i < size; i++) flat[offset + i] = deviation * normal();
  }
  return flat;
}
