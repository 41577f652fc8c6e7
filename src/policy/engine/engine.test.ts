import { describe, expect, it } from 'vitest';
import type { Completion, Generate } from '../contract.ts';
import { random } from '../../worlds/random.ts';
import { Engine, type EngineOptions } from './engine.ts';
import { fakeConfig, fakeDecoder, fakeLogits, letterFormat, type FakeDecoder } from './fixtures/fakeDecoder.ts';
import { sample } from './sample.ts';
import { uniform } from './uniform.ts';

const format = letterFormat();
const sampling = { temperature: 1, topP: 0.95, topK: 30 };

function request(id: string, prompt: readonly number[], more: Partial<Generate> = {}): Generate {
  const draw = { seed: 1, trial: 0, episode: 0, turn: 0 };
  return { id, prompt, maxTokens: 12, stopIds: [0], stopStrings: [], sampling, draw, top: 0, ...more };
}

function engineOn(decoder: FakeDecoder, more: Partial<EngineOptions> = {}): Engine {
  return new Engine({ decoder, format, hash: 'fake', ...more });
}

async function drain(engine: Engine, limit = 2000): Promise<Completion[]> {
  const all: Completion[] = [];
  for (let tick = 0; engine.inFlight > 0; tick++) {
    if (tick >= limit) throw new Error('The engine does not come to an end.');
    all.push(...(await engine.tick()));
  }
  return all;
}

/** What must come out, without any engine. */
function expected({ prompt, maxTokens, stopIds, sampling: how, draw }: Generate, vocabulary = 50, context = 256): number[] {
  const tokens = [...prompt];
  const reply: number[] = [];
  while (reply.length < maxTokens && tokens.length < context) {
    const { id } = sample(fakeLogits(tokens, vocabulary), how, uniform(draw, reply.length));
    reply.push(id);
    tokens.push(id);
    if (stopIds.includes(id)) break;
  }
  return reply;
}

const ids = (completion: Completion): number[] => completion.tokens.map(({ id }) => id);

/** Requests of all lengths, many with a beginning in common. */
function crowd(count: number, seed: number): Generate[] {
  const rng = random(seed);
  const stems = [0, 1, 2].map((stem) => Array.from({ length: 20 + 30 * stem }, () => 1 + rng.below(49)));
  return Array.from({ length: count }, (_, i) => {
    const stem = rng.pick(stems);
    const tail = Array.from({ length: rng.below(60) }, () => 1 + rng.below(49));
    return request(`r${i}`, [...stem, ...tail], {
      maxTokens: 1 + rng.below(20),
      draw: { seed: 3, trial: i, episode: rng.below(3), turn: rng.below(5) },
    });
  });
}

