/** Runs in the browser's own storage: a killed tab, and a full disk. */
import { z } from 'zod';
import { playAll } from '../src/trial/scheduler.ts';
import { toJsonl } from '../src/trial/records.ts';
import { teacher } from '../src/trial/teachers/teacher.ts';
import { makeTask } from '../src/worlds/index.ts';
import { expect, test } from './browser.ts';
import type { RunsRequest } from './harness/runs.ts';
import type { Page } from '@playwright/test';

test.skip(({ backend }) => backend !== 'wasm');

const [records] = playAll([{ task: makeTask('minesweeper', { mines: 5, turns: 12 }, 3), config: { episodes: 3, memory: 'reflection' }, style: 'brief', seed: 1, trial: 0 }], teacher('greedy'));
const jsonl = toJsonl(records);
const report = z.object({ problem: z.string().nullable(), unsaved: z.number(), place: z.unknown(), runs: z.array(z.object({ name: z.string(), records: z.number() })) });

async function ask(page: Page, request: RunsRequest = {}): Promise<z.infer<typeof report>> {
  return report.parse(await page.evaluate((what) => globalThis.runs(what), request));
}

test('a run outlives its tab, killed without a word, and the page comes back to where it was', async ({ browser, harnessURL }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(harnessURL);
  await ask(page, { play: { name: 'killed', jsonl } });
  // no flush: it is written by itself
  await expect.poll(async () => (await ask(page)).unsaved).toBe(0);
  const session = await context.newCDPSession(page);
  await Promise.race([session.send('Page.crash').catch(() => undefined), page.waitForEvent('crash')]);
  const again = await context.newPage();
  await again.goto(harnessURL);
  expect(await ask(again)).toEqual({ problem: null, unsaved: 0, place: { episode: 0, turn: 1, beat: null }, runs: [{ name: 'killed', records: records.length }] });
  await context.close();
});

test('a full disk is said, loses nothing of the session, and is forgotten when there is room', async ({ browser, harnessURL }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(harnessURL);
  const session = await context.newCDPSession(page);
  const { origin } = new URL(harnessURL);
  await ask(page, { settle: true });
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  const full = await ask(page, { play: { name: 'too much', jsonl }, settle: true });
  expect(full).toMatchObject({ problem: 'full', unsaved: records.length, runs: [{ name: 'too much', records: records.length }] });
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  expect(await ask(page, { settle: true })).toMatchObject({ problem: null, unsaved: 0 });
  const other = await context.newPage();
  await other.goto(harnessURL);
  expect((await ask(other)).runs).toEqual([{ name: 'too much', records: records.length }]);
  await context.close();
});
