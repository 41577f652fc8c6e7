import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import { random } from '../../worlds/random.ts';
import type { Generate } from '../contract.ts';
import { buildTrainingGraph, weightFeeds } from '../model/index.ts';
import { f32, floats, i32 } from '../runtime.ts';
import { CpuDecoder } from './cpuDecoder.ts';
import { Engine } from './engine.ts';
import { fakeDecoder, letterFormat, type FakeDecoder } from './fixtures/fakeDecoder.ts';
import { randomWeights, smallConfig } from './fixtures/smallModel.ts';
import { RequestError } from './request.ts';

const format = letterFormat();

function engineOn(decoder: FakeDecoder): Engine {
  return new Engine({ decoder, format, hash: 'fake', chunk: 16 });
}

function request(id: string, prompt: readonly number[]): Generate {
  return { id, prompt, maxTokens: 6, stopIds: [0], stopStrings: [], sampling: { temperature: 1, topP: 1, topK: 0 }, draw: { seed: 1, trial: 0, episode: 0, turn: 0 }, top: 0 };
}

/** Every sequence of one to three of four tokens between two tags: the answers of Sokoban. */
function answers(vocabulary: number): number[][] {
  const [open, close, comma] = [vocabulary - 1, vocabulary - 2, vocabulary - 3];
  const moves = [1, 2, 3, 4];
  const lists = moves.flatMap((a) => [[a], ...moves.flatMap((b) => [[a, b], ...moves.map((c) => [a, b, c])])]);
  return lists.map((list) => [open, ...list.flatMap((move, at) => (at > 0 ? [comma, move] : [move])), close]);
}

/** Ragged, with repeats, empty ones, and some that are beginnings of others. */
function raggedContinuations(seed: number, vocabulary: number): number[][] {
  const rng = random(seed);
  const list = Array.from({ length: rng.below(30) }, () => Array.from({ length: rng.below(7) }, () => rng.below(3) + (rng.below(4) === 0 ? vocabulary - 3 : 0)));
  return rng.shuffle([...list, ...list.slice(0, 3), ...list.slice(0, 4).map((each) => each.slice(0, 2))]);
}

const prefixOf = (length: number, seed: number, vocabulary: number): number[] => {
  const rng = random(seed);
  return Array.from({ length }, () => rng.below(vocabulary));
};

