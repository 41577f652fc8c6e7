/** The wall as one comes back to it, and with Scout playing on it. That of recordings and of teachers stands in page.spec.ts and reload.spec.ts. */
import { existsSync } from 'node:fs';
import { expect, test, watch } from './browser.ts';
import { status } from './places.ts';

test.skip(({ backend }) => backend !== 'wasm');

test('Whoever comes back from a trial finds the wall as they left it: its filter, its place, the trial itself', async ({ page }) => {
  const complaints = watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  await page.keyboard.press('w');
  const tiles = page.locator('.tile');
  await expect(tiles).toHaveCount(64);
  const worlds = page.locator('.wall-filter');
  const filter = worlds.getByRole('radio', { name: 'MineSweeper' });
  await filter.check();
  const count = await page.getByRole('button', { name: /^Trial \d+, MineSweeper/ }).count();
  expect(count).toBeGreaterThan(10);
  await expect(tiles).toHaveCount(count);

  const last = (await tiles.last().getAttribute('aria-label')) ?? '';
  const again = page.getByRole('button', { name: last, exact: true });
  await again.click();
  await expect(page.locator('.strip-task').first()).toContainText('MineSweeper');
  await page.keyboard.press('w');
  await expect(filter).toBeChecked();
  await expect(tiles).toHaveCount(count);
  await expect(again).toBeFocused();
  await expect(again).toBeInViewport();
  // The same after a reload; another visit begins with both worlds.
  await page.reload();
  await expect(filter).toBeChecked();
  await expect(tiles).toHaveCount(count);
  await worlds.getByRole('radio', { name: 'Both worlds' }).check();
  await expect(tiles).toHaveCount(64);
  expect(complaints).toEqual([]);
});

test('Scout plays many trials at once on the wall; they can be stopped, and what was played is there to be opened', async ({ page }) => {
  test.skip(!existsSync('models/scout/scout.gguf'), 'Scout has not been trained in this working tree.');
  const complaints = watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./?backend=wasm');
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  await page.getByText('MineSweeper', { exact: true }).click();
  await page.getByLabel('Setting').selectOption('mines-3-7');
  await page.getByRole('slider', { name: 'Episodes' }).fill('5');
  await page.keyboard.press('w');
  await page.getByRole('button', { name: 'Run 64 live' }).click();
  const head = page.locator('.wall-head');
  // Many at the same time, one after the other over.
  await expect(page.locator('.tile[data-group=running]').nth(7)).toBeVisible({ timeout: 60_000 });
  await expect(head).toContainText(/[1-9]\d* of 64 finished so far/, { timeout: 60_000 });
  // No figure is the last word before all are over.
  const figures = page.locator('.wall-score');
  await expect(figures).toContainText(/^Provisional/);
  await expect(figures).toContainText('Not final');
  for (const heading of await page.locator('.wall-group h3').allTextContents()) expect(heading).toMatch(/\d+ so far$/);
  await page.locator('.setup-run').getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Run 64 live' })).toBeEnabled();
  await expect(page.locator('.wall-group[data-group=running] h3')).toContainText('Not finished');
  await expect(figures).toContainText(/^Provisional.*Not the rates of all/);
  const over = page.locator('.wall-group:not([data-group=running]) .tile');
  const count = Number(/(\d+) of 64/.exec(await head.innerText())?.[1]);
  await expect(over).toHaveCount(count);
  const name = (await over.first().getAttribute('aria-label')) ?? '';
  await over.first().click();
  const end = name.includes('not won') ? 'Not won in 5 episodes' : `Won in episode ${/won in episode (\d)/.exec(name)?.[1] ?? 1}`;
  await expect(status(page)).toContainText(end);
  await expect(page.locator('.say').first()).toBeVisible();
  // A reload loses none of them.
  await page.keyboard.press('w');
  await expect(over).toHaveCount(count);
  await page.reload();
  await expect(over).toHaveCount(count);
  // One that was broken off can be gone on with, now and after a reload.
  await page.locator('.tile[data-group=running]').first().click();
  for (let time = 0; time < 2; time++) {
    await expect(status(page)).toHaveText('Stopped.');
    await expect(page.locator('.notice')).toContainText('This trial stopped in episode');
    if (time === 0) await page.reload();
  }
  await page.getByRole('button', { name: 'Go on from here' }).click();
  await expect(status(page)).toHaveText(/^(Won|Not won)/, { timeout: 60_000 });
  expect(complaints).toEqual([]);
});

test('A wall whose run is deleted while it plays stops, says why, and comes back as far as it had come', async ({ page }) => {
  test.skip(!existsSync('models/scout/scout.gguf'), 'Scout has not been trained in this working tree.');
  const complaints = watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./?backend=wasm');
  await page.getByRole('slider', { name: 'Episodes' }).fill('5');
  await page.keyboard.press('w');
  await page.getByRole('button', { name: 'Run 64 live' }).click();
  const head = page.locator('.wall-head');
  await expect(head).toContainText('under Runs', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Runs', exact: true }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Wall:' });
  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.keyboard.press('Escape');
  await expect(head).toContainText('This run was deleted, and with it what was left to play.');
  await expect(page.getByRole('button', { name: 'Run 64 live' })).toBeEnabled();
  const tiles = await page.locator('.tile').count();
  expect(tiles).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Runs', exact: true }).click();
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await page.keyboard.press('Escape');
  await expect(head).toContainText('under Runs');
  await page.reload();
  await expect(page.locator('.tile')).toHaveCount(tiles);
  expect(complaints).toEqual([]);
});
