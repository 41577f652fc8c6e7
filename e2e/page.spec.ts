/** What a person does on the page, in a real Chromium. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, watch } from './browser.ts';

// These tests load no model, so one backend is enough.
test.skip(({ backend }) => backend !== 'wasm');

interface Choice {
  readonly world: 'Sokoban' | 'MineSweeper';
  readonly setting: string;
  readonly seed: string;
  readonly policy: string;
  readonly memory?: string;
}

async function choose(page: Page, { world, setting, seed, policy, memory = 'reflection' }: Choice): Promise<void> {
  await page.getByText(world, { exact: true }).click();
  await page.getByLabel('Setting').selectOption(setting);
  await page.getByLabel('Seed').fill(seed);
  await page.getByLabel('Memory').selectOption(memory);
  await page.getByLabel('Policy', { exact: true }).selectOption(policy);
}

/** As fast as the rules go. */
async function hurry(page: Page): Promise<void> {
  await page.getByLabel('Speed').selectOption('max');
}

const status = (page: Page) => page.locator('.strip-status');

test('Something plays at once, without a model', async ({ page }) => {
  const complaints = watch(page);
  await page.goto('./');
  await expect(status(page)).toHaveText('Example: a scripted teacher plays, no model has loaded.');
  await expect(page.getByRole('button', { name: /^Episode 1/ })).toBeVisible();
  await expect(page.locator('.say').first()).toContainText('Turn 1');
  expect(complaints).toEqual([]);
});

test('A teacher plays a whole trial: episode, note, episode', async ({ page }) => {
  const complaints = watch(page);
  await page.goto('./');
  await hurry(page);
  await choose(page, { world: 'Sokoban', setting: 'sokoban-7-3', seed: '7', policy: 'teacher:greedy' });
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(status(page)).toHaveText(/^(Won in episode \d|Not won in 3 episodes)\. Played by a scripted teacher \(Greedy\)\.$/);
  const episodes = page.locator('button.episode');
  const played = await episodes.count();
  expect(played).toBeGreaterThan(1);
  await expect(page.locator('.note-text')).toHaveCount(Math.min(played - 1, 2));
  // The board on stage is the one that the text shows, cell by cell.
  await expect(page.getByRole('grid', { name: /Sokoban board, 7 by 7/ })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: /player/ })).toHaveCount(1);
  expect(complaints).toEqual([]);
});

test('Memory “None” writes no notes', async ({ page }) => {
  await page.goto('./');
  await hurry(page);
  await choose(page, { world: 'MineSweeper', setting: 'mines-5-12', seed: '11', policy: 'teacher:random', memory: 'none' });
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  await expect(page.locator('.note')).toHaveCount(0);
});

test('Earlier episodes and turns come back by mouse and by keys, and the text the policy read with them', async ({ page }) => {
  await page.goto('./');
  await hurry(page);
  await choose(page, { world: 'Sokoban', setting: 'sokoban-6-2', seed: '7', policy: 'teacher:random' });
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(status(page)).toHaveText(/^(Won|Not won)/);

  await page.locator('button.episode').first().click();
  await expect(page.getByRole('heading', { name: /^Episode 1 · turn [1-7] of 7$/ })).toBeVisible();
  await page.getByRole('heading', { name: /^Episode 1/ }).click();
  await page.keyboard.press('Home');
  await expect(page.getByRole('heading', { name: 'Episode 1 · turn 0 of 7' })).toBeVisible();
  const before = await page.locator('.stage-board [role=gridcell][aria-label*=player]').getAttribute('aria-label');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Episode 1 · turn 1 of 7' })).toBeVisible();
  await expect(page.locator('[aria-current=step]')).toContainText('Turn 1');
  await expect(page.getByRole('status')).toContainText('Turn 1');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.stage-board [role=gridcell][aria-label*=player]')).toHaveAttribute('aria-label', before ?? '');

  await page.getByText('What the policy reads here').click();
  await expect(page.locator('.messages li').first()).toContainText('#');

  await page.keyboard.press('End');
  await page.getByRole('slider', { name: 'Turn' }).press('Home');
  await expect(page.getByRole('heading', { name: /turn 0 of 7$/ })).toBeVisible();
});

test('The cells of a board can be walked through with the arrow keys', async ({ page }) => {
  await page.goto('./');
  await choose(page, { world: 'MineSweeper', setting: 'mines-3-7', seed: '4', policy: 'teacher:greedy' });
  const first = page.getByRole('gridcell', { name: /^row 1, column 1,/ });
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('gridcell', { name: /^row 2, column 2,/ })).toBeFocused();
  for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('gridcell', { name: /^row 2, column 1,/ })).toBeFocused();
});

test('A seed that is none is told, with what to do', async ({ page }) => {
  await page.goto('./');
  await page.getByLabel('Seed').fill('twelve');
  await expect(page.getByText('Seed is “twelve”; use a whole number from 0 to 999999.')).toBeVisible();
  await expect(page.locator('.setup-run').getByRole('button', { name: 'Run' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Seed')).toHaveValue('0');
});

test('A running trial stops when asked, and what was played stays', async ({ page }) => {
  await page.goto('./');
  await page.getByLabel('Policy', { exact: true }).selectOption('teacher:cautious');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.locator('.say').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(status(page)).toHaveText('Stopped.');
  await expect(page.locator('.say').first()).toBeVisible();
  await expect(page.getByLabel('Setting')).toBeEnabled();
});

test('Colours and language are remembered, and chosen before the first paint', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('button', { name: /^Colours: System/ }).click();
  await page.getByRole('button', { name: /^Colours: Light/ }).click();
  await page.getByRole('button', { name: '日本語' }).click();
  await expect(page.getByRole('heading', { name: 'エピソード', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: '実行' }).first()).toBeVisible();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`No accessibility violations that a machine can find, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.goto('./');
    await expect(status(page)).toHaveText(/^(Won|Not won)/);
    await page.getByText('What the policy reads here').click();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  });
}

test('A phone shows everything without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: /^MineSweeper/ }).click();
  await page.getByLabel('Seed').fill('8');
  await expect(page.getByRole('button', { name: /Seed 8/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
