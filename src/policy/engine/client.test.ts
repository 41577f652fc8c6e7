import { describe, expect, it } from 'vitest';
import type { Completion, Generate } from '../contract.ts';
import { EngineClient } from './client.ts';
import { Engine } from './engine.ts';
import { fakeConfig, fakeDecoder, letterFormat } from './fixtures/fakeDecoder.ts';
import { pair } from './fixtures/pair.ts';
import { parseCommand, parseEvent } from './protocol.ts';
import { RequestError } from './request.ts';
import type { Load } from './served.ts';

const format = letterFormat();
const file = new Uint8Array();

function loadFake(onForward: () => void = () => undefined): Load {
  return (_bytes, { slots, adapter }, onProgress) => {
    const decoder = fakeDecoder(slots, fakeConfig(53));
    decoder.onForward = onForward;
    const engine = new Engine({ decoder, format, hash: adapter ? 'adapted' : 'plain' });
    onProgress(1);
    return Promise.resolve({
      engine,
      config: decoder.config,
      backend: 'fake',
      setAdapter: (next) => engine.reconfigure(next ? 'adapted' : 'plain', () => undefined),
      dispose: () => engine.dispose(),
    });
  };
}

function request(id: string, more: Partial<Generate> = {}): Generate {
  return {
    id, prompt: [1, 2, 3], maxTokens: 6, stopIds: [0], stopStrings: [], top: 2,
    sampling: { temperature: 1, topP: 0.9, topK: 20 }, draw: { seed: 1, trial: Number(id), episode: 0, turn: 0 }, ...more,
  };
}

async function everything(generator: EngineClient | Engine, count: number): Promise<{ seen: unknown[]; done: Completion[] }> {
  const seen: unknown[] = [];
  const done: Completion[] = [];
  for (let i = 0; i < count; i++) generator.enqueue(request(`${i}`));
  while (done.length < count) done.push(...(await generator.tick((id, token, text) => seen.push([id, token, text]))));
  return { seen, done };
}

describe('the engine behind a port', () => {
  it('gives what the engine gives', async () => {
    const shares: number[] = [];
    const client = await EngineClient.open(pair(loadFake()).port, format, file, { slots: 3 }, (share) => shares.push(share));
    expect(shares).toEqual([1]);
    expect([client.hash, client.context, client.backend]).toEqual(['plain', 256, 'fake']);
    const engine = new Engine({ decoder: fakeDecoder(3, fakeConfig(53)), format, hash: 'plain' });
    expect(await everything(client, 7)).toEqual(await everything(engine, 7));
    expect(await client.score([[1, 2, 3]])).toEqual(await engine.score([[1, 2, 3]]));
    const answers = [[4, 5], [4], [6, 7, 8]];
    expect(await client.scoreContinuations([1, 2, 3], answers)).toEqual(await engine.scoreContinuations([1, 2, 3], answers));
    await expect(client.scoreContinuations([], answers)).rejects.toThrow(RequestError);
  });

  it('cancels, swaps adapters and closes', async () => {
    const both = pair(loadFake());
    const client = await EngineClient.open(both.port, format, file, { slots: 3 });
    client.enqueue(request('0'));
    client.cancel('0');
    expect(await client.tick()).toMatchObject([{ id: '0', finish: 'cancelled' }]);
    await client.setAdapter({ rank: 1, scale: 1, targets: ['q_proj'], tensors: new Map([['0.q_proj', { a: new Float32Array(8), b: new Float32Array(8) }]]) });
    expect(client.hash).toBe('adapted');
    await client.close();
    expect(both.ended).toBe(true);
    await expect(client.tick()).rejects.toThrow('closed');
  });

  it('refuses bad requests at once, on this side', async () => {
    const client = await EngineClient.open(pair(loadFake()).port, format, file, { slots: 3 });
    expect(() => client.enqueue(request('0', { prompt: [99] }))).toThrow(/token 0 is 99/);
    client.enqueue(request('0'));
    expect(() => client.enqueue(request('0'))).toThrow(/in flight/);
    await expect(client.score([[77]])).rejects.toThrow(/Sequence 0/);
  });

  it('carries errors across with their names, and lives on', async () => {
    let broken = true;
    const load = loadFake(() => {
      if (broken) throw new RangeError('no memory left');
    });
    const client = await EngineClient.open(pair(load).port, format, file, { slots: 3 });
    client.enqueue(request('0'));
    await expect(client.tick()).rejects.toMatchObject({ name: 'RangeError', message: 'no memory left' });
    broken = false;
    client.enqueue(request('0', { maxTokens: 1 }));
    expect(await client.tick()).toHaveLength(1);
  });

  it('ends the worker when the model can not be loaded', async () => {
    const both = pair(() => Promise.reject(new TypeError('not a model')));
    await expect(EngineClient.open(both.port, format, file, { slots: 1 })).rejects.toMatchObject({ name: 'TypeError', message: 'not a model' });
    expect(both.ended).toBe(true);
  });

  it('a dead worker fails everything in flight and everything after', async () => {
    const both = pair(loadFake());
    const client = await EngineClient.open(both.port, format, file, { slots: 1 });
    client.enqueue(request('0'));
    const pending = [client.tick(), client.score([[1, 2]])];
    both.kill(new Error('it ended with code 134.'));
    for (const each of pending) await expect(each).rejects.toThrow("The engine's worker is gone: it ended with code 134.");
    await expect(client.tick()).rejects.toThrow('gone');
    expect(() => client.enqueue(request('1'))).toThrow('gone');
    await expect(client.close()).resolves.toBeUndefined();
  });

  it('takes nothing that is not of the protocol', async () => {
    const both = pair(loadFake());
    const client = await EngineClient.open(both.port, format, file, { slots: 1 });
    const pending = client.score([[1, 2]]);
    both.send({ type: 'scored', run: 1, request: 2, scores: ['high'] });
    await expect(pending).rejects.toThrow(/Not an event of the engine: scores.0/);
    for (const message of [null, 'tick', { type: 'explode' }, { type: 'tick', run: 1 }, { type: 'cancel', run: 1, id: 5 }]) {
      expect(() => parseCommand(message)).toThrow(/command of the engine/);
      expect(() => parseEvent(message)).toThrow(/event of the engine/);
    }
    expect(() => parseCommand({ type: 'tick', run: 1, request: 1 })).toThrow('streaming');
  });

  it('ignores what another run still sends', async () => {
    const both = pair(loadFake());
    const client = await EngineClient.open(both.port, format, file, { slots: 1 });
    both.send({ type: 'failed', run: -1, request: 2, name: 'Error', message: 'old' });
    expect(await client.score([[1]])).toHaveLength(1);
  });
});
