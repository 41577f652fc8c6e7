/** Everything is reached and pressed by key; and where the focus goes when what was pressed disappears, or can't be pressed any more. */
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, test } from './browser.ts';

// Where the focus goes does not depend on who computes.
test.skip(({ backend }) => backend !== 'wasm');

async function open(page: Page, { policy = 'teacher:greedy', speed = 'max' } = {}): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(
    ([speed, policy]) => {
      localStorage.setItem('fieldnotes.preferences', JSON.stringify({ state: { language: 'en', speed }, version: 1 }));
      localStorage.setItem('fieldnotes.choice', JSON.stringify({ setting: 'sokoban-6-2', seed: '23', policy }));
    },
    [speed, policy],
  );
  await page.goto('./');
  await expect(page.locator('.stage-board svg')).toBeVisible();
}

/** What has the focus, by its name; "nothing" is what must never be. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const now = document.activeElement;
    if (now === null || now === document.body) return 'nothing';
    const label = now instanceof HTMLInputElement || now instanceof HTMLSelectElement || now instanceof HTMLTextAreaElement ? now.labels?.[0]?.textContent : null;
    return now.getAttribute('aria-label') ?? (label || now.textContent.trim().slice(0, 60)) ?? now.tagName;
  });

/** Press one after the other, and see where the focus goes. */
async function press(page: Page, table: readonly (readonly [what: Locator, then: RegExp])[]): Promise<void> {
  for (const [what, then] of table) {
    await test.step(`${String(what)} → ${then.source}`, async () => {
      await expect(what).toBeVisible();
      await what.focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => focused(page)).toMatch(then);
      // and stays there
      await page.evaluate(() => new Promise((done) => setTimeout(done, 150)));
      expect(await focused(page)).toMatch(then);
    });
  }
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: typeof name === 'string' }).filter({ visible: true });
const key = (page: Page, shortcut: string): Locator => page.locator(`.transport [aria-keyshortcuts="${shortcut}"]`);
const over = (page: Page): Promise<void> => expect(page.locator('.strip-status')).toHaveText(/^(Won|Not won)/);
const setup = (page: Page): Locator => page.locator('.setup-run').getByRole('button');

test('Watching: what runs, stops, steps and is put away', async ({ page }) => {
  await open(page, { speed: '0.25' });
  await press(page, [
    [button(page, 'No tour, thanks'), /Wall/],
    [setup(page), /Stop/],
    [setup(page), /Run live/],
  ]);
  await page.locator('.transport select').selectOption('max');
  await press(page, [[setup(page), /Run live|Stop/]]);
  await over(page);
  // Steps come to an end and stay in hand: the next press is not another button's.
  await press(page, [
    [key(page, 'End'), /Last turn/],
    [key(page, 'ArrowRight'), /Next turn/],
    [key(page, 'Home'), /First turn/],
    [key(page, 'Home'), /First turn/],
    [key(page, 'Home'), /First turn/],
    [key(page, 'ArrowLeft'), /Previous turn/],
    [key(page, 'Space'), /Pause/],
    [key(page, 'Space'), /Play/],
  ]);
});

test('By hand: taking over, moves, turns, stopping', async ({ page }) => {
  await open(page);
  await press(page, [[setup(page), /Run live|Stop/]]);
  await over(page);
  await press(page, [
    [button(page, 'Play it yourself'), /^Your turn$/],
    [button(page, 'up'), /up/],
    [button(page, 'Take back'), /Take back/],
    [button(page, 'up'), /up/],
    [button(page, 'down'), /down/],
    [button(page, 'left'), /left/],
    [button(page, /^Play turn/), /^Your turn$/],
    [button(page, 'Stop').last(), /What if/],
  ]);
});

test('Guessing: answers, going on, putting it away', async ({ page }) => {
  await open(page);
  await press(page, [[setup(page), /Run live|Stop/]]);
  await over(page);
  await press(page, [
    [button(page, 'Guess'), /^up$/],
    [button(page, /^up$/i).first(), /Next question/],
    [button(page, 'Next question'), /^up$/],
    [button(page, 'Just show it'), /^To the question$/],
    [button(page, 'To the question'), /^up$/],
    [button(page, 'Stop guessing'), /What if/],
  ]);
});

