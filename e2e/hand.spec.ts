/** A person takes a hand: draws levels, plays, takes over, guesses. In a real Chromium. */
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { violations } from './axe.ts';
import { expect, test, watch } from './browser.ts';
import { turnsKept } from './kept.ts';
import { turns } from './opening.ts';
import { status, where } from './places.ts';

// These tests load no model, so one backend is enough.
test.skip(({ backend }) => backend !== 'wasm');

/** Without motion, and as fast as the rules go. */
async function open(page: Page, theme = 'light'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript((chosen) => localStorage.setItem('fieldnotes.preferences', JSON.stringify({ state: { theme: chosen, language: 'en', speed: 'max' }, version: 1 })), theme);
  await page.goto('./');
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
}

const place = (page: Page, row: number, column: number) => page.locator(`[data-place="${row},${column}"]`);
const checks = (page: Page) => page.getByRole('status', { name: 'Checks' });

test('A level is drawn by keys and by pointer, is told at once what is wrong with it, and is played', async ({ page }) => {
  const complaints = watch(page);
  await open(page);
  await page.getByText('Sokoban', { exact: true }).click();
  await page.getByLabel('Setting').selectOption('sokoban-6-2');
  await page.getByRole('button', { name: 'Try by hand' }).click();
  await expect(checks(page)).toContainText('Solvable in');
  await page.getByRole('button', { name: 'Empty' }).click();
  await expect(checks(page)).toContainText('There is no player');
  // By keys: player, box, target in a row.
  await place(page, 2, 1).focus();
  await page.keyboard.press('p');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('b');
  await expect(checks(page)).toContainText('1 box, 0 targets: add 1 target');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('.');
  await expect(page.getByRole('gridcell', { name: 'row 2, column 3, target' })).toBeFocused();
  await expect(checks(page)).toContainText('Solvable in 1 move, 1 push');
  // By pointer: a hole in the border, and back.
  await page.getByRole('radio', { name: 'Floor' }).check();
  await place(page, 0, 2).click();
  await expect(checks(page)).toContainText('The border is open: the player can walk out at row 0, column 2.');
  await expect(page.getByRole('button', { name: 'Play it yourself' })).toBeDisabled();
  await page.keyboard.press('Control+z');
  await expect(checks(page)).toContainText('Solvable');
  await page.keyboard.press('Control+Shift+Z');
  await expect(checks(page)).toContainText('open');
  await page.getByRole('button', { name: 'Undo' }).click();

  await page.getByRole('button', { name: 'Play it yourself' }).click();
  await expect(page.locator('.strip-task')).toContainText('Own level · 6×6, 1 box, 7 turns');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('gridcell', { name: 'row 2, column 3, box on target' })).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('gridcell', { name: 'row 2, column 2, box' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText('Won in episode 1. Played by you.');
  // The level stays chosen: a teacher may try it.
  await page.getByLabel('Policy', { exact: true }).selectOption('teacher:random');
  await page.getByRole('button', { name: /^Let Random play it/ }).click();
  await expect(page.locator('.versus')).toContainText(/You did better than Random|You and Random are even/);
  await page.getByRole('button', { name: 'Use a seed' }).click();
  await expect(page.getByLabel('Setting')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('A number that can not be stays as it was typed, its range is said at its field, and the level waits for one that can', async ({ page }) => {
  const complaints = watch(page);
  await open(page);
  for (const [world, names] of [['Sokoban', ['Rows', 'Columns', 'Turns', 'Moves a turn']], ['MineSweeper', ['Rows and columns', 'Turns']]] as const) {
    await page.getByText(world, { exact: true }).click();
    if (world === 'Sokoban') await page.getByRole('button', { name: 'Try by hand' }).click();
    const board = page.getByRole('grid', { name: /^Drawing board/ });
    for (const name of names) {
      const field = page.locator('.editor-size').getByLabel(name, { exact: true });
      const [before, kept, least, most] = await Promise.all([board.getAttribute('aria-label'), field.inputValue(), field.getAttribute('min'), field.getAttribute('max')]);
      for (const typed of [`${Number(most) + 1}`, '0', `${least}.5`, '']) {
        await field.fill(typed);
        await field.press('Tab');
        await expect(field).toHaveValue(typed);
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await expect(field).toHaveAccessibleDescription(`Only ${least} to ${most}`);
        await expect(page.getByRole('alert')).toHaveCount(1);
        await expect(board).toHaveAttribute('aria-label', before ?? '');
      }
      await field.fill(most ?? '');
      await expect(page.getByRole('alert')).toHaveCount(0);
      if (name !== 'Turns' && name !== 'Moves a turn') await expect(board).not.toHaveAttribute('aria-label', before ?? '');
      // What was typed was about that level.
      await field.fill('999');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(field).toHaveValue(kept);
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
  }
  expect(complaints).toEqual([]);
});

test('Levels come in as text and go out as text, in both worlds', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Try by hand' }).click();
  const text = page.getByLabel('As text (XSB)');
  await text.fill('; two levels\n#####\n#@$.#\n#####\n\n#######\n#+$   #\n#######');
  await expect(page.getByRole('grid', { name: /Drawing board, 3 by 5/ })).toBeVisible();
  await page.getByLabel('2 levels:').selectOption('1');
  await expect(page.getByRole('grid', { name: /Drawing board, 3 by 7/ })).toBeVisible();
  await expect(checks(page)).toContainText('No plan solves it');
  await text.fill('#####\n#@q.#\n#####');
  await expect(page.getByRole('alert')).toContainText('“q” at row 1, column 2 stands for nothing');
  await expect(page.locator('.editor-symbols')).toContainText(/\*\s*box on a target/);
  await expect(text).toHaveAccessibleDescription(/stands for nothing.*box on a target.*player/s);
  await text.fill('#####\n#@\u200b.#\n#####');
  await expect(page.getByRole('alert')).toContainText('“[U+200B]” at row 1, column 2 stands for nothing');
  await text.fill(`# Mine\n#####\n#@$.#\n#####\n\n${'#'.repeat(40)}\n#@$.#\n\n######\n#+$  #\n######`);
  await expect(page.getByText('One level of this text is too large')).toBeVisible();
  await expect(page.getByLabel('2 levels:').getByRole('option')).toHaveText(['Level 1, 3×5', 'Level 3, 3×6']);
  await page.locator('input[type=file]').first().setInputFiles({ name: 'mines.txt', mimeType: 'text/plain', buffer: Buffer.from('*....\n.....\n..*..\n.....\n....*\n') });
  await expect(page.getByRole('grid', { name: /Drawing board, 5 by 5/ })).toBeVisible();
  await expect(checks(page)).toContainText('3 mines in');
  await place(page, 4, 0).focus();
  for (const key of ['m', 'ArrowUp', 'm', 'ArrowUp', 'm', 'ArrowUp', 'm']) await page.keyboard.press(key);
  await expect(checks(page)).toContainText('7 mines; there must be 3 to 6.');
  await page.keyboard.press('m');
  await page.keyboard.press('o');
  await page.keyboard.press('m');
  await expect(checks(page)).toContainText('The first click at row 2, column 1 is a mine');
  const save = async (): Promise<readonly [name: string, text: string]> => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save file' }).click();
    return [(await saved).suggestedFilename(), readFileSync(await (await saved).path(), 'utf8')];
  };
  expect(await save()).toEqual(['mines.txt', '*....\n*....\n*.*..\n*....\n*...*\n']);
  // What was drawn goes out as others read it, and comes in as it was.
  await page.getByText('Sokoban', { exact: true }).click();
  const level = '  #####\n###   #\n#.$   #\n#+*$  #\n#######';
  await text.fill(level);
  await expect(page.getByRole('grid', { name: /Drawing board, 5 by 7/ })).toBeVisible();
  expect(await save()).toEqual(['level.xsb', `${level}\n`]);
});

test('A person takes over in the middle of a trial, writes a note, and hands back', async ({ page }) => {
  const complaints = watch(page);
  await open(page);
  await page.getByText('MineSweeper', { exact: true }).click();
  await page.getByLabel('Setting').selectOption('mines-5-12');
  await page.getByLabel('Seed', { exact: true }).fill('11');
  await page.getByLabel('Policy', { exact: true }).selectOption('teacher:cautious');
  await page.getByRole('button', { name: 'Run live' }).click();
  await expect(status(page)).toHaveText(/^(Won|Not won) .*Played by a scripted teacher \(Cautious\)\.$/);
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Take over here' }).click();
  await expect(page.locator('.hand')).toContainText('Your turn 2 of 12');
  await expect(page.locator('.hand')).toBeFocused();
  const cell = page.locator('.stage-board').getByRole('gridcell', { name: /, hidden/ }).first();
  const name = (await cell.getAttribute('aria-label')) ?? '';
  await cell.focus();
  await page.keyboard.press('f');
  await expect(page.getByRole('gridcell', { name: `${name}, flagged` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.hand')).toContainText('Your turn 2 of 12');
  await page.keyboard.press('f');
  expect(await violations(page)).toEqual([]);
  // Cell after cell, until one is a mine.
  const note = page.getByLabel('Episode 1 is lost. A note for the next?');
  for (let turn = 2; turn <= 12 && !(await note.isVisible()); turn++) {
    await page.locator('.stage-board').getByRole('gridcell', { name: /, hidden/ }).first().click();
    await expect(page.locator('.hand')).not.toContainText(`Your turn ${turn} of`);
  }
  await note.fill('look elsewhere first');
  // What is half written waits for whoever looks back, or goes through another door.
  await page.getByRole('button', { name: 'First turn' }).click();
  await expect(note).toHaveCount(0);
  await page.getByRole('button', { name: 'Last turn' }).click();
  await expect(note).toHaveValue('look elsewhere first');
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await expect(note).toHaveCount(0);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(note).toHaveValue('look elsewhere first');
  await expect(page.locator('form.hand').getByRole('button', { name: 'Hand back to the policy' })).toBeVisible();
  await page.getByRole('button', { name: 'Write the note' }).click();
  await expect(page.locator('.hand')).toContainText('Your turn 1 of 12');
  await page.getByRole('button', { name: 'Hand back to the policy' }).click();
  await expect(status(page)).toHaveText(/^(Won|Not won) /);
  await expect(page.locator('.note-text').first()).toHaveText('look elsewhere first');
  expect(complaints).toEqual([]);
});

test('A reload keeps who plays and what is chosen: a person goes on where a person played', async ({ page }) => {
  await open(page);
  await page.getByText('MineSweeper', { exact: true }).click();
  await page.getByLabel('Setting').selectOption('mines-5-12');
  await page.getByLabel('Seed', { exact: true }).fill('11');
  await page.getByLabel('Memory').selectOption('both');
  await page.getByLabel('Policy', { exact: true }).selectOption('person');
  await page.locator('.setup-run').getByRole('button').click();
  await page.locator('.stage-board').getByRole('gridcell', { name: /, hidden/ }).first().click();
  await expect(page.locator('.hand')).toContainText(/Your turn 2 of 12|A note for the next/);
  await expect.poll(() => turnsKept(page)).toBeGreaterThan(0);
  await page.reload();
  await expect(page.locator('.notice')).toContainText('This trial stopped in episode 1, after turn 1');
  // What was read and answered last is still there to be read.
  await expect(page.locator('.reader .block .eyebrow')).toHaveText(['Rulesuser', 'Last board it read', 'Its replyassistant']);
  await expect(page.locator('.reader')).toContainText(/<action> \(\d, \d\)<\/action>/);
  await expect(page.getByLabel('Setting')).toHaveValue('mines-5-12');
  await expect(page.getByLabel('Seed', { exact: true })).toHaveValue('11');
  await expect(page.getByLabel('Memory')).toHaveValue('both');
  await expect(page.getByLabel('Policy', { exact: true })).toHaveValue('person');
  await page.getByRole('button', { name: 'Go on from here' }).click();
  await expect(page.locator('.hand')).toContainText(/Your turn 2 of 12|A note for the next/);
});

test('The next turn is hidden until it is guessed, then told with how likely it was, and the score is kept', async ({ page }) => {
  await open(page);
  await page.keyboard.press('1');
  await page.keyboard.press('q');
  await expect(page.locator('.guess')).toContainText('Turn 1: which way will it go first?');
  // Neither keys nor the scrubber get past it.
  await page.keyboard.press('End');
  await expect(page.getByRole('heading', { name: 'Episode 1 · turn 0 of 7' })).toBeVisible();
  await expect(page.locator('.say')).toHaveCount(0);
  await expect(page.locator('button.episode')).toHaveCount(1);
  // Nor does the scrubber tell how many turns and episodes there are, or What if what was done.
  const slider = page.getByRole('slider', { name: 'Turn' });
  await expect(slider).toHaveAttribute('max', '1');
  await expect(slider).toHaveAttribute('aria-valuetext', 'Episode 1 · turn 0 of 7');
  await expect(page.locator('.scrub-track > span')).toHaveCount(1);
  await page.keyboard.press('b');
  await expect(page.locator('.what-if')).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('heading', { name: 'Episode 1 · turn 1 of 7' })).toBeVisible();
  await expect(page.locator('.guess-side').first()).toContainText('%');
  await expect(page.locator('.guess-score')).toContainText(/[01] of 1 right/);
  await page.keyboard.press('ArrowRight');
  // To the end of an episode: the next question is asked in another
  const last = turns.findIndex((_, index) => index > 0 && turns[index + 1]?.turn === 1);
  for (const { episode, turn } of turns.slice(1, last + 1)) {
    await expect(page.locator('.guess')).toContainText(`Turn ${turn}:`);
    await page.getByRole('button', { name: 'Just show it' }).click();
    await expect(page.getByRole('heading', { name: `Episode ${episode} · turn ${turn} of 7` })).toBeVisible();
  }
  await expect(page.locator('.guess-score')).toContainText('of 1 right');
  // Whoever goes on at once is counted all the same.
  await page.getByRole('button', { name: 'To the question' }).click();
  await page.evaluate(async () => {
    for (const key of ['ArrowUp', 'ArrowRight']) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      await new Promise((done) => setTimeout(done));
    }
  });
  const counted = page.locator('.guess-score strong');
  await expect(counted).toContainText('of 2 right');
  // A class goes on guessing and counting after a reload, and is told no more by it; on another visit the score alone is there.
  const before = await counted.innerText();
  const place = await where(page).innerText();
  const shown = await slider.getAttribute('max');
  await page.reload();
  await expect(where(page)).toHaveText(place);
  await expect(counted).toHaveText(before);
  await expect(slider).toHaveAttribute('max', shown ?? '');
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('max', shown ?? '');
  await page.goto('./?');
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  await expect(page.locator('.guess')).toHaveCount(0);
  await page.keyboard.press('q');
  await expect(counted).toHaveText(before);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.locator('.guess-score')).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop guessing' }).click();
  await expect(page.locator('.guess')).toHaveCount(0);
});

test('In lecture theme nothing covers the board', async ({ page }) => {
  await page.setViewportSize({ width: 1360, height: 900 });
  await open(page, 'lecture');
  const bottomOf = (selector: string) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);
  const topOf = (selector: string) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
  expect(await bottomOf('.stage-board .board')).toBeLessThanOrEqual(await topOf('.transport'));
  expect(await bottomOf('.transport')).toBeLessThanOrEqual(900);
  await page.keyboard.press('1');
  await page.keyboard.press('q');
  await expect(page.locator('.guess')).toBeVisible();
  expect(await bottomOf('.stage-board .board')).toBeLessThanOrEqual(await topOf('.guess'));
  await page.keyboard.press('q');
  await page.keyboard.press('e');
  await expect(checks(page)).toContainText('Solvable');
});

test('Every key does one thing', async ({ page }) => {
  await open(page);
  await page.keyboard.press('?');
  // What is in Help is fetched when it is opened.
  await expect(page.locator('.glossary.keys')).toBeVisible();
  const names = await page.locator('.glossary.keys kbd').allInnerTexts();
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('All of it works on a phone, by touch', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await page.getByRole('button', { name: 'Play it yourself' }).click();
  await page.locator('.hand').getByRole('button', { name: 'up', exact: true }).click();
  await expect(page.locator('.hand')).toBeInViewport();
  await page.getByRole('button', { name: /^Play turn/ }).click();
  await expect(page.locator('.hand')).toContainText('Your turn 2 of 7');
  await page.locator('.hand').getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Try by hand' }).click();
  await expect(checks(page)).toContainText('Solvable');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
