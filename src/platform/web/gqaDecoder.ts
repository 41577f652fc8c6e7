/**
 * The decoder on WebGPU: the cache lives in GPU buffers that GroupQueryAttention reads and extends in place.
 *
 * One new token per row is one pass over the first slots up to the last that takes part; slots between that do not are computed too,
 * and what they write lies behind what they hold. Several new tokens are computed row by row in a scratch cache of one slot, because
 * the kernel refuses them for a batch with a past.
 */
import { adapterFeeds } from '../../policy/model/index.ts';
import type { Adapter, Decoder, ModelConfig, Projection, Weights } from '../../policy/model/config.ts';
import { buildGqaGraph } from '../../policy/engine/gqaGraph.ts';
import { floats, i32 } from '../../policy/runtime.ts';
import { GpuKvCache } from './gpuKvCache.ts';
import { gpuBuffer, type GpuSession, type GpuTensor } from './gpuSession.ts';
import type { WebRuntime } from './runtime.ts';

interface GqaDecoderOptions {
  readonly slots: number;
  readonly adapter?: Adapter;
}

/** New tokens of a row that one pass takes. */
const passTokens = 512;
/** Numbers in the logits of one scoring pass. */
const scoreLogits = 2 ** 23;
const firstCapacity = 256;

export class GqaDecoder implements Decoder {
  readonly config: ModelConfig;
  readonly slots: number;
  private readonly lengths: number[];
  private readonly cache: GpuKvCache;
  private readonly scratch: GpuKvCache;
  private lora: Readonly<Record<string, GpuTensor>> = {};

  private constructor(
    private readonly runtime: WebRuntime,
    private readonly device: GPUDevice,
    private readonly weights: Weights,
    private session: GpuSession,
    private targets: readonly Projection[],
    { slots, adapter }: GqaDecoderOptions,
  ) {
    this.config = weights.config;
    this.slots = slots;
    this.lengths = Array.from({ length: slots }, () => 0);
    const capacity = Math.min(firstCapacity, this.config.context + 1);
    this.cache = new GpuKvCache(device, this.config, slots, capacity);
    this.scratch = new GpuKvCache(device, this.config, 1, capacity);
    this.lora = this.upload(adapter);
  }

  /** @throws Error on WASM, and when the graph can't be placed on the GPU whole */
  static async create(runtime: WebRuntime, weights: Weights, options: GqaDecoderOptions): Promise<GqaDecoder> {
    if (runtime.gpu === undefined) throw new Error('This decoder needs WebGPU.');
    const targets = options.adapter?.targets ?? [];
    return new GqaDecoder(runtime, runtime.gpu.device, weights, await openSession(runtime, weights, targets), targets, options);
  }

  held(slot: number): number {
    return this.lengths[slot];
  }

  truncate(slot: number, length: number): void {
    this.lengths[slot] = Math.min(length, this.lengths[slot]);
  }

  copy(from: number, to: number, length: number): void {
    if (from === to) return this.truncate(to, length);
    const count = Math.min(length, this.lengths[from]);
    // A buffer can't be copied onto itself.
    this.reserve(this.scratch, count, []);
    this.cache.copyTo(this.scratch, from, 0, 0, count);
    this.scratch.copyTo(this.cache, 0, to, 0, count);
    this.lengths[to] = count;
  }

  async forward(rows: readonly { readonly slot: number; readonly tokens: readonly number[] }[]): Promise<Float32Array> {
    const { vocabulary, context } = this.config;
    for (const { slot, tokens } of rows) {
      if (tokens.length === 0) throw new Error(`Slot ${slot} was given no tokens; a pass needs at least one.`);
      const length = this.lengths[slot] + tokens.length;
      if (length > context) throw new Error(`Slot ${slot} would hold ${length} tokens; the model's context is ${context}.`);
    }
    const longest = Math.max(...this.lengths, ...rows.map(({ slot, tokens }) => this.lengths[slot] + tokens.length));
    this.reserve(this.cache, longest + 1, this.lengths);
    const logits = new Float32Array(rows.length * vocabulary);
    const single = rows.flatMap(({ slot, tokens }, row) => (tokens.length === 1 ? [{ row, slot, token: tokens[0] }] : []));
    if (single.length > 0) {
      const found = await this.step(single);
      single.forEach(({ row }, i) => logits.set(found.subarray(i * vocabulary, (i + 1) * vocabulary), row * vocabulary));
    }
    for (const [row, { slot, tokens }] of rows.entries()) {
      if (tokens.length > 1) logits.set(await this.prefill(slot, tokens), row * vocabulary);
    }
    return logits;
  }

