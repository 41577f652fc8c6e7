/** Asking what if: branches from turns, their tree, and two of them in step. */
import type { Page } from '@playwright/test';
import { expect, test, watch } from './browser.ts';
import { status } from './places.ts';

test.skip(({ backend }) => backend !== 'wasm');

interface Opening {
  readonly theme?: 'light' | 'dark' | 'lecture';
  /** who plays what comes new */
  readonly policy?: string;
}

/** The same trial each time, whatever recording the page opens with: a teacher without skill loses three episodes of several turns. */
async function open(page: Page, { theme = 'light', policy = 'teacher:greedy' }: Opening = {}): Promise<string[]> {
  const complaints = watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript((chosen) => localStorage.setItem('fieldnotes.preferences', JSON.stringify({ state: { theme: chosen, speed: 'max' }, version: 1 })), theme);
  await page.goto('./');
  await expect(status(page)).toContainText('Recorded');
  const setup = page.getByRole('region', { name: 'Next trial' });
  if (!(await setup.getByLabel('Setting').isVisible())) await setup.getByRole('button', { expanded: false }).click();
  await setup.getByLabel('Setting').selectOption('sokoban-6-2');
  await setup.getByLabel('Seed', { exact: true }).fill('23');
  await setup.getByLabel('Policy', { exact: true }).selectOption('teacher:random');
  await setup.getByRole('button', { name: 'Run live' }).click();
  await expect(status(page)).toHaveText(/^Not won in 3 episodes\. Played by a scripted teacher/);
  await setup.getByLabel('Policy', { exact: true }).selectOption(policy);
  return complaints;
}

const branches = (page: Page) => page.locator('.rail-row');
const ended = (page: Page) => expect(status(page)).toHaveText(/^(Won in|Not won in)/);
/** What was done in a turn (from 1) of the episode on stage. */
const done = (page: Page, turn: number) => page.locator('.say').nth(turn - 1).locator('.chip');

/** The question at a turn (from 1) of an episode (from 1), by keys. */
async function ask(page: Page, episode: number, turn: number, kind: 'Action' | 'Thought' | 'Memory' | 'Dice'): Promise<void> {
  await page.keyboard.press(String(episode));
  for (let at = 1; at < turn; at++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('b');
  await expect(page.getByRole('heading', { name: `What if, in episode ${episode}, turn ${turn}` })).toBeVisible();
  const kinds = page.getByRole('group', { name: 'What to change' });
  await expect(kinds).toBeInViewport({ ratio: 1 });
  await kinds.getByText(kind, { exact: true }).click();
  await expect(kinds.getByRole('radio', { name: kind, exact: true })).toBeChecked();
}

/** Play what was asked, as the branch that makes them so many. */
async function go(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: 'Play this branch' }).click();
  await expect(branches(page)).toHaveCount(count, { timeout: 120_000 });
}

