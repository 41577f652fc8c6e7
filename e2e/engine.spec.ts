/** A model file becomes an engine in the page's worker: phases, what it runs on, and the tokens that onnxruntime-node gives. */
import { z } from 'zod';
import { nodeRuntime } from '../src/platform/node/runtime.ts';
import { scoutTokenizer } from '../src/experiment/scout/model.ts';
import { chatTemplate } from '../src/experiment/scout/vocabulary.ts';
import { CpuDecoder } from '../src/policy/engine/cpuDecoder.ts';
import { Engine } from '../src/policy/engine/engine.ts';
import { chatOf, loadModel, writeModel } from '../src/policy/files/model.ts';
import { expect, test, watch } from './browser.ts';
import { configs, randomWeights } from './nets.ts';

const report = z.object({ kind: z.string(), reason: z.string(), phases: z.array(z.string()), ids: z.array(z.number()), logprobs: z.array(z.number()) });

const tokenizer = scoutTokenizer();
const config = { ...configs[0], vocabulary: tokenizer.tokens.length };
const file = writeModel({ name: 'random', weights: randomWeights(config), tokenizer, chatTemplate, type: 'F32' });
const messages = [{ role: 'user' as const, content: 'Which way?' }];
const greedy = { id: 'g', maxTokens: 6, stopIds: [], stopStrings: [], sampling: { temperature: 0, topP: 1, topK: 0 }, draw: { seed: 1, trial: 0, episode: 0, turn: 0 }, top: 0 };

test('a model file is fetched, read, compiled, warmed up, and generates', async ({ browser, harnessURL, backend }) => {
  const page = await browser.newPage();
  const complaints = watch(page);
  await page.route('**/model.gguf', (route) => route.fulfill({ body: Buffer.from(file), headers: { 'content-length': String(file.length) } }));
  await page.goto(harnessURL);
  const found = report.parse(await page.evaluate((request) => globalThis.engine(request), { url: './model.gguf', prefer: backend, messages, greedy }));

  const loaded = await loadModel(file);
  const runtime = nodeRuntime();
  const format = chatOf(loaded);
  const engine = new Engine({ decoder: await CpuDecoder.create(runtime, loaded.weights, { slots: 1 }), format, hash: '' });
  engine.enqueue({ ...greedy, prompt: format.open(messages) });
  let [expected] = await engine.tick();
  while (expected === undefined) [expected] = await engine.tick();
  await runtime.dispose();

  expect(found.kind).toBe(backend);
  expect(found.reason).toMatch(backend === 'webgpu' ? /^WebGPU: .*swiftshader/ : /^WASM, 1 thread: as asked/);
  expect(found.phases).toEqual([`download ${file.length} of ${file.length}`, 'read 1', 'compile', 'warmup']);
  expect(found.ids).toEqual(expected.tokens.map(({ id }) => id));
  for (const [i, { logprob }] of expected.tokens.entries()) expect(found.logprobs[i]).toBeCloseTo(logprob, 4);
  expect(complaints).toEqual([]);
  await page.close();
});

test('what goes wrong is said: no such file, a broken file, a change of mind', async ({ browser, harnessURL, backend }) => {
  test.skip(backend !== 'wasm');
  const page = await browser.newPage();
  await page.route('**/broken.gguf', (route) => route.fulfill({ body: 'not a model' }));
  await page.route('**/missing.gguf', (route) => route.fulfill({ status: 404 }));
  await page.goto(harnessURL);
  const start = (url: string, abort = false): Promise<unknown> =>
    page.evaluate((request) => globalThis.engine(request), { url, prefer: 'wasm' as const, messages, greedy, abort });
  await expect(start('./missing.gguf')).rejects.toThrow(/missing\.gguf was refused by the server: 404/);
  await expect(start('./broken.gguf')).rejects.toThrow(/broken\.gguf is no whole model\. This is no GGUF file/);
  await expect(start('./broken.gguf', true)).rejects.toThrow(/AbortError/);
  await page.close();
});
