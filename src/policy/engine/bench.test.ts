import { expect, it } from 'vitest';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import { bench } from './bench.ts';
import { randomWeights, smallConfig } from './fixtures/smallModel.ts';

it('measures every batch with a clock from outside', async () => {
  // Every look at this clock takes a millisecond.
  let clock = 0;
  const runtime = nodeRuntime();
  const result = await bench(runtime, { weights: randomWeights(smallConfig), batches: [1, 3], cached: 20, steps: 4, now: () => clock++ });
  await runtime.dispose();
  expect(result).toMatchObject({ backend: runtime.name, cached: 20 });
  expect(result.batches).toEqual([
    { batch: 1, prefill: 20_000, decode: 1000, step: { median: 1, best: 1 }, bareStep: { median: 1, best: 1 }, overhead: 1, gain: 1, bestGain: 1 },
    { batch: 3, prefill: 60_000, decode: 3000, step: { median: 1, best: 1 }, bareStep: { median: 1, best: 1 }, overhead: 1, gain: 3, bestGain: 3 },
  ]);
});
