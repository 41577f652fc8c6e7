import { afterAll, describe, expect, it } from 'vitest';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import { GraphBuilder } from '../graph/builder.ts';
import { gradients } from '../graph/gradients.ts';
import { f32, floats, i32, type Tensor } from '../runtime.ts';
import { buildAdamW } from './adamw.ts';
import { projections } from './config.ts';
import { afterThreeSteps, policyFixture } from './fixtures/policy.ts';
import { farthest, norm, relative, tiny } from './fixtures/tiny.ts';
import { adapterFeeds, weightFeeds } from './index.ts';
import { buildPolicyGraph, policyLoss, valueLoss, valueNames } from './objective.ts';

const runtime = nodeRuntime();
afterAll(() => runtime.dispose());

const vector = (values: readonly number[]): Tensor => f32(Float32Array.from(values), [values.length]);
const scalars = (values: Readonly<Record<string, number>>): Record<string, Tensor> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, f32(Float32Array.of(value), [])]));
const scalar = (tensor: Tensor | undefined): number => floats(tensor)[0];

describe('the loss of tokens', async () => {
  const graph = new GraphBuilder();
  const logp = graph.input('logp', 'float32', ['R']);
  const parts = policyLoss(graph, logp, graph.input('entropy', 'float32', ['R']));
  graph.output('loss', parts.loss);
  graph.output('surrogate', parts.surrogate);
  graph.output('kl', parts.kl);
  graph.output('mean_entropy', parts.entropy);
  const [gradient] = gradients(parts.loss, [logp]);
  if (gradient) graph.output('gradient', gradient);
  const session = await runtime.createSession(graph.serialize());

  it.each(policyFixture.losses)('$id: equals the released code, with its gradient', async (found) => {
    const { old_log_prob: old, log_prob: now, advantages, response_mask: mask, policy_loss: losses, kl_penalty: kl } = found;
    const tokens = mask.flat().reduce((a, b) => a + b, 0);
    for (const { clip_low, clip_high, clip_ratio_c: dual_clip, loss_agg_mode: mode, loss, grad_log_prob } of losses) {
      const weights = mask.flatMap((ofRow) => ofRow.map((m) => (mode === 'token-mean' ? m / tokens : m / ofRow.reduce((a, b) => a + b, 0) / mask.length)));
      const out = await session.run({
        logp: vector(now.flat()),
        old_logp: vector(old.flat()),
        ref_logp: vector(old.flat()),
        advantages: vector(advantages.flat()),
        weights: vector(weights),
        entropy: vector(weights.map(() => 1)),
        ...scalars({ clip_low, clip_high, dual_clip, kl_weight: 0, entropy_weight: 0 }),
      });
      expect(scalar(out.loss), mode).toBeCloseTo(loss, 5);
      expect(farthest(floats(out.gradient), grad_log_prob.flat()), mode).toBeLessThan(2e-6 * Math.max(1, ...grad_log_prob.flat().map(Math.abs)));
      // the released estimate stops at 10, from where it would no longer pull the policy back; ours goes on
      const gap = (i: number): number => old.flat()[i] - now.flat()[i];
      const k3 = kl.low_var_kl.flat().map((value, i) => (value < 10 ? value : Math.exp(gap(i)) - gap(i) - 1));
      expect(scalar(out.kl) / k3.reduce((sum, value, i) => sum + value * weights[i], 0)).toBeCloseTo(1, 5);
      expect(scalar(out.mean_entropy)).toBeCloseTo(1, 5);
    }
  });

  it('stays finite however far apart probabilities are, and a weight or advantage of 0 counts for nothing', async () => {
    const out = await session.run({
      logp: vector([-1, -500, -500, -1]),
      old_logp: vector([-1000, -1, -1000, -1]),
      ref_logp: vector([-1000, -1, -1, -1]),
      advantages: vector([1, -1, 0, -2]),
      weights: vector([0.5, 0.5, 0, 0.5]),
      entropy: vector([0, 0, 0, 0]),
      ...scalars({ clip_low: 0.2, clip_high: 0.2, dual_clip: 1e30, kl_weight: 0.1, entropy_weight: 0.1 }),
    });
    // clipped at 1.2; a fallen ratio with A < 0 is held at 0.8; on policy r = 1
    expect(scalar(out.surrogate)).toBeCloseTo(-0.5 * (1.2 - 0.8 - 2), 5);
    const gradient = floats(out.gradient);
    expect(gradient.every(Number.isFinite)).toBe(true);
    expect(gradient[2]).toBe(0);
    expect(gradient[3]).toBeCloseTo(1, 5);
  });
});

