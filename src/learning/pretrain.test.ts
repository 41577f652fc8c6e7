import { describe, expect, it } from 'vitest';
import type { ModelConfig } from '../policy/model/config.ts';
import { startGradientWorker } from '../platform/node/gradientWorker.ts';
import { nodeRuntime } from '../platform/node/runtime.ts';
import { random } from '../worlds/random.ts';
import { adamw } from './optimizer.ts';
import { gradientEngine } from './pretrainEngine.ts';
import { flatLayout, initialParameters } from './flat.ts';
import { batchPlanner, learningRate, meanLoss, pretrain, type PretrainOptions } from './pretrain.ts';
import { SequenceBuilder, toBatch, type Sequence } from './sequences.ts';

const options: PretrainOptions = {
  steps: 30,
  batchTokens: 64,
  batchesPerStep: 2,
  buckets: [16, 32],
  partWeights: { opening: 0, observation: 0, response: 1, heeding: 1 },
  rates: [
    { at: 0, rate: 0 },
    { at: 1 / 6, rate: 1e-2 },
    { at: 0.5, rate: 1e-2 },
    { at: 1, rate: 1e-4 },
  ],
  clipNorm: 1,
  seed: 1,
};

const config: ModelConfig = {
  architecture: 'qwen3', hidden: 32, layers: 2, heads: 2, kvHeads: 1, headDim: 16, intermediate: 64,
  vocabulary: 20, context: 64, tied: true, ropeTheta: 1e4, rmsEps: 1e-6,
};

/** The response repeats the opening. */
function copies(count: number): Sequence[] {
  const rng = random(3);
  return Array.from({ length: count }, () => {
    const word = Array.from({ length: 3 + rng.below(9) }, () => 1 + rng.below(9));
    const builder = new SequenceBuilder();
    builder.append('opening', [...word, 15]);
    builder.append('response', word);
    return builder.build();
  });
}

describe('learningRate', () => {
  it('rises, stays and falls to its end', () => {
    const rates = Array.from({ length: 30 }, (_, step) => learningRate(options, step));
    expect(rates[0]).toBeCloseTo(2e-3, 12);
    expect(rates.slice(5, 15).every((rate) => rate === 1e-2)).toBe(true);
    expect(rates[29]).toBeCloseTo(1e-4, 12);
    for (let i = 16; i < 30; i++) expect(rates[i]).toBeLessThan(rates[i - 1]);
  });
});

describe('batchPlanner', () => {
  const lengths = copies(100).map((s) => s.ids.length);

  it('gives the same batches for a step whatever was asked before, so a run goes on where it stopped', () => {
    const straight = batchPlanner(lengths, options);
    const all = Array.from({ length: 80 }, (_, step) => straight(step));
    expect(batchPlanner(lengths, options)(73)).toEqual(all[73]);
    const again = batchPlanner(lengths, options);
    expect([again(60), again(2), again(79)]).toEqual([all[60], all[2], all[79]]);
  });

  it('says so when there are too few sequences for a step', () => {
    expect(() => batchPlanner([10], options)(0)).toThrow(/too few sequences/);
  });
});

describe('pretrain', () => {
  it('learns, and a run in two parts is bit for bit the run in one', async () => {
    const sequences = copies(200);
    const layout = flatLayout(config);
    const runtime = nodeRuntime(1);
    const engines = [gradientEngine(runtime, layout)];
    const run = async (stops: readonly number[]) => {
      const parameters = initialParameters(layout, 1);
      const state = { m: new Float32Array(layout.length), v: new Float32Array(layout.length) };
      const optimizer = await adamw(runtime, layout, state, { beta1: 0.9, beta2: 0.98, eps: 1e-8, decay: 0.05 });
      const losses: number[] = [];
      let from = 0;
      for (const until of stops) {
        from = await pretrain(sequences, parameters, engines, optimizer, options, [from, until], (report) => {
          losses.push(report.loss);
          return Promise.resolve(true);
        });
      }
      return { parameters, losses, loss: await meanLoss(sequences.slice(0, 40), parameters, engines, options) };
    };
    const whole = await run([30]);
    const parts = await run([11, 30]);
    expect(parts.parameters).toEqual(whole.parameters);
    expect(parts.losses).toEqual(whole.losses);
    expect(whole.losses[0]).toBeCloseTo(Math.log(20), 0);
    expect(whole.loss).toBeLessThan(whole.losses[0] - 0.3);
    await runtime.dispose();
  });

  it('gets the same gradient from a thread of its own', async () => {
    const layout = flatLayout(config);
    const parameters = initialParameters(layout, 1);
    const batch = toBatch(copies(2), 32, options.partWeights);
    const runtime = nodeRuntime(1);
    const here = await gradientEngine(runtime, layout).gradient(parameters, batch);
    const worker = startGradientWorker(config);
    try {
      const there = await worker.gradient(parameters, batch);
      expect(there.values).toEqual(here.values);
      expect(there.loss).toBe(here.loss);
    } finally {
      await worker.stop();
      await runtime.dispose();
    }
  });
});
