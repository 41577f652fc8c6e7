/** The browser's decoders (WASM: our own cache; WebGPU: GroupQueryAttention in GPU buffers) against the one on onnxruntime-node. */
import { z } from 'zod';
import { nodeRuntime } from '../src/platform/node/runtime.ts';
import { CpuDecoder } from '../src/policy/engine/cpuDecoder.ts';
import { floats } from '../src/policy/runtime.ts';
import { expect, test } from './browser.ts';
import { distance } from './compare.ts';
import { unpack } from './harness/packing.ts';
import { steps as stepResults, type Step } from './harness/protocol.ts';
import { configs, randomAdapter, randomIds, randomWeights } from './nets.ts';
import { take } from './steps.ts';

const ids = (count: number, seed: number): number[] => [...randomIds(count, seed, 512)];

const steps: readonly Step[] = [
  // long enough for kernels that go wrong at 32 tokens
  { do: 'forward', rows: [{ slot: 0, tokens: ids(90, 1) }, { slot: 2, tokens: ids(5, 2) }] },
  { do: 'forward', rows: [{ slot: 2, tokens: [7] }, { slot: 0, tokens: [9] }] },
  { do: 'copy', from: 0, to: 1, length: 40 },
  { do: 'forward', rows: [{ slot: 1, tokens: ids(33, 3) }] },
  { do: 'truncate', slot: 0, length: 10 },
  { do: 'forward', rows: [{ slot: 0, tokens: [11] }, { slot: 1, tokens: [12] }, { slot: 2, tokens: [13, 14] }] },
  // more than the cache is made for at first
  { do: 'forward', rows: [{ slot: 3, tokens: ids(300, 4) }] },
  { do: 'forward', rows: [0, 1, 2, 3].map((slot) => ({ slot, tokens: [20 + slot] })) },
  { do: 'score', sequences: [ids(70, 5), ids(1, 6), ids(12, 7)] },
  { do: 'forward', rows: [{ slot: 1, tokens: [30] }] },
];

for (const base of configs) {
  test(`${base.architecture}: ragged rows, copies, cuts, growth and scores`, async ({ harness }) => {
    const config = { ...base, context: 512 };
    const runtime = nodeRuntime();
    const decoder = await CpuDecoder.create(runtime, randomWeights(config), { slots: 4, adapter: randomAdapter(config) });
    const expected = await take(decoder, steps);
    await runtime.dispose();
    const found = await harness.tell({ ask: 'decode', config, adapter: true, slots: 4, steps: [...steps] }, stepResults);
    for (const [at, tensors] of expected.entries()) {
      for (const [i, tensor] of tensors.entries()) {
        const other = unpack(found[at][i]);
        expect(other.dims).toEqual(tensor.dims);
        expect(distance(floats(other), floats(tensor)), `step ${at}, tensor ${i}`).toBeLessThan(2e-5);
      }
    }
  });

  test(`${base.architecture}: attention on this GPU passes the check that is made at every start`, async ({ harness, backend }) => {
    test.skip(backend !== 'webgpu');
    expect(await harness.tell({ ask: 'attention', config: base }, z.number())).toBeLessThan(1e-4);
  });
}