test('Another action makes a branch, and the trial that it left stays as it was', async ({ page }) => {
  const complaints = await open(page);
  await ask(page, 1, 2, 'Action');
  // The key that opens the question closes it too, also from its own radio buttons.
  await expect(page.getByRole('radio', { name: 'Action', exact: true })).toBeFocused();
  await page.keyboard.press('b');
  await expect(page.getByRole('group', { name: 'What to change' })).toBeHidden();
  await page.keyboard.press('b');
  await expect(page.getByRole('group', { name: 'What to change' })).toBeVisible();
  const was = await done(page, 2).allTextContents();
  expect(was).not.toEqual(['right', 'down']);
  await expect(page.getByText(`It was: ${was.join(', ')}`, { exact: true })).toBeVisible();
  const outcome = await status(page).innerText();
  const moves = page.getByRole('group', { name: /^Moves/ });
  await moves.getByRole('button').first().focus();
  for (const key of ['ArrowRight', 'ArrowUp', 'Backspace', 'ArrowDown']) await page.keyboard.press(key);
  await expect(page.getByRole('textbox', { name: 'As text' })).toHaveValue('right, down');
  await go(page, 2);
  await ended(page);
  await expect(branches(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(branches(page).nth(1)).toHaveAccessibleName(/^Ep\. 1, turn 2: right, down, from Original, episode 1 /);
  await expect(page.getByText(/same task, same dice \(seed 1\)/)).toBeVisible();
  // The person's answer is theirs, the turn before it the policy's.
  await page.keyboard.press('1');
  await expect(done(page, 2)).toHaveText(['right', 'down']);
  await branches(page).nth(1).focus();
  await page.keyboard.press('ArrowUp');
  await expect(branches(page).first()).toBeFocused();
  await expect(status(page)).toHaveText(outcome);
  await expect(done(page, 2)).toHaveText(was);
  expect(complaints).toEqual([]);
});

test('A thought, the memory and the dice can be changed, and branches named, deleted and brought back', async ({ page }) => {
  await open(page);
  await ask(page, 2, 1, 'Thought');
  await page.getByRole('radio', { name: 'Whole answer' }).check();
  await page.getByRole('textbox', { name: 'Answer' }).fill('careful boxx (3, 2)<action> up</action>');
  await expect(page.getByText('Scout has never met: boxx')).toBeVisible();
  await go(page, 2);
  await ended(page);
  await page.keyboard.press('2');
  await expect(page.locator('.say').first()).toContainText('careful boxx');
  await branches(page).first().click();
  await ask(page, 1, 1, 'Memory');
  await page.getByRole('radio', { name: /^memory: history/ }).check();
  await go(page, 3);
  await ended(page);
  await expect(page.locator('.strip-task')).toContainText('memory: history');
  await branches(page).first().click();
  await ask(page, 3, 1, 'Dice');
  await expect(page.getByLabel('Seed of the dice')).toHaveValue('2');
  await go(page, 4);
  await ended(page);

  const noted = page.getByRole('option', { name: /^Ep\. 2, turn 1: answer rewritten/ });
  await noted.click();
  await page.keyboard.press('F2');
  await page.getByLabel('Name of the branch').fill('careful');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: /^careful, from Original/ })).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(branches(page)).toHaveCount(3);
  await expect(page.getByText('Deleted “careful”.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('option', { name: /^careful/ })).toHaveAttribute('aria-selected', 'true');
  await branches(page).first().click();
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
});

test('A branch goes on growing while another is looked at', async ({ page }) => {
  await open(page);
  const outcome = await status(page).innerText();
  await page.getByLabel('Speed').selectOption('2');
  await ask(page, 1, 1, 'Dice');
  await go(page, 2);
  await branches(page).first().click();
  await expect(status(page)).toHaveText(outcome);
  await expect(page.locator('.live')).toHaveCount(0);
  await expect(branches(page).nth(1)).not.toHaveAccessibleName(/being played|open/, { timeout: 120_000 });
  await expect(branches(page).nth(1)).toHaveAccessibleName(/episode 1 /);
  await expect(branches(page).first()).toHaveAttribute('aria-selected', 'true');
});

test('A branch that is deleted while it is played is played no more; brought back, it is there as far as it had come, and can be played on', async ({ page }) => {
  const complaints = await open(page);
  const outcome = await status(page).innerText();
  await page.getByLabel('Speed').selectOption('0.25');
  await ask(page, 1, 1, 'Dice');
  await go(page, 2);
  await expect(status(page)).toHaveText(/^Playing episode 1/);
  await page.locator('.rail').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(branches(page)).toHaveCount(1);
  await expect(status(page)).toHaveText(outcome);
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(branches(page)).toHaveCount(2);
  await expect(status(page)).toHaveText('Stopped.');
  await page.getByLabel('Speed').selectOption('max');
  await page.locator('.rail').getByRole('button', { name: 'Play on' }).click();
  await ended(page);
  await expect(branches(page)).toHaveCount(2);
  expect(complaints).toEqual([]);
});

for (const theme of ['light', 'dark', 'lecture'] as const) {
  test(`Two branches are watched in step (${theme})`, async ({ page }) => {
    if (theme === 'dark') await page.setViewportSize({ width: 390, height: 844 });
    await open(page, { theme });
    await ask(page, 1, 2, 'Action');
    const was = await done(page, 2).allTextContents();
    expect(was).not.toEqual(['right', 'down']);
    await page.getByRole('textbox', { name: 'As text' }).fill('right, down');
    await go(page, 2);
    await ended(page);
    await page.keyboard.press('c');
    await expect(page.getByText('First difference: Ep. 1, turn 2')).toBeVisible();
    await page.getByRole('button', { name: 'Go there' }).click();
    const [left, right] = [page.locator('.compare-side').first(), page.locator('.compare-side').nth(1)];
    await expect(left.locator('.chip')).toHaveText(was);
    await expect(right.locator('.chip')).toHaveText(['right', 'down']);
    await expect(right).toContainText('by hand');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    // One step for both: the turn before is the same.
    await page.keyboard.press('ArrowLeft');
    const shown = (side: typeof left) => side.locator('.chip').allTextContents();
    expect(await shown(left)).toEqual(await shown(right));
    await page.keyboard.press('c');
    await expect(page.locator('.compare')).toHaveCount(0);
  });
}

test('Any two branches stand side by side, on whichever side', async ({ page }) => {
  const complaints = await open(page);
  const answers = ['up', 'left', 'down'];
  for (const [index, answer] of answers.entries()) {
    if (index > 0) await branches(page).first().click();
    await ask(page, 1, 1, 'Action');
    await page.getByRole('textbox', { name: 'As text' }).fill(answer);
    await go(page, index + 2);
    await ended(page);
  }
  await page.keyboard.press('c');
  const [left, right] = ['Left branch', 'Right branch'].map((name) => page.getByLabel(name));
  const names = answers.map((answer) => `Ep. 1, turn 1: ${answer}`);
  await expect(left.locator('option')).toHaveText(['Original', ...names]);
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  /** What was done at the left and at the right. */
  const shown = () => page.locator('.compare-side .chip').allTextContents();
  await left.selectOption(names[0]);
  await right.selectOption(names[1]);
  await expect.poll(shown).toEqual(['up', 'left']);
  await left.selectOption(names[2]);
  await expect.poll(shown).toEqual(['down', 'left']);
  await expect(page.locator('.compare-side').first()).toHaveAccessibleName(names[2]);
  // The one at the right is the one on stage, and one that is there already changes places.
  await expect(branches(page).nth(2)).toHaveAttribute('aria-selected', 'true');
  await left.selectOption(names[1]);
  await expect.poll(shown).toEqual(['left', 'down']);
  await right.selectOption(names[1]);
  await expect.poll(shown).toEqual(['down', 'left']);
  await expect(page.getByText('First difference: Ep. 1, turn 1')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('Scout goes on from the beginning of a thought that it is given', async ({ page }) => {
  await open(page, { policy: 'scout' });
  await ask(page, 1, 1, 'Thought');
  await page.getByRole('button', { name: 'careful', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Answer' })).toHaveValue('careful');
  await go(page, 2);
  await ended(page);
  await expect(branches(page).nth(1)).toHaveAccessibleName(/^Ep\. 1, turn 1: thought begun/);
  await page.keyboard.press('1');
  await expect(page.locator('.say').first()).toHaveText(/careful \S+/);
});

test('With a branch under the strip, strip and board are whole on a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await page.getByLabel('Speed').selectOption('max');
  await page.getByLabel('Policy', { exact: true }).selectOption('teacher:greedy');
  await page.getByRole('button', { name: 'Edit the note after episode 1' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('locked box (2, 3) left');
  await page.getByRole('button', { name: /Run from here/ }).click();
  await expect(page.locator('.rail')).toBeVisible();
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  const [last, all] = [await page.locator('.strip .episode').last().boundingBox(), await page.locator('.strip').boundingBox()];
  expect((last?.x ?? Infinity) + (last?.width ?? 0)).toBeLessThanOrEqual((all?.x ?? 0) + (all?.width ?? 0) + 4);
  const [picture, controls] = [await page.locator('.stage-board svg').boundingBox(), await page.locator('.transport').boundingBox()];
  expect((picture?.y ?? Infinity) + (picture?.height ?? 0)).toBeLessThanOrEqual(controls?.y ?? 0);
});
