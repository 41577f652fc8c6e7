import { afterAll, describe, expect, it } from 'vitest';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import { CpuDecoder } from '../engine/cpuDecoder.ts';
import { farthest, tiny } from '../model/fixtures/tiny.ts';
import type { Weights } from '../model/config.ts';
import { tinyGguf } from './fixtures/read.ts';
import { merged, mergedGguf } from './merge.ts';
import { loadModel, writeModel } from './model.ts';

const runtime = nodeRuntime();
afterAll(() => runtime.dispose());

async function logits(weights: Weights, tokens: readonly number[], adapter?: Parameters<typeof merged>[1]): Promise<Float32Array> {
  return (await CpuDecoder.create(runtime, weights, { slots: 1, adapter })).forward([{ slot: 0, tokens }]);
}

describe.each(['qwen2-tiny', 'qwen3-tiny'] as const)('%s', async (name) => {
  const { weights, adapter, expected } = await tiny(name);
  const [tokens] = expected.sequences;

  it('with the adapter merged into its weights answers as with the adapter beside them', async () => {
    const beside = await logits(weights, tokens, adapter);
    expect(farthest(await logits(merged(weights, adapter), tokens), beside)).toBeLessThan(1e-4);
    expect(farthest(await logits(weights, tokens), beside)).toBeGreaterThan(0.1);
  });

  it('is not changed itself, and refuses an adapter of another model', () => {
    const before = new Map([...weights.tensors].map(([key, { data }]) => [key, data.slice()]));
    merged(weights, adapter);
    for (const [key, { data }] of weights.tensors) expect(data.every((value, i) => value === before.get(key)?.[i]), key).toBe(true);
    expect(() => merged({ ...weights, config: { ...weights.config, hidden: 32 } }, adapter)).toThrow(/other sizes/);
    expect(() => merged(weights, { ...adapter, tensors: new Map([['9.q_proj', { a: new Float32Array(1), b: new Float32Array(1) }]]) })).toThrow(/no place/);
  });

  it.each([
    ['F32', 1e-4],
    ['F16', 0.02],
    ['Q8_0', 0.3],
  ] as const)('merged as a file in %s, it answers as with the adapter beside it', async (type, near) => {
    const base = await loadModel(writeModel({ name: 'tiny', weights, tokenizer: null, chatTemplate: null, type: 'F32' }));
    const file = await loadModel(mergedGguf(base, adapter, { type, adapter: 'a1', base: 'b', policy: 'p' }));
    expect(file.config).toEqual(weights.config);
    expect(farthest(await logits(file.weights, tokens), await logits(weights, tokens, adapter))).toBeLessThan(near);
  });
});

describe('metadata', async () => {
  const base = await loadModel(await tinyGguf());
  const { adapter } = await tiny('qwen3-tiny');
  const options = { type: 'F16', adapter: 'a1', base: 'b', policy: 'p' } as const;
  const once = await loadModel(mergedGguf(base, adapter, options));

  it('are those of the base, and say what was merged', () => {
    const text = (value: unknown): string => (typeof value === 'string' ? value : '');
    const own = /^(general\.(name|file_type|quantization_version|base_model\..*)|fieldnotes\.merged\..*)$/;
    const rest = (metadata: typeof base.metadata): unknown[] => [...metadata].filter(([key]) => !own.test(key));
    expect(rest(once.metadata)).toEqual(rest(base.metadata));
    expect(once.chatTemplate).toBe(base.chatTemplate);
    expect(Object.fromEntries([...once.metadata].filter(([key]) => own.test(key)).map(([key, { value }]) => [key, value]))).toEqual({
      'general.name': `${text(base.metadata.get('general.name')?.value)} + a1`,
      'general.file_type': 1,
      'general.quantization_version': 2,
      'general.base_model.count': 1,
      'general.base_model.0.name': base.metadata.get('general.name')?.value,
      'fieldnotes.merged.base': 'b',
      'fieldnotes.merged.adapter': 'a1',
      'fieldnotes.merged.rank': adapter.rank,
      'fieldnotes.merged.scale': adapter.scale,
      'fieldnotes.merged.policy': 'p',
    });
  });

  it('of a model that was merged before name the last merge alone', async () => {
    const twice = await loadModel(mergedGguf(once, adapter, { ...options, adapter: 'a2', base: 'c' }));
    expect(twice.metadata.get('general.base_model.0.name')?.value).toMatch(/ \+ a1$/);
    expect(twice.metadata.get('fieldnotes.merged.base')?.value).toBe('c');
    expect(twice.metadata.size).toBe(once.metadata.size);
  });
});
