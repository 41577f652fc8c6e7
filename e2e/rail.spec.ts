/**
 * A tree of many branches stays readable. The trial comes as a link that opens the same for ever, and its branches are played by the rules alone,
 * so the pictures depend on nothing else; looks.spec.ts says how they are made.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { decodeLink } from '../src/experiment/links/index.ts';
import { runToJson, type RunTrial } from '../src/experiment/transfer/run.ts';
import { beforeEpisode, beforeTurn, withNote } from '../src/trial/branch.ts';
import type { Player } from '../src/trial/contract.ts';
import { fold } from '../src/trial/fold.ts';
import type { TrialRecord } from '../src/trial/records.ts';
import type { TrialSpec } from '../src/trial/runner.ts';
import { playAll } from '../src/trial/scheduler.ts';
import { barFont } from './barFont.ts';
import { expect, test, watch } from './browser.ts';
import { status } from './places.ts';

test.skip(({ backend }) => backend !== 'wasm');
test.use({ bypassCSP: true, viewport: { width: 1360, height: 900 }, deviceScaleFactor: 1, contextOptions: { reducedMotion: 'reduce' } });

const alike = { threshold: 0.03, maxDiffPixels: 40, animations: 'disabled', caret: 'hide' } as const;
const { sokoban } = z.object({ sokoban: z.string() }).parse(JSON.parse(readFileSync(new URL('looks/trials.json', import.meta.url), 'utf8')));
const { records: original } = decodeLink(sokoban);

const moves = ['up', 'left', 'down', 'right'] as const;

/** Walks in one direction and a little to the side. */
function walker(way: number): Player {
  return {
    hash: 'teacher:random',
    respond: ({ purpose, scene }) => ({
      text: purpose === 'reflect' ? 'Again. <remark>try another way</remark>' : `<action>${moves[(way + scene.actions.length) % 4]}, ${moves[way % 4]}</action>`,
      tokens: [],
      finish: 'stop',
    }),
  };
}

function grown(prefix: readonly TrialRecord[], way: number, more: Partial<TrialSpec> = {}): TrialRecord[] {
  const { task, config, style, seed, trial } = fold(original).start;
  return playAll([{ task, config, style, seed, trial, prefix, ...more }], walker(way))[0];
}

/** Branches of several kinds, some from others, up to six deep. */
function family(count: number): string {
  const trials: RunTrial[] = [{ name: '', parent: null, records: original }];
  for (let number = 1; number < count; number++) {
    const parent = number % 3 === 0 ? 0 : Math.max(0, number - 1 - (number % 2));
    const from = trials[parent].records;
    const { episodes } = fold(from);
    const episode = number % episodes.length;
    const turn = number % Math.max(1, episodes[episode].turns.length);
    const name = number === 5 ? 'A name that somebody has written, which is longer than there is room for it' : '';
    const records =
      number % 4 === 1 && episode > 0
        ? grown(beforeEpisode(from, episode), number, { memory: 'history' })
        : number % 4 === 2 && episodes[0].note !== null && episodes.length > 1
          ? grown(withNote(from, 0, `keep off the wall ${number}`), number)
          : grown(beforeTurn(from, episode, turn), number);
    trials.push({ name, parent, records });
  }
  return runToJson({ name: 'Many', trials });
}

async function open(page: Page, theme: string, count: number): Promise<string[]> {
  const complaints = watch(page);
  await page.addInitScript((chosen) => localStorage.setItem('fieldnotes.preferences', JSON.stringify({ state: { theme: chosen, language: 'en' }, version: 1 })), theme);
  await page.goto('./');
  await expect(status(page)).toContainText('Recorded');
  await page.evaluate(async (bytes) => {
    const font = new FontFace('Bars', Uint8Array.from(bytes).buffer, { weight: '100 900' });
    document.fonts.add(await font.load());
    for (const name of ['--sans', '--mono']) document.documentElement.style.setProperty(name, 'Bars');
  }, barFont());
  const files = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'many.json'));
    return transfer;
  }, family(count));
  await page.dispatchEvent('body', 'dragover', { dataTransfer: files });
  await page.dispatchEvent('body', 'drop', { dataTransfer: files });
  await expect(page.locator('.rail-row')).toHaveCount(count);
  return complaints;
}

for (const [theme, width] of [
  ['light', 1360],
  ['dark', 1360],
  ['lecture', 1360],
  ['light', 390],
] as const) {
  test(`Twelve branches look as they did (${theme}, ${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const complaints = await open(page, theme, 12);
    const rail = page.locator('.rail');
    await page.getByRole('button', { name: 'Show all 12' }).click();
    expect(await rail.locator('.rail-list').evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1);
    await page.mouse.move(0, 0);
    await expect(rail).toHaveScreenshot(`rail-12-${theme}${width === 390 ? '-390' : ''}.png`, alike);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(complaints).toEqual([]);
  });
}

test('Thirty branches: the keys reach each of them, the one on stage is always to be seen, and all are when somebody wants', async ({ page }) => {
  const complaints = await open(page, 'light', 30);
  const list = page.locator('.rail-list');
  const rows = page.locator('.rail-row');
  await rows.last().click();
  for (let up = 0; up < 29; up++) await page.keyboard.press('ArrowUp');
  await expect(rows.first()).toBeFocused();
  for (let down = 0; down < 29; down++) {
    await page.keyboard.press('ArrowDown');
    const [box, row] = [await list.boundingBox(), await page.locator('.rail-row[aria-selected=true]').boundingBox()];
    expect(row?.y).toBeGreaterThanOrEqual((box?.y ?? Infinity) - 1);
    expect((row?.y ?? Infinity) + (row?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0) + 1);
  }
  await expect(rows.last()).toBeFocused();
  // Different branches have different names, as far as these can be read.
  const names = await page.locator('.rail-text').evaluateAll((all) => all.map((each) => each.textContent));
  expect(new Set(names).size).toBeGreaterThan(12);
  await page.getByRole('button', { name: 'Show all 30' }).click();
  expect(await list.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1);
  await page.getByRole('button', { name: 'Show fewer' }).click();
  expect(await list.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeGreaterThan(100);
  expect(complaints).toEqual([]);
});
