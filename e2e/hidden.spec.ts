/** Links that leave controls out: each of these is gone for the pointer and for the keys, and comes back when somebody wants it. */
import type { Page } from '@playwright/test';
import type { Hideable } from '../src/app/share/hidden.ts';
import { encodeLink } from '../src/experiment/links/index.ts';
import { playAll } from '../src/trial/scheduler.ts';
import { teacher } from '../src/trial/teachers/teacher.ts';
import { makeTask } from '../src/worlds/index.ts';
import { expect, test, watch } from './browser.ts';
import { status } from './places.ts';

test.skip(({ backend }) => backend !== 'wasm');

const [played] = playAll(
  [{ task: makeTask('sokoban', { size: 6, boxes: 2 }, 7), config: { episodes: 3, memory: 'reflection' }, style: 'brief', seed: 1, trial: 0 }],
  teacher('random'),
);
type Control = Exclude<Hideable, 'later'>;

/** What belongs to a name: on stage, on the wall (w), behind the door to the editor (e), or in what is opened by another key. */
const parts: Readonly<Record<Control, readonly (readonly [key: '' | 'w' | 'e' | 'b' | 'c', selector: string])[]>> = {
  setup: [['', '.setup'], ['w', '.wall-head .button'], ['e', '.setup']],
  run: [['', '.setup-run'], ['w', '.wall-head .button'], ['e', '.editor-go .button:not(.button-main)']],
  thoughts: [['', '.talk'], ['b', '.what-if [data-kind=thought]'], ['c', '.compare-said .say-thought']],
  reader: [['', '.reader'], ['c', '.compare-said .fold']],
  overlay: [['', '.overlay-switch']],
  tokens: [['', '.talk-tools button']],
  wall: [['', '.top-tools [aria-keyshortcuts=w]'], ['w', '.top-tools [aria-keyshortcuts=w]']],
  branches: [['', '.rail'], ['', '[data-opens=what-if]'], ['', '.say[aria-current] .say-branch'], ['', '.note-edit'], ['', '.take-over']],
  doors: [['', '.doors'], ['', '.setup-draw'], ['w', '.doors'], ['e', '.doors']],
};

const still = (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' });

/** A link's trial on stage, with a teacher to play what is played on. */
async function open(page: Page, hidden: readonly Control[]): Promise<void> {
  await still(page);
  await page.addInitScript(() => {
    localStorage.setItem('fieldnotes.choice', JSON.stringify({ policy: 'teacher:greedy' }));
    localStorage.setItem('fieldnotes.preferences', JSON.stringify({ state: { speed: 'max' }, version: 1 }));
  });
  await page.goto(`./#${encodeLink(played, { thoughts: true, hidden, moment: { episode: 0, turn: 1, beat: null } })}`);
  await expect(page.locator('.notice')).toContainText('From a link');
}

test('Whatever a link can leave out is gone, wherever on the page it stands', async ({ page }) => {
  await open(page, []);
  await page.keyboard.press('b');
  await page.locator('.what-if').getByText('Dice', { exact: true }).click();
  await page.getByRole('button', { name: 'Play this branch' }).click();
  await expect(page.locator('.rail')).toBeVisible();
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  for (const [name, places] of Object.entries(parts)) {
    for (const [key, selector] of places) {
      if (key !== '') await page.keyboard.press(key);
      const part = page.locator(selector).first();
      await expect(part, `${name} ${selector}`).toBeVisible();
      await page.evaluate((hide) => (document.documentElement.dataset['hide'] = hide), name);
      await expect(part, `${name} ${selector}`).toBeHidden();
      await page.evaluate(() => delete document.documentElement.dataset['hide']);
      if (key !== '') await page.keyboard.press(key);
    }
  }
});

/** Where the page is, and what is switched on. */
async function state(page: Page): Promise<readonly unknown[]> {
  return Promise.all([
    page.locator('.page').getAttribute('data-scene'),
    page.locator('.what-if').count(),
    page.locator('.overlay-switch input').evaluateAll((all) => all.map((each) => each instanceof HTMLInputElement && each.checked)),
    page.locator('.talk-tools button').evaluateAll((all) => all.map((each) => each.getAttribute('aria-pressed'))),
    page.locator('.notice').filter({ hasText: 'From a link' }).count(),
    page.locator('.strip-task').allTextContents(),
  ]);
}

test('The keys of what is left out rest, and wake when everything is shown again', async ({ page }) => {
  const complaints = watch(page);
  const keys = ['e', 't', 'x', 'w', 'g', 'b'] as const;
  await open(page, ['setup', 'run', 'thoughts', 'reader', 'overlay', 'tokens', 'wall', 'branches', 'doors']);
  const [before, said] = [await state(page), await status(page).textContent()];
  for (const key of [...keys, 'c', 'r']) await page.keyboard.press(key);
  // This one does not rest: it shows that those before it have been heard.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await expect(page.locator('.keys dt').filter({ hasText: /^[RTXWGBCE]$/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  expect(await state(page)).toEqual(before);
  await expect(status(page)).toHaveText(said ?? '');
  await page.getByRole('button', { name: 'Show all controls' }).click();
  for (const key of keys) {
    const was = await state(page);
    await page.keyboard.press(key);
    await expect.poll(() => state(page), key).not.toEqual(was);
    // back on stage, whichever door that was
    for (let door = 0; door < 3 && (await page.locator('.page').getAttribute('data-scene')) !== 'stage'; door++) await page.keyboard.press('g');
  }
  await page.keyboard.press('r');
  await expect(status(page)).toHaveText(/Played by|Playing|Waiting/);
  expect(complaints).toEqual([]);
});

for (const names of [[], ['setup'], ['run'], ['setup', 'run', 'thoughts', 'reader', 'doors', 'wall']] as const) {
  test(`What is under way can be stopped by pointer, with what is left out: ${names.join(', ') || 'nothing'}`, async ({ page }) => {
    const complaints = watch(page);
    await open(page, names);
    const stop = page.getByRole('button', { name: 'Stop', exact: true });
    await expect(stop).toHaveCount(0);
    await page.getByLabel('Speed').selectOption('1');
    await page.keyboard.press('b');
    await page.locator('.what-if').getByText('Dice', { exact: true }).click();
    await page.getByRole('button', { name: 'Play this branch' }).click();
    await expect(status(page)).toHaveText(/^Playing/);
    await expect(stop).toHaveCount(1);
    await stop.click();
    await expect(status(page)).toHaveText('Stopped.');
    await expect(stop).toHaveCount(0);
    expect(complaints).toEqual([]);
  });
}
