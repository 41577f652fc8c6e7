/** Searching the trial on stage: counted, gone to, painted where it stands, and gone without a trace. */
import type { Page } from '@playwright/test';
import { hitsOf, patternOf } from '../src/app/find/hits.ts';
import { besidesOf, passagesOf } from '../src/app/find/passages.ts';
import type { Hideable } from '../src/app/share/hidden.ts';
import { encodeLink } from '../src/experiment/links/index.ts';
import { expect, test, watch } from './browser.ts';
import { opening, openingRecords } from './opening.ts';
import { status, where } from './places.ts';

test.skip(({ backend }) => backend !== 'wasm');

const count = (page: Page) => page.locator('.find-count');
const field = (page: Page) => page.getByRole('searchbox', { name: 'Find in this trial' });

/** What is painted under a name: each text with the part of the page that it stands in. */
const painted = (page: Page, name: 'found' | 'found-here') =>
  page.evaluate((highlight) => {
    const ranges = [...(CSS.highlights.get(highlight) ?? [])].filter((range) => range instanceof Range);
    return ranges.map((range) => {
      const parent = range.startContainer.parentElement;
      const part = parent?.closest('.talk, .reader, .note, .compare-side')?.className ?? '';
      const [box, hit] = [parent?.closest('.talk-list, .reader-text, .note-text, .compare-said')?.getBoundingClientRect(), range.getBoundingClientRect()];
      return { text: range.toString(), part, turn: parent?.closest('.say')?.getAttribute('aria-current') ?? null, seen: box ? hit.top >= box.top - 1 && hit.bottom <= box.bottom + 1 : false };
    });
  }, name);

async function open(page: Page, address = './'): Promise<string[]> {
  const complaints = watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(address);
  await expect(where(page)).toHaveText(/^Episode/);
  return complaints;
}

test('What is typed is found in all that was read, thought, answered and noted; each hit is gone to and painted', async ({ page }) => {
  const complaints = await open(page);
  await page.keyboard.press('1');
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  const query = 'Note';
  const hits = hitsOf(passagesOf(opening), patternOf(query));
  expect(new Set(hits.map(({ passage: { kind } }) => kind)).size).toBeGreaterThan(1);
  await page.keyboard.type(query);
  const kinds = { read: 'reader', thought: 'talk', answer: 'talk', note: 'note' } as const;
  for (const [index, { passage }] of hits.entries()) {
    await expect(count(page)).toContainText(`${index + 1} of ${hits.length}`);
    const { episode, turn } = passage.at;
    await expect(where(page)).toHaveText(new RegExp(`^Episode ${episode + 1} · turn ${turn} of`));
    await expect(page.locator('.find-excerpt mark')).toHaveText(query, { ignoreCase: true });
    await expect.poll(async () => (await painted(page, 'found-here')).some(({ text, part, seen }) => text.toLowerCase() === 'note' && part.includes(kinds[passage.kind]) && seen), `hit ${index + 1}, ${passage.kind}`).toBe(true);
    await page.keyboard.press('Enter');
  }
  // Round again, and back.
  await expect(count(page)).toContainText(`1 of ${hits.length}`);
  await page.keyboard.press('Shift+Enter');
  await expect(count(page)).toContainText(`${hits.length} of ${hits.length}`);
  const places = new Set(hits.map(({ passage: { at } }) => `${at.episode},${at.turn}`));
  await expect(page.locator('.find-marks span')).toHaveCount(places.size);
  await expect(page.locator('.find-marks [data-here]')).toHaveCount(1);
  // Whoever moves away has left that hit, and goes on from there.
  await page.getByRole('slider', { name: 'Turn' }).press('Home');
  await expect(count(page)).toHaveText(`${hits.length} found`);
  await page.getByRole('button', { name: 'Next hit' }).click();
  await expect(count(page)).toContainText(`1 of ${hits.length}`);
  // Cells are linked as ever, painted or not.
  await field(page).fill('(');
  await expect(page.locator('.find-excerpt')).toContainText('(');
  await page.locator('.talk .mention, .reader .mention').first().hover();
  await expect(page.locator('.stage-board [data-lit]')).not.toHaveCount(0);
  await field(page).fill('nowhere to be found');
  await expect(count(page)).toHaveText('Not found');
  await expect(page.getByRole('button', { name: 'Next hit' })).toBeDisabled();
  await field(page).press('Escape');
  await expect(page.locator('.find, .find-marks')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Find/ })).toBeFocused();
  expect(await page.evaluate(() => CSS.highlights.size)).toBe(0);
  expect(complaints).toEqual([]);
});

