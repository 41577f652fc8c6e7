/** Training on WebGPU in the page: the smallest iteration there is, to its end. What the graphs compute is compared in objective.spec.ts and decoders.spec.ts. */
import { readFile } from 'node:fs/promises';
import { expect, test, watch } from './browser.ts';

test.skip(({ backend }) => backend !== 'webgpu');

test('Asked for in the address, training runs on WebGPU: what was played is what is trained on, and the adapter moves', async ({ page }) => {
  test.setTimeout(450_000);
  const complaints = watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./?backend=webgpu');
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await page.getByLabel('Iterations', { exact: true }).fill('1');
  await page.getByLabel('Tasks an iteration').fill('1');
  await page.getByLabel('Trials a task').fill('2');
  // Two turns a trial and no thoughts, so that little is written; every move is rewarded, so that two such trials differ.
  for (const [fold, fill, choose] of [
    ['Trial', { Episodes: '1' }, { Thought: 'none' }],
    ['Objective', { 'Optimizer steps': '1' }, {}],
    ['Adapter', { Rank: '4' }, {}],
    ['Validation', { 'Every … iterations': '0' }, {}],
    ['World, in detail', { Size: '5', Boxes: '1', Turns: '2' }, { Reward: 'shaped' }],
  ] as const) {
    const part = page.locator('details', { has: page.getByText(fold, { exact: true }) });
    await part.locator('summary').click();
    for (const [name, value] of Object.entries(fill)) await part.getByLabel(name, { exact: true }).fill(value);
    for (const [name, value] of Object.entries(choose)) await part.getByLabel(name, { exact: true }).selectOption(value);
  }
  await page.getByRole('button', { name: 'Start training' }).click();
  await expect(page.locator('.train-live')).toContainText(/Runs on: WebGPU/, { timeout: 120_000 });
  await expect(page.locator('.train-live[data-state=idle]')).toBeVisible({ timeout: 300_000 });
  await expect(page.locator('.runs tbody tr').first()).toContainText('1 of 1');

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const [header, first] = (await readFile(await (await saved).path(), 'utf8')).trim().split('\n').map((line) => line.split(','));
  const figure = (name: string): number => Number(first[header.indexOf(name)]);
  expect(figure('tokens')).toBeGreaterThan(0);
  // The decoder that plays and the graph that trains tell the same probabilities of what was drawn.
  expect(figure('largestGap')).toBeLessThan(1e-3);
  expect(figure('gradientNorm')).toBeGreaterThan(1e-3);
  expect(figure('flatGroups')).toBe(0);
  expect(complaints).toEqual([]);
});
