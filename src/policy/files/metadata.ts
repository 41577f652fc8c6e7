/** What GGUF metadata says of the model and its tokenizer. */
import type { ModelConfig } from '../model/config.ts';
import { ModelFileError, quote } from './error.ts';
import type { GgufArray, GgufValue } from './ggufReader.ts';
import type { TokenizerData } from './tokenizer.ts';

export type Metadata = ReadonlyMap<string, GgufValue>;

/** null: there is no such entry. @throws ModelFileError when it is no string */
export function text(metadata: Metadata, key: string): string | null {
  const entry = metadata.get(key);
  if (entry === undefined) return null;
  if (entry.type !== 'string') throw new ModelFileError(`The metadata value ${quote(key)} has the type ${entry.type}; a string is needed.`);
  return entry.value;
}

function number(metadata: Metadata, key: string): number | null {
  const entry = metadata.get(key);
  if (entry === undefined) return null;
  const value = entry.type === 'u64' || entry.type === 'i64' ? Number(entry.value) : entry.value;
  if (typeof value !== 'number') throw new ModelFileError(`The metadata value ${quote(key)} has the type ${entry.type}; a number is needed.`);
  return value;
}

function array(metadata: Metadata, key: string): GgufArray | null {
  const entry = metadata.get(key);
  if (entry === undefined) return null;
  if (entry.type !== 'array') throw new ModelFileError(`The metadata value ${quote(key)} has the type ${entry.type}; an array is needed.`);
  return entry;
}

function strings(metadata: Metadata, key: string): readonly string[] {
  const entry = array(metadata, key);
  if (entry?.of !== 'string') throw new ModelFileError(`The metadata has no list of strings ${quote(key)}.`);
  return entry.value;
}

/**
 * The model's sizes. `vocabulary`, `tied` come from the tensors.
 * @throws ModelFileError for another architecture, by name, and for a value that is missing or impossible
 */
export function configOfGguf(metadata: Metadata, tensors: { readonly vocabulary: number; readonly tied: boolean }): ModelConfig {
  const architecture = text(metadata, 'general.architecture');
  if (architecture !== 'qwen2' && architecture !== 'qwen3') {
    throw new ModelFileError(`The model has the architecture ${quote(architecture ?? 'unknown')}; qwen2 (also for Qwen2.5) and qwen3 can be run.`);
  }
  const size = (key: string, fallback?: number): number => whole(`${architecture}.${key}`, number(metadata, `${architecture}.${key}`) ?? fallback);
  const real = (key: string, fallback?: number): number => positive(`${architecture}.${key}`, number(metadata, `${architecture}.${key}`) ?? fallback);
  const hidden = size('embedding_length');
  const heads = size('attention.head_count');
  const headDim = size('attention.key_length', hidden / heads);
  const valueDim = size('attention.value_length', headDim);
  if (valueDim !== headDim) throw new ModelFileError(`Values have ${valueDim} dimensions a head and keys ${headDim}; they must be the same.`);
  const scaling = text(metadata, `${architecture}.rope.scaling.type`);
  if (scaling !== null && scaling !== 'none') throw new ModelFileError(`The model uses the rope scaling ${quote(scaling)}, which is not supported.`);
  return checkConfig({
    architecture,
    hidden,
    layers: size('block_count'),
    heads,
    kvHeads: size('attention.head_count_kv', heads),
    headDim,
    intermediate: size('feed_forward_length'),
    vocabulary: tensors.vocabulary,
    context: size('context_length'),
    tied: tensors.tied,
    ropeTheta: real('rope.freq_base', 10_000),
    rmsEps: roundEps(real('attention.layer_norm_rms_epsilon')),
  });
}

/** Files store the epsilon as float32; the decimal that was meant (1e-6) is the shortest that gives the same float32. */
function roundEps(value: number): number {
  const short = Number(value.toPrecision(7));
  return Math.fround(short) === Math.fround(value) ? short : value;
}

function whole(name: string, value: number | undefined): number {
  if (value === undefined) throw new ModelFileError(`The model does not say its ${name}.`);
  if (!Number.isInteger(value) || value < 1 || value > 2 ** 31) throw new ModelFileError(`${name} is ${value}; a whole number from 1 to ${2 ** 31} is needed.`);
  return value;
}

function positive(name: string, value: number | undefined): number {
  if (value === undefined) throw new ModelFileError(`The model does not say its ${name}.`);
  if (!(value > 0 && value < Infinity)) throw new ModelFileError(`${name} is ${value}; a positive number is needed.`);
  return value;
}

/** Graphs hold tables with a row for every position, as wide as a head. */
const longestContext = 2 ** 18;
const largestTable = 2 ** 26;

