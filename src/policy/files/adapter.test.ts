import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Adapter, projections } from '../model/config.ts';
import { tiny } from '../model/fixtures/tiny.ts';
import { readAdapter, writeAdapter } from './adapter.ts';
import { ModelFileError } from './error.ts';
import peft from './fixtures/peft.json' with { type: 'json' };
import { generator, scoutConfig } from './fixtures/scoutLike.ts';
import { weightShapes } from '../model/names.ts';
import { readSafetensors } from './fixtures/readSafetensors.ts';
import { type SafeTensor, writeSafetensors } from './safetensors.ts';

const model = { ...scoutConfig, layers: 2 };

function adapter(rank: number, targets: Adapter['targets']): Adapter {
  const next = generator(2);
  const random = (length: number): Float32Array => Float32Array.from({ length }, () => next() - 0.5);
  const shapes = weightShapes(model);
  const tensors = new Map<string, { a: Float32Array; b: Float32Array }>();
  for (let layer = 0; layer < model.layers; layer++) {
    for (const projection of targets) {
      const name = [...shapes.keys()].find((key) => key.startsWith(`model.layers.${layer}.`) && key.endsWith(`${projection}.weight`)) ?? '';
      const [rows, columns] = shapes.get(name) ?? [];
      tensors.set(`${layer}.${projection}`, { a: random(rank * columns), b: random(rows * rank) });
    }
  }
  return { rank, scale: 2, targets, tensors };
}

const some = adapter(3, ['q_proj', 'down_proj']);
const files = writeAdapter(some, model, { name: 'scout' });
const json = (change: object = {}): unknown => {
  const config: unknown = JSON.parse(files.config);
  return { ...(typeof config === 'object' ? config : {}), ...change };
};

