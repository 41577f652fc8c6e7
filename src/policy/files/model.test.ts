import { describe, expect, it } from 'vitest';
import type { ModelConfig } from '../model/config.ts';
import { ModelFileError } from './error.ts';
import { tinyGguf } from './fixtures/read.ts';
import { generator, randomWeights, scoutConfig, scoutTemplate, scoutTokens } from './fixtures/scoutLike.ts';
import { readGguf } from './gguf.ts';
import type { GgufValue } from './ggufReader.ts';
import { writeGguf } from './ggufWrite.ts';
import { checkConfig } from './metadata.ts';
import { loadModel, loadSafetensors, openModel, writeModel } from './model.ts';
import { weightShapes } from '../model/names.ts';
import { ggufName } from './names.ts';
import { writeSafetensors } from './safetensors.ts';

const weights = randomWeights(scoutConfig);
const content = { name: 'Scout-like', weights, tokenizer: scoutTokens, chatTemplate: scoutTemplate, type: 'F32' } as const;

describe('a model written as GGUF', () => {
  it('comes back with the same weights, sizes, tokens and template', async () => {
    const bytes = writeModel(content);
    const model = await loadModel(bytes);
    expect(model.config).toEqual(scoutConfig);
    expect(model.weights).toEqual(weights);
    expect(model.tokenizer?.data).toEqual({ ...scoutTokens, kinds: Int32Array.from(Array.from(scoutTokens.kinds)) });
    expect(model.chatTemplate).toBe(scoutTemplate);
    expect(writeModel(content)).toEqual(bytes);
  });

  it('keeps norms in F32 and is smaller in Q8_0', async () => {
    const bytes = writeModel({ ...content, type: 'Q8_0' });
    const file = await readGguf(bytes);
    expect(file.tensors.get('blk.0.attn_norm.weight')?.type).toBe('F32');
    expect(file.tensors.get('token_embd.weight')?.type).toBe('Q8_0');
    const model = await loadModel(bytes);
    for (const [name, { data }] of model.weights.tensors) {
      const original = weights.tensors.get(name)?.data ?? [];
      // half a step of a block whose largest value is at most 0.5, and the rounding of its scale
      expect(data.every((value, i) => Math.abs(value - original[i]) <= 0.5 / 254 + 3e-4)).toBe(true);
    }
  });

  it('is refused without all weights, with wrong shapes, or with another number of tokens', () => {
    const without = new Map([...weights.tensors].slice(1));
    expect(() => writeModel({ ...content, weights: { config: scoutConfig, tensors: without } })).toThrow('"model.embed_tokens.weight" is missing');
    expect(() => writeModel({ ...content, weights: { config: { ...scoutConfig, hidden: 64 }, tensors: weights.tensors } })).toThrow('must be [273, 64]');
    expect(() => writeModel({ ...content, tokenizer: { ...scoutTokens, tokens: [...scoutTokens.tokens, 'more'], kinds: [...Array.from(scoutTokens.kinds), 4] } })).toThrow(
      'has 274 tokens and the embedding 273 rows',
    );
  });
});

