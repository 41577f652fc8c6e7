/** Training in the page: a run of two small iterations, a reload in the middle, and what can be asked of it afterwards. */
import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, test, watch } from './browser.ts';
import { expectAwake, watchLoop } from './eventLoop.ts';

// The worker's choice of backend is tested elsewhere; the objective runs on both in objective.spec.ts.
test.skip(({ backend }) => backend !== 'wasm');

async function openDoor(page: Page): Promise<void> {
  await page.goto('./?backend=wasm');
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Start training' })).toBeVisible();
}

/** Few trials with two episodes each; MineSweeper, where Scout wins often enough for returns to differ. */
async function makeSmall(page: Page): Promise<void> {
  await page.getByLabel('MineSweeper', { exact: true }).check();
  await page.getByLabel('Iterations', { exact: true }).fill('2');
  await page.getByLabel('Tasks an iteration').fill('2');
  await page.getByLabel('Trials a task').fill('3');
  for (const [fold, fields] of [
    ['Trial', { Episodes: '2' }],
    ['Validation', { Episodes: '2', Tasks: '2', 'Every … iterations': '1' }],
  ] as const) {
    const part = page.locator('details', { has: page.getByText(fold, { exact: true }) });
    await part.locator('summary').click();
    for (const [name, value] of Object.entries(fields)) await part.getByLabel(name, { exact: true }).fill(value);
  }
}

const run = (page: Page) => page.locator('.runs tbody tr').first();

