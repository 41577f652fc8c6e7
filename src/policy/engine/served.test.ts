import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import type { Completion, Generator } from '../contract.ts';
import { byteCharacters } from '../files/byteText.ts';
import { chatOf, loadModel, writeModel } from '../files/model.ts';
import { createTokenizer, type TokenizerData } from '../files/tokenizer.ts';
import { EngineClient } from './client.ts';
import { pair } from './fixtures/pair.ts';
import { randomAdapter, randomWeights, smallConfig } from './fixtures/smallModel.ts';
import { serveOnCpu, type Load, type Served } from './served.ts';

const tokens = [...byteCharacters, '<|im_start|>', '<|im_end|>'];
const tokenizer: TokenizerData = {
  tokens, kinds: tokens.map((_, id) => (id < 256 ? 1 : 3)), merges: [], bos: null, eos: 257, eot: 257, pad: null, addBos: false,
};
const weights = randomWeights({ ...smallConfig, vocabulary: tokens.length });
const format = chatOf({ tokenizer: createTokenizer(tokenizer), chatTemplate: null });
const adapter = randomAdapter(weights.config, ['q_proj'], 1);
const bytes = writeModel({ name: 'small', weights, tokenizer, chatTemplate: null, type: 'F32' });

const load: Load = async (file, options, onProgress) => {
  const model = await loadModel(file, onProgress);
  return serveOnCpu(nodeRuntime(), model.weights, chatOf(model), options);
};

let local: Served;
beforeAll(async () => {
  local = await serveOnCpu(nodeRuntime(), weights, format, { slots: 2 });
});
afterAll(() => local.dispose());

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

it('A model from a file answers behind a port as it does here, and takes an adapter', async () => {
  const shares: number[] = [];
  const client = await EngineClient.open(pair(load).port, format, bytes, { slots: 2 }, (share) => shares.push(share));
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

  const withIt = await EngineClient.open(pair(load).port, format, bytes, { slots: 2, adapter });
  expect(withIt.hash).toBe(local.engine.hash);
  expect(await replies(withIt)).toEqual(adapted);
  await withIt.close();
});

it('Why a file can not be loaded is said under the name of the error', async () => {
  await expect(EngineClient.open(pair(load).port, format, bytes.subarray(0, 1000), { slots: 1 })).rejects.toMatchObject({ name: 'ModelFileError' });
});
