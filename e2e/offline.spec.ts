/** After the first visit the page needs no network. */
import { existsSync } from 'node:fs';
import { expect, test, watch } from './browser.ts';

test.skip(({ backend }) => backend !== 'wasm');
test.use({ serviceWorkers: 'allow' });

test('A page that was visited once opens without a network, and Scout plays in it', async ({ page, context }) => {
  test.skip(!existsSync('models/scout/scout.gguf'), 'Scout has not been trained in this working tree.');
  await page.goto('./?backend=wasm');
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
  await context.setOffline(true);
  const complaints = watch(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Fieldnotes' })).toBeVisible();
  await page.getByLabel('Policy', { exact: true }).selectOption('scout');
  await page.getByLabel('Speed').selectOption('max');
  await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
  await expect(page.locator('.setup-panel')).toContainText('Runs on: WASM', { timeout: 60_000 });
  await expect(page.locator('.strip-status')).toHaveText(/^(Won in episode \d|Not won in \d episodes)\.$/, { timeout: 60_000 });
  expect(complaints).toEqual([]);
});
