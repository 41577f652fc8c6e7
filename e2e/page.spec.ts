/** What a person does on the page, in a real Chromium. */
import type { Page } from '@playwright/test';
import { readAt } from '../src/app/reading.ts';
import { expect, test, watch } from './browser.ts';
import { longEpisode, opening } from './opening.ts';
import { status, where } from './places.ts';

// These tests load no model, so one backend is enough.
test.skip(({ backend }) => backend !== 'wasm');

interface Choice {
  readonly world: 'Sokoban' | 'MineSweeper';
  readonly setting: string;
  readonly seed: string;
  readonly policy: string;
  readonly memory?: string;
}

async function choose(page: Page, { world, setting, seed, policy, memory = 'reflection' }: Choice): Promise<void> {
  await page.getByText(world, { exact: true }).click();
  await page.getByLabel('Setting').selectOption(setting);
  await page.getByLabel('Seed', { exact: true }).fill(seed);
  await page.getByLabel('Memory').selectOption(memory);
  await page.getByLabel('Policy', { exact: true }).selectOption(policy);
}

/** As fast as the rules go. */
async function hurry(page: Page): Promise<void> {
  await page.getByLabel('Speed').selectOption('max');
}


test('A recorded trial of Scout plays at once, and no model is asked for', async ({ page }) => {
  const complaints = watch(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  // Time passes when the test says so: the first episode is over in seconds.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto('./');
  await expect(status(page)).toHaveText('Recorded: Scout played this. No model has loaded.');
  await expect(page.getByRole('button', { name: /^Pause/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Episode 1 · turn 0 of 7' })).toBeVisible();
  // What is to come is not given away.
  await expect(page.locator('.say')).toHaveCount(0);
  await expect(page.locator('button.episode')).toHaveCount(1);
  await page.clock.runFor(3000);
  await expect(page.locator('.say').first()).toContainText('Turn 1');
  await expect(page.getByRole('heading', { name: /^Episode 1 · turn [1-7] of 7$/ })).toBeVisible();
  await expect(page.locator('button.episode')).toHaveCount(1);
  expect(asked.filter((url) => /\.gguf|\.wasm|ort\./.test(url))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('Play moves on, moment by moment, and Pause stands still', async ({ page }) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto('./');
  const beat = page.locator('.beats [aria-current=step]');
  const shown = async (): Promise<string> => `${await where(page).textContent()} ${(await beat.allTextContents()).join()}`;
  await page.getByRole('button', { name: /^Slow motion/ }).click();
  await page.getByRole('button', { name: /^Pause/ }).click();
  const paused = await shown();
  await page.clock.runFor(20_000);
  expect(await shown()).toBe(paused);
  // Played, a turn goes through the same beats as by keys.
  await page.locator('.transport').getByRole('button', { name: /^Play/ }).click();
  const passed = new Set<string>();
  for (let step = 0; step < 400 && !passed.has('Remember'); step++) {
    await page.clock.runFor(200);
    for (const name of await beat.allTextContents()) passed.add(name);
  }
  expect([...passed]).toEqual(['Observe', 'Think', 'Act', 'Reward', 'Remember']);
  await expect(page.getByRole('heading', { name: /^Episode 1 · turn/ })).toBeVisible();
});

for (const [why, prepare] of [
  ['where motion is unwelcome', (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' })],
  ['in the lecture theme', (page: Page) => page.addInitScript(() => localStorage.setItem('fieldnotes.preferences', '{"state":{"theme":"lecture"},"version":1}'))],
] as const) {
  test(`The recording stands still ${why}, and shows all of itself`, async ({ page }) => {
    await prepare(page);
    await page.goto('./');
    await expect(status(page)).toHaveText(/^(Won in episode \d|Not won in \d episodes)\. Recorded: Scout played this\./);
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await expect(page.locator('.note-text').first()).not.toBeEmpty();
  });
}

test('A teacher plays a whole trial: episode, note, episode', async ({ page }) => {
  const complaints = watch(page);
  await page.goto('./');
  await hurry(page);
  await choose(page, { world: 'Sokoban', setting: 'sokoban-7-3', seed: '7', policy: 'teacher:greedy' });
  await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
  await expect(status(page)).toHaveText(/^(Won in episode \d|Not won in 3 episodes)\. Played by a scripted teacher \(Greedy\)\.$/);
  const episodes = page.locator('button.episode');
  const played = await episodes.count();
  expect(played).toBeGreaterThan(1);
  await expect(page.locator('.note-text')).toHaveCount(Math.min(played - 1, 2));
  // The board on stage is the one that the text shows, cell by cell.
  await expect(page.getByRole('grid', { name: /Sokoban board, 7 by 7/ })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: /player/ })).toHaveCount(1);
  expect(complaints).toEqual([]);
});

test('Memory “None” writes no notes', async ({ page }) => {
  await page.goto('./');
  await hurry(page);
  await choose(page, { world: 'MineSweeper', setting: 'mines-5-12', seed: '11', policy: 'teacher:random', memory: 'none' });
  await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  await expect(page.locator('.note')).toHaveCount(0);
});

test('Earlier episodes and turns come back by mouse and by keys, and the text the policy read with them', async ({ page }) => {
  await page.goto('./');
  await hurry(page);
  await choose(page, { world: 'Sokoban', setting: 'sokoban-6-2', seed: '7', policy: 'teacher:random' });
  await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
  await expect(status(page)).toHaveText(/^(Won|Not won)/);

  await page.locator('button.episode').first().click();
  await expect(page.getByRole('heading', { name: /^Episode 1 · turn [1-7] of 7$/ })).toBeVisible();
  await page.getByRole('heading', { name: /^Episode 1/ }).click();
  await page.keyboard.press('Home');
  await expect(page.getByRole('heading', { name: 'Episode 1 · turn 0 of 7' })).toBeVisible();
  const before = await page.locator('.stage-board [role=gridcell][aria-label*=player]').getAttribute('aria-label');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Episode 1 · turn 1 of 7' })).toBeVisible();
  await expect(page.locator('[aria-current=step]')).toContainText('Turn 1');
  await expect(page.getByRole('status')).toContainText('Turn 1');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.stage-board [role=gridcell][aria-label*=player]')).toHaveAttribute('aria-label', before ?? '');

  await expect(page.locator('.reader-text')).toContainText('#');

  await page.keyboard.press('End');
  await page.getByRole('slider', { name: 'Turn' }).press('Home');
  await expect(page.getByRole('heading', { name: /turn 0 of 7$/ })).toBeVisible();
});

test('The cells of a board can be walked through with the arrow keys', async ({ page }) => {
  await page.goto('./');
  await choose(page, { world: 'MineSweeper', setting: 'mines-3-7', seed: '4', policy: 'teacher:greedy' });
  const first = page.getByRole('gridcell', { name: /^row 1, column 1,/ });
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('gridcell', { name: /^row 2, column 2,/ })).toBeFocused();
  for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('gridcell', { name: /^row 2, column 1,/ })).toBeFocused();
});

test('A seed that is none is told, with what to do', async ({ page }) => {
  await page.goto('./');
  await page.getByLabel('Seed', { exact: true }).fill('twelve');
  await expect(page.getByText('Seed is “twelve”; use a whole number from 0 to 999999.')).toBeVisible();
  await expect(page.locator('.setup-run').getByRole('button', { name: 'Run' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Seed', { exact: true })).toHaveValue('0');
});

test('A running trial stops when asked, and what was played stays', async ({ page }) => {
  await page.goto('./');
  // Seven turns in each of three episodes: it is not over before it is stopped.
  await choose(page, { world: 'Sokoban', setting: 'sokoban-7-3', seed: '9', policy: 'teacher:random' });
  await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
  await expect(status(page)).toHaveText(/^Playing/);
  await expect(page.locator('.say').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(status(page)).toHaveText('Stopped.');
  await expect(page.locator('.say').first()).toBeVisible();
  await expect(page.getByLabel('Setting')).toBeEnabled();
});

test('Colours and language are remembered, and chosen before the first paint', async ({ page }) => {
  await page.goto('./');
  await page.getByLabel('Colours').selectOption('dark');
  await page.getByLabel('Language').selectOption('ja');
  await expect(page.getByRole('heading', { name: 'エピソード', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: '実行' }).first()).toBeVisible();
});

test('Each token says how likely it was', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  await page.keyboard.press('x');
  await expect(page.locator('.token').first()).toHaveAccessibleName(/^\S+, [<>]?\d+%$/);
});

test('A phone shows everything without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: /· Seed/ }).click();
  await page.getByLabel('Seed', { exact: true }).fill('8');
  await expect(page.getByRole('button', { name: /Seed 8/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

for (const [width, theme, order] of [
  [1360, 'light', ['.strip', '.stage-board', '.reader', '.hand-tools', '.transport', '.talk']],
  // In a hall and on a phone what the policy thinks of the board comes right after it.
  [1360, 'lecture', ['.stage-board', '.reader', '.hand-tools', '.transport', '.talk', '.strip']],
  [390, 'light', ['.stage-board', '.transport', '.talk', '.strip', '.hand-tools', '.reader']],
  [390, 'lecture', ['.stage-board', '.transport', '.talk', '.strip', '.hand-tools', '.reader']],
] as const) {
  test(`The document has the order that is seen (${width} pixels, ${theme})`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript((name) => localStorage.setItem('fieldnotes.preferences', JSON.stringify({ state: { theme: name }, version: 1 })), theme);
    await page.goto('./');
    await expect(status(page)).toHaveText(/^(Won|Not won)/);
    await page.keyboard.press('1');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('.say[aria-current=step]')).toContainText('Turn 1');
    const parts = await page.locator(order.join()).evaluateAll((found, names) => found.map((part) => ({ name: names.find((name) => part.matches(name)), top: part.getBoundingClientRect().top })), [...order]);
    expect(parts.map(({ name }) => name)).toEqual(order);
    if (width > 390) return;
    expect(parts).toEqual(parts.toSorted((a, b) => a.top - b.top));
    if (theme === 'light') await expect(page.locator('.say[aria-current=step]')).toBeInViewport();
  });
}

for (const [width, theme] of [
  [320, 'light'],
  [320, 'lecture'],
  [390, 'lecture'],
] as const) {
  test(`In a window of ${width} pixels, ${theme}, the page, its transport and its help fit`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript((name) => localStorage.setItem('fieldnotes.preferences', JSON.stringify({ state: { theme: name }, version: 1 })), theme);
    await page.goto('./');
    await expect(status(page)).toHaveText(/^(Won|Not won)/);
    const widest = (root: string): Promise<number> =>
      page.locator(root).evaluate((element) => Math.max(...[element, ...element.querySelectorAll('*')].map((each) => each.getBoundingClientRect().right)));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await widest('.transport')).toBeLessThanOrEqual(width);
    // Nothing is cut off at the side either, but for what scrolls by itself.
    const cut = await page.locator('.page *').evaluateAll((all) => {
      const scrolls = (part: Element | null): boolean => part !== null && (getComputedStyle(part).overflowX !== 'visible' || scrolls(part.parentElement?.closest('.page *') ?? null));
      return all.filter((part) => part.getBoundingClientRect().right > innerWidth + 0.5 && !scrolls(part.parentElement)).map((part) => part.outerHTML.slice(0, 80));
    });
    expect(cut).toEqual([]);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Help' });
    for (const tab of ['How to read this page', 'Lessons', 'Glossary']) {
      await help.getByRole('radio', { name: tab }).check();
      await expect(help.getByRole('heading', { name: tab, exact: true })).toBeAttached();
      expect(await help.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
    }
  });
}

test('Where the model, its runtime or later parts of the page do not come, that is said with what to do, and the next try works', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  const told = page.locator('.problem');
  const run = page.locator('.setup-run').getByRole('button', { name: 'Run' });
  for (const [files, answer, says] of [
    [/assets\/startEngine.*\.js/, { status: 404 }, /probably updated.*reload/],
    [/\.gguf/, { status: 404 }, /probably updated: reload/],
    [/\.gguf/, { status: 200, contentType: 'text/html', body: '<!doctype html>' }, /a web page came.*sign in/],
    [/\.gguf/, { status: 200, contentType: 'application/octet-stream', body: 'GGUF' }, /incomplete or changed\. Run it again/],
  ] as const) {
    await page.route(files, (route) => route.fulfill(answer));
    await run.click();
    await expect(told).toHaveText(says);
    await page.unroute(files);
    // A part of the page that did not come once is not asked for again: reloading is what was said.
    if (`${files}`.includes('js')) await page.reload();
    await expect(run).toBeVisible();
  }
  await run.click();
  await expect(status(page)).toHaveText(/^Playing episode 1/, { timeout: 60_000 });
  await expect(told).toHaveCount(0);
});

test('Slow motion goes through a turn beat by beat, and keys do it all', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  // An episode of several turns, with a note after it
  await page.keyboard.press(`${longEpisode}`);
  await page.keyboard.press('s');
  const beat = page.locator('.beats [aria-current=step]');
  for (const name of ['Observe', 'Think', 'Act', 'Reward', 'Observe']) {
    await page.keyboard.press('ArrowRight');
    await expect(beat).toHaveText(name);
  }
  await page.keyboard.press('ArrowLeft');
  await expect(beat).toHaveText('Reward');
  await page.getByRole('button', { name: 'Think' }).click();
  await expect(beat).toHaveText('Think');
  await page.getByRole('button', { name: 'Remember' }).click();
  await expect(beat).toHaveText('Remember');
  await expect(page.locator('.say[data-kind=reflection][aria-current=step]')).toBeVisible();
  // Events of the chosen kinds alone are stopped at.
  await page.getByRole('button', { name: 'Events' }).click();
  await page.getByRole('button', { name: 'Endings' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: new RegExp(`^Episode ${longEpisode}`) }).click();
  await page.keyboard.press('n');
  await expect(page.locator('.stage-head .outcome')).toBeVisible();
  await page.keyboard.press('>');
  await expect(page.getByLabel('Speed')).toHaveValue('2');
});

test('A cell lights up on the picture, in the text and where a note names it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  const mention = page.locator('.note .mention').first();
  await mention.hover();
  const key = await mention.getAttribute('data-cell');
  await expect(page.locator(`.stage-board [data-cell="${key}"]`)).toHaveAttribute('data-lit', '');
  await expect(page.locator(`.reader [role=gridcell][data-cell="${key}"]`)).toHaveAttribute('data-lit', '');
  await page.locator('.reader [role=gridcell][data-cell="1,1"]').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.stage-board [data-cell="1,2"]')).toHaveAttribute('data-lit', '');
  await expect(mention).not.toHaveAttribute('data-lit', '');
});

test('What the policy read and answered stands there to the letter, each message under its role, rules and notes by name', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(status(page)).toHaveText(/^Won/);
  for (const turn of [0, 1]) {
    await page.keyboard.press('2');
    for (let step = 0; step < turn; step++) await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: `Episode 2 · turn ${turn} of 7` })).toBeVisible();
    const { messages } = readAt(opening.episodes[1], turn) ?? { messages: [] };
    const expected = messages.map(({ role, content }) => `${role}|${content}`).join('');
    const read = (): Promise<string> =>
      page.locator('.reader .block').evaluateAll((blocks) =>
        blocks
          .map((block) => {
            const role = block.querySelector('.role')?.textContent;
            const board = (): string => [...block.querySelectorAll('[role=row]')].map((row) => [...row.children].map((each) => each.textContent).join(' ')).join('\n');
            return `${role ? `${role}|` : ''}${block.querySelector('pre')?.textContent ?? board()}`;
          })
          .join(''),
      );
    await expect.poll(read).toBe(expected);
  }
  for (const name of ['Rules', 'Notes', 'Board now']) await expect(page.locator('.reader .eyebrow').filter({ hasText: name })).not.toHaveCount(0);
  const [{ response }] = opening.episodes[1].turns;
  const said = page.locator('.say').first();
  await said.getByText('Exact reply').click();
  expect(await said.locator('pre').textContent()).toBe(response.text);
  expect(response.text).not.toBe(response.text.trim());
});

test('The truth says whether a turn erred', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(status(page)).toHaveText(/^Won/);
  await page.keyboard.press('1');
  await page.keyboard.press('n');
  await page.keyboard.press('t');
  await expect(page.locator('.verdict')).not.toBeEmpty();
  await page.keyboard.press('Home');
  await expect(page.locator('.truth-line')).toContainText(/A shortest plan takes \d+ moves|Certain|No cell is certain/);
});

