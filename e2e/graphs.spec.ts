/** The policy's graphs give the same numbers in the browser, on each backend, as on onnxruntime-node. */
import { projections, type ModelConfig } from '../src/policy/model/config.ts';
import { adapterFeeds, buildAdamW, buildDecodeGraph, buildTrainingGraph, weightFeeds } from '../src/policy/model/index.ts';
import { f32, i32, type Tensor } from '../src/policy/runtime.ts';
import { test } from './browser.ts';
import { agree } from './compare.ts';
import { configs, randomAdapter, randomFloats, randomIds, randomWeights } from './nets.ts';

/**
 * Sizes that are known only when a graph runs make ORT leave one or two nodes of integer arithmetic on the CPU, by its own
 * choice. That every operator has a kernel on the GPU is tested one by one elsewhere.
 */
const strict = false;

/** Room for one past token, of which none counts: tensors without elements break WebGPU. */
function pastOfOne(config: ModelConfig): Record<string, Tensor> {
  const past = f32(new Float32Array(2 * config.kvHeads * config.headDim), [2, config.kvHeads, 1, config.headDim]);
  const layers = Array.from({ length: config.layers }, (_, layer) => layer);
  return Object.fromEntries(layers.flatMap((layer) => [[`past_k.${layer}`, past], [`past_v.${layer}`, past]]));
}

for (const config of configs) {
  const weights = randomWeights(config);
  const adapter = randomAdapter(config);

  test(`${config.architecture}: prefill and decode`, async ({ harness }) => {
    const prefill = buildDecodeGraph(config, { weights, adapter: projections });
    const lora = adapterFeeds(config, projections, adapter);
    const first = await agree(
      harness,
      prefill,
      { ids: i32(randomIds(2 * 40, 3, config.vocabulary), [2, 40]), past_length: i32(Int32Array.of(0, 0), [2]), rows: i32(Int32Array.of(22, 79), [2]), ...pastOfOne(config), ...lora },
      1e-5,
      strict,
    );
    const past = Object.fromEntries(Object.entries(first).filter(([name]) => name.startsWith('new_')).map(([name, tensor]) => [name.replace('new', 'past'), tensor]));
    const decode = buildDecodeGraph(config, { weights, adapter: projections, tokens: 1 });
    await agree(
      harness,
      decode,
      { ids: i32(Int32Array.of(5, 6), [2, 1]), past_length: i32(Int32Array.of(23, 40), [2]), rows: i32(Int32Array.of(0, 1), [2]), ...past, ...lora },
      1e-5,
      strict,
    );
  });

  test(`${config.architecture}: loss and gradients of every weight, and of adapters`, async ({ harness }) => {
    const length = 48;
    const rows = Int32Array.from({ length: 60 }, (_, i) => i);
    const common = {
      ids: i32(randomIds(2 * length, 4, config.vocabulary), [2, length]),
      rows: i32(rows, [rows.length]),
      targets: i32(randomIds(rows.length, 5, config.vocabulary), [rows.length]),
      weights: f32(randomFloats(rows.length, 6, 1 / rows.length), [rows.length]),
      ...weightFeeds(weights),
    };
    const block = 32;
    await agree(harness, buildTrainingGraph(config, { length, train: 'full', block }), common, 2e-5, strict);
    const lora = adapterFeeds(config, projections, adapter);
    await agree(harness, buildTrainingGraph(config, { length, train: 'lora', adapter: projections, rank: adapter.rank, block }), { ...common, ...lora }, 2e-5, strict);
  });
}

test('one step of AdamW', async ({ harness }) => {
  const count = 1000;
  const vector = (seed: number): Tensor => f32(randomFloats(count, seed, 1), [count]);
  const scalar = (value: number): Tensor => f32(Float32Array.of(value), []);
  const settings = { lr: 1e-3, beta1: 0.9, beta2: 0.999, eps: 1e-8, decay: 0.01, correction1: 0.1, correction2: 0.001, scale: 0.5 };
  const scalars = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, scalar(value)]));
  const v = f32(randomFloats(count, 4, 1).map((value) => value * value), [count]);
  await agree(harness, buildAdamW(), { p: vector(1), g: vector(2), m: vector(3), v, ...scalars }, 1e-6);
});
