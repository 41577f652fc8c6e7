import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Completion, Generator } from '../../policy/contract.ts';
import { randomAdapter, randomWeights, smallConfig } from '../../policy/engine/fixtures/smallModel.ts';
import { serveOnCpu, type Served } from '../../policy/engine/served.ts';
import { byteCharacters } from '../../policy/files/byteText.ts';
import { chatOf, writeModel } from '../../policy/files/model.ts';
import { createTokenizer, type TokenizerData } from '../../policy/files/tokenizer.ts';
import { nodeRuntime } from './runtime.ts';
import { startEngine } from './startEngine.ts';

const tokens = [...byteCharacters, '<|im_start|>', '<|im_end|>'];
const tokenizer: TokenizerData = {
  tokens, kinds: tokens.map((_, id) => (id < 256 ? 1 : 3)), merges: [], bos: null, eos: 257, eot: 257, pad: null, addBos: false,
};
const weights = randomWeights({ ...smallConfig, vocabulary: tokens.length });
const format = chatOf({ tokenizer: createTokenizer(tokenizer), chatTemplate: null });
const adapter = randomAdapter(weights.config, ['q_proj'], 1);
const bytes = writeModel({ name: 'small', weights, tokenizer, chatTemplate: null, type: 'F32' });

let local: Served;
let folder: string;
beforeAll(async () => {
  local = await serveOnCpu(nodeRuntime(), weights, format, { slots: 2 });
  folder = await mkdtemp(join(tmpdir(), 'engine-'));
});
afterAll(async () => {
  await local.dispose();
  await rm(folder, { recursive: true });
});

async function replies(generator: Generator): Promise<Completion[]> {
  const contents = ['Where is the box?', 'Push it.', 'Where is the wall?'];
  for (const [i, content] of contents.entries()) {
    generator.enqueue({
      id: `${i}`, prompt: format.open([{ role: 'user', content }]), maxTokens: 8, stopIds: format.endIds, stopStrings: [], top: 0,
      sampling: { temperature: 0.7, topP: 0.8, topK: 20 }, draw: { seed: 1, trial: i, episode: 0, turn: 0 },
    });
  }
  const done: Completion[] = [];
  while (done.length < contents.length) done.push(...(await generator.tick()));
  return done;
}

describe('an engine in a worker thread', () => {
  it('loads a file, answers as in this thread, and takes an adapter', async () => {
    const place = join(folder, 'small.gguf');
    await writeFile(place, bytes);
    const shares: number[] = [];
    const client = await startEngine(format, { from: 'place', place }, { slots: 2, onProgress: (share) => shares.push(share) });
    expect(shares.at(-1)).toBe(1);
    expect(client.backend).toMatch(/onnxruntime-node/);
    expect(client.hash).toBe(local.engine.hash);
    const plain = await replies(local.engine);
    expect(await replies(client)).toEqual(plain);

    await client.setAdapter(adapter);
    await local.setAdapter(adapter);
    expect(client.hash).toBe(local.engine.hash);
    const adapted = await replies(client);
    expect(adapted).toEqual(await replies(local.engine));
    expect(adapted).not.toEqual(plain);
    await client.close();
  }, 60_000);

  it('loads ready weights, and says why a file can not be loaded', async () => {
    const [client, refusal] = await Promise.all([
      startEngine(format, { from: 'weights', weights, tokenizer, chatTemplate: null }, { slots: 1, adapter }),
      startEngine(format, { from: 'gguf', bytes: bytes.subarray(0, 1000) }, { slots: 1 }).catch((error: unknown) => error),
    ]);
    expect((await client.score([[1, 2, 3]]))[0]).toHaveLength(3);
    expect(refusal).toMatchObject({ name: 'ModelFileError' });
    await client.close();
  }, 60_000);
});
