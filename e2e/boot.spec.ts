/** What a visitor waits for before the recorded trial plays. */
import type { Page } from '@playwright/test';
import { expect, test } from './browser.ts';
import { status } from './places.ts';

test.skip(({ backend }) => backend !== 'wasm');
test.use({ serviceWorkers: 'allow' });

test('The first picture has the recorded trial in it; stores and workers come after it', async ({ page }) => {
  // Whatever waits for time to pass is not waited for.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.addInitScript(noteBeginning);
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await page.goto('./');
  await expect(status(page)).toHaveText('Recorded: Scout played this. No model has loaded.');
  const began = await page.evaluate(() => globalThis.beginning);
  expect(began).toEqual({ title: 'Episode 1 · turn 0 of 7', before: [] });
  expect(workers).toEqual([]);
  await page.clock.resume();
  await expect.poll(() => page.evaluate(() => indexedDB.databases().then((all) => all.map(({ name }) => name)))).toContain('fieldnotes.runs');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length))).toBe(1);
});

test('The recorded trial plays soon, from a few files', async ({ browser, baseURL }) => {
  const times: number[] = [];
  for (let visit = 0; visit < 5; visit++) {
    const context = await browser.newContext({ baseURL, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto('./');
    times.push(await played(page));
    const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.replace(/.*\//, '')));
    expect(files.filter((name) => name.endsWith('.js')).length).toBeLessThanOrEqual(4);
    await context.close();
  }
  const [median] = times.toSorted((a, b) => a - b).slice(2);
  console.warn(`the recorded trial plays after ${times.map((time) => time.toFixed(0)).join(', ')} ms; median ${median.toFixed(0)} ms`);
  // The aim is a second on a quiet machine; on a shared one it may take more.
  expect(median).toBeLessThan(5000);
});

/** @returns milliseconds from the beginning of the visit to the frame in which the board was there and its trial played */
function played(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const plays = document.querySelector('.transport [aria-label^="Pause"]');
          if (plays && document.querySelector('.stage-board svg')) resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

interface Beginning {
  /** of the stage, in the first picture that has one */
  title: string | null;
  /** calls that begin something else, made before that */
  before: string[];
}

declare global {
  var beginning: Beginning;
}

/** Runs in the page before all else. */
function noteBeginning(): void {
  const now: Beginning = { title: null, before: [] };
  globalThis.beginning = now;
  new MutationObserver((_, observer) => {
    const title = document.querySelector('#stage-title')?.textContent;
    if (title == null) return;
    now.title = title;
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true });
  const isMethod = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function';
  const watch = (owner: object, name: string): void => {
    const method: unknown = Reflect.get(owner, name);
    if (!isMethod(method)) return;
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]): unknown {
      if (now.title === null) now.before.push(name);
      return Reflect.apply(method, this, args);
    });
  };
  watch(IDBFactory.prototype, 'open');
  watch(ServiceWorkerContainer.prototype, 'register');
}