test('A run trains, is paused, outlives a reload, and can be looked into', async ({ page }) => {
  test.setTimeout(900_000);
  const complaints = watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openDoor(page);
  await makeSmall(page);
  await page.getByRole('button', { name: 'Start training' }).click();
  await expect(page.locator('.soon')).toHaveCount(0);
  await expect(page.locator('.train-live')).toBeFocused();
  await expect(page.locator('.live-title')).toContainText('Training', { timeout: 120_000 });

  // Paused it stays where it is; gone on with, it gets to its first iteration.
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.locator('.live-title')).toContainText(/Pausing|Paused/);
  // Only the pass of the model that is under way ends first.
  await expect(page.locator('.live-title')).toContainText('Paused');
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  // One validation is a dot for each p@k, and no band.
  const success = page.locator('.curve', { hasText: 'Success on validation tasks' });
  await expect(success.locator('.recharts-line-dot')).toHaveCount(2, { timeout: 120_000 });
  await expect(success.locator('.recharts-area-dot')).toHaveCount(0);
  const first = await watchLoop(page);
  await expect(run(page)).toContainText('1 of 2', { timeout: 240_000 });
  const works = await first.stop();

  await openDoor(page);
  await expect(run(page)).toContainText('unfinished');
  await expect(run(page)).toContainText('1 of 2');
  // What was played outlives the reload as well.
  await page.getByText('Credit', { exact: true }).last().click();
  await page.getByRole('button', { name: 'Look into the last iteration' }).click();
  await expect(page.getByRole('heading', { name: 'Iteration 1: who earned what' })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.credit-table tbody tr').first()).toBeVisible({ timeout: 60_000 });
  await page.getByText('Curves', { exact: true }).click();
  // One iteration makes no line yet: it is a dot.
  await expect(page.locator('.curve', { hasText: 'Return' }).locator('.recharts-line-dot')).toHaveCount(1);

  await run(page).getByRole('button', { name: 'Go on from here' }).click();
  await expect(page.locator('.live-title')).toContainText('Training', { timeout: 120_000 });
  // Another tab does not delete what is trained here.
  const other = await page.context().newPage();
  await openDoor(other);
  await run(other).getByRole('button', { name: 'Delete' }).click();
  await run(other).getByRole('group', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
  await expect(other.getByRole('alert')).toContainText('Another tab trains this run.');
  await expect(run(other)).toContainText('LaMer 1');
  await other.close();
  const second = await watchLoop(page);
  // Looked for by what costs the page nothing: to search all its text would be measured too.
  await expect(page.locator('.train-live[data-state=idle]')).toBeVisible({ timeout: 360_000 });
  await expect(run(page)).toContainText('2 of 2');
  // One training thread leaves the page its own, also while it draws what an iteration has brought.
  expectAwake('training', [...works, ...(await second.stop())], 50);

  // Curves, also where nothing changed and a line is flat, and the same as a table.
  await expect(page.locator('.curve').first().locator('.recharts-line-curve[d*="L"]')).not.toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.getByText('Table', { exact: true }).click();
  await expect(page.locator('.figures tbody tr')).toHaveCount(3);
  await expect(page.locator('.curve')).toHaveCount(0);
  // Where there is room they stand side by side.
  await page.setViewportSize({ width: 1600, height: 900 });
  await expect(page.locator('.figures tbody tr')).toHaveCount(3);
  await expect(page.locator('.curve')).toHaveCount(8);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1600);
  await page.setViewportSize({ width: 1280, height: 720 });

  // Who earned what: other discounts, other returns.
  await page.getByText('Credit', { exact: true }).last().click();
  await expect(page.getByText('Training has gone on since.')).toBeVisible();
  await page.getByRole('button', { name: 'Look into the last iteration' }).click();
  await expect(page.getByRole('heading', { name: 'Iteration 2: who earned what' })).toBeVisible({ timeout: 60_000 });
  const total = page.locator('.credit-table tbody tr').first().locator('td').nth(4);
  await expect(total).toBeVisible({ timeout: 60_000 });
  await page.locator('.credit-table .run-name').first().click();
  await expect(page.locator('.credit-detail')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const shown = () => page.locator('.credit-table').innerText();
  const before = await shown();
  await page.locator('.credit-bar').getByRole('slider', { name: 'γ step' }).fill('0');
  await expect.poll(shown).not.toBe(before);
  await page.getByRole('button', { name: 'As trained' }).click();
  await expect.poll(shown).toBe(before);

  // Before and after, on the same tasks.
  await page.getByText('Before and after', { exact: true }).click();
  await page.locator('.compare-ask').getByRole('combobox', { name: 'Tasks' }).selectOption('8');
  await page.getByLabel('Measure the notes too').check();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.locator('.cell[data-won]')).toHaveCount(24, { timeout: 240_000 });
  await expect(page.locator('.compare-figures')).toContainText('flipped');
  await expect(page.locator('.lifts tbody tr')).toHaveCount(3, { timeout: 240_000 });
  await expect(page.locator('.lifts tbody tr').last()).toContainText(/points \[/);
  // It is over when it can be asked for again; until then the worker has other things to do than files.
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible({ timeout: 240_000 });
  expect(await violations(page)).toEqual([]);
  await page.locator('.cell[aria-current=true]').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Task 2' })).toBeVisible();

  // Each way to look at a run fits a phone, with a checkpoint of a long name at the slider too.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.sides output').evaluate((output) => (output.textContent = 'Reflexion 27 (iteration 1000)'));
  for (const view of ['Before and after', 'Credit', 'Curves']) {
    await page.locator('.train-views').getByText(view, { exact: true }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
  await page.setViewportSize({ width: 1280, height: 720 });

  // The adapter as PEFT's two files.
  const files: string[] = [];
  page.on('download', (download) => files.push(download.suggestedFilename()));
  await run(page).getByRole('button', { name: 'Adapter' }).click();
  await expect.poll(() => files.toSorted()).toEqual(['adapter_config.json', 'adapter_model.safetensors']);
  expect(complaints).toEqual([]);
});

test('Before the first run the door says what one click does, by the settings, and outlines what it will fill', async ({ page }) => {
  await openDoor(page);
  const plan = page.locator('.first-run');
  await expect(plan).toContainText('LaMer · Sokoban · 6×6, 2 boxes, 7 turns');
  await expect(plan).toContainText('Scout as it is plays 32 validation tasks, up to 3 tries at each.');
  await expect(plan).toContainText('24 trials (4 tasks, 6 times each) of up to 3 episodes with notes between them; at most 504 turns.');
  await expect(plan).toContainText('The same validation tasks are played again after iterations 5, 10, 15 … 30.');
  await expect(plan).toContainText(/About \d+ min, as measured/);
  // What such a run has brought before is drawn, and called a recording.
  await expect(page.locator('.soon-part').first()).toContainText(/Recorded: these very settings.*p@1\s\d+\s%\s→\s\d+\s%, p@3\s\d+\s%\s→\s\d+\s%/);
  await expect(page.locator('.soon-recorded')).toHaveCount(1);
  await expect(page.locator('.soon-part h3')).toHaveText(['Curves', 'Credit inspector', 'Training time', 'Before and after']);
  await expect(page.getByRole('button', { name: 'Start training' })).toHaveCount(1);
  await page.getByLabel('Trials a task').fill('2');
  await expect(plan).toContainText('8 trials (4 tasks, 2 times each)');
  await expect(page.locator('.soon-recorded')).toHaveCount(0);
  await page.getByLabel('Method', { exact: true }).selectOption('reflexion');
  await expect(plan).toContainText('That is all: nothing is trained.');
  await expect(page.getByRole('button', { name: 'Measure', exact: true })).toBeVisible();
});

test('An adapter that can not be opened is said as what it is, with what to do', async ({ page }) => {
  await openDoor(page);
  const alert = page.getByRole('alert');
  const file = (name: string, text: string) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
  const input = page.locator('input[type=file][accept=".json,.safetensors"]');
  await input.setInputFiles([file('adapter_config.json', '{}')]);
  await expect(alert).toHaveText(/^That did not work\. Choose two files: a \.json and a \.safetensors\./);
  await input.setInputFiles([file('adapter_config.json', '{"r": 8'), file('adapter_model.safetensors', 'x')]);
  await expect(alert).toHaveText(/^That did not work\. The \.json of the adapter is no complete JSON.*Save the adapter again/, { timeout: 60_000 });
});

test('A phone shows the train door without scrolling sideways, and a setting that can not be used is said', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDoor(page);
  // First what there is to start, then what can be set.
  const tops = await page.locator('.first-run, .train-settings, .soon').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
  expect(tops).toHaveLength(3);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  await page.getByText('Main settings', { exact: true }).click();
  await page.getByLabel('Trials a task').fill('100');
  await expect(page.getByText('Trials a task is 100; it must be a whole number from 1 to 64.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start training' })).toBeDisabled();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('Where the address asks for nothing, training runs on WASM, and the door says so', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto('./');
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await makeSmall(page);
  await page.getByRole('button', { name: 'Start training' }).click();
  await expect(page.locator('.train-live')).toContainText(/Runs on: WASM, \d threads?: training takes it unless the address says backend=webgpu/, { timeout: 240_000 });
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
});