describe('the engine', () => {
  it.each([1, 3, 8, 40])('gives every request on %i slots what it would get alone', async (slots) => {
    const requests = crowd(30, 4);
    for (const limits of [{}, { chunk: 7, passTokens: 20, tickTokens: 30 }]) {
      const engine = engineOn(fakeDecoder(slots), limits);
      for (const each of requests) engine.enqueue(each);
      const completions = await drain(engine);
      expect(completions).toHaveLength(requests.length);
      for (const each of requests) {
        const completion = completions.find(({ id }) => id === each.id);
        expect(completion && ids(completion), each.id).toEqual(expected(each));
      }
    }
  });

  it('keeps every promise when requests come, go and are cancelled at random', async () => {
    const rng = random(11);
    const requests = crowd(60, 6);
    const decoder = fakeDecoder(5);
    const engine = engineOn(decoder, { chunk: 16, passTokens: 64, tickTokens: 100 });
    const cancelled = new Set<string>();
    const completions: Completion[] = [];
    let next = 0;
    decoder.onForward = () => {
      if (rng.below(6) > 0) return;
      const id = `r${rng.below(next)}`;
      cancelled.add(id);
      engine.cancel(id);
    };
    while (next < requests.length || engine.inFlight > 0) {
      for (let n = rng.below(4); n > 0 && next < requests.length; n--) engine.enqueue(requests[next++]);
      completions.push(...(await engine.tick()));
    }
    expect(completions.map(({ id }) => id).sort()).toEqual(requests.map(({ id }) => id).sort());
    expect(completions.some(({ finish }) => finish === 'cancelled')).toBe(true);
    for (const completion of completions) {
      const wanted = expected(requests[Number(completion.id.slice(1))]);
      if (completion.finish !== 'cancelled') expect(ids(completion)).toEqual(wanted);
      else expect(cancelled.has(completion.id) && ids(completion)).toEqual(wanted.slice(0, completion.tokens.length));
    }
  });

  it('returns what finished in order of enqueueing', async () => {
    const engine = engineOn(fakeDecoder(8));
    for (const id of ['c', 'a', 'b']) engine.enqueue(request(id, [1, 2, 3], { maxTokens: 1 }));
    expect((await engine.tick()).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });

  it('fills free slots in order of enqueueing', async () => {
    const decoder = fakeDecoder(2);
    const engine = engineOn(decoder);
    for (let i = 0; i < 6; i++) engine.enqueue(request(`${i}`, [i + 1, 9, 9], { maxTokens: 2, stopIds: [] }));
    const done: string[] = [];
    while (engine.inFlight > 0) done.push(...(await engine.tick()).map(({ id }) => id));
    expect(done).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  it('does not depend on when promises settle', async () => {
    const run = async (wait: boolean): Promise<Completion[]> => {
      const decoder = fakeDecoder(3);
      if (wait) decoder.onForward = () => new Promise((resolve) => setTimeout(resolve, 1));
      const engine = engineOn(decoder);
      for (const each of crowd(10, 8)) engine.enqueue(each);
      return drain(engine);
    };
    expect(await run(true)).toEqual(await run(false));
  });

  it('runs overlapping ticks one after the other', async () => {
    const decoder = fakeDecoder(2);
    let inside = 0;
    decoder.onForward = async () => {
      expect(++inside).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 1));
      inside--;
    };
    const engine = engineOn(decoder);
    engine.enqueue(request('a', [1, 2, 3], { maxTokens: 3, stopIds: [] }));
    const [, , third, scores] = await Promise.all([engine.tick(), engine.tick(), engine.tick(), engine.score([[1, 2]])]);
    expect(third.map(({ id }) => id)).toEqual(['a']);
    expect(scores[0]).toHaveLength(2);
  });

  it('lets a request join at the tick after it was enqueued, not in the middle of one', async () => {
    const decoder = fakeDecoder(4);
    const engine = engineOn(decoder);
    engine.enqueue(request('a', [1, 2, 3], { stopIds: [] }));
    let added = false;
    decoder.onForward = () => {
      if (!added) engine.enqueue(request('b', [4, 5, 6]));
      added = true;
    };
    await engine.tick();
    expect(decoder.passes.flat().map(({ tokens }) => tokens)).toEqual([[1, 2, 3]]);
    await engine.tick();
    expect(decoder.passes.flat().map(({ tokens }) => tokens)).toContainEqual([4, 5, 6]);
  });
});

describe('ends of a reply', () => {
  /** A model that says `text`, whatever the prompt of one token. */
  function saying(text: string, context = 256): Engine {
    const script = [...format.encode(text), 0];
    const logits = (tokens: readonly number[], vocabulary: number): Float32Array => {
      const row = new Float32Array(vocabulary);
      row[script[tokens.length - 1] ?? 0] = 30;
      return row;
    };
    return engineOn(fakeDecoder(2, fakeConfig(53, context), logits));
  }

  it('an end id belongs to the tokens, not to the text', async () => {
    const engine = saying('abc');
    engine.enqueue(request('a', [1]));
    const [completion] = await drain(engine);
    expect(completion).toMatchObject({ text: 'abc', finish: 'stop' });
    expect(ids(completion)).toEqual([1, 2, 3, 0]);
  });

  it('stops before a stop string that several tokens make up', async () => {
    const engine = saying('abcXYZdef');
    engine.enqueue(request('a', [1], { stopStrings: ['XYZ'] }));
    const [completion] = await drain(engine);
    expect(completion).toMatchObject({ text: 'abc', finish: 'stop' });
    expect(format.decode(ids(completion))).toBe('abcXYZ');
  });

  it('stops at maxTokens and when the context is full', async () => {
    const short = saying('abcdef');
    short.enqueue(request('a', [1], { maxTokens: 2 }));
    expect(await drain(short)).toMatchObject([{ text: 'ab', finish: 'length' }]);
    const full = saying('abcdef', 4);
    full.enqueue(request('a', [1]));
    expect(await drain(full)).toMatchObject([{ text: 'abc', finish: 'length' }]);
  });

  it('streams tokens with the text that became final, in order, and all of it by the end', async () => {
    const engine = saying('abXcXY');
    engine.enqueue(request('a', [1], { stopStrings: ['XYZ'] }));
    const seen: [string, number, string][] = [];
    while (engine.inFlight > 0) await engine.tick((id, token, text) => seen.push([id, token.id, text]));
    expect(seen.map(([, , text]) => text)).toEqual(['a', 'b', '', 'Xc', '', '', 'XY']);
    expect(seen.map(([, id]) => id)).toEqual([...format.encode('abXcXY'), 0]);
  });

  it('returns what finished at the next tick when a listener throws', async () => {
    const engine = saying('a');
    engine.enqueue(request('a', [1], { maxTokens: 1 }));
    const listener = (): void => {
      throw new Error('listener');
    };
    await expect(engine.tick(listener)).rejects.toThrow('listener');
    expect(await engine.tick()).toMatchObject([{ id: 'a', text: 'a' }]);
  });

  it('cancels what waits, what runs and what is being computed', async () => {
    const decoder = fakeDecoder(1);
    const engine = engineOn(decoder);
    engine.enqueue(request('runs', [1, 2], { stopIds: [] }));
    engine.enqueue(request('waits', [3, 4]));
    await engine.tick();
    engine.cancel('waits');
    engine.cancel('nobody');
    expect(await engine.tick()).toMatchObject([{ id: 'waits', finish: 'cancelled', tokens: [] }]);
    decoder.onForward = () => engine.cancel('runs');
    const [completion] = await engine.tick();
    expect(completion).toMatchObject({ id: 'runs', finish: 'cancelled' });
    expect(completion.tokens).toHaveLength(2);
    expect(completion.text).toBe(format.decode(ids(completion)));
    expect(engine.inFlight).toBe(0);
  });
});

describe('reuse', () => {
  it('continues a conversation in the slot that holds it', async () => {
    const decoder = fakeDecoder(3);
    const engine = engineOn(decoder);
    const histories = [0, 1, 2].map((i) => Array.from({ length: 30 }, (_, t) => 1 + ((t * (i + 2)) % 40)));
    for (let turn = 0; turn < 4; turn++) {
      // Another order in every turn: the slot is found by its tokens.
      const order = [0, 1, 2].map((i) => (i + turn) % 3);
      for (const i of order) engine.enqueue(request(`${i}`, histories[i], { draw: { seed: 1, trial: i, episode: 0, turn } }));
      for (const completion of await drain(engine)) {
        const history = histories[Number(completion.id)];
        if (turn > 0) expect(completion.reused).toBeGreaterThanOrEqual(history.length - 7);
        history.push(...ids(completion), 7, 8, 9, 10, 11, 12);
      }
    }
    const computed = decoder.passes.flat().reduce((sum, { tokens }) => sum + tokens.length, 0);
    // Every token once, but the last of the last reply and the six after it, which were never sent.
    expect(computed).toBe(histories.reduce((sum, { length }) => sum + length - 7, 0));
  });

  it('computes a prompt once for a group that shares it', async () => {
    const decoder = fakeDecoder(8);
    const engine = engineOn(decoder);
    const prompt = Array.from({ length: 100 }, (_, t) => 1 + (t % 40));
    for (let i = 0; i < 8; i++) engine.enqueue(request(`${i}`, prompt, { draw: { seed: 1, trial: i, episode: 0, turn: 0 }, maxTokens: 1 }));
    const completions = await engine.tick();
    expect(completions.map(({ reused }) => reused)).toEqual([0, 99, 99, 99, 99, 99, 99, 99]);
    expect(decoder.passes.map((rows) => rows.map(({ tokens }) => tokens.length))).toEqual([[100], [1, 1, 1, 1, 1, 1, 1]]);
  });

  it('does not take the slot of a conversation that is about to go on', async () => {
    const decoder = fakeDecoder(2);
    const engine = engineOn(decoder);
    const old = Array.from({ length: 40 }, (_, t) => 1 + (t % 9));
    engine.enqueue(request('old', old, { maxTokens: 1 }));
    engine.enqueue(request('other', [20, 21, 22], { maxTokens: 1 }));
    await drain(engine);
    // The new one comes first and shares a few tokens with the old one.
    engine.enqueue(request('new', [...old.slice(0, 10), 30, 31], { maxTokens: 1 }));
    engine.enqueue(request('old', [...old, 40, 41], { maxTokens: 1 }));
    const [fresh, continued] = await drain(engine);
    expect(continued.reused).toBe(40);
    expect(fresh.reused).toBe(10);
  });

  it('never reuses the whole prompt: the last token gives the logits', async () => {
    const engine = engineOn(fakeDecoder(1));
    for (const id of ['a', 'b']) {
      engine.enqueue(request(id, [1, 2, 3, 4], { maxTokens: 1 }));
      const [completion] = await drain(engine);
      expect(completion.reused).toBe(id === 'a' ? 0 : 3);
    }
  });
});

describe('prompts in chunks', () => {
  it('a long prompt does not hold up the others', async () => {
    const decoder = fakeDecoder(2);
    const engine = engineOn(decoder, { chunk: 10 });
    engine.enqueue(request('quick', [1, 2], { maxTokens: 9, stopIds: [] }));
    await engine.tick();
    engine.enqueue(request('long', Array.from({ length: 35 }, (_, t) => 1 + t), { maxTokens: 1 }));
    const tokensOf: Record<string, number> = { quick: 0, long: 0 };
    for (let tick = 0; tick < 4; tick++) await engine.tick((id) => tokensOf[id]++);
    expect(tokensOf).toEqual({ quick: 4, long: 1 });
  });
});

describe('refusals and failures', () => {
  const engine = engineOn(fakeDecoder(2));
  it.each([
    ['an empty prompt', request('x', []), /empty/],
    ['a prompt that fills the context', request('x', new Array<number>(256).fill(1)), /256 tokens and leaves no room/],
    ['an id outside the vocabulary', request('x', [1, 50]), /token 1 is 50; ids go from 0 to 49/],
    ['a fraction as id', request('x', [0.5]), /token 0 is 0.5/],
    ['no tokens to make', request('x', [1], { maxTokens: 0 }), /maxTokens is 0/],
    ['a negative temperature', request('x', [1], { sampling: { ...sampling, temperature: -1 } }), /temperature is -1/],
    ['a top-p of 0', request('x', [1], { sampling: { ...sampling, topP: 0 } }), /top-p is 0/],
    ['a broken top-k', request('x', [1], { sampling: { ...sampling, topK: 1.5 } }), /top-k is 1.5/],
    ['an empty stop string', request('x', [1], { stopStrings: [''] }), /stop string/],
    ['a broken draw key', request('x', [1], { draw: { seed: NaN, trial: 0, episode: 0, turn: 0 } }), /draw.seed is NaN/],
  ])('refuses %s when it is enqueued', (_, bad, message) => {
    expect(() => engine.enqueue(bad)).toThrow(message);
    expect(engine.inFlight).toBe(0);
  });

  it('refuses an id that is in flight', async () => {
    engine.enqueue(request('x', [1], { maxTokens: 1 }));
    expect(() => engine.enqueue(request('x', [1]))).toThrow(/in flight already/);
    await drain(engine);
    engine.enqueue(request('x', [1], { maxTokens: 1 }));
    await drain(engine);
  });

  it('drops everything when the decoder fails, and works again afterwards', async () => {
    const decoder = fakeDecoder(2);
    const failing = engineOn(decoder);
    failing.enqueue(request('a', [1, 2, 3]));
    decoder.onForward = () => {
      throw new Error('out of memory');
    };
    await expect(failing.tick()).rejects.toThrow('out of memory');
    expect([failing.inFlight, decoder.held(0), decoder.held(1)]).toEqual([0, 0, 0]);
    decoder.onForward = () => undefined;
    const again = request('a', [1, 2, 3]);
    failing.enqueue(again);
    expect(ids((await drain(failing))[0])).toEqual(expected(again));
  });

  it('scores sequences and refuses broken ones', async () => {
    const [row] = await engine.score([[5, 6, 7]]);
    expect(row[0]).toBe(0);
    expect(row[2]).toBeLessThan(0);
    await expect(engine.score([[1], [99]])).rejects.toThrow(/Sequence 1 to score: token 0 is 99/);
  });
});

it('a change of weights empties the slots; requests in flight go on', async () => {
  const decoder = fakeDecoder(1);
  const engine = engineOn(decoder);
  const one = request('a', [1, 2, 3], { stopIds: [], maxTokens: 4 });
  engine.enqueue(one);
  await engine.tick();
  await engine.reconfigure('other', () => undefined);
  expect(engine.hash).toBe('other');
  expect(decoder.held(0)).toBe(0);
  const [completion] = await drain(engine);
  expect(ids(completion)).toEqual(expected(one));
});
