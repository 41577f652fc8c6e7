/** After the first visit the page needs no network; and what was kept stands in no host's way. */
import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { preview } from 'vite';
import { expect, test, watch } from './browser.ts';
import { status } from './places.ts';

test.skip(({ backend }) => backend !== 'wasm');
test.use({ serviceWorkers: 'allow' });

const isIsolated = (page: Page): Promise<boolean> => page.evaluate(() => crossOriginIsolated);

/** What the rules know is worked out by a worker. */
async function expectTruth(page: Page): Promise<void> {
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  await page.keyboard.press('1');
  await page.keyboard.press('t');
  await expect(page.locator('.truth-line')).toContainText(/A shortest plan takes|ertain/);
}

for (const [how, threaded] of [
  ['on one thread', false],
  ['with threads where the host isolates it, as npm start does', true],
] as const) {
  test(`A page that was visited once opens without a network, and Scout plays in it, ${how}`, async ({ page, context, baseURL, startedURL }) => {
    test.skip(!existsSync('models/scout/scout.gguf'), 'Scout has not been trained in this working tree.');
    const loud = watch(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${threaded ? startedURL : baseURL}?backend=wasm`);
    expect(await isIsolated(page)).toBe(threaded);
    await expectTruth(page);
    // The last thing that is kept is ONNX Runtime, for the first run.
    const engineKept = () =>
      page.evaluate(async () => {
        for (const name of await caches.keys()) {
          const kept = await (await caches.open(name)).keys();
          if (kept.some(({ url }) => url.endsWith('.wasm'))) return true;
        }
        return false;
      });
    await expect.poll(engineKept, { timeout: 90_000 }).toBe(true);
    expect(loud).toEqual([]);
    await context.setOffline(true);
    const complaints = watch(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Fieldnotes' })).toBeVisible();
    expect(await isIsolated(page)).toBe(threaded);
    await page.getByLabel('Policy', { exact: true }).selectOption('scout');
    await page.getByLabel('Speed').selectOption('max');
    await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
    const threads = threaded ? await page.evaluate(() => Math.min(4, navigator.hardwareConcurrency)) : 1;
    await expect(page.locator('.setup-panel')).toContainText(`Runs on: WASM, ${threads} thread`, { timeout: 60_000 });
    await expect(status(page)).toHaveText(/^(Won in episode \d|Not won in \d episodes)\.$/, { timeout: 60_000 });
    expect(complaints).toEqual([]);
  });
}

test('A host may begin to isolate the page: workers that were kept from before still start', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const host = (mode: 'plain' | 'production', port: number) => preview({ mode, logLevel: 'silent', preview: { host: '127.0.0.1', port, strictPort: true } });
  const port = 4177;
  const before = await host('plain', port);
  await page.goto(`http://127.0.0.1:${port}/`);
  expect(await isIsolated(page)).toBe(false);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await before.close();
  const now = await host('production', port);
  try {
    await page.reload();
    expect(await isIsolated(page)).toBe(true);
    await expectTruth(page);
  } finally {
    await now.close();
  }
});