describe('a model from a GGUF file', () => {
  it('has the sizes that the file made by gguf-py names', async () => {
    const model = await loadModel(await tinyGguf());
    expect(model.config).toEqual({
      architecture: 'qwen3',
      hidden: 64,
      layers: 2,
      heads: 4,
      kvHeads: 2,
      headDim: 32,
      intermediate: 160,
      vocabulary: 512,
      context: 256,
      tied: true,
      ropeTheta: 1_000_000,
      rmsEps: 1e-6,
    } satisfies ModelConfig);
    expect(model.weights.tensors.size).toBe(24);
  });

  const changed = async (change: (metadata: Map<string, GgufValue>) => void, drop?: string): Promise<Uint8Array> => {
    const file = await readGguf(writeModel(content));
    const metadata = new Map(file.metadata);
    change(metadata);
    const tensors = new Map<string, { dims: readonly number[]; data: Float32Array }>();
    for (const [name, { dims }] of file.tensors) if (name !== drop) tensors.set(name, { dims, data: await file.read(name) });
    return writeGguf({ metadata, tensors });
  };
  const set =
    (key: string, value: GgufValue | null) =>
    (metadata: Map<string, GgufValue>): void => {
      if (value === null) metadata.delete(key);
      else metadata.set(key, value);
    };
  const u32 = (value: number): GgufValue => ({ type: 'u32', value });
  const string = (value: string): GgufValue => ({ type: 'string', value });
  it.each([
    ['another architecture', set('general.architecture', string('llama')), 'the architecture "llama"; qwen2 (also for Qwen2.5) and qwen3'],
    ['a mixture of experts', set('general.architecture', string('qwen3moe')), '"qwen3moe"'],
    ['no architecture', set('general.architecture', null), '"unknown"'],
    ['a missing size', set('qwen3.block_count', null), 'does not say its qwen3.block_count'],
    ['a size of another type', set('qwen3.block_count', string('1')), 'has the type string; a number is needed'],
    ['an impossible size', set('qwen3.embedding_length', u32(0)), 'qwen3.embedding_length is 0'],
    ['more layers than tensors', set('qwen3.block_count', u32(2)), 'Tensor "blk.1.attn_norm.weight" is missing'],
    ['endless layers', set('qwen3.block_count', u32(4_000_000)), '4000000 layers'],
    ['an endless context', set('qwen3.context_length', u32(2 ** 30)), 'a context of 1073741824 tokens; at most 262144'],
    ['a context past all numbers', set('qwen3.context_length', { type: 'u64', value: 2n ** 40n }), 'qwen3.context_length is 1099511627776; a whole number from 1 to 2147483648'],
    [
      'heads too wide for its context',
      (metadata: Map<string, GgufValue>): void => {
        set('qwen3.attention.key_length', u32(65536))(metadata);
        set('qwen3.attention.value_length', u32(65536))(metadata);
        set('qwen3.context_length', u32(2 ** 18))(metadata);
      },
      'heads of 65536 dimensions and a context of 262144 tokens; at most 1024 tokens',
    ],
    ['heads that cannot share', set('qwen3.attention.head_count_kv', u32(3)), '2 attention heads cannot share 3'],
    ['shapes that do not fit', set('qwen3.feed_forward_length', u32(64)), '"blk.0.ffn_gate.weight" has the shape [32, 32]; by the model\'s sizes it must be [64, 32]'],
    ['an epsilon that is no number', set('qwen3.attention.layer_norm_rms_epsilon', { type: 'f32', value: NaN }), 'is NaN; a positive number'],
    ['a rope that is stretched', set('qwen3.rope.scaling.type', string('yarn')), 'rope scaling "yarn"'],
    ['another tokenizer', set('tokenizer.ggml.model', string('llama')), 'the kind "llama"'],
    ['another pre-tokenizer', set('tokenizer.ggml.pre', string('gpt-4o')), 'the pre-tokenizer "gpt-4o"'],
    ['fewer tokens than rows', set('tokenizer.ggml.tokens', { type: 'array', of: 'string', value: ['a'] }), 'has 1 tokens and the embedding 273 rows'],
    ['tokens that are numbers', set('tokenizer.ggml.tokens', { type: 'array', of: 'u8', value: [1] }), 'no list of strings "tokenizer.ggml.tokens"'],
    ['a template that is a number', set('tokenizer.chat_template', u32(1)), '"tokenizer.chat_template" has the type u32'],
  ])('is refused with %s', async (_, change, message) => {
    const attempt = changed(change).then(openModel);
    await expect(attempt).rejects.toThrow(ModelFileError);
    await expect(attempt).rejects.toThrow(message);
  });

  it('may have the longest context of a real one', () => {
    const long = { ...scoutConfig, headDim: 128, context: 2 ** 18 };
    expect(checkConfig(long)).toEqual(long);
  });

  it('is refused with a tensor that the architecture does not use', async () => {
    const file = await readGguf(writeModel(content));
    const tensors = new Map<string, { dims: readonly number[]; data: Float32Array }>([['blk.0.attn_q.bias', { dims: [32], data: new Float32Array(32) }]]);
    for (const [name, { dims }] of file.tensors) tensors.set(name, { dims, data: await file.read(name) });
    await expect(openModel(writeGguf({ metadata: file.metadata, tensors }))).rejects.toThrow('a tensor "blk.0.attn_q.bias", which qwen3 does not use');
  });

  it('needs no tokenizer and no key_length', async () => {
    const bytes = await changed((metadata) => {
      for (const key of [...metadata.keys()]) if (key.startsWith('tokenizer.') || key.endsWith('key_length') || key.endsWith('value_length')) metadata.delete(key);
    });
    const model = await openModel(bytes);
    expect(model.tokenizer).toBeNull();
    expect(model.config.headDim).toBe(16);
  });

  it('fails in no other way, however the file is damaged', async () => {
    const next = generator(11);
    const whole = writeModel(content);
    const header = 9000;
    let refused = 0;
    for (let i = 0; i < 200; i++) {
      const bytes = whole.slice(0, next() < 0.1 ? Math.floor(next() * whole.length) : whole.length);
      for (let n = next() * 4; n > 0 && bytes.length > 0; n--) bytes[Math.floor(next() * Math.min(header, bytes.length))] = next() * 256;
      await loadModel(bytes).catch((error: unknown) => {
        expect(error).toBeInstanceOf(ModelFileError);
        refused++;
      });
    }
    expect(refused).toBeGreaterThan(100);
  });
});

