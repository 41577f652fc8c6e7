/** Runs are kept and passed on: a killed tab, links, pictures, films. */
import { readFileSync } from 'node:fs';
import type { Browser, Download, Page } from '@playwright/test';
import { encodeLink } from '../src/experiment/links/index.ts';
import { withNote } from '../src/trial/branch.ts';
import { toJsonl, type TrialRecord } from '../src/trial/records.ts';
import { playAll } from '../src/trial/scheduler.ts';
import { teacher } from '../src/trial/teachers/teacher.ts';
import { makeTask } from '../src/worlds/index.ts';
import { violations } from './axe.ts';
import { expect, test, watch } from './browser.ts';
import { show } from './film.ts';
import { turnsKept } from './kept.ts';
import { status, where } from './places.ts';

test.skip(({ backend }) => backend !== 'wasm');

const [played] = playAll(
  [{ task: makeTask('minesweeper', { mines: 5, turns: 12 }, 3), config: { episodes: 3, memory: 'reflection' }, style: 'brief', seed: 1, trial: 0 }],
  teacher('greedy'),
);
const markup = '<img src=x onerror="document.title=1"><b>not bold</b> [x](javascript:1)';

/** A page where nothing moves, with a trial of a teacher on stage. */
async function withTrial(page: Page, seed = '7'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await page.getByLabel('Speed').selectOption('max');
  await page.getByLabel('Policy', { exact: true }).selectOption('teacher:greedy');
  await page.getByLabel('Seed', { exact: true }).fill(seed);
  await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
  await expect(status(page)).toHaveText(/^(Won in episode \d|Not won in 3 episodes)\. Played by/);
}

/**
 * A trial of 21 turns under way, two of them played: at this pace it takes half a minute, so that it is not over before a test is done with
 * it, however busy the machine.
 */
async function beginLongTrial(page: Page): Promise<void> {
  await page.goto('./');
  await page.getByLabel('Speed').selectOption('1');
  await page.getByText('Sokoban', { exact: true }).click();
  await page.getByLabel('Setting').selectOption('sokoban-7-3');
  await page.getByLabel('Seed', { exact: true }).fill('9');
  await page.getByLabel('Policy', { exact: true }).selectOption('teacher:random');
  await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
  // The recording has turns too: those of the new trial are meant.
  await expect(status(page)).toHaveText(/^Playing episode 1/);
  await expect(page.locator('.say-action').nth(1)).toBeVisible();
}

function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  return dropAll(page, [[name, bytes]]);
}

