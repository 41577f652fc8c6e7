/**
 * What boards, strip and wall look like, picture by picture. The trials come as links, which open the same for ever, and text is drawn in a font of
 * bars, so the pictures do not depend on the machine. After a wanted change: `npx playwright test looks --project=wasm --update-snapshots`.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { barFont } from './barFont.ts';
import { expect as must, test, watch } from './browser.ts';
import { where } from './places.ts';

test.skip(({ backend }) => backend !== 'wasm');
// Playwright steadies a page with styles of its own; the page's policy is another spec's.
test.use({ bypassCSP: true, viewport: { width: 1360, height: 900 }, deviceScaleFactor: 1, contextOptions: { reducedMotion: 'reduce' } });

/** Drawing takes its time on a busy machine. */
const expect = must.configure({ timeout: 60_000 });

const trials = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(new URL('looks/trials.json', import.meta.url), 'utf8')));
const recordings = z.array(z.string()).parse(JSON.parse(readFileSync(new URL('looks/wall.json', import.meta.url), 'utf8')));

/** Edges may differ a little where another build smooths them otherwise; a dot of a box or a tint may not. */
const alike = { threshold: 0.03, maxDiffPixels: 40, animations: 'disabled', caret: 'hide' } as const;

async function open(page: Page, theme: string): Promise<void> {
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
  await page.addInitScript((chosen) => localStorage.setItem('fieldnotes.preferences', JSON.stringify({ state: { theme: chosen, language: 'en' }, version: 1 })), theme);
  await page.route('**/recordings/wall.json', (route) => route.fulfill({ json: recordings }));
  await page.goto(`./#${trials['sokoban']}`);
  await expect(page.locator('button.episode')).toHaveCount(3);
  await page.evaluate(async (bytes) => {
    const font = new FontFace('Bars', Uint8Array.from(bytes).buffer, { weight: '100 900' });
    document.fonts.add(await font.load());
    for (const name of ['--sans', '--mono']) document.documentElement.style.setProperty(name, 'Bars');
  }, barFont());
}

/** Another trial on the same page. */
async function show(page: Page, name: string, episodes: number): Promise<void> {
  await page.evaluate((link) => (location.hash = link), trials[name]);
  await expect(page.locator('button.episode')).toHaveCount(episodes);
  await expect(page.locator('.strip-note .note:not([data-waiting])')).toHaveCount(episodes - 1);
}

const board = (page: Page): Locator => page.locator('.stage-board > .board');
const strip = (page: Page): Locator => page.locator('.strip-list');

for (const theme of ['light', 'dark', 'lecture'] as const) {
  const looks = (part: Locator, name: string): Promise<void> => expect.soft(part).toHaveScreenshot(`${name}-${theme}.png`, alike);

  test(`Boards and strips look as they did (${theme})`, async ({ page }) => {
    const complaints = watch(page);
    await open(page, theme);
    for (const world of ['sokoban', 'minesweeper']) {
      await show(page, world, 3);
      await looks(strip(page), `strip-3-${world}`);
      await page.keyboard.press('1');
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('heading', { name: /^Episode 1 · turn 1 / })).toBeVisible();
      await looks(board(page), world);
      await page.keyboard.press('t');
      await expect(page.locator('.truth-line .verdict')).not.toBeEmpty();
      await looks(board(page), `${world}-truth`);
      await page.locator('.overlay-switch').getByText('Visits').click();
      await expect(page.locator('.visits-key')).toBeVisible();
      await looks(board(page), `${world}-visits`);
      await page.locator('.overlay-switch').getByText('Plain').click();
      // Keys are the page's again.
      await where(page).click();
    }
    await show(page, 'two', 2);
    await looks(strip(page), 'strip-2');
    await show(page, 'eight', 8);
    await looks(strip(page), 'strip-8');
    expect(complaints).toEqual([]);
  });

  test(`The wall looks as it did (${theme})`, async ({ page }) => {
    await open(page, theme);
    await page.keyboard.press('w');
    await expect(page.locator('.tile')).toHaveCount(recordings.length);
    await looks(page.locator('.wall'), 'wall');
  });
}

for (const theme of ['light', 'lecture'] as const) {
  test(`On a phone every control of playback is whole (${theme})`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, theme);
    await show(page, 'sokoban', 3);
    const signs = page.locator('.transport-row button svg');
    await expect(signs).toHaveCount(8);
    for (const sign of await signs.all()) {
      const box = await sign.boundingBox();
      expect(box?.width).toBeGreaterThan(10);
      expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThan(390);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
}

test('Notices and long strips leave the board whole', async ({ page }) => {
  await open(page, 'light');
  await show(page, 'eight', 8);
  await expect(page.locator('.notice')).toBeVisible();
  const [picture, controls] = [await board(page).boundingBox(), await page.locator('.transport').boundingBox()];
  expect((picture?.y ?? Infinity) + (picture?.height ?? 0)).toBeLessThanOrEqual(controls?.y ?? 0);
});
