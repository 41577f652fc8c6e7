import { afterAll, describe, expect, it } from 'vitest';
import { nodeRuntime } from '../platform/node/runtime.ts';
import { CpuDecoder } from '../policy/engine/cpuDecoder.ts';
import { farthest, tiny } from '../policy/model/fixtures/tiny.ts';
import { merged } from './merge.ts';

const runtime = nodeRuntime();
afterAll(() => runtime.dispose());

describe.each(['qwen2-tiny', 'qwen3-tiny'] as const)('%s', async (name) => {
  const { weights, adapter, expected } = await tiny(name);

  it('with the adapter merged into its weights answers as with the adapter beside them', async () => {
    const tokens = expected.sequences[0];
    const [beside, inside, bare] = await Promise.all([
      CpuDecoder.create(runtime, weights, { slots: 1, adapter }),
      CpuDecoder.create(runtime, merged(weights, adapter), { slots: 1 }),
      CpuDecoder.create(runtime, weights, { slots: 1 }),
    ]);
    const [a, b, c] = await Promise.all([beside, inside, bare].map((decoder) => decoder.forward([{ slot: 0, tokens }])));
    expect(farthest(b, a)).toBeLessThan(1e-4);
    expect(farthest(c, a)).toBeGreaterThan(0.1);
  });

  it('is not changed itself, and refuses an adapter of another model', () => {
    const before = [...weights.tensors.values()].map(({ data }) => data.slice());
    merged(weights, adapter);
    expect([...weights.tensors.values()].map(({ data }) => data)).toEqual(before);
    expect(() => merged({ ...weights, config: { ...weights.config, hidden: 32 } }, adapter)).toThrow(/other sizes/);
    expect(() => merged(weights, { ...adapter, tensors: new Map([['9.q_proj', { a: new Float32Array(1), b: new Float32Array(1) }]]) })).toThrow(/no place/);
  });
});
