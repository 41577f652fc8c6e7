/** Fixtures: the backend under test, and the harness, a page that runs ONNX graphs for a test in this process. */
import { test as base, type Page } from '@playwright/test';
import type { z } from 'zod';
import type { Tensor } from '../src/policy/runtime.ts';
import { mapValues, pack, toBase64, unpack } from './harness/packing.ts';
import { opened, outputs, type Ask } from './harness/protocol.ts';

export interface BackendOptions {
  readonly backend: 'wasm' | 'webgpu';
  /** the page as `npm start` serves it: cross-origin isolated. That of `baseURL` is not */
  readonly startedURL: string;
  readonly harnessURL: string;
  /** the harness on a server that makes its pages cross-origin isolated */
  readonly isolatedURL: string;
}

export interface Harness {
  readonly reason: string;
  tell<T>(request: Ask, answer: z.ZodType<T>): Promise<T>;
  /** Run a serialised graph once for each set of feeds, in one session. @param strict on WebGPU no node may be left to the CPU */
  run(model: Uint8Array, feeds: readonly Readonly<Record<string, Tensor>>[], strict?: boolean): Promise<Record<string, Tensor>[]>;
}

export const test = base.extend<{ harness: Harness }, BackendOptions & { harnessPage: HarnessPage }>({
  backend: ['wasm', { option: true, scope: 'worker' }],
  startedURL: ['', { option: true, scope: 'worker' }],
  harnessURL: ['', { option: true, scope: 'worker' }],
  isolatedURL: ['', { option: true, scope: 'worker' }],
  // One page for all tests of a project: compiling ONNX Runtime takes longer than most graphs.
  harnessPage: [
    async ({ browser, backend, harnessURL }, use) => {
      const page = await browser.newPage();
      const complaints = watch(page);
      await page.goto(harnessURL);
      const { kind, reason } = await tell(page, { ask: 'open', prefer: backend, threads: 1 }, opened);
      if (kind !== backend) throw new Error(`The harness runs on ${kind}, not ${backend}: ${reason}`);
      await use({ page, complaints, reason });
      await page.close();
    },
    { scope: 'worker' },
  ],
  harness: async ({ harnessPage }, use) => {
    const { page, complaints, reason } = harnessPage;
    await use({
      reason,
      tell: (request, answer) => tell(page, request, answer),
      async run(model, feeds, strict = true) {
        const results = await tell(page, { ask: 'run', model: toBase64(model), strict, feeds: feeds.map((set) => mapValues(set, pack)) }, outputs);
        return results.map((result) => mapValues(result, unpack));
      },
    });
    if (complaints.length > 0) throw new Error(`The page complained: ${complaints.splice(0).join('\n')}`);
  },
});

interface HarnessPage {
  readonly page: Page;
  readonly complaints: string[];
  readonly reason: string;
}

/** What a page prints as an error or throws, from now on. */
export function watch(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

export async function tell<T>(page: Page, request: Ask, answer: z.ZodType<T>): Promise<T> {
  return answer.parse(await page.evaluate((passed) => globalThis.harness(passed), request));
}

export { expect } from '@playwright/test';
