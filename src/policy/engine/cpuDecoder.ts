/**
 * The decoder for onnxruntime-node and WASM: the graph returns only the keys and values of the new tokens, and the cache is ours.
 * Rows of one pass are padded to the longest; padding is computed and thrown away.
 */
import { adapterFeeds, buildDecodeGraph } from '../model/index.ts';
import type { Adapter, Decoder, ModelConfig, Projection, Weights } from '../model/config.ts';
import { weightFeeds } from '../model/index.ts';
import { floats, i32, type Runtime, type Session, type Tensor } from '../runtime.ts';
import { KvCache } from './kvCache.ts';
import { logSumExp } from './sample.ts';

interface CpuDecoderOptions {
  readonly slots: number;
  readonly adapter?: Adapter;
  /** weights as graph inputs rather than inside the graphs; if left out, for weights of more than 64 MiB */
  readonly asInputs?: boolean;
}

/** Up to here weights are stored in the graph, where ORT can arrange them for speed; it keeps its own copy, once per graph. */
const storedBytes = 64 * 2 ** 20;
/** Numbers in the logits of one scoring pass. */
const scoreLogits = 2 ** 24;

/** Steps of a single row that do without a graph of their own. */
const fewSteps = 32;

type Row = Parameters<Decoder['forward']>[0][number];

/**
 * One new token per row, the usual step, has a graph of its own. Nobody is to wait for it before the first reply: the first steps of a single row
 * go through the graph for any number of tokens, which gives the same to the last bit.
 */
class Sessions {
  private steps = 0;
  private step: Promise<Session> | undefined;

  private constructor(
    private readonly any: Session,
    private readonly openStep: () => Promise<Session>,
  ) {}

  static async open(runtime: Runtime, weights: Weights, adapter: readonly Projection[], asInputs: boolean): Promise<Sessions> {
    const source = asInputs ? 'inputs' : weights;
    const open = (tokens: 1 | 'any'): Promise<Session> => runtime.createSession(buildDecodeGraph(weights.config, { weights: source, tokens, adapter }));
    return new Sessions(await open('any'), () => open(1));
  }

  /** The one for a pass of so many rows with so many new tokens each. */
  async for(rows: number, tokens: number): Promise<Session> {
    if (tokens > 1 || (rows === 1 && ++this.steps <= fewSteps)) return this.any;
    return (this.step ??= this.openStep());
  }

  async release(): Promise<void> {
    await (await this.step?.catch(() => undefined))?.release();
    await this.any.release();
  }
}

export class CpuDecoder implements Decoder {
  readonly slots: number;
  private readonly cache: KvCache;
  private lora: Record<string, Tensor> = {};
  private loraTargets: readonly Projection[] = [];

  private constructor(
    private readonly runtime: Runtime,
    private readonly weights: Weights,
    private sessions: Sessions,
    /** the weights as inputs, or nothing when they are in the graphs */
    private readonly given: Record<string, Tensor> | undefined,
    slots: number,
  ) {
    this.slots = slots;
    this.cache = new KvCache(weights.config, slots);
  }

  static async create(runtime: Runtime, weights: Weights, { slots, adapter, asInputs = isLarge(weights) }: CpuDecoderOptions): Promise<CpuDecoder> {
    const targets = adapter?.targets ?? [];
    const sessions = await Sessions.open(runtime, weights, targets, asInputs);
    const decoder = new CpuDecoder(runtime, weights, sessions, asInputs ? weightFeeds(weights) : undefined, slots);
    decoder.loraTargets = targets;
    decoder.lora = adapterFeeds(weights.config, targets, adapter);
    return decoder;
  }

  get config(): ModelConfig {
    return this.weights.config;
  }

  held(slot: number): number {
    return this.cache.held(slot);
  }

  truncate(slot: number, length: number): void {
    this.cache.truncate(slot, length);
  }

  copy(from: number, to: number, length: number): void {
    this.cache.copy(from, to, length);
  }

  /** Use another adapter, or none. What the slots hold was computed with the old one and is dropped. */
  async setAdapter(adapter?: Adapter): Promise<void> {
    const targets = adapter?.targets ?? [];
    if (targets.join() !== this.loraTargets.join()) {
      const sessions = await Sessions.open(this.runtime, this.weights, targets, this.given !== undefined);
      await this.sessions.release();
      this.sessions = sessions;
      this.loraTargets = targets;
    }
    this.lora = adapterFeeds(this.config, targets, adapter);
    this.cache.clear();
  }

  forward(rows: readonly Row[]): Promise<Float32Array> {
    return this.pass(this.cache, rows, (row, length, tokens) => [row * tokens + length - 1]);
  }

  async score(sequences: readonly (readonly number[])[]): Promise<Float32Array[]> {
    const { vocabulary } = this.config;
    // One sequence after the other: a small net is as fast on the tokens of one as on those of many, and nothing is padded.
    const chunk = Math.max(16, Math.floor(scoreLogits / vocabulary));
    const scores: Float32Array[] = [];
    for (const sequence of sequences) {
      const cache = new KvCache(this.config, 1);
      const score = new Float32Array(sequence.length);
      for (let from = 0; from < sequence.length - 1; from += chunk) {
        const tokens = sequence.slice(from, Math.min(from + chunk, sequence.length - 1));
        const logits = await this.pass(cache, [{ slot: 0, tokens }], () => Array.from(tokens.keys()));
        for (let t = 0; t < tokens.length; t++) {
          const row = logits.subarray(t * vocabulary, (t + 1) * vocabulary);
          score[from + t + 1] = row[sequence[from + t + 1]] - logSumExp(row);
        }
      }
      scores.push(score);
    }
    return scores;
  }

  async dispose(): Promise<void> {
    await this.sessions.release();
  }

  /**
   * @param wanted flat positions [batch · tokens] whose logits are wanted, from a row's place in the batch, its own length and the padded one
   * @returns logits, in order of `rows`
   */
  private async pass(
    cache: KvCache,
    rows: readonly Row[],
    wanted: (row: number, length: number, tokens: number) => readonly number[],
  ): Promise<Float32Array> {
    if (rows.length === 0) return new Float32Array(0);
    const tokens = Math.max(...rows.map((row) => row.tokens.length));
    const window = cache.window(rows.map(({ slot }) => slot), tokens === 1);
    const ids = new Int32Array(window.batch * tokens);
    const past = new Int32Array(window.batch);
    const positions: number[] = [];
    for (const [i, { slot, tokens: own }] of rows.entries()) {
      if (own.length === 0) throw new Error(`Slot ${slot} was given no tokens; a pass needs at least one.`);
      ids.set(own, window.rows[i] * tokens);
      past[window.rows[i]] = cache.held(slot);
      positions.push(...wanted(window.rows[i], own.length, tokens));
    }
    const session = await this.sessions.for(rows.length, tokens);
    const outputs = await session.run({
      ids: i32(ids, [window.batch, tokens]),
      past_length: i32(past, [window.batch]),
      rows: i32(Int32Array.from(positions), [positions.length]),
      ...window.feeds,
      ...this.given,
      ...this.lora,
    });
    cache.append(outputs, tokens, rows.map(({ slot, tokens: own }, i) => ({ slot, row: window.rows[i], count: own.length })));
    return floats(outputs.logits, 'logits');
  }
}

function isLarge({ tensors }: Weights): boolean {
  let bytes = 0;
  for (const { data } of tensors.values()) bytes += data.byteLength;
  return bytes > storedBytes;
}