  async score(sequences: readonly (readonly number[])[]): Promise<Float32Array[]> {
    const chunk = Math.min(passTokens, Math.max(16, Math.floor(scoreLogits / this.config.vocabulary)));
    const scores: Float32Array[] = [];
    for (const sequence of sequences) {
      const score = new Float32Array(sequence.length);
      this.reserve(this.scratch, sequence.length, []);
      for (let from = 0; from < sequence.length - 1; from += chunk) {
        const to = Math.min(from + chunk, sequence.length - 1);
        const rows = Array.from({ length: to - from }, (_, i) => i);
        score.set(await this.runScratch(sequence.slice(from, to), from, rows, sequence.slice(from + 1, to + 1), 'logp'), from + 1);
      }
      scores.push(score);
    }
    return scores;
  }

  /** Use another adapter, or none. What the slots hold was computed with the old one and is dropped. */
  async setAdapter(adapter?: Adapter): Promise<void> {
    const targets = adapter?.targets ?? [];
    if (targets.join() !== this.targets.join()) {
      const session = await openSession(this.runtime, this.weights, targets);
      await this.session.release();
      this.session = session;
      this.targets = targets;
    }
    const old = this.lora;
    this.lora = this.upload(adapter);
    for (const { buffer } of Object.values(old)) buffer.destroy();
    this.lengths.fill(0);
  }

  async dispose(): Promise<void> {
    await this.session.release();
    this.cache.destroy();
    this.scratch.destroy();
    for (const { buffer } of Object.values(this.lora)) buffer.destroy();
  }

  /** One token each for some slots. @returns logits in order of `rows` */
  private async step(rows: readonly { readonly slot: number; readonly token: number }[]): Promise<Float32Array> {
    const batch = Math.max(...rows.map(({ slot }) => slot)) + 1;
    const ids = new Int32Array(batch);
    for (const { slot, token } of rows) ids[slot] = token;
    const last = Int32Array.from(this.lengths.slice(0, batch));
    const result = await this.run(this.cache, batch, ids, last, rows.map(({ slot }) => slot), new Array<number>(rows.length).fill(0), 'logits');
    for (const { slot } of rows) this.lengths[slot]++;
    return result;
  }

  /** Several tokens for one slot. @returns logits after the last */
  private async prefill(slot: number, tokens: readonly number[]): Promise<Float32Array> {
    const held = this.lengths[slot];
    const end = held + tokens.length;
    this.reserve(this.scratch, end, []);
    this.cache.copyTo(this.scratch, slot, 0, 0, held);
    let logits = new Float32Array(0);
    for (let from = held; from < end; from += passTokens) {
      const piece = tokens.slice(from - held, from - held + passTokens);
      logits = Float32Array.from(await this.runScratch(piece, from, [piece.length - 1], [0], 'logits'));
    }
    this.scratch.copyTo(this.cache, 0, slot, held, end);
    this.lengths[slot] = end;
    return logits;
  }

  private runScratch(
    tokens: readonly number[],
    past: number,
    rows: readonly number[],
    targets: readonly number[],
    wanted: 'logits' | 'logp',
  ): Promise<Float32Array> {
    return this.run(this.scratch, 1, Int32Array.from(tokens), Int32Array.of(past + tokens.length - 1), rows, targets, wanted);
  }

  private async run(
    cache: GpuKvCache,
    batch: number,
    ids: Int32Array,
    last: Int32Array,
    rows: readonly number[],
    targets: readonly number[],
    wanted: 'logits' | 'logp',
  ): Promise<Float32Array> {
    const feeds = {
      ids: i32(ids, [batch, ids.length / batch]),
      last: i32(last, [batch]),
      total: i32(Int32Array.of(Math.max(...last) + 1), [1]),
      rows: i32(Int32Array.from(rows), [rows.length]),
      targets: i32(Int32Array.from(targets), [targets.length]),
      ...cache.tensors('past', batch),
      ...this.lora,
    };
    const outputs = await this.session.run(feeds, cache.tensors('present', batch), [wanted]);
    return floats(outputs[wanted], wanted);
  }

  private reserve(cache: GpuKvCache, tokens: number, held: readonly number[]): void {
    if (tokens > cache.capacity) cache.grow(Math.min(this.config.context + 1, Math.max(tokens, 2 * cache.capacity)), held);
  }

  private upload(adapter: Adapter | undefined): Record<string, GpuTensor> {
    const feeds = Object.entries(adapterFeeds(this.config, this.targets, adapter));
    return Object.fromEntries(
      feeds.map(([name, tensor]) => {
        const data = new Float32Array(floats(tensor, name));
        const buffer = gpuBuffer(this.device, data.byteLength);
        this.device.queue.writeBuffer(buffer, 0, data);
        return [name, { type: 'float32', dims: tensor.dims, buffer }];
      }),
    );
  }
}

function openSession(runtime: WebRuntime, weights: Weights, adapter: readonly Projection[]): Promise<GpuSession> {
  const present = Array.from({ length: weights.config.layers }, (_, layer) => [`present_k.${layer}`, `present_v.${layer}`]).flat();
  const places = Object.fromEntries(present.map((name) => [name, 'gpu-buffer'] as const));
  return runtime.createGpuSession(buildGqaGraph(weights.config, { weights, adapter }), { logits: 'cpu', logp: 'cpu', ...places }, { strict: true });
}
