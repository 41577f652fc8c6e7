/**
 * How much scripting a frame is while somebody scrubs through a trial of three episodes of 21 moves: thread time out of Chromium's own trace,
 * which other programs disturb less than the clock. Layout that a script forces counts as its own.
 */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { expect, test } from './browser.ts';
import { status } from './places.ts';

test.skip(({ backend }) => backend !== 'wasm');

const trace = z.object({
  traceEvents: z.array(z.object({ name: z.string(), pid: z.number(), tid: z.number(), ts: z.number(), dur: z.number().optional(), tdur: z.number().optional() })),
});
/** What DevTools calls scripting. */
const scripting = new Set(['FireAnimationFrame', 'FunctionCall', 'EvaluateScript', 'RunMicrotasks', 'TimerFire', 'EventDispatch', 'FireIdleCallback', 'MinorGC', 'MajorGC']);
const passes = 5;

/** Seven turns of three moves in each of three episodes. @returns places of the scrubber from the last to the first */
async function playTrial(page: Page): Promise<number[]> {
  await page.goto('./');
  await page.getByLabel('Speed').selectOption('max');
  await page.getByText('Sokoban', { exact: true }).click();
  await page.getByLabel('Setting').selectOption('sokoban-7-3');
  await page.getByLabel('Seed', { exact: true }).fill('9');
  await page.getByLabel('Policy', { exact: true }).selectOption('teacher:random');
  await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  const last = Number(await page.getByRole('slider', { name: 'Turn' }).getAttribute('max'));
  expect(last).toBe(23);
  return Array.from({ length: last + 1 }, (_, place) => last - place);
}

test('A step of the scrubber changes the board and what tells where one is, nothing else', async ({ page }) => {
  const there = await playTrial(page);
  const mayChange = ['.stage-board', '.stage-where', '.scrub', '.transport-buttons', '.hand-tools'];
  const changed = await page.evaluate(changesOf, { places: [...there.slice(1), ...there.toReversed().slice(1)], mayChange });
  expect(changed).toEqual({ steps: 2 * there.length - 3, elsewhere: [], cellsMade: 0 });
});

test('Scrubbing costs little in every frame', async ({ page, browser }) => {
  const there = await playTrial(page);
  const places = [...there, ...there.toReversed()];
  // The first ways there and back warm up.
  for (let pass = 0; pass < 3; pass++) await page.evaluate(scrub, places);

  const p95s: number[] = [];
  for (let pass = 0; pass < passes; pass++) {
    await browser.startTracing(page, { categories: ['devtools.timeline', 'v8'] });
    await page.evaluate(scrub, places);
    const frames = framesOf(trace.parse(JSON.parse((await browser.stopTracing()).toString())).traceEvents);
    expect(frames.length).toBeGreaterThanOrEqual(places.length);
    const [p50, p95] = [0.5, 0.95].map((share) => frames.toSorted((a, b) => a - b)[Math.floor(frames.length * share)]);
    console.warn(`scrubbing, scripting a frame: p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`);
    p95s.push(p95);
  }
  // The aim is 4 ms on a quiet machine; on a shared one a frame may take more and must still leave the page at hand.
  expect(p95s.toSorted((a, b) => a - b)[Math.floor(passes / 2)]).toBeLessThan(15);
  // What is read beside the board has waited, and is there when the hand rests.
  await page.evaluate(scrub, there.toReversed());
  await expect(page.locator('.talk-episode')).toHaveText('Episode 3');
  await page.evaluate(scrub, there);
  await expect(page.locator('.talk-episode')).toHaveText('Episode 1');
});

/** @returns milliseconds of scripting from one step of the slider to the next */
function framesOf(events: z.infer<typeof trace>['traceEvents']): number[] {
  const steps = events.filter(({ name }) => name === 'FireAnimationFrame').toSorted((a, b) => a.ts - b.ts);
  const [first] = steps;
  const work = events.filter((event) => scripting.has(event.name) && event.pid === first.pid && event.tid === first.tid).toSorted((a, b) => a.ts - b.ts);
  const frames = steps.map(() => 0);
  let [frame, end] = [0, 0];
  for (const { ts, dur = 0, tdur = 0 } of work) {
    // within another that is counted
    if (ts < end) continue;
    end = ts + dur;
    while (frame + 1 < steps.length && steps[frame + 1].ts <= ts) frame++;
    frames[frame] += tdur / 1000;
  }
  return frames;
}

/** Runs in the page: in every frame the slider moves to the next place. */
async function scrub(places: readonly number[]): Promise<void> {
  const slider = document.querySelector<HTMLInputElement>('.scrub input');
  if (!slider) throw new Error('There is no scrubber.');
  // past React's own setter, as a hand on the slider does
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  await new Promise<void>((done) => {
    let at = 0;
    const step = (): void => {
      if (at === places.length) return done();
      value?.set?.call(slider, String(places[at++]));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}

interface Changed {
  /** that changed something */
  readonly steps: number;
  /** what changed in places where nothing may */
  readonly elsewhere: readonly string[];
  /** cells of the board that were not there before */
  readonly cellsMade: number;
}

/**
 * Runs in the page: the slider moves from place to place while nothing else can happen, as it does under a hand that moves fast. The first of
 * the steps is like any other way to move and is not counted.
 */
async function changesOf({ places, mayChange }: { readonly places: readonly number[]; readonly mayChange: readonly string[] }): Promise<Changed> {
  const slider = document.querySelector<HTMLInputElement>('.scrub input');
  if (!slider) throw new Error('There is no scrubber.');
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  const elsewhere = new Set<string>();
  let [changed, steps, cellsMade] = [false, 0, 0];
  const observer = new MutationObserver((changes) => {
    changed = true;
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      if (!element?.closest(mayChange.join())) elsewhere.add(element?.outerHTML.slice(0, 100) ?? target.nodeName);
      for (const node of addedNodes) if (node instanceof Element && (node.matches('.b-cell') || node.querySelector('.b-cell'))) cellsMade++;
    }
  });
  for (const [index, place] of places.entries()) {
    if (index === 1) observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    changed = false;
    value?.set?.call(slider, String(place));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    // React draws, and the observer tells, before the next task
    for (let wait = 0; wait < 10; wait++) await Promise.resolve();
    if (changed) steps++;
  }
  observer.disconnect();
  return { steps, elsewhere: [...elsewhere], cellsMade };
}
