/** LoRA adapters in PEFT's format: adapter_config.json and adapter_model.safetensors. */
import { z } from 'zod';
import { type Adapter, type ModelConfig, type Projection, projections } from '../model/config.ts';
import { ModelFileError, OtherBaseError, quote } from './error.ts';
import { weightShapes } from '../model/names.ts';
import { openSafetensors, type SafeTensor, writeSafetensors } from './safetensors.ts';
import type { ByteSource } from './source.ts';

interface AdapterFiles {
  /** adapter_config.json, parsed */
  readonly config: unknown;
  /** adapter_model.safetensors */
  readonly tensors: Uint8Array | ByteSource;
}

const off = z.union([z.literal(false), z.null()]).optional();
const empty = z.union([z.record(z.string(), z.unknown()).refine((map) => Object.keys(map).length === 0, 'must be empty'), z.null()]).optional();
const nothing = z.union([z.array(z.unknown()).length(0), z.null()]).optional();

/** Settings that would make the adapter mean something else than y = W x + scale · B (A x) are refused. */
const schema = z.object({
  peft_type: z.literal('LORA'),
  r: z.int().min(1).max(1024),
  lora_alpha: z.number().positive(),
  target_modules: z.union([z.array(z.string()), z.string()]).nullish(),
  use_rslora: z.boolean().nullish(),
  bias: z.literal('none').nullish(),
  use_dora: off,
  use_qalora: off,
  use_bdlora: off,
  alora_invocation_tokens: nothing,
  target_parameters: nothing,
  lora_bias: off,
  fan_in_fan_out: off,
  rank_pattern: empty,
  alpha_pattern: empty,
  modules_to_save: nothing,
  layer_replication: nothing,
});

const prefix = 'base_model.model.';
const modulesOf = (projection: Projection): string => (['gate_proj', 'up_proj', 'down_proj'].includes(projection) ? 'mlp' : 'self_attn');
const nameOf = (layer: number, projection: Projection): string => `model.layers.${layer}.${modulesOf(projection)}.${projection}`;

/** Where the tensors' file keeps the fingerprint of the weights that the adapter was trained on; PEFT passes over it. */
const baseKey = 'fieldnotes.base';

/**
 * @param model the model that the adapter is to sit on
 * @param base fingerprint of its weights; an adapter that names another is refused, one that names none is not
 * @throws ModelFileError when the files do not describe a plain LoRA adapter, or one for another model
 */
export async function readAdapter(files: AdapterFiles, model: ModelConfig, base?: string): Promise<Adapter> {
  const parsed = schema.safeParse(files.config);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ModelFileError(`adapter_config.json does not describe a plain LoRA adapter: ${issue.path.join('.') || 'the whole'}: ${issue.message}.`);
  }
  const { r: rank, lora_alpha: alpha, use_rslora: rooted } = parsed.data;
  const file = await openSafetensors(files.tensors);
  const trainedOn = file.metadata.get(baseKey);
  if (base !== undefined && trainedOn !== undefined && trainedOn !== base) {
    throw new OtherBaseError(`The adapter was trained on another model (fingerprint ${quote(trainedOn)}; this one is ${quote(base)}); it would only do harm here. Load the model that it belongs to.`);
  }
  const shapes = weightShapes(model);
  const expected = new Map<string, { key: string; part: 'a' | 'b'; dims: readonly number[] }>();
  const targets = projections.filter((projection) => [...file.infos.keys()].some((name) => name.includes(`.${projection}.`)));
  checkTargets(parsed.data.target_modules, targets);
  for (let layer = 0; layer < model.layers; layer++) {
    for (const projection of targets) {
      const [rows, columns] = shapes.get(`${nameOf(layer, projection)}.weight`) ?? [];
      const key = `${layer}.${projection}`;
      expected.set(`${prefix}${nameOf(layer, projection)}.lora_A.weight`, { key, part: 'a', dims: [rank, columns] });
      expected.set(`${prefix}${nameOf(layer, projection)}.lora_B.weight`, { key, part: 'b', dims: [rows, rank] });
    }
  }
  for (const name of file.infos.keys()) {
    if (!expected.has(name)) throw new ModelFileError(`The adapter has a tensor ${quote(name)}, for which this model of ${model.layers} layers has no place.`);
  }
  const halves = { a: new Map<string, Float32Array>(), b: new Map<string, Float32Array>() };
  for (const [name, { key, part, dims }] of expected) halves[part].set(key, await readHalf(file, name, dims));
  const tensors = new Map<string, { a: Float32Array; b: Float32Array }>();
  for (const [key, a] of halves.a) {
    const b = halves.b.get(key);
    if (b !== undefined) tensors.set(key, { a, b });
  }
  // rsLoRA (arXiv 2312.03732) scales by alpha / √rank
  return { rank, scale: alpha / (rooted === true ? Math.sqrt(rank) : rank), targets, tensors };
}

