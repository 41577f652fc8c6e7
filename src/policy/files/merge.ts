/** An adapter put into the weights it sits on, W + scale · B A, and the result as a GGUF file of its own that runs wherever its base runs. */
import type { GgufValue } from './ggufReader.ts';
import { writeGguf } from './ggufWrite.ts';
import { ModelFileError } from './error.ts';
import { text, type Metadata } from './metadata.ts';
import { fileTypes, storedTensors } from './model.ts';
import { projectionName, projectionShape } from '../model/names.ts';
import { projections, type Adapter, type Weights } from '../model/config.ts';
import type { WritableType } from './quants.ts';

/** The weights as they act with the adapter; what it does not touch is shared, not copied. @throws ModelFileError when the sizes are those of another model */
export function merged(weights: Weights, adapter: Adapter): Weights {
  const { config } = weights;
  const tensors = new Map(weights.tensors);
  for (const [key, { a, b }] of adapter.tensors) {
    const [layer, name] = key.split('.');
    const projection = projections.find((each) => each === name);
    const path = projection && `${projectionName(Number(layer), projection)}.weight`;
    const base = path === undefined ? undefined : tensors.get(path);
    if (!projection || path === undefined || !base) throw new ModelFileError(`The model has no place for the adapter's ${key}.`);
    const [out, into] = projectionShape(config, projection);
    const { rank, scale } = adapter;
    if (a.length !== rank * into || b.length !== out * rank) throw new ModelFileError(`The adapter's ${key} is for a model of other sizes.`);
    const data = base.data.slice();
    const row = new Float64Array(into);
    for (let o = 0; o < out; o++) {
      row.fill(0);
      for (let r = 0; r < rank; r++) {
        const factor = scale * b[o * rank + r];
        for (let i = 0; i < into; i++) row[i] += factor * a[r * into + i];
      }
      for (let i = 0; i < into; i++) data[o * into + i] += row[i];
    }
    tensors.set(path, { dims: base.dims, data });
  }
  return { config, tensors };
}

interface MergeOptions {
  /** how matrices are stored: F32 keeps all that was learnt, Q8_0 rounds a part of it away */
  readonly type: WritableType;
  /** the adapter, for people */
  readonly adapter: string;
  /** fingerprint of the base's weights, as adapters name it */
  readonly base: string;
  /** fingerprint of base and adapter together, as records of trials name it */
  readonly policy: string;
}

/**
 * Base and adapter as one model file. Its metadata are those of the base (tokenizer, template, license, …) and say what was merged:
 * `general.base_model.0.name`, `fieldnotes.merged.base`, `.adapter`, `.rank`, `.scale`, `.policy`. @throws ModelFileError
 */
export function mergedGguf(model: { readonly weights: Weights; readonly metadata: Metadata }, adapter: Adapter, options: MergeOptions): Uint8Array {
  const string = (value: string): GgufValue => ({ type: 'string', value });
  const u32 = (value: number): GgufValue => ({ type: 'u32', value });
  const name = text(model.metadata, 'general.name') ?? 'model';
  // what the base says of its own origin and of how it was quantized is not true of the result
  const kept = [...model.metadata].filter(([key]) => !/^(general\.base_model\.|quantize\.|fieldnotes\.merged\.)/.test(key));
  const metadata = new Map<string, GgufValue>([
    ...kept,
    ['general.name', string(`${name} + ${options.adapter}`)],
    ['general.file_type', u32(fileTypes[options.type])],
    ['general.quantization_version', u32(2)],
    ['general.base_model.count', u32(1)],
    ['general.base_model.0.name', string(name)],
    ['fieldnotes.merged.base', string(options.base)],
    ['fieldnotes.merged.adapter', string(options.adapter)],
    ['fieldnotes.merged.rank', u32(adapter.rank)],
    ['fieldnotes.merged.scale', { type: 'f32', value: adapter.scale }],
    ['fieldnotes.merged.policy', string(options.policy)],
  ]);
  return writeGguf({ metadata, ...storedTensors(merged(model.weights, adapter), options.type) });
}
