/** Models from files: GGUF, or Hugging Face's safetensors with config.json. */
import type { ModelConfig, Weights } from '../model/config.ts';
import { type Chat, createChat } from './chat.ts';
import { configOfHuggingFace } from './hfConfig.ts';
import { ModelFileError, quote } from './error.ts';
import { readGguf } from './gguf.ts';
import { type GgufContent, writeGguf } from './ggufWrite.ts';
import { configOfGguf, ggufMetadata, type Metadata, text, tokenizerOfGguf } from './metadata.ts';
import { weightShapes } from '../model/names.ts';
import { ggufName } from './names.ts';
import type { WritableType } from './quants.ts';
import { openSafetensors } from './safetensors.ts';
import type { ByteSource } from './source.ts';
import { createTokenizer, type Tokenizer, type TokenizerData } from './tokenizer.ts';

interface ModelFile {
  readonly config: ModelConfig;
  /** shape of every weight, by Hugging Face name; all are in the file */
  readonly shapes: ReadonlyMap<string, readonly number[]>;
  /** one weight as float32 */
  readonly weight: (name: string) => Promise<Float32Array>;
  /** null when the file has none */
  readonly tokenizer: Tokenizer | null;
  readonly chatTemplate: string | null;
  readonly metadata: Metadata;
}

export interface LoadedModel extends Omit<ModelFile, 'weight' | 'shapes'> {
  readonly weights: Weights;
}

/** Reads and checks everything but the weights, which come one by one: for models that are too large to hold twice. */
export async function openModel(source: Uint8Array | ByteSource): Promise<ModelFile> {
  const file = await readGguf(source);
  const { metadata, tensors } = file;
  const embedding = tensors.get('token_embd.weight');
  const config = configOfGguf(metadata, { vocabulary: embedding?.dims[0] ?? 1, tied: !tensors.has('output.weight') });
  const shapes = weightShapes(config);
  for (const [name, dims] of shapes) checkShape(ggufName(name), tensors.get(ggufName(name))?.dims, dims);
  const known = new Set([...shapes.keys()].map(ggufName));
  for (const name of tensors.keys()) if (!known.has(name)) throw new ModelFileError(`The file has a tensor ${quote(name)}, which ${config.architecture} does not use.`);
  const data = tokenizerOfGguf(metadata);
  if (data !== null && data.tokens.length !== config.vocabulary) {
    throw new ModelFileError(`The tokenizer has ${data.tokens.length} tokens and the embedding ${config.vocabulary} rows; they must be the same.`);
  }
  return {
    config,
    shapes,
    weight: (name) => file.read(ggufName(name)),
    tokenizer: data === null ? null : createTokenizer(data),
    chatTemplate: text(metadata, 'tokenizer.chat_template'),
    metadata,
  };
}

/** A GGUF model with all its weights as float32. @param onProgress share read so far, 0 to 1 */
export async function loadModel(source: Uint8Array | ByteSource, onProgress?: (share: number) => void): Promise<LoadedModel> {
  const { weight, shapes, ...file } = await openModel(source);
  return { ...file, weights: { config: file.config, tensors: await collect(shapes, weight, onProgress) } };
}

/** Weights from a safetensors file and its config.json. @param config the parsed JSON */
export async function loadSafetensors(source: Uint8Array | ByteSource, config: unknown): Promise<Weights> {
  const file = await openSafetensors(source);
  const parsed = configOfHuggingFace(config);
  const shapes = weightShapes(parsed);
  for (const [name, dims] of shapes) checkShape(name, file.infos.get(name)?.dims, dims);
  const weight = async (name: string): Promise<Float32Array> => {
    const { data } = await file.read(name);
    if (!(data instanceof Float32Array)) throw new ModelFileError(`Tensor ${quote(name)} holds whole numbers; weights are floating-point.`);
    return data;
  };
  return { config: parsed, tensors: await collect(shapes, weight) };
}

/** The chat format of a loaded model. @throws ModelFileError when the file has no tokenizer */
export function chatOf({ tokenizer, chatTemplate }: Pick<ModelFile, 'tokenizer' | 'chatTemplate'>): Chat {
  if (tokenizer === null) throw new ModelFileError('The file has no tokenizer.');
  return createChat(tokenizer, chatTemplate);
}

interface ModelContent {
  readonly name: string;
  readonly weights: Weights;
  readonly tokenizer: TokenizerData | null;
  readonly chatTemplate: string | null;
  /** how matrices are stored; norms and biases stay F32, and so does a matrix whose rows do not fit Q8_0's blocks of 32 */
  readonly type: WritableType;
  /** further metadata: author, license, … */
  readonly extra?: Metadata;
}

/** A GGUF file that llama.cpp loads unchanged. The same content gives the same bytes. @throws ModelFileError */
export function writeModel({ name, weights, tokenizer, chatTemplate, type, extra }: ModelContent): Uint8Array {
  const { config } = weights;
  if (tokenizer !== null) createTokenizer(tokenizer);
  if (tokenizer !== null && tokenizer.tokens.length !== config.vocabulary) {
    throw new ModelFileError(`The tokenizer has ${tokenizer.tokens.length} tokens and the embedding ${config.vocabulary} rows; they must be the same.`);
  }
  return writeGguf({ metadata: ggufMetadata(config, tokenizer, chatTemplate, { name, fileType: fileTypes[type], extra }), ...storedTensors(weights, type) });
}

/** What `general.file_type` calls them. */
export const fileTypes = { F32: 0, F16: 1, Q8_0: 7 } as const;

/** All weights under their GGUF names, with how each is stored. @throws ModelFileError for one that is missing or of another shape */
export function storedTensors(weights: Weights, type: WritableType): Required<Pick<GgufContent, 'tensors' | 'types'>> {
  const tensors = new Map<string, { dims: readonly number[]; data: Float32Array }>();
  const types = new Map<string, WritableType>();
  for (const [weight, dims] of weightShapes(weights.config)) {
    const tensor = weights.tensors.get(weight);
    checkShape(weight, tensor?.dims, dims);
    if (tensor === undefined) continue;
    tensors.set(ggufName(weight), tensor);
    const fits = type !== 'Q8_0' || dims[dims.length - 1] % 32 === 0;
    types.set(ggufName(weight), dims.length > 1 && fits ? type : 'F32');
  }
  return { tensors, types };
}

function checkShape(name: string, found: readonly number[] | undefined, wanted: readonly number[]): void {
  if (found === undefined) throw new ModelFileError(`Tensor ${quote(name)} is missing.`);
  if (found.length !== wanted.length || found.some((dim, i) => dim !== wanted[i])) {
    throw new ModelFileError(`Tensor ${quote(name)} has the shape [${found.join(', ')}]; by the model's sizes it must be [${wanted.join(', ')}].`);
  }
}

async function collect(
  shapes: ReadonlyMap<string, readonly number[]>,
  weight: (name: string) => Promise<Float32Array>,
  onProgress?: (share: number) => void,
): Promise<Weights['tensors']> {
  const tensors = new Map<string, { dims: readonly number[]; data: Float32Array }>();
  for (const [name, dims] of shapes) {
    tensors.set(name, { dims, data: await weight(name) });
    onProgress?.(tensors.size / shapes.size);
  }
  return tensors;
}
