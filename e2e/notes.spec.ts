/** Notes edited on their cards, and how much they help. Teachers play, so no model is loaded. */
import type { Page } from '@playwright/test';
import { expect, test, watch } from './browser.ts';
import { samplesKept } from './kept.ts';
import { status } from './places.ts';

test.skip(({ backend }) => backend !== 'wasm');

const notes = (page: Page) => page.locator('.strip-note .note:not([data-waiting])');
const field = (page: Page) => page.getByRole('textbox', { name: 'Note' });

/** A lost MineSweeper episode with a note after it. */
async function play(page: Page): Promise<void> {
  await page.goto('./');
  await page.getByLabel('Speed').selectOption('max');
  await page.getByText('MineSweeper', { exact: true }).click();
  await page.getByLabel('Setting').selectOption('mines-5-12');
  await page.getByLabel('Seed', { exact: true }).fill('11');
  await page.getByLabel('Policy', { exact: true }).selectOption('teacher:greedy');
  await page.getByRole('button', { name: 'Run live' }).click();
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  await expect(notes(page).first()).toBeVisible();
}

const openEditor = (page: Page) => page.getByRole('button', { name: 'Edit the note after episode 1' }).click();

test('A note is edited with the words that Scout knows, and the trial goes on from there as a branch', async ({ page }) => {
  const complaints = watch(page);
  await play(page);
  const before = await notes(page).first().locator('.note-text').innerText();
  await openEditor(page);
  await expect(field(page)).toHaveValue(before);
  await expect(page.getByRole('button', { name: /Run from here/ })).toBeDisabled();

  // What Scout has never met is marked and said; markup is text.
  await field(page).fill('Mine at (3,4) dragon blank (9, 1)');
  await expect(page.getByText('Words Scout has never met: “Mine”, “at”, “(3,4)”, “dragon”.')).toBeVisible();
  await expect(page.getByText('Not on this board: (9, 1). Rows go from 1 to 6, columns from 1 to 6.')).toBeVisible();
  await expect(page.locator('.note-marks [data-kind=unknown]')).toHaveCount(4);
  await page.getByRole('button', { name: 'Write it as Scout would' }).click();
  await expect(field(page)).toHaveValue('mine at (3, 4) dragon blank (9, 1)');
  await field(page).fill('<img src=x onerror=alert(1)>');
  await expect(page.locator('.note-marks')).toContainText('<img src=x onerror=alert(1)>');
  await expect(page.locator('.note-editor img')).toHaveCount(0);
  // A word without end is named shortly; a note ends where notes end, between characters, and that is said.
  await field(page).fill('👍'.repeat(2001));
  await expect(page.getByText('A note holds 2000 characters')).toBeVisible();
  expect(await field(page).inputValue()).toBe('👍'.repeat(2000));
  await expect(page.locator('.note-verdict').first()).toContainText(`never met: “${'👍'.repeat(24)}…”.`);
  await field(page).fill('<img src=x onerror=alert(1)>');
  await expect(page.getByText('A note holds')).toHaveCount(0);
  // Whoever closes it finds the draft again.
  await page.keyboard.press('Escape');
  await openEditor(page);
  await expect(field(page)).toHaveValue('<img src=x onerror=alert(1)>');

  // By suggestions and the board alone.
  await field(page).fill('');
  await page.getByRole('button', { name: 'mine', exact: true }).click();
  await expect(page.getByText('Now a cell')).toBeVisible();
  await page.locator('.note-board').getByRole('gridcell', { name: /^row 3, column 4,/ }).click();
  await expect(field(page)).toHaveValue('mine (3, 4) ');
  await expect(page.getByText('All of it is as Scout’s own notes are.')).toBeVisible();
  await page.locator('.note-board').getByRole('gridcell', { name: /^row 2, column 2,/ }).focus();
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue(/^mine \(3, 4\) (mine|blank|[1-8]) \(2, 2\) $/);
  await expect(page.locator('.note-diff ins')).toBeVisible();

  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(notes(page).first()).toContainText('edited by hand');
  await expect(notes(page).first()).toContainText('mine (3, 4)');
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  expect(complaints).toEqual([]);
});

test('A note with markup is played with to its end, and is text wherever it stands, also after a reload', async ({ page }) => {
  const complaints = watch(page);
  const markup = '<b>bold</b> <img src=x onerror="document.title=1"> <script>document.title=2</script> &amp;';
  await play(page);
  const title = await page.title();
  await openEditor(page);
  await field(page).fill(markup);
  await page.getByRole('button', { name: 'Run from here' }).click();
  await expect(page.locator('.rail-row')).toHaveCount(2);
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  for (let time = 0; time < 2; time++) {
    await expect(notes(page).first().locator('.note-text')).toHaveText(markup);
    // The policy read it, character by character.
    await page.keyboard.press('2');
    await expect(page.locator('.reader')).toContainText(markup);
    expect(await page.locator('#root img, #root script, .note-text b').count()).toBe(0);
    expect(await page.title()).toBe(title);
    if (time === 0) await page.reload();
    await expect(page.locator('.rail-row')).toHaveCount(2);
  }
  expect(complaints).toEqual([]);
});