describe('the value loss', async () => {
  const graph = new GraphBuilder();
  graph.output('loss', valueLoss(graph, graph.input('values', 'float32', ['R']), graph.input('weights', 'float32', ['R'])));
  const session = await runtime.createSession(graph.serialize());

  it.each(policyFixture.losses)('$id: equals the released code', async ({ response_mask: mask, value_loss: wanted }) => {
    const tokens = mask.flat().reduce((a, b) => a + b, 0);
    const out = await session.run({
      values: vector(wanted.vpreds.flat()),
      value_target: vector(wanted.returns.flat()),
      old_value: vector(wanted.values.flat()),
      weights: vector(mask.flat().map((m) => m / tokens)),
      ...scalars({ value_clip: wanted.cliprange_value }),
    });
    expect(scalar(out.loss)).toBeCloseTo(wanted.loss, 5);
  });
});

describe.each(['qwen2-tiny', 'qwen3-tiny'] as const)('%s', async (name) => {
  const { config, expected, tensors, weights, adapter } = await tiny(name);
  const policy = policyFixture.nets[name];
  const { result, sequences } = policy;
  const length = 48;
  const flat = (key: 'mask' | 'advantage' | 'old_logp' | 'ref_logp'): number[] => sequences.flatMap((sequence) => sequence[key]);
  const tokens = flat('mask').reduce((a, b) => a + b, 0);
  const targets = expected.sequences.flatMap((sequence) => sequence.slice(1));
  const ids = new Int32Array(2 * length);
  expected.sequences.forEach((sequence, s) => ids.set(sequence, s * length));
  const rows = Int32Array.from(expected.sequences.flatMap((sequence, s) => sequence.slice(1).map((_, t) => s * length + t)));
  const feeds = {
    ids: i32(ids, [2, length]),
    rows: i32(rows, [rows.length]),
    targets: i32(Int32Array.from(targets), [targets.length]),
    weights: vector(flat('mask').map((m) => m / tokens)),
    advantages: vector(flat('advantage')),
    old_logp: vector(flat('old_logp')),
    ref_logp: vector(flat('ref_logp')),
    ...scalars({ clip_low: policy.eps_low, clip_high: policy.eps_high, dual_clip: policy.dual_clip, kl_weight: policy.kl_coef, entropy_weight: policy.entropy_coef }),
    ...adapterFeeds(config, projections, adapter),
  };
  const lora = { length, train: 'lora', adapter: projections, rank: adapter.rank, block: 16 } as const;

  it.each(['inputs', 'stored'] as const)('has the terms and the LoRA gradients of PyTorch (weights: %s)', async (where) => {
    const session = await runtime.createSession(buildPolicyGraph(config, { ...lora, weights: where === 'inputs' ? 'inputs' : weights }));
    const out = await session.run(where === 'inputs' ? { ...feeds, ...weightFeeds(weights) } : feeds);
    expect(scalar(out.loss)).toBeCloseTo(result.loss, 4.7);
    expect(scalar(out.surrogate)).toBeCloseTo(result.surrogate_term, 4.7);
    expect(scalar(out.kl)).toBeCloseTo(result.kl_term, 4.7);
    expect(scalar(out.mean_entropy)).toBeCloseTo(result.entropy_term, 4.7);
    let squares = 0;
    for (const output of session.outputs) if (output.startsWith('grad.')) squares += norm(floats(out[output])) ** 2;
    expect(Math.sqrt(squares) / result.grad_norm).toBeCloseTo(1, 4);
    let checked = 0;
    for (const [key, { data }] of tensors) {
      if (!key.startsWith('policy_grad/')) continue;
      expect(relative(floats(out[`grad.${key.slice('policy_grad/'.length)}`]), data), key).toBeLessThan(1e-4);
      checked++;
    }
    expect(checked).toBeGreaterThan(0);
  });

  it('comes to the adapter of PyTorch after three steps of AdamW, the forward computed anew for each', async () => {
    const objective = await runtime.createSession(buildPolicyGraph(config, { ...lora, weights }));
    const optimizer = await runtime.createSession(buildAdamW());
    const { lr, betas: [beta1, beta2], eps, weight_decay: decay, max_grad_norm: longest } = expected.adamw;
    const given: Readonly<Record<string, Tensor>> = feeds;
    const names = objective.outputs.flatMap((output) => (output.startsWith('grad.') ? [output.slice('grad.'.length)] : []));
    const state = new Map(names.map((input) => {
      const zeros = vector(new Array<number>(floats(given[input]).length).fill(0));
      return [input, { p: vector([...floats(given[input])]), m: zeros, v: zeros }];
    }));
    for (let step = 1; step <= 3; step++) {
      const now = Object.fromEntries([...state].map(([input, { p }]) => [input, f32(floats(p), given[input].dims)]));
      const out = await objective.run({ ...feeds, ...now });
      const length = Math.sqrt(names.reduce((sum, input) => sum + norm(floats(out[`grad.${input}`])) ** 2, 0));
      const settings = { lr, beta1, beta2, eps, decay, scale: Math.min(1, longest / (length + 1e-6)), correction1: 1 - beta1 ** step, correction2: 1 - beta2 ** step };
      for (const [input, before] of state) {
        const next = await optimizer.run({ ...before, g: vector([...floats(out[`grad.${input}`])]), ...scalars(settings) });
        state.set(input, { p: next.new_p, m: next.new_m, v: next.new_v });
      }
    }
    let [squares, far, count] = [0, 0, 0];
    for (const [input, wanted] of Object.entries(afterThreeSteps[name])) {
      const found = floats(state.get(input)?.p);
      // a step of lr at most where a gradient is next to nothing and its sign is rounding
      expect(farthest(found, wanted), input).toBeLessThan(2e-3);
      found.forEach((value, i) => {
        squares += (value - wanted[i]) ** 2;
        if (Math.abs(value - wanted[i]) > 2e-6) far++;
        count++;
      });
      expect(farthest(found, floats(given[input])), input).toBeGreaterThan(1e-3);
    }
    expect(count).toBeGreaterThan(500);
    expect(Math.sqrt(squares / count)).toBeLessThan(1e-5);
    expect(far / count).toBeLessThan(5e-3);
  });

  it('scores without gradients as it does with them', async () => {
    const train = await runtime.createSession(buildPolicyGraph(config, { ...lora, weights }));
    const score = await runtime.createSession(buildPolicyGraph(config, { ...lora, train: 'none', weights }));
    expect(score.outputs).toEqual(['logp', 'entropy']);
    const needed = Object.fromEntries(Object.entries(feeds).filter(([input]) => score.inputs.includes(input)));
    const [a, b] = [await train.run(feeds), await score.run(needed)];
    expect(farthest(floats(a.logp), floats(b.logp))).toBeLessThan(2e-6);
    expect(farthest(floats(a.entropy), floats(b.entropy))).toBeLessThan(2e-6);
  });

  it('learns a value beside the policy: its gradients are those of the summed loss', async () => {
    const session = await runtime.createSession(buildPolicyGraph(config, { ...lora, weights, value: true }));
    const weight = Float32Array.from({ length: config.hidden }, (_, i) => Math.sin(i) / 8);
    const more = {
      ...feeds,
      [valueNames.weight]: f32(weight, [config.hidden, 1]),
      [valueNames.bias]: vector([0.3]),
      value_target: vector(targets.map((id) => (id % 7) - 2)),
      old_value: vector(targets.map(() => 0)),
      value_weights: feeds.weights,
      ...scalars({ value_clip: 1e30, value_weight: 0.1 }),
    };
    const out = await session.run(more);
    expect(scalar(out.loss)).toBeCloseTo(result.loss + 0.1 * scalar(out.value_loss), 4);
    const step = 2e-3;
    for (const key of [valueNames.weight, 'lora_a.0.q_proj'] as const) {
      const grad = floats(out[`grad.${key}`]);
      const scale = step / norm(grad);
      const given: Readonly<Record<string, Tensor>> = more;
      const moved = async (sign: number): Promise<number> =>
        scalar((await session.run({ ...more, [key]: f32(floats(given[key]).map((x, i) => x + sign * scale * grad[i]), given[key].dims) }, ['loss'])).loss);
      expect(((await moved(1)) - (await moved(-1))) / (2 * step * norm(grad)), key).toBeCloseTo(1, 1);
    }
  });

  it('trains all weights with the same objective', async () => {
    const session = await runtime.createSession(buildPolicyGraph(config, { length, train: 'full', adapter: projections, rank: adapter.rank, block: 16 }));
    const out = await session.run({ ...feeds, ...weightFeeds(weights) });
    expect(scalar(out.loss)).toBeCloseTo(result.loss, 4.7);
    // B·A adds to W, so the gradient of A is scale · Bᵀ · that of W
    const w = floats(out['grad.model.layers.0.mlp.down_proj.weight']);
    const pair = adapter.tensors.get('0.down_proj');
    const wanted = tensors.get('policy_grad/lora_a.0.down_proj');
    if (!pair || !wanted) return;
    const [columns, { rank, scale }] = [config.intermediate, adapter];
    const a = new Float32Array(rank * columns);
    for (let o = 0; o < config.hidden; o++) for (let r = 0; r < rank; r++) for (let c = 0; c < columns; c++) a[r * columns + c] += scale * pair.b[o * rank + r] * w[o * columns + c];
    expect(relative(a, wanted.data)).toBeLessThan(1e-4);
  });
});
