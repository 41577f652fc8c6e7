/** The same engine in a real Chromium, and how long a person waits for Scout's first action. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Measure } from './engine.worker.ts';

const times = z.object({ median: z.number(), best: z.number() });
const engine = z.object({
  backend: z.string(),
  cached: z.number(),
  parameters: z.number(),
  batches: z.array(
    z.object({
      batch: z.number(),
      prefill: z.number(),
      decode: z.number(),
      step: times,
      bareStep: times,
      overhead: z.number(),
      gain: z.number(),
      bestGain: z.number(),
    }),
  ),
});
const steps = z.array(z.object({ length: z.number(), tokens: z.number(), times: z.array(z.number()) }));
const answer = z.union([z.object({ result: z.object({ engine, training: steps }) }), z.object({ error: z.string() })]);

interface BrowserFigures {
  /** name and version */
  readonly browser: string;
  readonly engine: z.infer<typeof engine>;
  readonly training: z.infer<typeof steps>;
  /** milliseconds from the click on Run to the first action of Scout, nothing in the browser's cache; null without a trained model */
  readonly firstAction: number | null;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** @returns null where there is no Chromium, or where this copy was installed without the tools that build the page */
export async function measureInChromium(work: Measure, withScout: boolean, say: (what: string) => void): Promise<BrowserFigures | null> {
  const tools = await Promise.all([import('@playwright/test'), import('vite')]).catch(() => null);
  const executablePath = tools && (await chromiumPath());
  if (!tools || executablePath === null) return null;
  const [{ chromium }, { build, preview }] = tools;
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-bench-'));
  /** Build a page, serve it on this machine alone, use it. */
  const served = async <T>(name: string, config: string | false, place: string, use: (address: string) => Promise<T>): Promise<T> => {
    const options = { root: place, configFile: config, base: './', logLevel: 'error', worker: { format: 'es' }, build: { outDir: join(folder, name), target: 'es2023', assetsInlineLimit: 0, emptyOutDir: true } } as const;
    await build(options);
    const server = await preview({ ...options, preview: { host: '127.0.0.1', port: 0 } });
    try {
      return await use(server.resolvedUrls?.local[0] ?? '');
    } finally {
      await server.close();
    }
  };
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'] });
  try {
    say('engine in Chromium');
    const found = await served('engine', false, join(root, 'src/cli/bench'), async (address) => {
      const page = await browser.newPage();
      await page.goto(address);
      const reply = answer.parse(await page.evaluate((given) => globalThis.measure(given), work));
      if ('error' in reply) throw new Error(`The engine failed in Chromium: ${reply.error}`);
      return reply.result;
    });
    let firstAction: number | null = null;
    if (withScout) {
      say('first action in Chromium');
      firstAction = await served('app', join(root, 'vite.config.ts'), root, async (address) => {
        // A context of its own has an empty cache.
        const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
        const page = await context.newPage();
        await page.goto(`${address}?backend=wasm`);
        await page.getByLabel('Policy', { exact: true }).selectOption('scout');
        await page.locator('.strip-status', { hasText: /^(Won|Not won)/ }).waitFor();
        return page.evaluate(clickToAction);
      });
    }
    return { browser: `Chromium ${browser.version()}`, ...found, firstAction };
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs in the page: from the click on Run until the model has loaded and an action of its trial is shown. */
function clickToAction(): Promise<number> {
  return new Promise((resolve, reject) => {
    let loading = false;
    const run = document.querySelector<HTMLButtonElement>('.setup-run button');
    if (!run) {
      reject(new Error('The page shows no button Run.'));
      return;
    }
    const start = performance.now();
    const watch = new MutationObserver(() => {
      const panel = document.querySelector('[aria-label="Loading Scout"]');
      loading ||= panel !== null;
      if (!loading || panel || !document.querySelector('.say .chip')) return;
      watch.disconnect();
      resolve(performance.now() - start);
    });
    watch.observe(document.body, { childList: true, subtree: true, attributes: true });
    setTimeout(() => reject(new Error('Scout did not act within a minute.')), 60_000);
    run.click();
  });
}

/** As the tests find it. */
async function chromiumPath(): Promise<string | null> {
  const found: unknown = await import(new URL('../../../scripts/chromium.mjs', import.meta.url).href);
  const { findChromium } = z.object({ findChromium: z.custom<() => unknown>((value) => typeof value === 'function') }).parse(found);
  return z.string().nullable().parse(findChromium());
}