describe('an adapter', () => {
  it.each([
    ['of all projections', adapter(4, projections)],
    ['of some', some],
  ])('%s comes back as it was written', async (_, original) => {
    const { config, tensors } = writeAdapter(original, model, { name: 'scout' });
    expect(await readAdapter({ config: JSON.parse(config), tensors }, model)).toEqual(original);
    expect(writeAdapter(original, model, { name: 'scout' })).toEqual({ config, tensors });
  });

  it("has PEFT's names, shapes and settings", async () => {
    const tensors = await readSafetensors(files.tensors);
    expect(tensors.get('base_model.model.model.layers.1.self_attn.q_proj.lora_A.weight')?.dims).toEqual([3, 32]);
    expect(tensors.get('base_model.model.model.layers.0.mlp.down_proj.lora_B.weight')?.dims).toEqual([32, 3]);
    expect(tensors.size).toBe(8);
    expect(json()).toMatchObject({ peft_type: 'LORA', r: 3, lora_alpha: 6, target_modules: ['down_proj', 'q_proj'], base_model_name_or_path: 'scout' });
  });

  it.each(['qwen2-tiny', 'qwen3-tiny'] as const)('is for %s what PEFT itself wrote, tensor by tensor, and is read with the settings that PEFT wrote', async (name) => {
    const { adapter: original, config: net } = await tiny(name);
    const { config, tensors } = peft[name];
    const written = writeAdapter(original, net, { name });
    const found = await readSafetensors(written.tensors);
    const sha = ({ data }: SafeTensor): string => createHash('sha256').update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)).digest('hex').slice(0, 16);
    expect(Object.fromEntries([...found].map(([key, tensor]) => [key, { dims: tensor.dims, sha: sha(tensor) }]))).toEqual(tensors);
    expect(await readAdapter({ config, tensors: written.tensors }, net)).toEqual(original);
    const ours: unknown = JSON.parse(written.config);
    const { peft_type, r, lora_alpha, target_modules, bias, task_type, base_model_name_or_path } = config;
    expect(ours).toMatchObject({ peft_type, r, lora_alpha, target_modules, bias, task_type, base_model_name_or_path });
  });

  it('is scaled by alpha over the rank, or over its root for rsLoRA', async () => {
    expect((await readAdapter({ ...files, config: json({ lora_alpha: 12 }) }, model)).scale).toBe(4);
    expect((await readAdapter({ ...files, config: json({ lora_alpha: 6, use_rslora: true }) }, model)).scale).toBeCloseTo(6 / Math.sqrt(3), 12);
  });

  it('may have its targets named by a pattern, or not at all', async () => {
    for (const target_modules of ['all-linear', null]) {
      expect((await readAdapter({ ...files, config: json({ target_modules }) }, model)).targets).toEqual(['q_proj', 'down_proj']);
    }
  });

  it.each([
    ['another method', { peft_type: 'IA3' }, 'peft_type'],
    ['a rank of zero', { r: 0 }, 'r: '],
    ['another rank', { r: 8 }, 'has the shape [3, 32]; its rank and this model need [8, 32]'],
    ['biases', { bias: 'all' }, 'bias'],
    ['DoRA', { use_dora: true }, 'use_dora'],
    ['QALoRA', { use_qalora: true }, 'use_qalora'],
    ['BD-LoRA', { use_bdlora: { nblocks: 2 } }, 'use_bdlora'],
    ['words that switch it on', { alora_invocation_tokens: [1, 2] }, 'alora_invocation_tokens'],
    ['parameters outside of layers', { target_parameters: ['experts.weight'] }, 'target_parameters'],
    ['ranks by layer', { rank_pattern: { q_proj: 2 } }, 'rank_pattern: must be empty'],
    ['whole modules', { modules_to_save: ['lm_head'] }, 'modules_to_save'],
    ['a target outside the family', { target_modules: ['c_attn'] }, 'targets "c_attn"'],
    ['a target without tensors', { target_modules: ['q_proj', 'down_proj', 'v_proj'] }, 'targets "v_proj" but has no tensors'],
    ['tensors without target', { target_modules: ['q_proj'] }, 'tensors for down_proj, which its target_modules do not name'],
  ])('with %s is refused', async (_, change, message) => {
    const attempt = readAdapter({ ...files, config: json(change) }, model);
    await expect(attempt).rejects.toThrow(ModelFileError);
    await expect(attempt).rejects.toThrow(message);
  });

  it('for another model is refused', async () => {
    const read = (change: object): Promise<Adapter> => readAdapter({ ...files, config: json() }, { ...model, ...change });
    await expect(read({ layers: 3 })).rejects.toThrow('lacks the tensor "base_model.model.model.layers.2.self_attn.q_proj.lora_A.weight"');
    await expect(read({ layers: 1 })).rejects.toThrow('has no place');
    await expect(read({ hidden: 64 })).rejects.toThrow('this model need [3, 64]');
    expect(() => writeAdapter(some, { ...model, layers: 3 }, { name: 'x' })).toThrow('no tensors for q_proj of layer 2');
    expect(() => writeAdapter(some, { ...model, hidden: 64 }, { name: 'x' })).toThrow(ModelFileError);
  });

  it('names the weights that it was trained on, and is refused on others', async () => {
    const marked = writeAdapter(some, model, { name: 'scout', hash: 'one' });
    const read = (base?: string): Promise<Adapter> => readAdapter({ config: json(), tensors: marked.tensors }, model, base);
    expect(await read('one')).toEqual(some);
    expect(await read()).toEqual(some);
    await expect(read('two')).rejects.toThrow('trained on another model (fingerprint "one"; this one is "two")');
    // one that says nothing is taken: PEFT's own files do not
    expect(await readAdapter({ config: json(), tensors: files.tensors }, model, 'two')).toEqual(some);
  });

  it('with values that are no numbers, or with strange tensors, is refused', async () => {
    const tensors = new Map<string, SafeTensor>(await readSafetensors(files.tensors));
    const read = (): Promise<Adapter> => readAdapter({ config: json(), tensors: writeSafetensors(tensors) }, model);
    const name = 'base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight';
    tensors.set(name, { dims: [3, 32], data: new Float32Array(96).fill(NaN) });
    await expect(read()).rejects.toThrow('holds the value NaN');
    tensors.set(name, { dims: [3, 32], data: new Int32Array(96) });
    await expect(read()).rejects.toThrow('whole numbers');
    tensors.clear();
    tensors.set('base_model.model.lm_head.lora_A.weight', { dims: [1], data: new Float32Array(1) });
    await expect(read()).rejects.toThrow('changes none of q_proj');
  });
});
