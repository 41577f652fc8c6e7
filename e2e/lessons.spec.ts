/** Lessons on the live page, the tour, the glossary, and lessons that somebody wrote. No model is loaded. */
import type { Page } from '@playwright/test';
import { expect, test, watch } from './browser.ts';
import { lesson } from './places.ts';

test.skip(({ backend }) => backend !== 'wasm');

const still = (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' });
const next = (page: Page) => lesson(page).getByRole('button', { name: 'Next' }).click();

test('Whoever is new is offered a tour, can leave it at any point, and is not asked again', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'New here? One-minute tour' }).click();
  await expect(lesson(page)).toContainText('1 of 6');
  await expect(page.locator('.lesson-ring')).toBeVisible();
  await next(page);
  await expect(lesson(page)).toContainText('2 of 6');
  await page.keyboard.press('Escape');
  await expect(lesson(page)).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.strip-list')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New here? One-minute tour' })).toHaveCount(0);
});

test('A lesson brings its own trial, points at what it speaks of, and its terms open the glossary', async ({ page }) => {
  const complaints = watch(page);
  await still(page);
  await page.goto('./');
  await page.getByRole('button', { name: 'Lessons' }).click();
  await page.getByRole('button', { name: 'Start: Why agents repeat failures' }).click();
  await expect(page.getByRole('heading', { name: /^Episode 1 · turn/ })).toBeVisible();
  await expect(page.locator('.strip-task')).toContainText('no memory');
  await expect(page.locator('.strip-note')).toHaveCount(0);
  await next(page);
  await expect(page.getByRole('heading', { name: /^Episode 2 · turn 0 of/ })).toBeVisible();
  const [ring, reader] = await Promise.all([page.locator('.lesson-ring').boundingBox(), page.locator('.reader').boundingBox()]);
  expect(Math.abs((ring?.x ?? 0) + 5 - (reader?.x ?? 99))).toBeLessThan(3);
  await lesson(page).getByRole('button', { name: 'policy' }).click();
  await expect(page.getByRole('dialog', { name: 'Help' })).toContainText('π θ(a | s, H)');
  await page.keyboard.press('Escape');
  for (let step = 0; step < 4; step++) await next(page);
  await lesson(page).getByRole('button', { name: 'Done' }).click();
  await expect(lesson(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Lessons' }).click();
  await expect(page.getByRole('button', { name: 'Read again: Why agents repeat failures' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('A lesson that somebody writes travels as a link, with the controls left out that it does without', async ({ page }) => {
  const complaints = watch(page);
  await still(page);
  await page.goto('./');
  await page.getByRole('button', { name: 'Lessons' }).click();
  await page.getByRole('button', { name: 'Write a lesson' }).click();
  await page.getByLabel('Title').fill('Look at the corner');
  await page.getByLabel('Text of step 1').fill('See **this** <b>box</b>.');
  await page.getByLabel('Points at').selectOption('stage');
  await page.locator('button.episode').first().click();
  await page.getByRole('button', { name: 'Show what is on stage now' }).click();
  await expect(lesson(page)).toContainText(/Shows episode 1, turn \d/);
  await page.getByText('Controls to leave out').click();
  await lesson(page).getByRole('checkbox', { name: 'Settings' }).check();
  // What is said of copying is about one address: a change makes another of it.
  await page.getByLabel('Title').fill('Corner');
  await lesson(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(lesson(page).getByRole('status')).toHaveText(/^(Copied|The browser did not allow copying)/);
  await page.getByLabel('Title').fill('Look at the corner');
  await expect(lesson(page).getByRole('status')).toHaveText(/^[\d,]+ characters/);
  const address = await lesson(page).getByLabel('The link').inputValue();
  expect(address.length).toBeLessThan(4000);

  await page.goto('about:blank');
  await page.goto(address);
  await expect(lesson(page).getByRole('heading', { name: 'Look at the corner' })).toBeVisible();
  await expect(lesson(page)).toContainText('See this <b>box</b>.');
  await expect(page.locator('.setup-panel')).toBeHidden();
  await expect(page.getByRole('heading', { name: /^Episode 1 · turn/ })).toBeVisible();
  // A reload is no way out of it, and a lesson that was left is not begun again.
  await page.reload();
  await expect(lesson(page).getByRole('heading', { name: 'Look at the corner' })).toBeVisible();
  await expect(page.locator('.setup-panel')).toBeHidden();
  await page.getByRole('button', { name: 'Show all controls' }).click();
  await lesson(page).getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Episode 1 · turn/ })).toBeVisible();
  await expect(page.locator('.setup-panel')).toBeVisible();
  await expect(lesson(page)).toHaveCount(0);
  expect(complaints).toEqual([]);
});

for (const [name, start] of [
  ['that was started from the list', (page: Page) => page.getByRole('button', { name: 'Lessons' }).click().then(() => page.getByRole('button', { name: 'Start: Explore, then exploit' }).click())],
  ['the tour', (page: Page) => page.getByRole('button', { name: 'New here? One-minute tour' }).click()],
] as const) {
  test(`A reload comes back to a lesson at its step, again and again (${name}); it can be gone on with, and left`, async ({ page }) => {
    const complaints = watch(page);
    await still(page);
    await page.goto('./');
    await start(page);
    await next(page);
    await next(page);
    const [text, moment] = await Promise.all([lesson(page).innerText(), page.locator('#stage-title').textContent()]);
    expect(text).toMatch(/3 of \d/);
    for (let time = 0; time < 2; time++) {
      await page.reload();
      await expect(lesson(page)).toBeVisible();
      expect(await lesson(page).innerText()).toBe(text);
      await expect(page.locator('#stage-title')).toHaveText(moment ?? '');
      await expect(page.locator('.lesson-ring')).toBeVisible();
    }
    await next(page);
    await expect(lesson(page)).toContainText('4 of');
    await page.keyboard.press('Escape');
    await expect(lesson(page)).toHaveCount(0);
    await page.reload();
    await expect(page.locator('#stage-title')).toBeVisible();
    await expect(lesson(page)).toHaveCount(0);
    expect(complaints).toEqual([]);
  });
}

test('A lesson fits a phone', async ({ page }) => {
  await still(page);
  await page.goto('./');
  await page.getByRole('button', { name: 'Lessons' }).click();
  await page.getByRole('button', { name: 'Start: A note as memory' }).click();
  await expect(lesson(page)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const box = await lesson(page).boundingBox();
  expect(box?.width).toBeLessThanOrEqual(390);
  expect(box?.height).toBeLessThan(420);
});
