import { afterAll, describe, expect, it } from 'vitest';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import { f32, floats, i32, type Session, type Tensor } from '../runtime.ts';
import { projections, type ModelConfig } from './config.ts';
import { farthest, tiny } from './fixtures/tiny.ts';
import { adapterFeeds, buildDecodeGraph, emptyCache, weightFeeds } from './index.ts';

const runtime = nodeRuntime();
afterAll(() => runtime.dispose());

/** A cache for tests: rows of fixed capacity, what is not yet written filled with a number that would show. */
class Cache {
  readonly lengths: number[];
  private readonly tensors: Record<string, Tensor> = {};

  constructor(
    private readonly config: ModelConfig,
    private readonly capacity: number,
    batch: number,
  ) {
    this.lengths = Array.from({ length: batch }, () => 0);
    for (const name of Object.keys(emptyCache(config, batch))) {
      const dims = [batch, config.kvHeads, capacity, config.headDim];
      this.tensors[name] = f32(new Float32Array(dims.reduce((a, b) => a * b, 1)).fill(50), dims);
    }
  }

  get feeds(): Record<string, Tensor> {
    return { ...this.tensors, past_length: i32(Int32Array.from(this.lengths), [this.lengths.length]) };
  }

  /** Keep the first counts[b] new positions of each row. */
  append(result: Record<string, Tensor>, counts: readonly number[]): void {
    const { kvHeads, headDim } = this.config;
    for (const [name, past] of Object.entries(this.tensors)) {
      const added = result[name.replace('past', 'new')];
      const tokens = added.dims[2];
      counts.forEach((count, b) => {
        for (let h = 0; h < kvHeads; h++) {
          const from = (b * kvHeads + h) * tokens * headDim;
          const to = ((b * kvHeads + h) * this.capacity + this.lengths[b]) * headDim;
          floats(past).set(floats(added).subarray(from, from + count * headDim), to);
        }
      });
    }
    counts.forEach((count, b) => (this.lengths[b] += count));
  }
}

const all = (n: number): Tensor => i32(Int32Array.from({ length: n }, (_, i) => i), [n]);

describe.each(['qwen2-tiny', 'qwen3-tiny'] as const)('%s', async (name) => {
  const { config, expected, tensors, weights, adapter } = await tiny(name);
  const sequences = expected.sequences;
  const plain = await runtime.createSession(buildDecodeGraph(config, { weights }));
  const single = await runtime.createSession(buildDecodeGraph(config, { weights, tokens: 1 }));

  const whole = async (session: Session, ids: readonly number[], feeds: Record<string, Tensor> = {}): Promise<Float32Array> => {
    const run = { ids: i32(Int32Array.from(ids), [1, ids.length]), past_length: i32(new Int32Array(1), [1]), rows: all(ids.length) };
    return floats((await session.run({ ...emptyCache(config, 1), ...run, ...feeds })).logits);
  };
  const row = (logits: Float32Array, at: number): Float32Array => logits.subarray(at * config.vocabulary, (at + 1) * config.vocabulary);
  const kept = (logits: Float32Array, s: number): number[] => expected.logitRows[s].flatMap((at) => [...row(logits, at)]);

  it('gives the logits of PyTorch, weights stored or as inputs', async () => {
    const fed = await runtime.createSession(buildDecodeGraph(config, { weights: 'inputs' }));
    for (const [s, ids] of sequences.entries()) {
      const gold = tensors.get(`logits/${s}`)?.data ?? [];
      expect(farthest(kept(await whole(plain, ids), s), gold)).toBeLessThan(1e-4);
      expect(farthest(kept(await whole(fed, ids, weightFeeds(weights)), s), gold)).toBeLessThan(1e-4);
    }
  });

  it('gives the logits of PEFT with the adapter, and the plain ones with none', async () => {
    for (const source of [weights, 'inputs'] as const) {
      const session = await runtime.createSession(buildDecodeGraph(config, { weights: source, adapter: projections }));
      const fixed = source === 'inputs' ? weightFeeds(weights) : {};
      for (const [s, ids] of sequences.entries()) {
        const feeds = { ...fixed, ...adapterFeeds(config, projections, adapter) };
        expect(farthest(kept(await whole(session, ids, feeds), s), tensors.get(`lora_logits/${s}`)?.data ?? [])).toBeLessThan(1e-4);
        const none = { ...fixed, ...adapterFeeds(config, projections) };
        expect(farthest(kept(await whole(session, ids, none), s), tensors.get(`logits/${s}`)?.data ?? [])).toBeLessThan(1e-4);
      }
    }
  });

  it('computes the same with a cache, token by token or in pieces', async () => {
    const [ids] = sequences;
    const reference = await whole(plain, ids);
    const cache = new Cache(config, 64, 1);
    for (const [from, to] of [[0, 9], [9, 10], [10, 11], [11, 24], [24, 25]]) {
      const run = { ids: i32(Int32Array.from(ids.slice(from, to)), [1, to - from]), rows: all(to - from) };
      const result = await (to - from === 1 ? single : plain).run({ ...cache.feeds, ...run });
      expect(farthest(floats(result.logits), reference.subarray(from * config.vocabulary, to * config.vocabulary))).toBeLessThan(3e-5);
      cache.append(result, [to - from]);
    }
  });

  it('computes the same for rows of unequal length in one batch, and returns only the rows asked for', async () => {
    const references = [await whole(plain, sequences[0]), await whole(plain, sequences[1]), await whole(plain, sequences[0].slice(0, 4))];
    const cache = new Cache(config, 32, 3);
    const texts = [sequences[0], sequences[1], sequences[0]];
    // new tokens per row and step; rows of a step are right-padded to the longest
    for (const counts of [[5, 12, 2], [1, 1, 1], [7, 3, 1], [1, 1, 0]]) {
      const longest = Math.max(...counts);
      const ids = new Int32Array(3 * longest).fill(1);
      counts.forEach((count, b) => ids.set(texts[b].slice(cache.lengths[b], cache.lengths[b] + count), b * longest));
      const asked = counts.flatMap((count, b) => (count > 0 ? [{ b, at: b * longest + count - 1, position: cache.lengths[b] + count - 1 }] : []));
      const rows = i32(Int32Array.from(asked, ({ at }) => at), [asked.length]);
      const result = await (longest === 1 ? single : plain).run({ ...cache.feeds, ids: i32(ids, [3, longest]), rows });
      expect(result.logits.dims).toEqual([asked.length, config.vocabulary]);
      asked.forEach(({ b, position }, i) => {
        expect(farthest(row(floats(result.logits), i), row(references[b], position))).toBeLessThan(3e-5);
      });
      cache.append(result, counts);
    }
  });
});