test('An answer is found in the exact reply, which is unfolded for it; symbols are found in the board that was read', async ({ page }) => {
  await open(page);
  await page.keyboard.press('1');
  await page.keyboard.press('/');
  await page.keyboard.type('<action>');
  await expect.poll(() => painted(page, 'found-here')).toEqual([{ text: '<action>', part: 'talk', turn: 'step', seen: true }]);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.talk details[open]').count()).toBe(1);
  const row = /\d: (\S(?: \S)+)/.exec(opening.episodes[0].turns[0].response.prompt.messages.at(-1)?.content ?? '')?.[1] ?? '';
  await field(page).fill(row.toLowerCase());
  await page.getByRole('slider', { name: 'Turn' }).press('Home');
  await page.getByRole('button', { name: 'Next hit' }).click();
  await expect.poll(async () => (await painted(page, 'found-here')).map(({ text, part }) => [text, part])).toEqual([[row.replaceAll(' ', ''), 'reader']]);
  await expect(page.locator('.talk details[open]')).toHaveCount(0);
});

test('Two branches side by side are searched together', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('fieldnotes.choice', JSON.stringify({ policy: 'teacher:greedy' })));
  const complaints = await open(page);
  await page.keyboard.press('1');
  await page.keyboard.press('b');
  await page.locator('.what-if').getByText('Dice', { exact: true }).click();
  await page.getByRole('button', { name: 'Play this branch' }).click();
  await expect(page.locator('.rail-row')).toHaveCount(2);
  await expect(status(page)).toHaveText(/^(Won|Not won)/, { timeout: 60_000 });
  await page.keyboard.press('c');
  await expect(page.locator('.compare-side')).toHaveCount(2);
  await page.keyboard.press('/');
  await page.keyboard.type('action');
  await expect(count(page)).toContainText(/\d of \d+/);
  const all = Number(/of (\d+)/.exec(await count(page).innerText())?.[1]);
  const alone = hitsOf(besidesOf(opening, opening), patternOf('action')).length;
  expect(all).toBeGreaterThan(alone);
  // Answers are told there in the page's words; what was thought, read and noted stands word for word.
  await field(page).fill('(');
  await page.getByRole('slider', { name: 'Turn' }).press('Home');
  await page.getByRole('button', { name: 'Next hit' }).click();
  await expect.poll(async () => (await painted(page, 'found-here')).map(({ text, part }) => `${text} ${part}`)).toContain('( compare-side');
  expect(complaints).toEqual([]);
});

test('On a phone the search fits, and what is typed at once is not lost', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await page.keyboard.press('1');
  await page.keyboard.press('/');
  await page.keyboard.type('(');
  await expect(field(page)).toHaveValue('(');
  await expect(count(page)).toContainText(/1 of \d+/);
  await expect(page.locator('.find-excerpt')).toBeInViewport();
  await expect(page.locator('.stage-board')).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('What a link leaves out, or what is still to be guessed, is not found', async ({ page }) => {
  const search = async (): Promise<string> => {
    await page.keyboard.press('/');
    await field(page).fill('action');
    await expect(count(page)).toContainText(/ of \d+|Not found/);
    const found = await count(page).innerText();
    await field(page).press('Escape');
    return found;
  };
  const records = openingRecords;
  const link = (hidden: readonly Hideable[]) => `./?${hidden.join()}#${encodeLink(records, { thoughts: true, hidden, moment: { episode: 0, turn: 0, beat: null } })}`;
  await open(page, link(['thoughts', 'reader']));
  expect(await search()).toBe('Not found');
  await open(page, link(['reader']));
  const answers = passagesOf(opening).filter(({ kind }) => kind !== 'read');
  expect(await search()).toContain(`of ${hitsOf(answers, patternOf('action')).length}`);
  await open(page, link(['reader', 'later']));
  expect(await search()).toBe('Not found');
});
