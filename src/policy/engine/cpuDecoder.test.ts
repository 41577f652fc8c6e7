import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import { random } from '../../worlds/random.ts';
import type { Completion, Generate } from '../contract.ts';
import { CpuDecoder } from './cpuDecoder.ts';
import { Engine } from './engine.ts';
import { letterFormat } from './fixtures/fakeDecoder.ts';
import { randomAdapter, randomWeights, smallConfig } from './fixtures/smallModel.ts';
import { capacityFor } from './kvCache.ts';
import { logSumExp } from './sample.ts';

const runtime = nodeRuntime();
const weights = randomWeights(smallConfig);
const { vocabulary } = smallConfig;
let decoder: CpuDecoder;
/** The same net, where every row is computed alone and from its beginning. */
let plain: CpuDecoder;

beforeAll(async () => {
  decoder = await CpuDecoder.create(runtime, weights, { slots: 6 });
  plain = await CpuDecoder.create(runtime, weights, { slots: 1 });
});
afterAll(() => runtime.dispose());

async function alone(tokens: readonly number[]): Promise<Float32Array> {
  plain.truncate(0, 0);
  return plain.forward([{ slot: 0, tokens }]);
}

function distance(a: Float32Array, b: Float32Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((worst, value, i) => Math.max(worst, Math.abs(value - b[i])), 0);
}

describe('the CPU decoder', () => {
  it('gives the logits of whole sequences, however slots are filled, stepped, copied, cut and moved', async () => {
    const rng = random(3);
    const held: number[][] = Array.from({ length: decoder.slots }, () => []);
    for (let slot = 0; slot < decoder.slots; slot++) decoder.truncate(slot, 0);
    for (let round = 0; round < 120; round++) {
      const action = rng.below(8);
      const slot = rng.below(decoder.slots);
      if (action === 0) {
        held[slot].length = rng.below(held[slot].length + 1);
        decoder.truncate(slot, held[slot].length);
      } else if (action === 1) {
        const from = rng.below(decoder.slots);
        const length = rng.below(held[from].length + 1);
        decoder.copy(from, slot, length);
        held[slot] = held[from].slice(0, length);
      } else {
        const slots = rng.shuffle([...held.keys()]).slice(0, 1 + rng.below(decoder.slots));
        const longest = action < 5 ? 1 : 1 + rng.below(40);
        const rows = slots.map((each) => ({ slot: each, tokens: Array.from({ length: 1 + rng.below(longest) }, () => rng.below(vocabulary)) }));
        const logits = await decoder.forward(rows);
        for (const [r, row] of rows.entries()) {
          held[row.slot].push(...row.tokens);
          expect(decoder.held(row.slot)).toBe(held[row.slot].length);
          const wanted = await alone(held[row.slot]);
          expect(distance(logits.subarray(r * vocabulary, (r + 1) * vocabulary), wanted), `round ${round}`).toBeLessThan(2e-4);
        }
      }
    }
    expect(Math.max(...held.map(({ length }) => length))).toBeGreaterThan(128);
  });

  it('scores sequences as stepping through them does', async () => {
    const sequences = [[5, 6, 7, 8, 9], [1], [], Array.from({ length: 90 }, (_, t) => (t * 7) % vocabulary)];
    const scores = await decoder.score(sequences);
    for (const [s, sequence] of sequences.entries()) {
      expect(scores[s]).toHaveLength(sequence.length);
      for (const t of [0, 1, 4, 60].filter((at) => at < sequence.length)) {
        const logits = t > 0 ? await alone(sequence.slice(0, t)) : undefined;
        expect(scores[s][t]).toBeCloseTo(logits ? logits[sequence[t]] - logSumExp(logits) : 0, 4);
      }
    }
  });

  it('gives the same with weights inside the graphs and as inputs', async () => {
    const adapter = randomAdapter(smallConfig, ['v_proj', 'up_proj'], 3);
    const both = await Promise.all([true, false].map((asInputs) => CpuDecoder.create(runtime, weights, { slots: 1, adapter, asInputs })));
    for (const tokens of [[9, 8, 7], [6]]) {
      const [a, b] = await Promise.all(both.map((each) => each.forward([{ slot: 0, tokens }])));
      expect(distance(a, b)).toBeLessThan(1e-4);
    }
    for (const each of both) await each.dispose();
  });

  it('makes one graph for a first reply and one more for steps that go on; both give the same to the last bit', async () => {
    let made = 0;
    const counting = { ...runtime, createSession: (model: Uint8Array) => (made++, runtime.createSession(model)) };
    const [fresh, used] = [await CpuDecoder.create(counting, weights, { slots: 1 }), await CpuDecoder.create(counting, weights, { slots: 1 })];
    expect(made).toBe(2);
    const step = (on: CpuDecoder, id: number): Promise<Float32Array> => on.forward([{ slot: 0, tokens: [id] }]);
    for (let id = 0; id < 33; id++) await step(used, id);
    expect(made).toBe(3);
    used.truncate(0, 0);
    for (const on of [fresh, used]) await on.forward([{ slot: 0, tokens: [9, 8, 7] }]);
    for (let id = 0; id < 24; id++) expect(distance(await step(fresh, id), await step(used, id))).toBe(0);
    expect(made).toBe(3);
    for (const on of [fresh, used]) await on.dispose();
  });

  it('applies an adapter, swaps it and lets go of it; slots are emptied', async () => {
    const own = await CpuDecoder.create(runtime, weights, { slots: 1 });
    const tokens = [3, 1, 4, 1, 5];
    const seen = async (): Promise<Float32Array> => {
      expect(own.held(0)).toBe(0);
      return own.forward([{ slot: 0, tokens }]);
    };
    const base = await seen();
    await own.setAdapter(randomAdapter(smallConfig, ['q_proj', 'down_proj'], 1));
    const first = await seen();
    await own.setAdapter(randomAdapter(smallConfig, ['q_proj', 'down_proj'], 2, 8));
    const second = await seen();
    await own.setAdapter();
    expect(distance(await seen(), base)).toBe(0);
    expect(distance(first, base)).toBeGreaterThan(0.01);
    expect(distance(first, second)).toBeGreaterThan(0.01);
    await own.dispose();
  });
});