describe('continuations of one beginning', () => {
  it.each([1, 2, 5, 16])('get on %i slots what scoring each whole gives', async (slots) => {
    for (let seed = 0; seed < 6; seed++) {
      const decoder = fakeDecoder(slots);
      const prefix = prefixOf(1 + (seed * 7) % 50, seed, 50);
      const continuations = seed === 0 ? answers(50) : raggedContinuations(seed, 50);
      const found = await engineOn(decoder).scoreContinuations(prefix, continuations);
      const whole = await decoder.score(continuations.map((each) => [...prefix, ...each]));
      expect(found).toHaveLength(continuations.length);
      for (const [at, score] of found.entries()) expect([...score]).toEqual([...whole[at].slice(prefix.length)]);
    }
  });

  it('compute what they share once: 84 answers cost little more than one', async () => {
    const decoder = fakeDecoder(8);
    const prefix = prefixOf(100, 1, 50);
    await engineOn(decoder).scoreContinuations(prefix, answers(50));
    const tokens = decoder.passes.flat().reduce((sum, row) => sum + row.tokens.length, 0);
    const last = decoder.passes.findIndex((rows) => rows.length > 1);
    expect(decoder.passes.slice(0, last).flat().reduce((sum, row) => sum + row.tokens.length, 0)).toBe(99);
    expect(tokens).toBeLessThan(99 + 106 + 8 * 7);
    expect(decoder.passes.length - last).toBeLessThan(25);
    expect(decoder.passes.slice(last).flat().every((row) => row.tokens.length === 1)).toBe(true);
  });

  it('start from what a slot holds already, and leave it to go on from', async () => {
    const decoder = fakeDecoder(4);
    const engine = engineOn(decoder);
    engine.enqueue(request('a', prefixOf(60, 3, 50)));
    while (engine.inFlight > 0) await engine.tick();
    const before = decoder.passes.length;
    await engine.scoreContinuations(prefixOf(60, 3, 50), answers(50).slice(0, 5));
    expect(decoder.passes.slice(before).every((rows) => rows.every((row) => row.tokens.length === 1))).toBe(true);
    engine.enqueue(request('b', [...prefixOf(60, 3, 50), 7, 8]));
    const done = [];
    while (engine.inFlight > 0) done.push(...(await engine.tick()));
    expect(done[0].reused).toBeGreaterThanOrEqual(59);
  });

  it('do not disturb requests in flight, with free slots and without', async () => {
    const some = answers(50).slice(0, 8);
    for (const slots of [1, 3, 6]) {
      const run = async (between: (engine: Engine) => Promise<void>): Promise<unknown> => {
        const engine = engineOn(fakeDecoder(slots));
        for (let i = 0; i < 4; i++) engine.enqueue({ ...request(`${i}`, prefixOf(30 + i, i, 50)), maxTokens: 10, draw: { seed: 1, trial: i, episode: 0, turn: 0 } });
        const done = [];
        while (engine.inFlight > 0) {
          done.push(...(await engine.tick()).map(({ id, tokens }) => ({ id, tokens })));
          await between(engine);
        }
        return done;
      };
      const prefix = prefixOf(31, 1, 50);
      const whole = await fakeDecoder(1).score(some.map((each) => [...prefix, ...each]));
      const undisturbed = await run(() => Promise.resolve());
      const disturbed = await run(async (engine) => {
        const found = await engine.scoreContinuations(prefix, some);
        expect(found.map((score) => [...score])).toEqual(whole.map((score) => [...score.slice(31)]));
      });
      expect(disturbed).toEqual(undisturbed);
    }
  });

  it('are refused when they can not be scored, and leave the engine well when the decoder fails', async () => {
    const decoder = fakeDecoder(3);
    const engine = engineOn(decoder);
    await expect(engine.scoreContinuations([], [[1]])).rejects.toThrow(RequestError);
    await expect(engine.scoreContinuations([1], [[50]])).rejects.toThrow('token 0 is 50; ids go from 0 to 49');
    await expect(engine.scoreContinuations(prefixOf(250, 1, 50), [[1, 2, 3, 4, 5, 6, 7]])).rejects.toThrow('it has 7 tokens; the context is 6.');
    let passes = 0;
    decoder.onForward = () => {
      if (++passes === 5) throw new Error('The GPU was lost.');
    };
    await expect(engine.scoreContinuations(prefixOf(20, 1, 50), answers(50))).rejects.toThrow('The GPU was lost.');
    const [score] = await engine.scoreContinuations(prefixOf(20, 1, 50), [[4, 5]]);
    expect([...score]).toEqual([...(await decoder.score([[...prefixOf(20, 1, 50), 4, 5]]))[0].slice(20)]);
    expect(await engine.scoreContinuations([1, 2], [])).toEqual([]);
    expect(await engine.scoreContinuations([1, 2], [[]])).toEqual([new Float32Array(0)]);
  });
});

describe('continuations on a network', () => {
  const runtime = nodeRuntime();
  const weights = randomWeights(smallConfig);
  const { vocabulary } = smallConfig;
  let decoder: CpuDecoder;
  beforeAll(async () => {
    decoder = await CpuDecoder.create(runtime, weights, { slots: 9 });
  });
  afterAll(() => runtime.dispose());

  it('get the log-probs of the scoring graph and of one-by-one scoring', async () => {
    const prefix = prefixOf(70, 5, vocabulary);
    const continuations = answers(vocabulary);
    const engine = new Engine({ decoder, format, hash: '' });
    const found = await engine.scoreContinuations(prefix, continuations);
    const oneByOne = await decoder.score(continuations.map((each) => [...prefix, ...each]));

    const length = prefix.length + Math.max(...continuations.map((each) => each.length));
    const session = await runtime.createSession(buildTrainingGraph(smallConfig, { length, train: 'none' }));
    const rows = continuations.flatMap((each, at) => each.map((_, t) => at * length + prefix.length + t - 1));
    const ids = continuations.flatMap((each) => [...prefix, ...each, ...new Array<number>(length - prefix.length - each.length).fill(0)]);
    const outputs = await session.run({
      ...weightFeeds(weights),
      ids: i32(Int32Array.from(ids), [continuations.length, length]),
      rows: i32(Int32Array.from(rows), [rows.length]),
      targets: i32(Int32Array.from(continuations.flat()), [rows.length]),
      weights: f32(new Float32Array(rows.length), [rows.length]),
    });
    const graph = floats(outputs['logp'], 'logp');
    let at = 0;
    let worst = 0;
    for (const [index, score] of found.entries()) {
      for (const [t, value] of score.entries()) {
        worst = Math.max(worst, Math.abs(value - graph[at++]), Math.abs(value - oneByOne[index][prefix.length + t]));
      }
    }
    expect(at).toBe(rows.length);
    expect(worst).toBeLessThan(1e-4);
  });
});