/** @throws ModelFileError when the sizes do not fit one another */
export function checkConfig(config: ModelConfig): ModelConfig {
  const { heads, kvHeads, headDim, layers, context } = config;
  if (heads % kvHeads !== 0) throw new ModelFileError(`${heads} attention heads cannot share ${kvHeads} key-value heads evenly.`);
  if (headDim % 2 !== 0) throw new ModelFileError(`A head has ${headDim} dimensions; rotary positions need an even number.`);
  if (layers > 1000) throw new ModelFileError(`The model claims ${layers} layers; at most 1000 are accepted.`);
  if (context > longestContext) throw new ModelFileError(`The model claims a context of ${context} tokens; at most ${longestContext} are accepted.`);
  if (context * headDim > largestTable) {
    throw new ModelFileError(`The model claims heads of ${headDim} dimensions and a context of ${context} tokens; at most ${Math.floor(largestTable / headDim)} tokens are accepted with them.`);
  }
  return config;
}

/** Pre-tokenizers that split text as Qwen2 does. */
const preTokenizers = ['qwen2', 'deepseek-r1-qwen'];

/** @returns null when the file has no tokenizer at all. @throws ModelFileError for another kind of tokenizer, by name */
export function tokenizerOfGguf(metadata: Metadata): TokenizerData | null {
  const model = text(metadata, 'tokenizer.ggml.model');
  if (model === null) return null;
  if (model !== 'gpt2') throw new ModelFileError(`The file has a tokenizer of the kind ${quote(model)}; byte-level BPE ("gpt2") is needed.`);
  const pre = text(metadata, 'tokenizer.ggml.pre');
  if (pre === null || !preTokenizers.includes(pre)) {
    throw new ModelFileError(`The file names the pre-tokenizer ${quote(pre ?? 'none')}; ${preTokenizers.join(' or ')} is needed.`);
  }
  const kinds = array(metadata, 'tokenizer.ggml.token_type');
  if (kinds === null || (kinds.of !== 'i32' && kinds.of !== 'u32')) throw new ModelFileError('The metadata has no list of numbers "tokenizer.ggml.token_type".');
  const addBos = metadata.get('tokenizer.ggml.add_bos_token');
  return {
    tokens: strings(metadata, 'tokenizer.ggml.tokens'),
    kinds: kinds.value,
    merges: strings(metadata, 'tokenizer.ggml.merges'),
    bos: number(metadata, 'tokenizer.ggml.bos_token_id'),
    eos: number(metadata, 'tokenizer.ggml.eos_token_id'),
    eot: number(metadata, 'tokenizer.ggml.eot_token_id'),
    pad: number(metadata, 'tokenizer.ggml.padding_token_id'),
    addBos: addBos?.type === 'bool' && addBos.value,
  };
}

/** The metadata of a model that llama.cpp loads unchanged; inverse of `configOfGguf` and `tokenizerOfGguf`. */
export function ggufMetadata(
  config: ModelConfig,
  tokenizer: TokenizerData | null,
  chatTemplate: string | null,
  general: { readonly name: string; readonly fileType: number; readonly extra?: Metadata },
): Map<string, GgufValue> {
  const key = (name: string): string => `${config.architecture}.${name}`;
  const u32 = (value: number): GgufValue => ({ type: 'u32', value });
  const metadata = new Map<string, GgufValue>([
    ['general.architecture', { type: 'string', value: config.architecture }],
    ['general.name', { type: 'string', value: general.name }],
    ...(general.extra ?? []),
    [key('context_length'), u32(config.context)],
    [key('embedding_length'), u32(config.hidden)],
    [key('block_count'), u32(config.layers)],
    [key('feed_forward_length'), u32(config.intermediate)],
    [key('attention.head_count'), u32(config.heads)],
    [key('attention.head_count_kv'), u32(config.kvHeads)],
    [key('attention.layer_norm_rms_epsilon'), { type: 'f32', value: config.rmsEps }],
    [key('rope.freq_base'), { type: 'f32', value: config.ropeTheta }],
    [key('attention.key_length'), u32(config.headDim)],
    [key('attention.value_length'), u32(config.headDim)],
    ['general.file_type', u32(general.fileType)],
    ['general.quantization_version', u32(2)],
  ]);
  if (tokenizer !== null) {
    metadata.set('tokenizer.ggml.model', { type: 'string', value: 'gpt2' });
    metadata.set('tokenizer.ggml.pre', { type: 'string', value: 'qwen2' });
    metadata.set('tokenizer.ggml.tokens', { type: 'array', of: 'string', value: tokenizer.tokens });
    metadata.set('tokenizer.ggml.token_type', { type: 'array', of: 'i32', value: tokenizer.kinds });
    metadata.set('tokenizer.ggml.merges', { type: 'array', of: 'string', value: tokenizer.merges });
    for (const [name, id] of [['bos', tokenizer.bos], ['eos', tokenizer.eos], ['eot', tokenizer.eot], ['padding', tokenizer.pad]] as const) {
      if (id !== null) metadata.set(`tokenizer.ggml.${name}_token_id`, u32(id));
    }
    metadata.set('tokenizer.ggml.add_bos_token', { type: 'bool', value: tokenizer.addBos });
  }
  if (chatTemplate !== null) metadata.set('tokenizer.chat_template', { type: 'string', value: chatTemplate });
  return metadata;
}