describe('a model from safetensors', () => {
  const old = {
    model_type: 'qwen3',
    hidden_size: 32,
    num_hidden_layers: 1,
    num_attention_heads: 2,
    num_key_value_heads: 1,
    head_dim: 16,
    intermediate_size: 32,
    vocab_size: scoutConfig.vocabulary,
    max_position_embeddings: 64,
    tie_word_embeddings: true,
    rms_norm_eps: 1e-6,
    rope_theta: 10_000,
  };
  const file = writeSafetensors(weights.tensors);

  it('has the same weights, with the old and the new form of the rope settings', async () => {
    expect(await loadSafetensors(file, old)).toEqual(weights);
    const { rope_theta: _, ...rest } = old;
    const loaded = await loadSafetensors(file, { ...rest, rope_parameters: { rope_theta: 5000, rope_type: 'default' } });
    expect(loaded.config.ropeTheta).toBe(5000);
  });

  it.each([
    ['another architecture', { model_type: 'llama' }, 'model_type'],
    ['a size that is no number', { hidden_size: '32' }, 'hidden_size'],
    ['a stretched rope', { rope_scaling: { type: 'yarn' } }, 'rope scaling "yarn"'],
    ['a sliding window', { use_sliding_window: true }, 'use_sliding_window'],
    ['a head of its own', { tie_word_embeddings: false }, '"lm_head.weight" is missing'],
    ['an endless context', { max_position_embeddings: 2 ** 30 }, 'a context of 1073741824 tokens'],
    ['another size', { intermediate_size: 48 }, 'must be [48, 32]'],
  ])('is refused with %s', async (_, change, message) => {
    const attempt = loadSafetensors(file, { ...old, ...change });
    await expect(attempt).rejects.toThrow(ModelFileError);
    await expect(attempt).rejects.toThrow(message);
  });
});

describe('names of weights', () => {
  it('are the ones that the tiny net has', async () => {
    const { tensors } = await readGguf(await tinyGguf());
    const { shapes } = await openModel(await tinyGguf());
    expect([...shapes.keys()].map(ggufName).sort()).toEqual([...tensors.keys()].sort());
  });

  it('include biases for Qwen2 and the untied head', () => {
    const names = [...weightShapes({ ...scoutConfig, architecture: 'qwen2', tied: false }).keys()];
    expect(names).toContain('model.layers.0.self_attn.k_proj.bias');
    expect(names).toContain('lm_head.weight');
    expect(names).not.toContain('model.layers.0.self_attn.q_norm.weight');
  });
});