test('The stage alone fills the screen, and the whole page comes back', async ({ page }) => {
  const complaints = watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const size of [{ width: 1360, height: 900 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    await page.goto('./');
    await expect(status(page)).toHaveText(/^Won/);
    const board = page.locator('.stage-board .board');
    const before = await board.boundingBox();
    await page.keyboard.press('f');
    await expect(page.locator('.strip')).toBeHidden();
    await expect(page.locator('.doors')).toBeHidden();
    await expect(page.getByRole('slider', { name: 'Turn' })).toBeVisible();
    const [shown, transport] = [await board.boundingBox(), await page.locator('.transport').boundingBox()];
    expect(shown?.width).toBeGreaterThanOrEqual(before?.width ?? 0);
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(transport?.y ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole('button', { name: 'Back to the whole page' }).click();
    await expect(page.locator('.strip')).toBeVisible();
  }
  expect(complaints).toEqual([]);
});

test('The seed of the level on stage is there to be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./');
  await hurry(page);
  await choose(page, { world: 'MineSweeper', setting: 'mines-5-12', seed: '11', policy: 'teacher:random', memory: 'none' });
  await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  await page.getByRole('button', { name: 'Seed 11', exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('11');
  // Another seed that is typed is that of the next trial.
  await page.getByLabel('Seed', { exact: true }).fill('12');
  await page.getByRole('button', { name: 'Back to the last trial' }).click();
  await expect(page.getByRole('button', { name: 'Seed 11', exact: true })).toBeVisible();
  // The same trial, from the command line.
  await page.keyboard.press('l');
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(page.getByLabel('Command that plays this trial again')).toHaveValue(
    'npm run lab -- trial --world minesweeper --set mines=5 --set turns=12 --seed 11 --policy teacher:random --episodes 3 --memory none --sample-seed 1',
  );
});

test('Visits are told cell by cell, with a key and a sentence', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(status(page)).toHaveText(/^Won/);
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await page.locator('.overlay-switch').getByText('Visits').click();
  const line = page.locator('.truth-line');
  await expect(line).toContainText(/It stood on \d+ cells\./);
  await expect(line.locator('.visits-key .b-tint')).not.toHaveCount(0);
  // Every cell that is tinted says its count, and none besides.
  const counts = await page.locator('.stage-board .board > g > .b-tint text').allTextContents();
  const named = await page.locator('.stage-board [role=gridcell][aria-label*=visit]').evaluateAll((cells) => cells.map((cell) => /(\d+) visits?$/.exec(cell.getAttribute('aria-label') ?? '')?.[1]));
  expect(counts.length).toBeGreaterThan(1);
  expect(named.sort()).toEqual(counts.sort());
  await page.keyboard.press('Home');
  await expect(line).toContainText('Nowhere yet.');
});

test('Another sampling seed is another sample', async ({ page }) => {
  await page.goto('./');
  await hurry(page);
  const trial = { world: 'MineSweeper', setting: 'mines-5-12', seed: '11', policy: 'teacher:random', memory: 'none' } as const;
  const thoughts: string[] = [];
  for (const sample of ['1', '2', '1']) {
    await choose(page, trial);
    await page.getByLabel('Sampling seed').fill(sample);
    await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
    await expect(status(page)).toHaveText(/^(Won|Not won)/);
    await page.keyboard.press('1');
    await page.keyboard.press('ArrowRight');
    thoughts.push(await page.locator('[aria-current=step] .say-action').first().innerText());
  }
  expect(thoughts[0]).toBe(thoughts[2]);
  expect(thoughts[0]).not.toBe(thoughts[1]);
});

test('The wall shows many trials by how they went, opens one, and runs as many live', async ({ page }) => {
  const complaints = watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(status(page)).toHaveText(/^Won/);
  await page.keyboard.press('w');
  await expect(page.locator('.tile')).toHaveCount(64, { timeout: 20_000 });
  await expect(page.locator('.wall-group').first()).toHaveAttribute('data-group', 'learnt');
  await page.getByRole('button', { name: /^Trial \d+, .*won in episode [23]/ }).first().click();
  await expect(status(page)).toHaveText(/^Won in episode [23]\. Recorded/);
  await page.keyboard.press('w');
  await page.getByLabel('Policy', { exact: true }).selectOption('teacher:greedy');
  await page.getByRole('button', { name: 'Run 64 live' }).click();
  await expect(page.locator('.wall-head')).toContainText('All 64 finished.', { timeout: 60_000 });
  await expect(page.locator('.wall-score')).toHaveText(/^Won at once: \d+ of 64\. Within 3 episodes: \d+ of 64\.$/);
  await expect(page.locator('.tile')).toHaveCount(64);
  await page.locator('.tile').first().click();
  await expect(page.locator('button.episode').first()).toBeVisible();
  expect(complaints).toEqual([]);
});
