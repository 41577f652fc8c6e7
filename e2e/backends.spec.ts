/** Which backend is chosen and what is said about it, and what happens when it breaks. */
import { chromium, type Page } from '@playwright/test';
import { f32, floats } from '../src/policy/runtime.ts';
import { GraphBuilder } from '../src/policy/graph/builder.ts';
import { expect, tell, test, watch } from './browser.ts';
import { mapValues, pack, toBase64, unpack } from './harness/packing.ts';
import { opened, outputs, type Ask } from './harness/protocol.ts';

const product = ((): Uint8Array => {
  const graph = new GraphBuilder();
  const a = graph.input('a', 'float32', ['N', 2]);
  const b = graph.input('b', 'float32', [2, 2]);
  graph.output('c', graph.one({ op: 'MatMul', inputs: [a, b] }, 'float32', ['N', 2]));
  return graph.serialize();
})();
const feeds = { a: f32(Float32Array.of(1, 2, 3, 4), [2, 2]), b: f32(Float32Array.of(1, 0, 0, 2), [2, 2]) };
const multiply: Ask = { ask: 'run', model: toBase64(product), strict: true, feeds: [mapValues(feeds, pack)] };

async function multiplied(page: Page): Promise<number[]> {
  const [result] = await tell(page, multiply, outputs);
  return [...floats(mapValues(result ?? {}, unpack)['c'])];
}

test('the backend asked for runs a graph and says in words what it is', async ({ harness, backend }) => {
  const [result] = await harness.run(product, [feeds]);
  expect([...floats(result?.['c'])]).toEqual([1, 4, 3, 8]);
  expect(harness.reason).toMatch(backend === 'webgpu' ? /^WebGPU: .*swiftshader.* with JSPI$/ : /^WASM, 1 thread: as asked/);
});

test('a broken graph is refused with a reason, and the runtime goes on', async ({ harness }) => {
  await expect(harness.run(Uint8Array.of(1, 2, 3), [feeds])).rejects.toThrow(/creating a session/);
  const [result] = await harness.run(product, [feeds]);
  expect([...floats(result?.['c'])]).toEqual([1, 4, 3, 8]);
});

test.describe('on one backend only', () => {
  test('only the WebAssembly of the chosen build is downloaded', async ({ browser, harnessURL, backend }) => {
    const page = await browser.newPage();
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto(harnessURL);
    await tell(page, { ask: 'open', prefer: backend }, opened);
    await multiplied(page);
    const wasm = fetched.filter((url) => url.endsWith('.wasm'));
    expect(wasm).toHaveLength(1);
    expect(wasm[0]).toMatch(backend === 'webgpu' ? /\.jspi-/ : /threaded-[^.]*\.wasm$/);
    expect(fetched.every((url) => url.startsWith(harnessURL))).toBe(true);
    await page.close();
  });

  test('a lost GPU is reported by the next call, and a new runtime works', async ({ browser, harnessURL, backend }) => {
    test.skip(backend !== 'webgpu');
    const page = await browser.newPage();
    await page.goto(harnessURL);
    const open: Ask = { ask: 'open', prefer: 'webgpu' };
    await tell(page, open, opened);
    expect(await multiplied(page)).toEqual([1, 4, 3, 8]);
    await page.evaluate((request) => globalThis.harness(request), { ask: 'lose' as const });
    await expect(multiplied(page)).rejects.toThrow(/GPU was lost/);
    await tell(page, open, opened);
    expect(await multiplied(page)).toEqual([1, 4, 3, 8]);
    await page.close();
  });

  test('without JSPI the Asyncify build runs', async ({ browser, harnessURL, backend }) => {
    test.skip(backend !== 'webgpu');
    const page = await browser.newPage();
    await page.goto(`${harnessURL}?nojspi`);
    const { reason } = await tell(page, { ask: 'open', prefer: 'webgpu' }, opened);
    expect(reason).toMatch(/Asyncify/);
    expect(await multiplied(page)).toEqual([1, 4, 3, 8]);
    await page.close();
  });

  test('left to choose, WASM is taken before a GPU that is rendered in software', async ({ browser, harnessURL, backend }) => {
    test.skip(backend !== 'wasm');
    const page = await browser.newPage();
    await page.goto(harnessURL);
    const { kind, reason } = await tell(page, { ask: 'open', prefer: 'auto' }, opened);
    expect(kind).toBe('wasm');
    expect(reason).toMatch(/rendered in software \(google swiftshader\); page is not cross-origin isolated$/);
    await page.close();
  });

  test('a browser without WebGPU gets WASM, and no error', async ({ launchOptions, harnessURL, backend }) => {
    test.skip(backend !== 'wasm');
    const browser = await chromium.launch({ ...launchOptions, args: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
    const page = await browser.newPage();
    const complaints = watch(page);
    await page.goto(harnessURL);
    const { kind, reason } = await tell(page, { ask: 'open', prefer: 'webgpu' }, opened);
    expect(kind).toBe('wasm');
    expect(reason).toMatch(/WebGPU/);
    expect(await multiplied(page)).toEqual([1, 4, 3, 8]);
    expect(complaints).toEqual([]);
    await browser.close();
  });

  test('an isolated page gets the threads it asks for', async ({ browser, isolatedURL, backend }) => {
    test.skip(backend !== 'wasm');
    const page = await browser.newPage();
    const complaints = watch(page);
    await page.goto(isolatedURL);
    const { reason } = await tell(page, { ask: 'open', prefer: 'wasm', threads: 2 }, opened);
    expect(reason).toBe('WASM, 2 threads: as asked');
    expect(await multiplied(page)).toEqual([1, 4, 3, 8]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
