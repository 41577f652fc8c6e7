/** Scout plays in the page, live, on either backend. */
import { existsSync } from 'node:fs';
import { expect, test, watch } from './browser.ts';

test.skip(!existsSync('models/scout/scout.gguf'), 'Scout has not been trained in this working tree.');

test('Scout loads, plays a whole trial and writes a note where it lost', async ({ page, backend }) => {
  // The software adapter behind WebGPU compiles a shader for every new shape: minutes on a busy machine.
  test.setTimeout(backend === 'webgpu' ? 600_000 : 120_000);
  const complaints = watch(page);
  // The model comes when it has been seen that it is waited for.
  let send = (): void => undefined;
  const awaited = new Promise<void>((done) => {
    send = done;
  });
  await page.route('**/*.gguf', async (route) => {
    await awaited;
    await route.continue();
  });
  await page.goto(`./?backend=${backend}`);
  await page.getByLabel('Speed').selectOption('max');
  await page.getByText('Sokoban', { exact: true }).click();
  await page.getByLabel('Seed', { exact: true }).fill('3');
  await page.getByRole('slider', { name: 'Episodes' }).fill('2');
  await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
  await expect(page.getByRole('region', { name: 'Loading Scout' })).toBeVisible();
  send();
  const status = page.locator('.strip-status');
  await expect(status).toHaveText(/^(Won in episode \d|Not won in 2 episodes)\.$/, { timeout: backend === 'webgpu' ? 570_000 : 100_000 });
  await expect(page.locator('.setup-panel')).toContainText(backend === 'wasm' ? 'Runs on: WASM' : 'Runs on: WebGPU');
  // The exact text is there with its tokens, and a lost first episode left a note card.
  await expect(page.locator('.reader-size')).toHaveText(/^\d+ tokens$/);
  // Live replies keep the alternatives that the token view shows.
  await page.getByRole('button', { name: 'Tokens' }).click();
  await page.locator('.token').first().hover();
  expect(await page.locator('.alternatives tr').count()).toBeGreaterThan(1);
  // How likely each answer was, exactly, once the model is free.
  await page.keyboard.press('1');
  await page.locator('.overlay-switch').getByText('Odds').click();
  await expect(page.locator('.odds-list li').first()).toContainText('%', { timeout: 60_000 });
  await expect(page.locator('.odds-list [data-taken]')).toHaveCount(1);
  if ((await page.locator('button.episode').count()) === 2) await expect(page.locator('.note:not([data-waiting])')).toHaveCount(1);
  expect(complaints).toEqual([]);
});
