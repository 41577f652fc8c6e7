/** Scout plays in the page, live, on either backend. */
import { existsSync } from 'node:fs';
import { violations } from './axe.ts';
import { expect, test, watch } from './browser.ts';
import { longEpisode } from './opening.ts';
import { status } from './places.ts';

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
  await expect(status(page)).toHaveText(/^(Won in episode \d|Not won in 2 episodes)\.$/, { timeout: backend === 'webgpu' ? 570_000 : 100_000 });
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
  await expect(page.locator('.odds')).not.toContainText('not what played this turn');
  if ((await page.locator('button.episode').count()) === 2) await expect(page.locator('.note:not([data-waiting])')).toHaveCount(1);
  expect(complaints).toEqual([]);
});

test('The recording’s odds are had where it stands: Scout loads, and each answer is told with how good it is', async ({ page, backend }) => {
  test.setTimeout(backend === 'webgpu' ? 600_000 : 120_000);
  const complaints = watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./?backend=${backend}`);
  await expect(status(page)).toHaveText(/Recorded: Scout played this\. No model has loaded\.$/);
  await page.keyboard.press(`${longEpisode}`);
  await page.keyboard.press('ArrowRight');
  const thought = await page.locator('.say').nth(1).locator('.say-thought').innerText();
  // All of it by keys.
  await page.getByRole('radio', { name: 'Plain' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Odds' })).toBeChecked();
  await page.getByRole('button', { name: /^Load Scout \(\d+\.\d MB\)$/ }).press('Enter');
  const answers = page.locator('.odds-list li');
  await expect(answers.first()).toContainText('%', { timeout: backend === 'webgpu' ? 570_000 : 100_000 });
  await expect(page.locator('.odds > p').first()).toHaveText(`Turn 2, after “${thought}”:`);
  await expect(page.locator('.odds-list [data-taken]')).toHaveCount(1);
  await expect(page.locator('.odds-judged')).toHaveCount(await answers.count());
  await expect(page.locator('.odds')).toContainText(/Anything but a legal answer: <?\d+%\.$/);
  const shares = await answers.locator('b').allTextContents();
  expect(shares.reduce((sum, share) => sum + (share.startsWith('<') ? 0 : parseFloat(share)), 0)).toBeLessThanOrEqual(102);
  // Of the turn that led here and of the board as it is, too.
  await expect(page.locator('.verdict')).toHaveText(/^Turn 1: /);
  await expect(page.locator('.truth-line')).toContainText('A shortest plan takes');
  await expect(page.locator('.stage-board .b-odds path')).not.toHaveCount(0);
  await expect(page.locator('.stage-board .b-mark')).not.toHaveCount(0);
  await expect(page.locator('.stage-board :is(.b-plan, .b-dead)')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('t');
  await expect(page.locator('.stage-board .b-plan')).toHaveCount(1);
  await expect(page.locator('.stage-board :is(.b-odds, .b-mark)')).toHaveCount(0);
  await expect(answers.first()).toContainText('%');
  // Nothing on stage has changed for it.
  await expect(status(page)).toHaveText(/Recorded: Scout played this\.$/);
  await expect(page.getByRole('heading', { name: `Episode ${longEpisode} · turn 1 of 7` })).toBeVisible();
  expect(complaints).toEqual([]);
});
