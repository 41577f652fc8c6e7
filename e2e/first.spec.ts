/** What a visitor meets first: the main action in sight, and a first run that shows what this is about. */
import { existsSync } from 'node:fs';
import { expect, test, watch } from './browser.ts';
import { status } from './places.ts';

test.skip(({ backend }) => backend !== 'wasm');

for (const [width, height] of [
  [1280, 800],
  [1440, 900],
  [1100, 800],
  [390, 844],
]) {
  for (const locale of ['en-US', 'ja-JP']) {
    test.describe(`${width}×${height}, ${locale}`, () => {
      test.use({ viewport: { width, height }, locale });
      test('“Run live” is on the first screen, whole, where the trial is watched', async ({ page }) => {
        // The model is under way for as long as this takes.
        await page.route('**/*.gguf', () => undefined);
        await page.goto('.');
        await expect(page.locator('.stage-board svg')).toBeVisible();
        const shown = page.locator('.button-main').filter({ visible: true });
        await expect(shown).toHaveCount(1);
        const box = await shown.boundingBox();
        expect(box && [box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height]).toEqual([true, true, true, true]);
        // What moves through the trial is one line of controls.
        const controls = await page.locator('.transport-row > :is(button, select), .transport-row > :is(div) > button').evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ y, height: tall }) => y + tall / 2));
        if (width >= 1280) expect(Math.max(...controls) - Math.min(...controls)).toBeLessThan(4);
        if (!existsSync('models/scout/scout.gguf')) return;
        await shown.click();
        await expect(page.getByRole('region', { name: /Scout/ }).locator('progress')).toBeInViewport();
      });
    });
  }
}

test('A first run as it is offered loses, writes a note and wins, in either world', async ({ page }) => {
  test.setTimeout(240_000);
  test.skip(!existsSync('models/scout/scout.gguf'), 'Scout has not been trained in this working tree.');
  const complaints = watch(page);
  await page.goto('./?backend=wasm');
  await page.getByLabel('Speed').selectOption('max');
  for (const world of ['MineSweeper', 'Sokoban']) {
    await page.getByText(world, { exact: true }).click();
    await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
    await expect(status(page)).toHaveText(/^Won in episode [23]\.$/, { timeout: 100_000 });
    await expect(page.locator('.note:not([data-waiting])').first()).toBeVisible();
    await expect(page.locator('.episode').first()).not.toHaveAttribute('data-end', 'won');
  }
  expect(complaints).toEqual([]);
});
