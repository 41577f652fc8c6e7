/** The loss of pretraining and its gradient by all parameters, on an ONNX runtime. */
import { buildTrainingGraph, weightFeeds } from '../policy/model/index.ts';
import { f32, floats, i32, type Runtime, type Session, type Tensor } from '../policy/runtime.ts';
import { weightsOf, type FlatLayout } from './flat.ts';
import type { TokenBatch } from './sequences.ts';

export interface Gradient {
  /** Σ weight · (−log p) */
  readonly loss: number;
  /** one number per parameter, in the order of the flat parameter vector */
  readonly values: Float32Array;
}

export interface GradientEngine {
  gradient(parameters: Float32Array, batch: TokenBatch): Promise<Gradient>;
  /** Σ weight · (−log p) without the backward pass */
  loss(parameters: Float32Array, batch: TokenBatch): Promise<number>;
}

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
