/** A model ready to answer: its engine, and what can be changed about it from outside. */
import type { ChatFormat } from '../contract.ts';
import { fingerprint } from '../files/hash.ts';
import type { Adapter, Decoder, ModelConfig, Weights } from '../model/config.ts';
import type { Runtime } from '../runtime.ts';
import { CpuDecoder } from './cpuDecoder.ts';
import { Engine, type EngineOptions } from './engine.ts';
import type { LoadOptions } from './protocol.ts';

export interface Served {
  readonly engine: Engine;
  readonly config: ModelConfig;
  /** what computes, for people */
  readonly backend: string;
  /** Swap the LoRA weights, or take them off. */
  setAdapter(adapter?: Adapter): Promise<void>;
  dispose(): Promise<void>;
}

/** How a worker gets at a model. @param bytes a GGUF file @param onProgress share read, 0 to 1 */
export type Load = (bytes: Uint8Array, options: LoadOptions, onProgress: (share: number) => void) => Promise<Served>;

/** A small net gains nothing from longer passes on a CPU. */
export const cpuPasses: Passes = { chunk: 512, passTokens: 256, tickTokens: 4096 };

type Passes = Required<Pick<EngineOptions, 'chunk' | 'passTokens' | 'tickTokens'>>;

/**
 * @param passes where a tick takes long, as on WASM, fewer `tickTokens` let others stream meanwhile
 * @throws what the runtime throws when it can not make the sessions
 */
export async function serveOnCpu(
  runtime: Runtime,
  weights: Weights,
  format: ChatFormat,
  { slots, adapter }: LoadOptions,
  passes: Passes = cpuPasses,
): Promise<Served> {
  return served(runtime, await CpuDecoder.create(runtime, weights, { slots, adapter }), weights, format, adapter, passes);
}

/** A decoder whose adapter can be swapped; what its slots hold is dropped by it. */
export interface AdaptableDecoder extends Decoder {
  setAdapter(adapter?: Adapter): Promise<void>;
}

/** @param adapter what the decoder wears already */
export function served(
  runtime: Runtime,
  decoder: AdaptableDecoder,
  weights: Weights,
  format: ChatFormat,
  adapter: Adapter | undefined,
  passes: Partial<Passes> = {},
): Served {
  const base = weightsHash(weights);
  const engine = new Engine({ decoder, format, hash: modelHash(base, adapter), ...passes });
  return {
    engine,
    config: weights.config,
    backend: runtime.name,
    setAdapter: (next) => engine.reconfigure(modelHash(base, next), () => decoder.setAdapter(next)),
    async dispose() {
      await engine.dispose();
      await runtime.dispose();
    },
  };
}

const piece = 2 ** 16;

/** Fingerprint of a model's weights; of large tensors, sixteen pieces spread over them. */
export function weightsHash({ config, tensors }: Weights): string {
  function* parts(): Generator<string | Uint8Array> {
    yield JSON.stringify(Object.entries(config).sort());
    for (const [name, { data }] of [...tensors].sort(([a], [b]) => (a < b ? -1 : 1))) {
      yield name;
      const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      if (bytes.length <= 16 * piece) yield bytes;
      else for (let i = 0; i < 16; i++) yield bytes.subarray(Math.floor((i * (bytes.length - piece)) / 15)).subarray(0, piece);
    }
  }
  return fingerprint(parts());
}

/** Fingerprint of weights and adapter together; without an adapter that of the weights. */
export function modelHash(weights: string, adapter?: Adapter): string {
  if (!adapter) return weights;
  const { rank, scale, tensors } = adapter;
  const parts: (string | Uint8Array)[] = [weights, `${rank} ${scale}`];
  for (const [name, { a, b }] of [...tensors].sort(([one], [other]) => (one < other ? -1 : 1))) {
    parts.push(name, ...[a, b].map((data) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength)));
  }
  return fingerprint(parts);
}
