/** A model's logits for whole sequences, in this thread. */
import { loadModel } from '../../policy/files/model.ts';
import { adapterFeeds, buildDecodeGraph, emptyCache, weightFeeds } from '../../policy/model/index.ts';
import type { ModelConfig } from '../../policy/model/config.ts';
import { floats, i32 } from '../../policy/runtime.ts';
import { fileSource } from './fileSource.ts';
import { nodeRuntime } from './runtime.ts';
import { loadAdapter, type ModelPlace } from './trialWorker.ts';

interface Scoring {
  readonly config: ModelConfig;
  /** [ids.length, vocabulary] */
  logits(ids: readonly number[]): Promise<Float32Array>;
  dispose(): Promise<void>;
}

export async function openForScoring({ file, adapter }: { readonly file: string; readonly adapter?: string }): Promise<Scoring> {
  const place: ModelPlace = adapter === undefined ? { file } : { file, adapter };
  await using source = await fileSource(place.file);
  const { weights } = await loadModel(source);
  const { config } = weights;
  const lora = place.adapter === undefined ? undefined : await loadAdapter(place.adapter, weights);
  const runtime = nodeRuntime(2);
  const session = await runtime.createSession(buildDecodeGraph(config, { weights: 'inputs', adapter: lora?.targets ?? [] }));
  return {
    config,
    async logits(ids) {
      const out = await session.run(
        {
          ...weightFeeds(weights),
          ...adapterFeeds(config, lora?.targets ?? [], lora),
          ...emptyCache(config, 1),
          ids: i32(Int32Array.from(ids), [1, ids.length]),
          past_length: i32(Int32Array.of(0), [1]),
          rows: i32(Int32Array.from(ids, (_, t) => t), [ids.length]),
        },
        ['logits'],
      );
      return floats(out['logits'], 'logits');
    },
    dispose: () => runtime.dispose(),
  };
}
