/** How long an event waits for a page's thread, at any moment of a stretch of time: a page that is busy for a second holds up all that comes within it. */
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';

/** milliseconds between ticks of the page's clock */
const tick = 10;
const lists = z.array(z.number());

/** From now on. */
export async function watchLoop(page: Page): Promise<void> {
  await page.evaluate((every) => {
    const gaps: number[] = [];
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      gaps.push(now - last);
      last = now;
    }, every);
    Object.assign(globalThis, { gaps });
  }, tick);
}

/** Milliseconds from tick to tick since this was asked last. */
export async function takeGaps(page: Page): Promise<number[]> {
  return lists.parse(
    await page.evaluate((): unknown => {
      const found: unknown = Reflect.get(globalThis, 'gaps');
      return Array.isArray(found) ? found.splice(0) : null;
    }),
  );
}

/** What an event at a random moment waits at most in so large a share of cases: in a gap of g ms it waits up to g − tick. */
export function waitOf(gaps: readonly number[], share: number): number {
  const whole = gaps.reduce((sum, gap) => sum + gap, 0);
  const longer = (wait: number): number => gaps.reduce((sum, gap) => sum + Math.max(0, gap - tick - wait), 0) / whole;
  let [low, high] = [0, Math.max(...gaps)];
  while (high - low > 0.1) {
    const middle = (low + high) / 2;
    if (longer(middle) > 1 - share) low = middle;
    else high = middle;
  }
  return high;
}

/** An empty page of the same browser tells what the machine itself makes wait. */
export function expectAwake(name: string, gaps: readonly number[], still: readonly number[], limit: number): void {
  const [wait, machine] = [waitOf(gaps, 0.95), waitOf(still, 0.95)];
  console.warn(`${name}, an event waits (p95): ${wait.toFixed(1)} ms; in an empty page beside it: ${machine.toFixed(1)} ms`);
  expect(gaps.length).toBeGreaterThan(100);
  expect(wait).toBeLessThan(limit + machine);
}
