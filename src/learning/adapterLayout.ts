/** LoRA weights (and a value head, where there is one) as one vector: what the optimizer and checkpoints work on. */
import { projections, type Adapter, type ModelConfig, type Projection } from '../policy/model/config.ts';
import { loraNames, projectionShape, valueNames } from '../policy/model/index.ts';
import { f32, type Tensor } from '../policy/runtime.ts';
import { hash32, random } from '../worlds/random.ts';
import type { FlatLayout } from './flat.ts';

export interface AdapterOptions {
  readonly rank: number;
  /** the update of a projection is alpha / rank · B A */
  readonly alpha: number;
  readonly targets: readonly Projection[];
}

export interface AdapterLayout extends FlatLayout {
  readonly adapter: AdapterOptions;
  readonly value: boolean;
}

/** @param value with a value head behind the adapter */
export function adapterLayout(config: ModelConfig, adapter: AdapterOptions, value = false): AdapterLayout {
  const targets = projections.filter((projection) => adapter.targets.includes(projection));
  const shapes: (readonly [name: string, dims: readonly number[]])[] = [];
  for (let layer = 0; layer < config.layers; layer++) {
    for (const projection of targets) {
      const [out, into] = projectionShape(config, projection);
      const { a, b } = loraNames(layer, projection);
      shapes.push([a, [adapter.rank, into]], [b, [out, adapter.rank]]);
    }
  }
  if (value) shapes.push([valueNames.weight, [config.hidden, 1]], [valueNames.bias, [1]]);
  let length = 0;
  const entries = shapes.map(([name, dims]) => {
    const size = dims.reduce((product, dim) => product * dim, 1);
    const entry = { name, dims, offset: length, size };
    length += size;
    return entry;
  });
  return { config, entries, length, matrices: value ? length - 1 : length, adapter: { ...adapter, targets }, value };
}

/** B = 0, so that training begins with the policy as it is; A uniform within ±1/√in, as PEFT has it. The value head begins at 0. */
export function initialAdapter(layout: AdapterLayout, seed: number): Float32Array {
  const rng = random(hash32('adapter', seed));
  const flat = new Float32Array(layout.length);
  for (const { name, dims, offset, size } of layout.entries) {
    if (!name.startsWith('lora_a.')) continue;
    const bound = 1 / Math.sqrt(dims[1]);
    for (let i = 0; i < size; i++) flat[offset + i] = bound * (2 * rng.uniform() - 1);
  }
  return flat;
}

/** The graph inputs; views, not copies. `null`: the policy without its adapter, as zeros. */
export function vectorFeeds(layout: AdapterLayout, flat: Float32Array | null): Record<string, Tensor> {
  const { rank, alpha } = layout.adapter;
  const feeds: Record<string, Tensor> = { lora_scale: f32(Float32Array.of(flat ? alpha / rank : 0), []) };
  for (const { name, dims, offset, size } of layout.entries) feeds[name] = f32(flat?.subarray(offset, offset + size) ?? new Float32Array(size), dims);
  return feeds;
}

/** A copy as an adapter for the engine and for files; the value head stays behind. */
export function adapterOf(layout: AdapterLayout, flat: Float32Array): Adapter {
  const { rank, alpha, targets } = layout.adapter;
  const parts = new Map(layout.entries.map(({ name, offset, size }) => [name, flat.slice(offset, offset + size)]));
  const tensors = new Map<string, { a: Float32Array; b: Float32Array }>();
  for (let layer = 0; layer < layout.config.layers; layer++) {
    for (const projection of targets) {
      const names = loraNames(layer, projection);
      const [a, b] = [parts.get(names.a), parts.get(names.b)];
      if (a && b) tensors.set(`${layer}.${projection}`, { a, b });
    }
  }
  return { rank, scale: alpha / rank, targets, tensors };
}

/** An adapter to go on from. @throws Error when it is of another shape */
export function vectorOf(layout: AdapterLayout, adapter: Adapter): Float32Array {
  const { rank, alpha, targets } = layout.adapter;
  if (adapter.rank !== rank || Math.abs(adapter.scale - alpha / rank) > 1e-6 || targets.join() !== projections.filter((each) => adapter.targets.includes(each)).join()) {
    throw new Error(`The adapter has rank ${adapter.rank}, scale ${adapter.scale} and targets ${adapter.targets.join(', ')}; the settings ask for rank ${rank}, scale ${alpha / rank} and ${targets.join(', ')}.`);
  }
  const flat = new Float32Array(layout.length);
  for (const { name, offset, size } of layout.entries) {
    const [half, layer, projection] = name.split('.');
    const pair = adapter.tensors.get(`${layer}.${projection}`);
    const data = half === 'lora_a' ? pair?.a : half === 'lora_b' ? pair?.b : undefined;
    if (data && data.length !== size) throw new Error(`${name} of the adapter has ${data.length} values; this model needs ${size}.`);
    if (data) flat.set(data, offset);
  }
  return flat;
}