async function readHalf(file: Awaited<ReturnType<typeof openSafetensors>>, name: string, dims: readonly number[]): Promise<Float32Array> {
  const info = file.infos.get(name);
  if (info === undefined) throw new ModelFileError(`The adapter lacks the tensor ${quote(name)}; it was made for another model, or is incomplete.`);
  if (info.dims.length !== 2 || info.dims[0] !== dims[0] || info.dims[1] !== dims[1]) {
    throw new ModelFileError(`The adapter's tensor ${quote(name)} has the shape [${info.dims.join(', ')}]; its rank and this model need [${dims.join(', ')}].`);
  }
  const { data } = await file.read(name);
  if (!(data instanceof Float32Array)) throw new ModelFileError(`The adapter's tensor ${quote(name)} holds whole numbers.`);
  const bad = data.find((value) => !Number.isFinite(value));
  if (bad !== undefined) throw new ModelFileError(`The adapter's tensor ${quote(name)} holds the value ${bad}.`);
  return data;
}

function checkTargets(named: readonly string[] | string | null | undefined, found: readonly Projection[]): void {
  if (found.length === 0) throw new ModelFileError(`The adapter changes none of ${projections.join(', ')}.`);
  // a single string is a pattern or "all-linear": the tensors decide
  if (typeof named === 'string' || named === null || named === undefined) return;
  const strange = named.find((name) => !projections.some((projection) => projection === name));
  if (strange !== undefined) throw new ModelFileError(`The adapter targets ${quote(strange)}; ${projections.join(', ')} can be adapted.`);
  const missing = named.find((name) => !found.some((projection) => projection === name));
  if (missing !== undefined) throw new ModelFileError(`The adapter targets ${quote(missing)} but has no tensors for it.`);
  const extra = found.find((projection) => !named.includes(projection));
  if (extra !== undefined) throw new ModelFileError(`The adapter has tensors for ${extra}, which its target_modules do not name.`);
}

/**
 * The two files of an adapter; what PEFT loads and `readAdapter` reads back.
 * @param base what the adapter sits on: its name for people and, where known, the fingerprint of its weights
 * @throws ModelFileError when the adapter's sizes are not those of the model
 */
export function writeAdapter(adapter: Adapter, model: ModelConfig, base: { readonly name: string; readonly hash?: string }): { readonly config: string; readonly tensors: Uint8Array } {
  const shapes = weightShapes(model);
  const tensors = new Map<string, SafeTensor>();
  for (let layer = 0; layer < model.layers; layer++) {
    for (const projection of adapter.targets) {
      const [rows, columns] = shapes.get(`${nameOf(layer, projection)}.weight`) ?? [];
      const pair = adapter.tensors.get(`${layer}.${projection}`);
      if (pair === undefined) throw new ModelFileError(`The adapter has no tensors for ${projection} of layer ${layer}.`);
      tensors.set(`${prefix}${nameOf(layer, projection)}.lora_A.weight`, { dims: [adapter.rank, columns], data: pair.a });
      tensors.set(`${prefix}${nameOf(layer, projection)}.lora_B.weight`, { dims: [rows, adapter.rank], data: pair.b });
    }
  }
  const config = {
    base_model_name_or_path: base.name,
    bias: 'none',
    fan_in_fan_out: false,
    inference_mode: true,
    init_lora_weights: true,
    lora_alpha: adapter.scale * adapter.rank,
    lora_dropout: 0,
    modules_to_save: null,
    peft_type: 'LORA',
    r: adapter.rank,
    target_modules: adapter.targets.toSorted(),
    task_type: 'CAUSAL_LM',
  };
  return { config: `${JSON.stringify(config, null, 2)}\n`, tensors: writeSafetensors(tensors, { format: 'pt', ...(base.hash !== undefined && { [baseKey]: base.hash }) }) };
}