test('Asking what if, comparing, deleting and undoing', async ({ page }) => {
  await open(page);
  await press(page, [[setup(page), /Run live|Stop/]]);
  await over(page);
  await page.keyboard.press('1');
  await press(page, [
    [button(page, 'What if').last(), /Action/],
    [button(page, 'Close'), /What if/],
    [button(page, 'What if').last(), /Action/],
  ]);
  await page.getByRole('group', { name: 'What to change' }).getByText('Dice', { exact: true }).click();
  await press(page, [[button(page, 'Play this branch'), /^What the policy reads$/]]);
  await over(page);
  const tools = page.locator('.rail-tools');
  await press(page, [
    [tools.locator('[aria-pressed]'), /Compare/],
    [tools.locator('[aria-pressed]'), /Compare/],
    [tools.getByRole('button', { name: 'Delete' }), /Delete/],
    [page.locator('.rail-removed').getByRole('button', { name: 'Undo' }), /^From ep\. 1/],
  ]);
});

test('Dialogs, lessons, levels of one’s own', async ({ page }) => {
  await open(page);
  await press(page, [[setup(page), /Run live|Stop/]]);
  await over(page);
  await press(page, [
    [button(page, 'Runs'), /Close/],
    [button(page, /^Delete /).first(), /^Undo deleting/],
    [page.locator('.library-undo button').first(), /^Open Sokoban/],
    [button(page, 'Close').first(), /Runs/],
    [button(page, 'New here? One-minute tour'), /A look around/],
    [page.locator('.lesson-moves').getByRole('button', { name: 'Next' }), /Next/],
    [page.locator('.lesson-moves').getByRole('button', { name: 'Back' }), /Back/],
    [page.locator('.lesson-head button'), /Wall/],
    [button(page, 'Draw a level'), /Memory/],
  ]);
});

test('Notes and films: what is measured, made and cancelled', async ({ page }) => {
  await open(page);
  await page.getByLabel('Seed', { exact: true }).fill('11');
  await page.getByText('MineSweeper', { exact: true }).click();
  await page.getByLabel('Setting').selectOption('mines-5-12');
  await press(page, [[setup(page), /Run live|Stop/]]);
  await over(page);
  const lift = page.locator('.lift-popover');
  const note = page.locator('.note:not([data-waiting])').first();
  await press(page, [
    [note.locator('.lift-button'), /./],
    [lift.getByRole('button', { name: /^(Measure|More|Go on)/ }), /Cancel|Samples|Measure|More/],
  ]);
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toMatch(/lift/i);
  await press(page, [[note.locator('.note-edit'), /./]]);
  await page.getByRole('textbox', { name: 'Note' }).fill('mine (3, 4)');
  await press(page, [[button(page, /^Run from here/), /./]]);
  await over(page);
  await press(page, [
    [button(page, 'Share'), /./],
    [page.getByRole('tab', { name: 'Film' }), /Film/],
    [button(page, 'Make the film'), /Cancel/],
    [button(page, 'Cancel'), /Episode|Make the film/],
    [button(page, 'Close').first(), /Share/],
  ]);
});

test('Training: started, paused, gone on with, stopped, deleted', async ({ page }) => {
  test.setTimeout(300_000);
  await open(page);
  await button(page, 'Train').click();
  await press(page, [[button(page, 'Start training'), /Training|first/i]]);
  const live = page.locator('.live-buttons');
  await expect(page.locator('.live-title')).toContainText('Training', { timeout: 120_000 });
  await press(page, [[live.getByRole('button', { name: 'Pause' }), /^(Pause|Go on)$/]]);
  await expect(page.locator('.live-title')).toContainText('Paused', { timeout: 60_000 });
  await press(page, [[live.getByRole('button', { name: 'Go on' }), /^Pause$/]]);
  await expect(page.locator('.live-title')).toContainText('Training');
  await press(page, [[live.getByRole('button', { name: 'Stop' }), /^(?!nothing$)/]]);
  await expect(live).toHaveCount(0, { timeout: 60_000 });
  await expect.poll(() => focused(page)).not.toBe('nothing');
  const actions = page.locator('.runs .actions').first();
  await press(page, [
    [actions.getByRole('button', { name: 'Delete' }), /Close/],
    [actions.getByRole('button', { name: 'Close' }), /^(?!nothing$)/],
    [actions.getByRole('button', { name: 'Delete' }), /Close/],
    [actions.getByRole('button', { name: 'Delete' }), /^(?!nothing$)/],
  ]);
});

