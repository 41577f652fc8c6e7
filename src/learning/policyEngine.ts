/** The policy objective on an ONNX runtime: scores and gradients of an adapter. */
import type { Weights } from '../policy/model/config.ts';
import { buildPolicyGraph, weightFeeds } from '../policy/model/index.ts';
import { f32, floats, i32, type Runtime, type Session, type Tensor } from '../policy/runtime.ts';
import { vectorFeeds, type AdapterLayout } from './adapterLayout.ts';
import type { PolicyBatch, RowBatch } from './policySequences.ts';

/** One number per row of the batch. */
export interface Scores {
  readonly logp: Float32Array;
  /** of the whole distribution, in nats */
  readonly entropy: Float32Array;
  /** empty without a value head */
  readonly value: Float32Array;
}

export interface PolicyGradient extends Scores {
  readonly loss: number;
  /** one number per parameter, in the order of the flat vector */
  readonly gradient: Float32Array;
}

export interface PolicyEngine {
  /** @param parameters null: the policy without an adapter */
  score(parameters: Float32Array | null, batch: RowBatch): Promise<Scores>;
  gradient(parameters: Float32Array, batch: PolicyBatch): Promise<PolicyGradient>;
}

interface PolicyEngineOptions {
  /** weights inside each graph rather than shared by all as inputs: measured as fast on Node, and a copy for every graph; false if left out */
  readonly stored?: boolean;
  /** queries per block of causal attention */
  readonly block?: number;
}

/** One graph per padded length and purpose, made at its first use. */
export function policyEngine(runtime: Runtime, weights: Weights, layout: AdapterLayout, { stored = false, block = 64 }: PolicyEngineOptions = {}): PolicyEngine {
  const { adapter, value } = layout;
  const sessions = new Map<string, Promise<Session>>();
  const session = (length: number, train: 'lora' | 'none'): Promise<Session> => {
    const key = `${train} ${length}`;
    const make = (): Promise<Session> =>
      runtime.createSession(buildPolicyGraph(layout.config, { length, train, adapter: adapter.targets, rank: adapter.rank, block, value, weights: stored ? weights : 'inputs' }));
    const found = sessions.get(key) ?? make();
    sessions.set(key, found);
    return found;
  };
  const given = stored ? {} : weightFeeds(weights);
  const feeds = (parameters: Float32Array | null, batch: RowBatch): Record<string, Tensor> => ({
    ...given,
    ...vectorFeeds(layout, parameters),
    ids: i32(batch.ids, [batch.batch, batch.length]),
    rows: i32(batch.rows, [batch.rows.length]),
    targets: i32(batch.targets, [batch.targets.length]),
  });
  const scores = (out: Readonly<Record<string, Tensor>>): Scores => ({
    logp: floats(out['logp'], 'logp'),
    entropy: floats(out['entropy'], 'entropy'),
    value: value ? floats(out['value'], 'value') : new Float32Array(0),
  });
  return {
    async score(parameters, batch) {
      return scores(await (await session(batch.length, 'none')).run(feeds(parameters, batch)));
    },
    async gradient(parameters, batch) {
      const all = feeds(parameters, batch);
      for (const [name, column] of Object.entries(batch.columns)) all[name] = f32(column, [column.length]);
      for (const [name, scalar] of Object.entries(batch.scalars)) all[name] = f32(Float32Array.of(scalar), []);
      const out = await (await session(batch.length, 'lora')).run(all);
      const gradient = new Float32Array(layout.length);
      for (const { name, offset } of layout.entries) gradient.set(floats(out[`grad.${name}`], name), offset);
      return { ...scores(out), loss: floats(out['loss'])[0], gradient };
    },
  };
}