async function dropAll(page: Page, all: readonly (readonly [name: string, bytes: Uint8Array])[]): Promise<void> {
  const files = await page.evaluateHandle(
    (each) => {
      const transfer = new DataTransfer();
      for (const [title, data] of each) transfer.items.add(new File([Uint8Array.from(data)], title));
      return transfer;
    },
    all.map(([name, bytes]) => [name, [...bytes]] as const),
  );
  // As long as a drag is over the page, the browser says so again and again.
  await expect(async () => {
    await page.dispatchEvent('body', 'dragover', { dataTransfer: files });
    await expect(page.locator('.drop')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 5000 });
  await page.dispatchEvent('body', 'drop', { dataTransfer: files });
}

async function bytesOf(download: Promise<Download>): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  const file = await download;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

const boards = (page: Page): Promise<string[]> => page.locator('button.episode').evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label') ?? ''));

async function stranger(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return browser.newPage({ baseURL, reducedMotion: 'reduce' });
}

test('A reload comes back to the run and the moment; runs are found, named, deleted and brought back', async ({ page }) => {
  const complaints = watch(page);
  await withTrial(page);
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  const moment = await where(page).textContent();
  await page.reload();
  await expect(where(page)).toHaveText(moment ?? '');
  await expect(status(page)).toHaveText(/^(Won|Not won)/);

  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog', { name: 'Runs' });
  await expect(dialog.locator('.library-row')).toHaveCount(1);
  await dialog.getByRole('button', { name: /^Rename/ }).click();
  await dialog.getByLabel('Name of the run').fill('Corner trouble');
  await dialog.getByLabel('Name of the run').press('Enter');
  await dialog.getByRole('searchbox').fill('nothing like it');
  await expect(dialog.locator('.library-none')).toBeVisible();
  await dialog.getByRole('searchbox').fill('trouble greedy seed 1');
  await expect(dialog.locator('.library-row')).toHaveCount(1);
  await expect(dialog.locator('.library-played')).toHaveText('a scripted teacher (Greedy) · memory: notes · sampling seed 1');
  await expect(dialog.getByRole('button', { name: 'Open Corner trouble' })).toHaveAccessibleDescription(/won.*memory: notes · sampling seed 1$/);
  await dialog.getByRole('button', { name: 'Delete Corner trouble' }).click();
  await expect(dialog.locator('.library-row')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByRole('button', { name: 'Open Corner trouble' })).toBeFocused();
  // Also after another one was deleted, and after the dialog was closed.
  await page.keyboard.press('Escape');
  await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
  await page.keyboard.press('o');
  await expect(dialog.locator('.library-row')).toHaveCount(2);
  for (let left = 1; left >= 0; left--) {
    await dialog.getByRole('button', { name: /^Delete/ }).first().click();
    await expect(dialog.locator('.library-row')).toHaveCount(left);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('o');
  await expect(dialog.locator('.library-undo')).toHaveCount(2);
  for (let back = 1; back <= 2; back++) {
    await dialog.locator('.library-undo').getByRole('button').first().click();
    await expect(dialog.locator('.library-row')).toHaveCount(back);
  }
  await expect(dialog.locator('.library-undo')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Open Corner trouble' }).click();
  await expect(page.locator('button.episode').first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test('A tab that is killed in the middle of a trial comes back with all that was recorded, and goes on', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await beginLongTrial(page);
  await expect.poll(() => turnsKept(page)).toBeGreaterThanOrEqual(2);
  const session = await context.newCDPSession(page);
  await Promise.race([session.send('Page.crash').catch(() => undefined), page.waitForEvent('crash')]);

  const again = await context.newPage();
  await again.goto('./');
  await expect(again.locator('.notice')).toContainText('This trial stopped in episode');
  expect(await again.locator('.say').count()).toBeGreaterThanOrEqual(2);
  await again.getByLabel('Speed').selectOption('max');
  await again.getByRole('button', { name: 'Go on from here' }).click();
  await expect(status(again)).toHaveText(/^(Won|Not won)/);
  await expect(again.locator('.notice')).toHaveCount(0);
  await context.close();
});

test('A link that hides what comes later tells nothing of it until it is played', async ({ page, browser, baseURL }) => {
  await withTrial(page);
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  const moment = await where(page).textContent();
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog', { name: 'Pass this run on' });
  await dialog.getByLabel('Open at this moment').check();
  await dialog.getByLabel('Hide what comes later until it is played').check();
  const link = await dialog.getByLabel('The link').inputValue();

  const other = await stranger(browser, baseURL);
  await other.goto(link);
  await expect(where(other)).toHaveText(moment ?? '');
  const slider = other.getByRole('slider', { name: 'Turn' });
  await expect(slider).toHaveAttribute('max', '1');
  await expect(other.locator('.scrub-track > span')).toHaveCount(1);
  for (const key of ['End', 'n', '2', '3', 'b', 'c']) await other.keyboard.press(key);
  await expect(where(other)).toHaveText(moment ?? '');
  await expect(other.locator('.what-if')).toHaveCount(0);
  await other.locator('.overlay-switch').getByText('Odds').click();
  await expect(other.locator('.truth-line')).toContainText('once the turn has been shown');
  // (an arrow key would choose another overlay)
  await other.keyboard.press('j');
  await expect(slider).toHaveAttribute('max', '2');
  await other.close();
});

test('A link tells what is in it, and brings the run to somebody else, paused, at its moment', async ({ page, browser, baseURL }) => {
  await withTrial(page);
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  const [moment, cards] = [await where(page).textContent(), await boards(page)];
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog', { name: 'Pass this run on' });
  await expect(dialog.locator('.contents')).toContainText('tokens and their probabilities');
  await dialog.getByText('Controls to leave out').click();
  await dialog.getByLabel('Settings').check();
  const link = await dialog.getByLabel('The link').inputValue();
  expect(link.length).toBeLessThan(1000);
  // What is counted is what is copied, the page's address included.
  await expect(dialog.locator('.contents')).toContainText(`${link.length} characters`);

  const other = await stranger(browser, baseURL);
  const complaints = watch(other);
  await other.goto(link);
  await expect(where(other)).toHaveText(moment ?? '');
  expect(await boards(other)).toEqual(cards);
  await expect(other.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(other.locator('.notice')).toContainText('From a link');
  await expect(other.locator('.setup')).toBeHidden();
  await other.getByRole('button', { name: 'Show all controls' }).click();
  await expect(other.locator('.setup')).toBeVisible();
  // Opened once more it is the same run, and it is in the list.
  await other.reload();
  await expect(where(other)).toHaveText(moment ?? '');
  await other.keyboard.press('o');
  await expect(other.locator('.library-row')).toHaveCount(1);
  expect(complaints).toEqual([]);
  await other.close();
});

test('Broken, newer and hostile links get a sentence, the page stays usable, and markup in notes stays text', async ({ page }) => {
  const complaints = watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const link = encodeLink(withNote(played, 0, markup));
  await page.goto(`./#${link.slice(0, -9)}`);
  await expect(page.locator('.notice[data-bad]')).toContainText('cut off or changed');
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  await page.goto(`./#v2${link.slice(2)}`);
  await expect(page.locator('.notice[data-bad]')).toContainText('newer version');
  // While the page is open, too.
  await page.goto(`./#${link}`);
  await expect(page.locator('.note-text').first()).toHaveText(markup);
  await expect(page.locator('.note img, .note b, .note a')).toHaveCount(0);
  await expect(page).toHaveTitle('Fieldnotes');
  await expect(page.locator('.notice').first()).toContainText('From a link');
  // Also what hardly looks like a link any more; back at the plain address, neither the link's trial nor the word about it stays.
  for (const lost of [link.slice(3), 'v1', 'v0.AAAA', `v${'9'.repeat(20)}.AAAA`, '<script>alert(1)</script>']) {
    await page.goto(`./#${lost}`);
    await expect(page.locator('.notice[data-bad]')).toContainText('cut off or changed');
    await page.goBack();
    await expect(page.locator('.notice[data-bad]')).toHaveCount(0);
    await expect(page.locator('.note-text').first()).toHaveText(markup);
  }
  // What is played next is another run: the address no longer stands for it, and going back brings the link again.
  await page.getByLabel('Speed').selectOption('max');
  await page.getByLabel('Policy', { exact: true }).selectOption('teacher:greedy');
  await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
  await expect(page).not.toHaveURL(/#/);
  await expect(status(page)).toHaveText(/Played by/);
  const [cards, said] = [await boards(page), (await status(page).textContent()) ?? ''];
  await page.goBack();
  await expect(page.locator('.note-text').first()).toHaveText(markup);
  await page.goForward();
  await expect(status(page)).toHaveText(said);
  expect(await boards(page)).toEqual(cards);
  await expect(page.locator('.notice')).toHaveCount(0);
  await page.goto('./#v1');
  await expect(page.locator('.notice[data-bad]')).toContainText('cut off or changed');
  await page.goBack();
  await expect(page.locator('.notice')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('A reply that ran into its limit says so at its turn', async ({ page }) => {
  const at = played.findIndex(({ type }) => type === 'responded');
  const cut = played.map((record, index): TrialRecord => (index === at && record.type === 'responded' ? { ...record, finish: 'length' } : record));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(status(page)).toHaveText(/^Won/);
  await drop(page, 'cut.jsonl', new TextEncoder().encode(toJsonl(cut)));
  await expect(status(page)).not.toContainText('Recorded: Scout');
  await page.keyboard.press('1');
  await expect(page.locator('.say').first()).toContainText('Cut off: the reply reached its limit of tokens.');
  await expect(page.getByText('Cut off:')).toHaveCount(1);
});

test('The picture of a strip contains the run and opens by dropping it; so do JSON files, and others are told apart', async ({ page, browser, baseURL }) => {
  await withTrial(page);
  const cards = await boards(page);
  await page.keyboard.press('l');
  await page.getByRole('tab', { name: 'Picture' }).click();
  await expect(page.locator('.picture-frame img')).toBeVisible();
  const png = await bytesOf(Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the picture' }).click()]).then(([file]) => file));
  expect(png.name).toBe('fieldnotes-sokoban-6x6-2-boxes-7-turns-seed-7.png');
  await page.getByRole('tab', { name: 'Files' }).click();
  const json = await bytesOf(Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save Run (JSON)' }).click()]).then(([file]) => file));
  const csv = await bytesOf(Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save Table (CSV)' }).click()]).then(([file]) => file));
  expect(new TextDecoder().decode(csv.bytes)).toMatch(/^trial,name,world/);
  const jsonl = await bytesOf(Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save Records (JSONL)' }).click()]).then(([file]) => file));

  const other = await stranger(browser, baseURL);
  const complaints = watch(other);
  await other.goto('./');
  await expect(status(other)).toHaveText(/^(Won|Not won)/);
  await drop(other, png.name, png.bytes);
  await expect(other.locator('.notice')).toContainText(`Opened from ${png.name}`);
  expect(await boards(other)).toEqual(cards);
  for (const { name, bytes } of [json, jsonl]) {
    await drop(other, name, bytes);
    await expect(other.locator('.notice')).toContainText(`Opened from ${name}`);
    expect(await boards(other)).toEqual(cards);
  }
  await drop(other, 'table.csv', csv.bytes);
  await expect(other.locator('.notice[data-bad]')).toContainText('table.csv: This can not be opened');
  const told = other.locator('.notice[data-bad]');
  await expect(told).toContainText('There is no run in it');
  for (const [name, text, says] of [
    ['empty.json', '', 'There is no run in it'],
    ['package.json', '{\n  "name": "x",\n  "type": "module"\n}', 'There is no run in it'],
    ['level.xsb', '#####\n#@$.#\n#####\n', 'Levels open under “Try by hand”'],
    ['adapter_config.json', '{"peft_type":"LORA"}', 'Adapters open under “Train”'],
    ['other.gguf', 'GGUF', 'It is a model'],
  ] as const) {
    await drop(other, name, new TextEncoder().encode(text));
    await expect(told).toContainText(`${name}: This can not be opened`);
    await expect(told).toContainText(says);
  }
  await other.getByRole('button', { name: 'Dismiss' }).click();
  await other.evaluate((level) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', level);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, '#####\n#@$.#\n#####');
  await expect(told).toContainText('Levels open under “Try by hand”');
  await dropAll(other, [[png.name, png.bytes], [json.name, json.bytes]]);
  await expect(other.locator('.notice')).toContainText(`Opened from ${png.name}, ${json.name}. The last one is on stage`);
  expect(await boards(other)).toEqual(cards);
  expect(complaints).toEqual([]);
  await other.close();
});

test('An episode becomes a film that players show from its beginning to its end', async ({ page, browser }) => {
  const complaints = watch(page);
  await withTrial(page);
  await page.keyboard.press('l');
  await page.getByRole('tab', { name: 'Film' }).click();
  // The first one is slow, so that it is not ready before it is cancelled.
  const speed = page.getByRole('dialog').getByLabel('Speed', { exact: true });
  await speed.selectOption('0.5');
  await page.getByRole('button', { name: 'Make the film' }).click();
  await expect(page.locator('dialog progress')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await speed.selectOption('4');
  const [, seconds] = /^About (\d+) seconds?/.exec((await page.getByRole('dialog').getByText(/^About \d+ second/).textContent()) ?? '') ?? [];
  await page.getByRole('button', { name: 'Make the film' }).click();
  await expect(page.getByRole('button', { name: 'Save the film' })).toBeVisible({ timeout: 60_000 });
  const film = await bytesOf(Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the film' }).click()]).then(([file]) => file));
  expect(film.name).toMatch(/-\d\.webm$/);
  const shown = await show(browser, film.bytes);
  expect(shown).toMatchObject({ width: 1280, height: 720, seekable: shown.duration });
  expect(shown.duration).toBeGreaterThan(Number(seconds) - 1);
  expect(shown.duration).toBeLessThan(Number(seconds) + 5);
  expect(shown.changed).toBeGreaterThan(0.005);
  expect(shown.back).toBeLessThan(0.001);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('Where nothing can be saved, that is said once, a file is at hand, and the session goes on', async ({ page }) => {
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await withTrial(page);
  await expect(page.locator('.notice[data-bad]')).toHaveCount(1);
  await expect(page.locator('.notice[data-bad]')).toContainText('does not allow the page to save runs');
  // Nor does the list of runs promise what can not be.
  await page.getByRole('button', { name: 'Runs', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('does not allow the page to save runs');
  await expect(page.getByRole('dialog')).not.toContainText(/as it happens|by itself/);
  await page.keyboard.press('Escape');
  const json = await bytesOf(Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]).then(([file]) => file));
  expect(json.name).toMatch(/\.json$/);
  await page.keyboard.press('o');
  await expect(page.locator('.library-row')).toHaveCount(1);
});

test('Where there is no room left, that is said with what to do, and it is saved once there is room', async ({ page, context, baseURL }) => {
  await page.goto('./');
  const session = await context.newCDPSession(page);
  const { origin } = new URL(baseURL ?? '');
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await withTrial(page);
  const told = page.locator('.notice[data-bad]');
  await expect(told).toHaveCount(1);
  await expect(told).toContainText('There is no room left to save runs. Nothing of this session is lost');
  expect(await violations(page)).toEqual([]);
  const json = await bytesOf(Promise.all([page.waitForEvent('download'), told.getByRole('button', { name: 'Save as a file' }).click()]).then(([file]) => file));
  expect(json.name).toMatch(/\.json$/);
  const [cards, said] = [await boards(page), (await status(page).textContent()) ?? ''];
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await told.getByRole('button', { name: 'Try again' }).click();
  await expect(told).toHaveCount(0);
  await page.reload();
  await expect(status(page)).toHaveText(said);
  expect(await boards(page)).toEqual(cards);
});

for (const [what, where, name] of [
  ['locks', 'Navigator.prototype', 'locks'],
  ['local storage', 'window', 'localStorage'],
] as const) {
  test(`Where the browser refuses ${what}, trials are played and a reload comes back to them`, async ({ page }) => {
    const complaints = watch(page);
    await page.addInitScript(`Object.defineProperty(${where}, '${name}', { get() { throw new DOMException('denied', 'SecurityError'); } })`);
    await withTrial(page, '9');
    const cards = await boards(page);
    const said = (await status(page).textContent()) ?? '';
    await page.reload();
    await expect(status(page)).toHaveText(said);
    expect(await boards(page)).toEqual(cards);
    expect(complaints).toEqual([]);
  });
}

test('Two tabs that go on with the same trial keep both', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await beginLongTrial(page);
  await page.locator('.setup-run').getByRole('button', { name: 'Stop' }).click();
  await expect(status(page)).toHaveText('Stopped.');
  await page.reload();
  const other = await context.newPage();
  await other.goto('./');
  const goOn = (tab: Page) => tab.getByRole('button', { name: 'Go on from here' });
  // Both have the trial as it was stopped before either goes on with it.
  for (const tab of [page, other]) await expect(goOn(tab)).toBeVisible();
  for (const tab of [page, other]) {
    // A tab that nobody sees is slowed down by the browser.
    await tab.bringToFront();
    await tab.getByLabel('Speed').selectOption('max');
    await goOn(tab).click();
    await expect(status(tab)).toHaveText(/^(Won|Not won)/, { timeout: 60_000 });
  }
  await expect(other.locator('.notice')).toContainText('another tab');
  await other.keyboard.press('o');
  await expect(other.locator('.library-facts')).toContainText('2 branches');
  await context.close();
});

test('A run that is deleted while it is played stays deleted, says so in every tab, and comes back whole', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await beginLongTrial(page);
  await page.keyboard.press('o');
  const rows = page.locator('.library-row');
  await page.getByRole('button', { name: /^Delete/ }).click();
  await expect(rows).toHaveCount(0);
  const said = await page.locator('.say').count();
  await expect.poll(() => page.locator('.say').count()).toBeGreaterThan(said + 1);
  await expect(rows).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.locator('.notice')).toContainText('This run is deleted');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.locator('.notice')).toHaveCount(0);

  const other = await context.newPage();
  await other.goto('./');
  // Keys are heard once the page stands.
  await expect(status(other)).toBeVisible();
  await other.keyboard.press('o');
  await other.getByRole('button', { name: /^Delete/ }).click();
  await expect(other.locator('.library-row')).toHaveCount(0);
  await page.bringToFront();
  await expect(page.locator('.notice')).toContainText('deleted in another tab');
  await page.getByLabel('Speed').selectOption('max');
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  const turns = await page.locator('.say').count();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect.poll(() => turnsKept(page)).toBeGreaterThanOrEqual(turns);
  await page.reload();
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  await context.close();
});

test('On a phone the dialogs fit', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./#${encodeLink(played)}`);
  await expect(page.locator('.notice')).toContainText('From a link');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  for (const [key, name] of [['o', 'Runs'], ['l', 'Pass this run on']] as const) {
    await page.keyboard.press(key);
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await page.keyboard.press('Escape');
  }
});
