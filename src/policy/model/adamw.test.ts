import { afterAll, describe, expect, it } from 'vitest';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import { f32, floats, type Tensor } from '../runtime.ts';
import { buildAdamW } from './adamw.ts';
import { farthest, tiny } from './fixtures/tiny.ts';

const runtime = nodeRuntime();
afterAll(() => runtime.dispose());

interface Settings {
  readonly lr: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly eps: number;
  readonly decay: number;
  readonly scale: number;
}

function scalars({ lr, beta1, beta2, eps, decay, scale }: Settings, step: number): Record<string, Tensor> {
  const values = { lr, beta1, beta2, eps, decay, scale, correction1: 1 - beta1 ** step, correction2: 1 - beta2 ** step };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, f32(Float32Array.of(value), [])]));
}

describe('AdamW', async () => {
  const session = await runtime.createSession(buildAdamW());

  it('equals a float64 reference over ten steps', async () => {
    const n = 200;
    const settings = { lr: 3e-3, beta1: 0.9, beta2: 0.99, eps: 1e-8, decay: 0.1, scale: 0.25 };
    const start = Float32Array.from({ length: n }, (_, i) => Math.sin(i * 1.7));
    const exact = { p: Float64Array.from(start), m: new Float64Array(n), v: new Float64Array(n) };
    let state = { p: f32(start, [n]), m: f32(new Float32Array(n), [n]), v: f32(new Float32Array(n), [n]) };
    for (let step = 1; step <= 10; step++) {
      const g = Float32Array.from({ length: n }, (_, i) => Math.cos(i * 0.3 + step * 0.9) * 10 ** ((i % 7) - 3));
      for (let i = 0; i < n; i++) {
        const gradient = g[i] * settings.scale;
        exact.m[i] = 0.9 * exact.m[i] + 0.1 * gradient;
        exact.v[i] = 0.99 * exact.v[i] + 0.01 * gradient ** 2;
        const update = exact.m[i] / (1 - 0.9 ** step) / (Math.sqrt(exact.v[i] / (1 - 0.99 ** step)) + settings.eps);
        exact.p[i] -= settings.lr * (update + settings.decay * exact.p[i]);
      }
      const result = await session.run({ ...state, g: f32(g, [n]), ...scalars(settings, step) });
      state = { p: f32(floats(result.new_p), [n]), m: f32(floats(result.new_m), [n]), v: f32(floats(result.new_v), [n]) };
    }
    // parameters are about 1, moved by 0.03
    expect(farthest(floats(state.p), exact.p)).toBeLessThan(2e-6);
  });

  it.each(['qwen2-tiny', 'qwen3-tiny'] as const)('takes the step of torch.optim.AdamW on the adapter of %s, with clipping', async (name) => {
    const { expected, tensors } = await tiny(name);
    const { lr, betas, eps, weight_decay, max_grad_norm, gradNorm } = expected.adamw;
    const scale = Math.min(1, max_grad_norm / (gradNorm + 1e-6));
    let checked = 0;
    for (const [key, { data }] of tensors) {
      if (!key.startsWith('after_1/')) continue;
      const input = key.slice('after_1/'.length);
      const tensor = (prefix: string): Tensor => f32(tensors.get(`${prefix}/${input}`)?.data ?? new Float32Array(0), [data.length]);
      const zeros = f32(new Float32Array(data.length), [data.length]);
      const settings = { lr, beta1: betas[0], beta2: betas[1], eps, decay: weight_decay, scale };
      const result = await session.run({ p: tensor('lora'), g: tensor('policy_grad'), m: zeros, v: zeros, ...scalars(settings, 1) });
      expect(farthest(floats(result.new_p), data), input).toBeLessThan(2e-7);
      checked++;
    }
    expect(checked).toBe(3);
  });
});
