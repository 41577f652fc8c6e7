/** The policy objective gives the same losses, gradients and optimizer steps in the browser as on onnxruntime-node. */
import { adapterLayout, vectorFeeds, vectorOf, type AdapterLayout } from '../src/learning/adapterLayout.ts';
import { projections, type ModelConfig } from '../src/policy/model/config.ts';
import { buildAdamW, buildPolicyGraph, valueNames, weightFeeds } from '../src/policy/model/index.ts';
import { nodeRuntime } from '../src/platform/node/runtime.ts';
import { f32, floats, i32, type Tensor } from '../src/policy/runtime.ts';
import { expect, test } from './browser.ts';
import { agree, distance, type Feeds } from './compare.ts';
import { configs, randomAdapter, randomFloats, randomIds, randomWeights } from './nets.ts';

/** Sizes that are known only when a graph runs leave a node or two of integer arithmetic on the CPU; see graphs.spec.ts. */
const strict = false;
const length = 48;
const count = 60;

const vector = (values: Float32Array): Tensor => f32(values, [values.length]);
const scalars = (values: Readonly<Record<string, number>>): Record<string, Tensor> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, f32(Float32Array.of(value), [])]));

/** Two sequences with advantages of both signs, ratios within and beyond both clips, and both other terms on. */
function feedsOf(config: ModelConfig): Record<string, Tensor> {
  const each = (seed: number, scale: number, shift = 0): Tensor => vector(randomFloats(count, seed, scale).map((value) => value + shift));
  return {
    ids: i32(randomIds(2 * length, 4, config.vocabulary), [2, length]),
    rows: i32(Int32Array.from({ length: count }, (_, i) => i), [count]),
    targets: i32(randomIds(count, 5, config.vocabulary), [count]),
    weights: each(6, 0, 1 / count),
    advantages: each(7, 1),
    old_logp: each(8, 0.5, -6.5),
    ref_logp: each(9, 0.5, -6.5),
    value_weights: each(6, 0, 1 / count),
    value_target: each(10, 2),
    old_value: each(11, 1),
    [valueNames.weight]: f32(randomFloats(config.hidden, 12, 0.1), [config.hidden, 1]),
    [valueNames.bias]: f32(Float32Array.of(0.1), [1]),
    ...scalars({ clip_low: 0.2, clip_high: 0.28, dual_clip: 3, kl_weight: 0.05, entropy_weight: 0.01, value_clip: 0.5, value_weight: 0.1 }),
  };
}

const layoutOf = (config: ModelConfig): AdapterLayout => adapterLayout(config, { rank: 4, alpha: 8, targets: projections });

for (const config of configs) {
  test(`${config.architecture}: loss, terms and gradients of the policy objective`, async ({ harness }) => {
    const layout = layoutOf(config);
    const feeds = { ...feedsOf(config), ...weightFeeds(randomWeights(config)), ...vectorFeeds(layout, vectorOf(layout, randomAdapter(config))) };
    // one of the two with a value head: software WebGPU compiles for long
    const model = buildPolicyGraph(config, { length, train: 'lora', adapter: projections, rank: 4, block: 32, value: config.tied });
    await agree(harness, model, feeds, 5e-5, strict);
  });
}

test('three steps of AdamW on the objective', async ({ harness, backend }) => {
  test.skip(backend === 'webgpu', 'six runs of large graphs take minutes on software WebGPU; its gradients are tested above');
  const [config] = configs;
  const layout = layoutOf(config);
  const objective = buildPolicyGraph(config, { length, train: 'lora', adapter: projections, rank: 4, block: 32, weights: randomWeights(config) });
  const adamw = buildAdamW();
  type Run = (model: Uint8Array, feeds: Feeds) => Promise<Record<string, Tensor>>;
  const start = vectorOf(layout, randomAdapter(config));
  const train = async (run: Run): Promise<Float32Array> => {
    const all = feedsOf(config);
    const own = ['value_weights', 'value_target', 'old_value', 'value_clip', 'value_weight', valueNames.weight, valueNames.bias];
    const feeds = Object.fromEntries(Object.entries(all).filter(([name]) => !own.includes(name)));
    let state = { p: vector(start), m: vector(new Float32Array(layout.length)), v: vector(new Float32Array(layout.length)) };
    for (let step = 1; step <= 3; step++) {
      const out = await run(objective, { ...feeds, ...vectorFeeds(layout, floats(state.p)) });
      const g = new Float32Array(layout.length);
      for (const { name, offset } of layout.entries) g.set(floats(out[`grad.${name}`]), offset);
      const settings = { lr: 1e-3, beta1: 0.9, beta2: 0.999, eps: 1e-8, decay: 0.01, correction1: 1 - 0.9 ** step, correction2: 1 - 0.999 ** step, scale: 0.5 };
      const next = await run(adamw, { ...state, g: vector(g), ...scalars(settings) });
      state = { p: next.new_p, m: next.new_m, v: next.new_v };
    }
    return floats(state.p);
  };
  const runtime = nodeRuntime();
  const expected = await train(async (model, feeds) => (await runtime.createSession(model)).run(feeds));
  await runtime.dispose();
  const found = await train(async (model, feeds) => (await harness.run(model, [feeds], strict))[0] ?? {});
  // Adam divides by |g|: of the few elements whose gradient is nearly zero the sign is noise, so the move as a whole is compared.
  const move = (p: Float32Array): Float32Array => p.map((value, i) => value - start[i]);
  expect(distance(move(found), move(expected))).toBeLessThan(1e-2);
  const far = found.filter((value, i) => Math.abs(value - expected[i]) > 2e-6).length;
  expect(far / layout.length).toBeLessThan(5e-3);
});
