/**
 * How long an event waits for a page's thread because of what the page itself does: in time of the thread, as if it had a core of its own. What other
 * programs take from the machine is not the page's doing.
 */
import { expect, type Page } from '@playwright/test';

/** milliseconds between looks */
const tick = 20;

interface LoopWatch {
  /** What the thread worked between one look and the next, in milliseconds. A look has to wait for what runs, so this is never less than what it waited. */
  stop(): Promise<number[]>;
}

/** From now on. */
export async function watchLoop(page: Page): Promise<LoopWatch> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  };
  const found: number[] = [];
  let over = false;
  const looks = async (): Promise<void> => {
    let last = await worked();
    while (!over) {
      await new Promise((resolve) => setTimeout(resolve, tick));
      const now = await worked();
      found.push(now - last);
      last = now;
    }
    await session.detach();
  };
  const looking = looks();
  return {
    async stop() {
      over = true;
      await looking;
      return found;
    },
  };
}

/** What an event at a random moment waits at most in so large a share of cases. */
function waitOf(works: readonly number[], share: number): number {
  const whole = works.reduce((sum, work) => sum + Math.max(tick, work), 0);
  const longer = (wait: number): number => works.reduce((sum, work) => sum + Math.max(0, work - wait), 0) / whole;
  let [low, high] = [0, Math.max(...works)];
  while (high - low > 0.1) {
    const middle = (low + high) / 2;
    if (longer(middle) > 1 - share) low = middle;
    else high = middle;
  }
  return high;
}

export function expectAwake(name: string, works: readonly number[], limit: number): void {
  const wait = waitOf(works, 0.95);
  console.warn(`${name}, an event waits (p95): ${wait.toFixed(1)} ms; the longest: ${Math.max(...works).toFixed(0)} ms`);
  expect(works.length).toBeGreaterThan(100);
  expect(wait).toBeLessThan(limit);
}
