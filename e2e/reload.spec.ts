/** A reload comes back to where one was: every door and scene, recordings, overlays, two branches side by side, the trials on the wall. */
import type { Page } from '@playwright/test';
import { expect, test, watch } from './browser.ts';
import { longEpisode } from './opening.ts';
import { status, where } from './places.ts';

test.skip(({ backend }) => backend !== 'wasm');

const scene = (page: Page) => page.locator('.page');

async function open(page: Page, speed = 'max'): Promise<string[]> {
  const complaints = watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript((chosen) => localStorage.setItem('fieldnotes.preferences', JSON.stringify({ state: { speed: chosen }, version: 1 })), speed);
  await page.goto('./');
  await expect(status(page)).toContainText('Recorded');
  return complaints;
}

test('In the middle of the recording: the same moment and overlay, paused', async ({ page }) => {
  const complaints = await open(page, '1');
  await page.keyboard.press(`${longEpisode}`);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('t');
  await expect(page.getByRole('radio', { name: 'Truth' })).toBeChecked();
  const moment = (await where(page).textContent()) ?? '';
  expect(moment).toMatch(new RegExp(`^Episode ${longEpisode} · turn 2`));
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.reload();
  await expect(where(page)).toHaveText(moment);
  await expect(page.getByRole('radio', { name: 'Truth' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(status(page)).toContainText('Recorded');
  // A visit by the address begins as visits do.
  await page.goto('./?');
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
});

for (const [name, keys, part] of [
  ['the wall', 'w', '.tile'],
  ['the editor', 'e', '.editor'],
  ['training', 'gg', '.train'],
] as const) {
  test(`On ${name}: there again`, async ({ page }) => {
    const complaints = await open(page);
    for (const key of keys) await page.keyboard.press(key);
    await expect(page.locator(part).first()).toBeVisible();
    const before = await scene(page).getAttribute('data-scene');
    await page.reload();
    await expect(page.locator(part).first()).toBeVisible();
    await expect(scene(page)).toHaveAttribute('data-scene', before ?? '');
    // What stands on stage stands there still.
    await page.keyboard.press(name === 'training' ? 'g' : keys);
    await expect(status(page)).toContainText('Recorded');
    expect(complaints).toEqual([]);
  });
}

test('With two branches side by side: side by side again, at the same moment', async ({ page }) => {
  const complaints = await open(page);
  await page.getByLabel('Policy', { exact: true }).selectOption('teacher:greedy');
  await page.keyboard.press('1');
  await page.keyboard.press('b');
  await page.locator('.what-if').getByText('Dice', { exact: true }).click();
  await page.getByRole('button', { name: 'Play this branch' }).click();
  await expect(page.locator('.rail-row')).toHaveCount(2);
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('c');
  const title = page.locator('#compare-title');
  await expect(title).toContainText('turn 1');
  const said = (await title.textContent()) ?? '';
  await page.reload();
  await expect(title).toHaveText(said);
  await expect(page.locator('.compare-side')).toHaveCount(2);
  expect(complaints).toEqual([]);
});

test('A live wall is one run among the others, comes back from there and after a reload, and leaves the recorded one in reach', async ({ page }) => {
  const complaints = await open(page);
  await page.getByLabel('Policy', { exact: true }).selectOption('teacher:greedy');
  await page.keyboard.press('w');
  await page.getByRole('button', { name: 'Run 64 live' }).click();
  await expect(page.locator('.wall-head')).toContainText('All 64 finished. They are saved as one run', { timeout: 60_000 });
  const groups = page.locator('.wall-group h3');
  const score = await groups.allTextContents();

  // Looking at some of them does not fill the list.
  const rows = page.locator('.library-row');
  for (let look = 0; look < 2; look++) {
    await page.locator('.tile').nth(3 * look).click();
    await expect(page.locator('button.episode').first()).toBeVisible();
    await page.keyboard.press('w');
    await expect(page.locator('.tile').nth(3 * look)).toBeFocused();
  }
  await page.locator('.tile').first().click();
  await expect(page.locator('button.episode').first()).toBeVisible();
  const cards = await page.locator('button.episode').count();
  await page.reload();
  await expect(page.locator('button.episode')).toHaveCount(cards);
  await page.keyboard.press('w');
  await expect(page.locator('.tile')).toHaveCount(64);
  await expect(groups).toHaveText(score);

  await page.getByRole('button', { name: 'Recorded trials' }).click();
  await expect(page.locator('.wall-head')).toContainText('recorded trials of Scout');
  await expect(page.locator('.tile')).toHaveCount(64);
  await page.keyboard.press('o');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(/Wall: .*64 trials/);
  await rows.getByRole('button', { name: /^Open/ }).click();
  await expect(groups).toHaveText(score);
  await expect(page.locator('.wall-head')).toContainText('All 64 finished.');
  expect(complaints).toEqual([]);
});
