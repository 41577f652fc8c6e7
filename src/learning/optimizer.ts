/** What updates parameters from their gradient, and the papers' own: AdamW on an ONNX runtime. */
import { buildAdamW } from '../policy/model/index.ts';
import { f32, floats, type Runtime, type Tensor } from '../policy/runtime.ts';
import type { FlatLayout } from './flat.ts';

export interface Optimizer {
  /** Updates `parameters` in place. `step` counts from 1. @param scale factor on the gradient (clipping) */
  update(parameters: Float32Array, gradient: Float32Array, step: number, rate: number, scale: number): Promise<void>;
}

export interface AdamWState {
  readonly m: Float32Array;
  readonly v: Float32Array;
}

export interface AdamWOptions {
  readonly beta1: number;
  readonly beta2: number;
  readonly eps: number;
  /** of matrices; norms and biases do not decay */
  readonly decay: number;
}

/** Parameters from..to of the flat vector, with a weight decay of their own. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly decay: number;
}

/** AdamW with its moments in `state`, which it updates in place. @param spans what it updates; all parameters if left out */
export async function adamw(
  runtime: Runtime,
  layout: FlatLayout,
  state: AdamWState,
  options: AdamWOptions,
  spans: readonly Span[] = [
    { from: 0, to: layout.matrices, decay: options.decay },
    { from: layout.matrices, to: layout.length, decay: 0 },
  ],
): Promise<Optimizer> {
  const session = await runtime.createSession(buildAdamW());
  const scalar = (value: number): Tensor => f32(Float32Array.of(value), []);
  return {
    async update(parameters, gradient, step, rate, scale) {
      for (const { from, to, decay } of spans) {
        const vector = (data: Float32Array): Tensor => f32(data.subarray(from, to), [to - from]);
        const out = await session.run({
          p: vector(parameters),
          g: vector(gradient),
          m: vector(state.m),
          v: vector(state.v),
          lr: scalar(rate),
          beta1: scalar(options.beta1),
          beta2: scalar(options.beta2),
          eps: scalar(options.eps),
          decay: scalar(decay),
          correction1: scalar(1 - options.beta1 ** step),
          correction2: scalar(1 - options.beta2 ** step),
          scale: scalar(scale),
        });
        parameters.set(floats(out['new_p']), from);
        state.m.set(floats(out['new_m']), from);
        state.v.set(floats(out['new_v']), from);
      }
    },
  };
}
