/** The odds of a recorded turn at another temperature: they open as the model's own, are weighed anew at once, and are the same again at 1. */
import { existsSync } from 'node:fs';
import { violations } from './axe.ts';
import { expect, test, watch } from './browser.ts';
import { longEpisode } from './opening.ts';
import { status } from './places.ts';

test.skip(({ backend }) => backend !== 'wasm');
test.skip(!existsSync('models/scout/scout.gguf'), 'Scout has not been trained in this working tree.');

test('Odds open at temperature 1, sharpen below it, flatten above it, and are exact again at 1', async ({ page }) => {
  test.setTimeout(120_000);
  const complaints = watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(status(page)).toHaveText(/Recorded: Scout played this/);
  await page.keyboard.press(`${longEpisode}`);
  await page.keyboard.press('ArrowRight');
  await page.locator('.overlay-switch').getByText('Odds').click();
  await page.getByRole('button', { name: /^Load Scout/ }).click();
  const slider = page.getByRole('slider', { name: 'Odds at temperature' });
  const odds = page.locator('.odds');
  await expect(odds.locator('li').first()).toContainText('%', { timeout: 100_000 });
  await expect(odds.locator('.odds-judged').first()).toBeVisible();
  await expect(slider).toHaveValue('1');
  await expect(slider).toHaveAttribute('aria-valuetext', '1.0, 1: its own odds');
  const exact = await odds.innerText();
  const drawn = () => page.locator('.stage-board .b-odds text').allTextContents();
  const before = await drawn();
  /** The width of the likeliest first move. */
  const widest = () => page.locator('.stage-board .b-odds path').evaluateAll((arrows) => Math.max(...arrows.map((arrow) => Number(arrow.getAttribute('stroke-width')))));
  const own = await widest();
  await slider.press('Home');
  await expect(slider).toHaveValue('0.1');
  await expect(odds).toContainText('At temperature 0.1. Turn 2');
  await expect(odds).toContainText('at most');
  expect(await widest()).toBeGreaterThan(own);
  await slider.press('End');
  await expect(odds).toContainText('At temperature 2.0. Turn 2');
  await expect(odds).toContainText('at least');
  expect(await widest()).toBeLessThan(own);
  await page.getByRole('button', { name: '0.7: as played' }).click();
  await expect(slider).toHaveAttribute('aria-valuetext', '0.7, 0.7: as played');
  await page.getByText('What this does').click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: '1: its own odds' }).click();
  await expect(odds).toHaveText(exact, { useInnerText: true });
  expect(await drawn()).toEqual(before);
  // Whoever leaves the odds finds them as they are.
  await slider.press('Home');
  await page.keyboard.press('t');
  await page.locator('.overlay-switch').getByText('Odds').click();
  await expect(slider).toHaveValue('1');
  expect(complaints).toEqual([]);
});
