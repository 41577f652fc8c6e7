/** How much work a frame is while somebody scrubs through a trial of three episodes of 21 moves: time of the page's thread, not of the clock. */
import { expect, test } from './browser.ts';

test.skip(({ backend }) => backend !== 'wasm');

test('Scrubbing costs little in every frame', async ({ page }) => {
  await page.goto('./');
  await page.getByLabel('Speed').selectOption('max');
  await page.getByText('Sokoban', { exact: true }).click();
  await page.getByLabel('Setting').selectOption('sokoban-7-3');
  await page.getByLabel('Seed', { exact: true }).fill('12');
  await page.getByLabel('Policy', { exact: true }).selectOption('teacher:random');
  await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
  await expect(page.locator('.strip-status')).toHaveText(/^(Won|Not won)/);

  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const scripting = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN);
  };
  const last = Number(await page.getByRole('slider', { name: 'Turn' }).getAttribute('max'));
  expect(last).toBeGreaterThan(5);
  const there = Array.from({ length: last + 1 }, (_, place) => last - place);
  const times: number[] = [];
  for (const [index, place] of [...there, ...there.toReversed(), ...there, ...there.toReversed()].entries()) {
    const before = await scripting();
    await page.evaluate(step, place);
    const took = (await scripting()) - before;
    // the first way there and back warms up
    if (index >= 2 * there.length) times.push(took);
  }
  const [p50, p95] = [0.5, 0.95].map((share) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]);
  console.warn(`scrubbing, scripting a frame: p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`);
  // The aim is 4 ms on a quiet machine; on a shared one a frame may take more and must still be a frame's time.
  expect(p95).toBeLessThan(30);
});

/** Runs in the page: the slider moves to a place, and the frame after it is drawn. */
async function step(place: number): Promise<void> {
  const slider = document.querySelector<HTMLInputElement>('.scrub input');
  if (!slider) throw new Error('There is no scrubber.');
  // past React's own setter, as a hand on the slider does
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, String(place));
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  await new Promise((resolve) => requestAnimationFrame(resolve));
}