test('The lift of a note is measured in the background, with its interval and a control, and survives a reload', async ({ page }) => {
  const complaints = watch(page);
  await play(page);
  const button = notes(page).first().locator('.lift-button');
  await button.click();
  await page.getByLabel('Samples each').selectOption('16');
  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await expect(page.locator('.lift-table tbody tr')).toHaveCount(3);
  // Half a second of work: 48 ends of a trial by a teacher.
  await expect(page.locator('.lift-table [data-arm=note] td').first()).toHaveText(/^\d+ of 16$/);
  await expect(button).toHaveAccessibleName(/^Note lift: [+−]?\d+ points, 95 % interval [+−]?\d+ to [+−]?\d+, 16 samples$/);
  const name = (await button.getAttribute('aria-label')) ?? '';
  await page.keyboard.press('Escape');
  await expect.poll(() => samplesKept(page)).toEqual([16, 16, 16]);
  await page.reload();
  await expect(notes(page).first().locator('.lift-button')).toHaveAccessibleName(name);
  expect(complaints).toEqual([]);
});

test('A measurement can be cancelled and gone on with, gives way to what plays on stage, and loses nothing by either', async ({ page }) => {
  const complaints = watch(page);
  await play(page);
  const button = notes(page).first().locator('.lift-button');
  const known = page.locator('.lift-table [data-arm=note] td').first();
  const counted = async (): Promise<number> => Number(/of (\d+)$/.exec(await known.innerText())?.[1]);
  await button.click();
  await page.getByLabel('Samples each').selectOption('128');
  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await expect(known).toHaveText(/of [1-9]\d*$/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.lift-popover')).toContainText('Stopped early.');
  const before = await counted();
  expect(before).toBeLessThan(128);
  await expect(button).toHaveAccessibleName(new RegExp(`, ${before} samples?$`));
  await expect(page.getByRole('button', { name: 'Go on', exact: true })).toBeEnabled();
  // Also on another day.
  await expect.poll(async () => (await samplesKept(page))?.[0]).toBe(before);
  await page.reload();
  await button.click();
  await expect(known).toHaveText(new RegExp(`of ${before}$`));
  await page.getByLabel('Samples each').selectOption('128');
  await page.getByRole('button', { name: 'Measure more' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  expect(await counted()).toBeGreaterThanOrEqual(before);

  // Somebody asks what if meanwhile.
  await page.keyboard.press('Escape');
  await page.getByLabel('Speed').selectOption('1');
  await page.keyboard.press('2');
  await page.keyboard.press('b');
  await page.locator('.what-if').getByText('Dice', { exact: true }).click();
  await page.getByRole('button', { name: 'Play this branch' }).click();
  await expect(status(page)).toHaveText(/^Playing episode 2/);
  await expect(button).toHaveAccessibleName(/^Note lift: Waits for the stage\. \d+ of 384 episodes$/);
  await page.keyboard.press('r');
  await expect(status(page)).toHaveText('Stopped.');
  await expect(button).toHaveAccessibleName(/^Note lift: .* points, 95 % interval .*, 128 samples$/, { timeout: 30_000 });
  expect(complaints).toEqual([]);
});

test('The policy writes a note once more, in a branch of its own', async ({ page }) => {
  const complaints = watch(page);
  await play(page);
  const before = await notes(page).first().locator('.note-text').innerText();
  await openEditor(page);
  // What is typed is no part of it.
  await field(page).fill('mine (1, 1)');
  await page.getByRole('button', { name: 'Have another one written' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const rows = page.locator('.rail-row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toHaveAccessibleName(/^Note 1 written anew, from Original, episode 1 /);
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  await expect(page.getByText('The note is a new sample from other dice; after it the dice are the same again (seed 1).')).toBeVisible();
  await expect(notes(page).first()).not.toContainText('edited by hand');
  await expect(notes(page).first()).not.toContainText('mine (1, 1)');
  await expect(notes(page).first().locator('.note-text')).toHaveText(/\(\d, \d\)/);
  await rows.first().click();
  await expect(notes(page).first().locator('.note-text')).toHaveText(before);
  expect(complaints).toEqual([]);
});

test('The note editor fits a phone, also with what is wrong in a note', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await page.locator('.note-edit').first().click();
  await field(page).fill('mine dragon (9, 9)');
  await expect(page.locator('.note-verdict[data-bad]').first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const over = await page.locator('.note-editor').evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
});

test('A note that somebody began to write is there again after a reload, for the recording too', async ({ page }) => {
  await page.goto('./');
  await openEditor(page);
  await field(page).fill('half a note');
  await page.reload();
  await openEditor(page);
  await expect(field(page)).toHaveValue('half a note');
});
