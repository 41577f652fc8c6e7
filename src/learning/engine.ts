/** Gradients and updates of all parameters on an ONNX runtime. */
import { buildAdamW, buildTrainingGraph, weightFeeds } from '../policy/model/index.ts';
import { f32, floats, i32, type Runtime, type Session, type Tensor } from '../policy/runtime.ts';
import { weightsOf, type FlatLayout } from './flat.ts';
import type { GradientEngine, Optimizer } from './pretrain.ts';
import type { TokenBatch } from './sequences.ts';

/** One graph per padded length; each is built at its first use. @param block queries per block of causal attention */
export function gradientEngine(runtime: Runtime, layout: FlatLayout, block = 64): GradientEngine {
  const sessions = new Map<string, Promise<Session>>();
  const session = (length: number, train: 'full' | 'none'): Promise<Session> => {
    const key = `${train} ${length}`;
    const found = sessions.get(key) ?? runtime.createSession(buildTrainingGraph(layout.config, { length, train, block }));
    sessions.set(key, found);
    return found;
  };
  const feeds = (parameters: Float32Array, batch: TokenBatch): Record<string, Tensor> => ({
    ...weightFeeds(weightsOf(layout, parameters)),
    ids: i32(batch.ids, [batch.batch, batch.length]),
    rows: i32(batch.rows, [batch.rows.length]),
    targets: i32(batch.targets, [batch.targets.length]),
    weights: f32(batch.weights, [batch.weights.length]),
  });
  return {
    async gradient(parameters, batch) {
      const { entries } = layout;
      const out = await (await session(batch.length, 'full')).run(feeds(parameters, batch), ['loss', ...entries.map((e) => `grad.${e.name}`)]);
      const values = new Float32Array(layout.length);
      for (const { name, offset } of entries) values.set(floats(out[`grad.${name}`], name), offset);
      return { loss: floats(out['loss'])[0], values };
    },
    async loss(parameters, batch) {
      const out = await (await session(batch.length, 'none')).run(feeds(parameters, batch), ['loss']);
      return floats(out['loss'])[0];
    },
  };
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
export interface Span {
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