/** Names of the controls in a part of the page that Tab, going once around, does not reach. Of those that one goes through by arrows one is enough. */
async function unreached(page: Page, part: string): Promise<string[]> {
  await page.evaluate(() => document.querySelectorAll('[data-reached]').forEach((each) => each.removeAttribute('data-reached')));
  await page.locator('.skip').focus();
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab');
    const again = await page.evaluate(() => {
      const now = document.activeElement;
      if (now === null || now === document.body) return true;
      const before = now.hasAttribute('data-reached');
      now.setAttribute('data-reached', '');
      return before;
    });
    if (again) break;
  }
  return page.locator(part).evaluateAll((parts) =>
    parts.flatMap((within) =>
      [...within.querySelectorAll('button, input, select, textarea, a[href], summary, [role=gridcell]')]
        .filter((each) => each.getClientRects().length > 0 && !each.matches(':disabled'))
        .filter((each) => each.closest('[role=grid], [role=radiogroup], fieldset')?.querySelector('[data-reached]') == null && !each.hasAttribute('data-reached'))
        .map((each) => each.getAttribute('aria-label') ?? each.textContent),
    ),
  );
}

/** By arrows from the cell that Tab leads to. */
async function walkToHidden(page: Page): Promise<void> {
  const board = page.locator('.stage-board');
  const at = async (cell: Locator): Promise<readonly number[]> => ((await cell.getAttribute('data-cell')) ?? '').split(',').map(Number);
  const first = board.locator('[role=gridcell][tabindex="0"]');
  const [[row, column], [toRow, toColumn]] = [await at(first), await at(board.getByRole('gridcell', { name: /, hidden/ }).first())];
  await first.focus();
  for (let steps = 0; steps < Math.abs(toRow - row); steps++) await page.keyboard.press(toRow > row ? 'ArrowDown' : 'ArrowUp');
  for (let steps = 0; steps < Math.abs(toColumn - column); steps++) await page.keyboard.press(toColumn > column ? 'ArrowRight' : 'ArrowLeft');
}

test('Playing by hand, guessing and “you against the policy” need no pointer', async ({ page }) => {
  test.setTimeout(300_000);
  await open(page);
  for (const world of ['Sokoban', 'MineSweeper'] as const) {
    await test.step(world, async () => {
      const choice = page.getByRole('radio', { name: world });
      await choice.focus();
      await page.keyboard.press('Space');
      await expect(choice).toBeChecked();
      await press(page, [[setup(page), /Run live|Stop/]]);
      await over(page);
      expect(await unreached(page, '.hand-tools')).toEqual([]);

      // Guess: a move by its button, a cell on the board.
      await button(page, 'Guess').press('Enter');
      expect(await unreached(page, '.guess, .stage-board')).toEqual([]);
      if (world === 'Sokoban') await button(page, 'left').first().press('Space');
      else {
        await walkToHidden(page);
        await page.keyboard.press('Enter');
      }
      await expect(page.locator('.guess-side').first()).toBeVisible();
      expect(await unreached(page, '.guess')).toEqual([]);
      await button(page, 'Stop guessing').press('Enter');

      // One's own trial: the board or the pad, the note, and the end.
      await button(page, 'Play it yourself').press('Enter');
      await expect(page.locator('.hand')).toBeVisible();
      expect(await unreached(page, '.hand, .stage-board')).toEqual([]);
      const ended = page.locator('.versus');
      for (let turn = 0; turn < 60 && !(await ended.isVisible()); turn++) {
        if (await page.locator('form.hand').isVisible()) {
          expect(await unreached(page, '.hand')).toEqual([]);
          await button(page, /^(Go on without a note|Write the note)/).press('Enter');
        } else if (world === 'Sokoban') {
          await button(page, ['left', 'up', 'right', 'down'][turn % 4]).last().press('Enter');
          await button(page, /^Play turn/).press('Enter');
        } else {
          await walkToHidden(page);
          await page.keyboard.press('Enter');
        }
      }
      await expect(ended).toBeVisible();
      expect(await unreached(page, '.versus, .hand-tools')).toEqual([]);
      await ended.getByRole('button', { name: 'Watch it' }).first().press('Enter');
      await expect(ended).toBeVisible();
    });
  }
});

test('The hint of what has the focus is its description, and is no loose part of the page', async ({ page }) => {
  await open(page);
  await page.keyboard.press('Tab');
  await key(page, 'Home').focus();
  const hint = page.locator('.hint');
  await expect(hint).toBeVisible();
  await expect(key(page, 'Home')).toHaveAccessibleDescription((await hint.innerText()).trim());
  expect(await violations(page)).toEqual([]);
});