describe('the engine on the CPU decoder', () => {
  it('gives the same tokens in a crowd as alone', async () => {
    const rng = random(21);
    const stem = Array.from({ length: 30 }, () => 1 + rng.below(50));
    const requests = Array.from({ length: 14 }, (_, i): Generate => ({
      id: `${i}`,
      prompt: [...stem.slice(0, 10 + rng.below(20)), ...Array.from({ length: rng.below(50) }, () => 1 + rng.below(50))],
      maxTokens: 1 + rng.below(25),
      stopIds: [0],
      stopStrings: [],
      sampling: { temperature: 0.7, topP: 0.8, topK: 20 },
      draw: { seed: 5, trial: i, episode: 0, turn: 0 },
      top: 0,
    }));
    const format = letterFormat();
    const play = async (on: CpuDecoder, together: boolean): Promise<Completion[]> => {
      const engine = new Engine({ decoder: on, format, hash: 'small' });
      const all: Completion[] = [];
      for (const request of requests) {
        engine.enqueue(request);
        while (!together && engine.inFlight > 0) all.push(...(await engine.tick()));
      }
      while (engine.inFlight > 0) all.push(...(await engine.tick()));
      return all.sort((a, b) => Number(a.id) - Number(b.id));
    };
    const crowd = await play(decoder, true);
    const single = await play(plain, false);
    for (const [i, { tokens }] of single.entries()) {
      expect(crowd[i].tokens.map(({ id }) => id)).toEqual(tokens.map(({ id }) => id));
      for (const [t, { logprob }] of tokens.entries()) expect(crowd[i].tokens[t].logprob).toBeCloseTo(logprob, 3);
    }
  });
});

it('capacities waste at most an eighth, or 63 tokens', () => {
  expect([1, 64, 65, 400, 1000, 1025, 4000].map(capacityFor)).toEqual([64, 64, 128, 448, 1024, 1152, 4096]);
  for (let tokens = 1; tokens < 5000; tokens += 7) expect(capacityFor(tokens) - tokens).toBeLessThan(Math.max(64, tokens / 8));
});
