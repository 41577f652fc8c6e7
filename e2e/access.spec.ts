/**
 * Every view of the page, in every theme and on a phone: axe finds no violation, and nothing makes the page scroll sideways. What is here is opened
 * once, one view after the other, and dressed in each theme where it stands. Views that need a trained model or a run of training are looked
 * at where they come about, in scout.spec.ts and train.spec.ts.
 */
import type { Page } from '@playwright/test';
import { encodeLink } from '../src/experiment/links/index.ts';
import { withNote } from '../src/trial/branch.ts';
import { playAll } from '../src/trial/scheduler.ts';
import { teacher } from '../src/trial/teachers/teacher.ts';
import { makeTask } from '../src/worlds/index.ts';
import { violations } from './axe.ts';
import { expect, test } from './browser.ts';
import { lesson, status } from './places.ts';

// These tests load no model, so one backend is enough.
test.skip(({ backend }) => backend !== 'wasm');

interface View {
  readonly name: string;
  /** from where the view before has left the page; default: what is there already */
  readonly open?: (page: Page) => Promise<unknown>;
  /** what is new in it; default: all of it */
  readonly part?: string;
  readonly close?: (page: Page) => Promise<unknown>;
}

interface Visit {
  readonly about: string;
  readonly begin: (page: Page) => Promise<unknown>;
  readonly views: readonly View[];
}

const spec = { task: makeTask('sokoban', { size: 6, boxes: 2 }, 7), config: { episodes: 3, memory: 'reflection' }, style: 'brief', seed: 1, trial: 0 } as const;
const [lost] = playAll([spec], teacher('random'));
/** A trial with a note that is longer than its card. */
const [played] = playAll([{ ...spec, prefix: withNote(lost, 0, 'careful (3, 2) is a corner, and so is (4, 4): '.repeat(30)) }], teacher('random'));

const press = (...keys: readonly string[]) => async (page: Page): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const overlay = (name: string) => (page: Page) => page.locator('.overlay-switch').getByText(name).click();
const kindOfBranch = (name: string) => async (page: Page): Promise<void> => {
  await page.locator('.what-if').getByText(name, { exact: true }).click();
  await expect(page.locator('.what-if').getByRole('radio', { name, exact: true })).toBeChecked();
};
const help = (name: string) => async (page: Page): Promise<void> => {
  if (!(await page.getByRole('dialog', { name: 'Help' }).isVisible())) await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Help' }).getByRole('radio', { name }).check();
  await expect(page.getByRole('dialog', { name: 'Help' }).getByRole('heading', { name, exact: true })).toBeAttached();
};
const share = (name: string, shown: string) => async (page: Page): Promise<void> => {
  await page.getByRole('tab', { name }).click();
  await expect(page.locator(shown).first()).toBeVisible();
};
/** All that is folded is to be seen. */
const unfold = (part: string) => (page: Page) =>
  page.locator(`${part} details`).evaluateAll((folds) => {
    for (const fold of folds) if (fold instanceof HTMLDetailsElement) fold.open = true;
  });
const dialog = 'dialog[open]';

const visits: readonly Visit[] = [
  {
    about: 'the recording',
    begin: async (page) => {
      await page.goto('./');
      await expect(status(page)).toHaveText(/^(Won|Not won)/);
    },
    views: [
      { name: 'Watch as it opens' },
      {
        name: 'settings, unfolded where they are one line',
        open: (page) =>
          page.locator('.setup-summary button').first().evaluate((button) => {
            if (button instanceof HTMLElement) button.click();
          }),
        part: '.setup',
      },
      {
        name: 'runs before there is any',
        open: async (page) => {
          await page.keyboard.press('o');
          await expect(page.locator('.library-none')).toBeVisible();
        },
        part: dialog,
        close: press('Escape'),
      },
      {
        name: 'a hint',
        open: async (page) => {
          await page.keyboard.press('1');
          await page.locator('.style-word').first().focus();
          await expect(page.locator('.hint')).toBeVisible();
        },
        part: '.hint',
        close: press('Escape'),
      },
      {
        name: 'the middle of a turn with truth, beats and tokens',
        open: async (page) => {
          await press('1', 't', 's', 'x', 'ArrowRight', 'ArrowRight')(page);
          await expect(page.locator('.truth-line')).not.toContainText('Working');
        },
      },
      {
        name: 'alternatives of a token',
        open: async (page) => {
          await page.locator('.token').first().focus();
          await expect(page.locator('.alternatives')).toBeVisible();
        },
        part: '.talk',
        close: press('Escape', 's', 'x'),
      },
      { name: 'exact replies', open: unfold('.talk'), part: '.talk' },
      {
        name: 'the filter of events',
        open: async (page) => {
          await page.getByRole('button', { name: 'Events' }).click();
          await expect(page.locator('.popover')).toBeVisible();
        },
        part: '.popover',
        close: press('Escape'),
      },
      {
        name: 'the search inside a trial',
        open: async (page) => {
          await press('/')(page);
          await page.locator('.find input').fill('note');
          await expect(page.locator('.find-excerpt')).toBeVisible();
        },
        part: '.transport',
        close: press('Escape'),
      },
      {
        name: 'odds before a model has loaded',
        open: async (page) => {
          await overlay('Odds')(page);
          await expect(page.locator('.odds button')).toBeVisible();
        },
        part: '.stage',
      },
      {
        name: 'the heat map of visits',
        open: async (page) => {
          await press('1', 'j')(page);
          await overlay('Visits')(page);
          await expect(page.locator('.visits-key')).toBeVisible();
        },
        part: '.stage',
        close: overlay('Plain'),
      },
      {
        name: 'the stage alone',
        open: async (page) => {
          await page.locator('#stage-title').click();
          await page.keyboard.press('f');
          await expect(page.locator('.strip')).toBeHidden();
        },
        close: press('f'),
      },
      {
        name: 'another action in What if',
        open: async (page) => {
          await press('1', 'b')(page);
          await kindOfBranch('Action')(page);
        },
      },
      { name: 'another thought in What if', open: kindOfBranch('Thought'), part: '.what-if' },
      { name: 'another memory in What if', open: kindOfBranch('Memory'), part: '.what-if' },
      { name: 'other dice in What if', open: kindOfBranch('Dice'), part: '.what-if', close: press('Escape') },
      {
        name: 'a turn to be guessed',
        open: async (page) => {
          await press('1', 'q')(page);
          await expect(page.locator('.guess-question')).toBeVisible();
        },
      },
      {
        name: 'a turn that was guessed',
        open: async (page) => {
          await page.locator('.guess').getByRole('button', { name: 'up' }).click();
          await expect(page.locator('.guess-score')).toBeVisible();
        },
        part: '.stage',
        close: press('q'),
      },
      {
        name: 'the tour',
        open: async (page) => {
          await page.getByRole('button', { name: 'New here? One-minute tour' }).click();
          await expect(page.locator('.lesson-ring')).toBeVisible();
        },
        close: (page) => page.getByRole('button', { name: 'Leave the lesson' }).click(),
      },
      {
        name: 'a lesson',
        open: async (page) => {
          await help('Lessons')(page);
          await page.getByRole('button', { name: 'Start: A note as memory' }).click();
          await expect(lesson(page)).toBeVisible();
        },
        part: '.lesson-panel',
        close: (page) => page.getByRole('button', { name: 'Leave the lesson' }).click(),
      },
      { name: 'how to read the page', open: help('How to read this page'), part: dialog },
      { name: 'the list of lessons', open: help('Lessons'), part: dialog },
      { name: 'the glossary', open: help('Glossary'), part: dialog, close: press('Escape') },
      {
        name: 'a lesson being written',
        open: async (page) => {
          await help('Lessons')(page);
          await page.getByRole('button', { name: 'Write a lesson' }).click();
          await page.getByLabel('Text of step 1').fill('See **this** box. '.repeat(90));
          await page.getByRole('button', { name: 'Show what is on stage now' }).click();
          await page.getByRole('button', { name: 'Add a step' }).click();
          await page.getByLabel('Text of step 2').fill('And this one.');
          await unfold('.lesson-writer')(page);
          await expect(page.locator('.writer-pass')).toBeVisible();
        },
        part: '.lesson-writer',
      },
      {
        name: 'a long lesson',
        open: async (page) => {
          await page.getByRole('button', { name: 'Try it' }).click();
          await expect(page.locator('.lesson-text')).toBeVisible();
        },
        part: '.lesson-panel',
      },
    ],
  },
  {
    about: 'a trial with a long note, from a link',
    begin: async (page) => {
      await page.goto(`./#${encodeLink(played, { thoughts: true })}`);
      await expect(page.locator('.notice')).toContainText('From a link');
      await expect(page.locator('.note-text')).toHaveCount(2);
    },
    views: [
      { name: 'cards of long notes' },
      {
        name: 'what is in the link that was opened',
        open: async (page) => {
          await page.getByRole('button', { name: 'What is in it' }).click();
          await expect(page.locator('.contents-note').first()).toBeVisible();
        },
        part: dialog,
        close: press('Escape'),
      },
      {
        name: 'the note editor',
        open: async (page) => {
          await page.locator('.note-edit').first().click();
          await page.getByRole('textbox', { name: 'Note' }).fill(`mine dragon (9, 9) ${'careful '.repeat(60)}`);
          await expect(page.locator('.note-verdict[data-bad]').first()).toBeVisible();
        },
        part: dialog,
        close: press('Escape'),
      },
      {
        name: 'the lift of a note, measured',
        open: async (page) => {
          await page.locator('.lift-button').first().click();
          await page.getByLabel('Samples each').selectOption('16');
          await page.getByRole('button', { name: 'Measure', exact: true }).click();
          await expect(page.locator('.lift-table [data-arm=note] td').first()).toHaveText(/^\d+ of 16$/);
        },
        part: '.lift-popover',
        close: press('Escape'),
      },
      {
        name: 'the rail of branches',
        open: async (page) => {
          await press('1', 'b')(page);
          await kindOfBranch('Dice')(page);
          await page.getByRole('button', { name: 'Play this branch' }).click();
          await expect(page.locator('.rail-row')).toHaveCount(2);
          await expect(status(page)).toHaveText(/^(Won|Not won)/);
        },
        part: '.rail',
      },
      {
        name: 'a branch being renamed',
        open: async (page) => {
          await page.locator('.rail-row').last().focus();
          await page.keyboard.press('F2');
          await expect(page.getByLabel('Name of the branch')).toBeVisible();
        },
        part: '.rail',
        close: press('Escape'),
      },
      {
        name: 'two branches side by side, with what they read',
        open: async (page) => {
          await press('1', 'ArrowRight', 'c')(page);
          await expect(page.locator('.compare-side')).toHaveCount(2);
          await unfold('.compare')(page);
        },
        close: press('c'),
      },
      {
        name: 'a link to be passed on',
        open: async (page) => {
          await page.keyboard.press('l');
          await unfold(dialog)(page);
          await expect(page.getByLabel('The link')).toBeVisible();
        },
        part: dialog,
      },
      { name: 'the picture of a strip', open: share('Picture', '.picture-frame img'), part: dialog },
      { name: 'files', open: share('Files', '.files'), part: dialog },
      { name: 'a film', open: share('Film', '.film-fields'), part: dialog, close: press('Escape') },
      {
        name: 'runs, one being renamed',
        open: async (page) => {
          await page.keyboard.press('o');
          await page.locator(dialog).getByRole('button', { name: /^Rename/ }).first().click();
          await expect(page.getByLabel('Name of the run')).toBeVisible();
        },
        part: dialog,
        close: (page) => page.getByLabel('Name of the run').press('Enter'),
      },
      {
        name: 'runs, one deleted',
        open: async (page) => {
          await page.locator(dialog).getByRole('button', { name: /^Delete/ }).first().click();
          await expect(page.locator('.library-undo')).toBeVisible();
        },
        part: dialog,
        close: async (page) => {
          await page.locator('.library-undo').getByRole('button').first().click();
          await press('Escape')(page);
          await expect(page.locator(dialog)).toHaveCount(0);
        },
      },
      {
        name: 'a turn played by hand',
        open: async (page) => {
          await page.locator('button.episode').first().click();
          await page.keyboard.press('ArrowLeft');
          await page.getByRole('button', { name: 'Take over here' }).click();
          await expect(page.locator('.hand')).toBeVisible();
          // Against a wall nobody moves.
          await press('ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight')(page);
          await expect(page.locator('.hand-moves [data-made]')).not.toHaveCount(0);
        },
        part: '.stage',
      },
      {
        name: 'a note written by hand',
        open: async (page) => {
          const note = page.getByLabel('Episode 1 is lost. A note for the next?');
          // Whoever walks on loses in the end.
          await expect(async () => {
            await press('Enter', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight')(page);
            await expect(note).toBeVisible({ timeout: 200 });
          }).toPass();
        },
        part: '.stage',
      },
      {
        name: 'a trial that was stopped',
        open: async (page) => {
          await page.locator('.hand').getByRole('button', { name: 'Stop' }).click();
          await expect(status(page)).toHaveText('Stopped.');
        },
      },
    ],
  },
  {
    about: 'the wall and the other doors',
    begin: async (page) => {
      // Its tiles are alike: a few of each group are enough.
      await page.route('**/recordings/wall.json', (route) => route.fulfill({ path: 'e2e/looks/wall.json' }));
      await page.goto('./');
      await expect(status(page)).toHaveText(/^(Won|Not won)/);
    },
    views: [
      {
        name: 'the wall of recorded trials',
        open: async (page) => {
          await page.keyboard.press('w');
          await expect(page.locator('.wall-group')).not.toHaveCount(0);
        },
        close: press('w'),
      },
      {
        name: 'the editor of Sokoban levels, with what is wrong',
        open: async (page) => {
          await page.getByText('Sokoban', { exact: true }).click();
          await page.keyboard.press('e');
          await page.getByRole('button', { name: 'Empty' }).click();
          await expect(page.getByRole('status', { name: 'Checks' })).toContainText('There is no player');
        },
      },
      {
        name: 'several levels as text, one that can not be read',
        open: async (page) => {
          await page.getByLabel('As text (XSB)').fill(`#####\n#@$.#\n#####\n\n${'#'.repeat(40)}\n#@$.#\n\n######\n#+$  #\n######`);
          await expect(page.getByText('One level of this text is too large')).toBeVisible();
        },
        part: '.editor',
      },
      {
        name: 'the editor of MineSweeper levels',
        open: async (page) => {
          await page.locator('input[type=file]').first().setInputFiles({ name: 'mines.txt', mimeType: 'text/plain', buffer: Buffer.from('*....\n.....\n..*..\n.....\n....*\n') });
          await expect(page.getByRole('grid', { name: /Drawing board, 5 by 5/ })).toBeVisible();
        },
      },
      {
        name: 'an own level, played by a person and by a teacher',
        open: async (page) => {
          await page.getByLabel('As text').first().fill('#####\n#@$.#\n#####');
          await page.getByRole('button', { name: 'Play it yourself' }).click();
          await expect(page.locator('.hand')).toBeVisible();
          await press('ArrowRight', 'Enter')(page);
          await page.getByLabel('Policy', { exact: true }).selectOption('teacher:random');
          await page.getByRole('button', { name: /^Let Random play it/ }).click();
          await expect(page.locator('.versus')).toBeVisible();
        },
        part: '.main',
      },
      {
        name: 'the train door before the first run',
        open: async (page) => {
          await page.getByRole('button', { name: 'Train', exact: true }).click();
          await expect(page.locator('.first-run')).toBeVisible();
        },
      },
      {
        name: 'all settings of training, one in error',
        open: async (page) => {
          await unfold('.train-side')(page);
          await page.getByLabel('Trials a task').fill('100');
          await expect(page.getByText('Trials a task is 100; it must be a whole number from 1 to 64.')).toBeVisible();
        },
        part: '.train',
      },
    ],
  },
  {
    about: 'what goes wrong',
    begin: async (page) => {
      // Nothing can be saved, no model comes.
      await page.addInitScript(() => {
        indexedDB.open = () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        };
      });
      await page.goto('./#v1.AAAA');
      await expect(page.locator('.notice[data-bad]').first()).toContainText('cut off or changed');
    },
    views: [
      { name: 'a link that can not be read', open: unfold('.notice'), part: '.top' },
      {
        name: 'a file that can not be opened',
        open: async (page) => {
          const files = await page.evaluateHandle(() => {
            const transfer = new DataTransfer();
            transfer.items.add(new File(['a,b'], 'table.csv'));
            return transfer;
          });
          await page.dispatchEvent('body', 'dragover', { dataTransfer: files });
          await page.dispatchEvent('body', 'drop', { dataTransfer: files });
          await expect(page.locator('.notice[data-bad]').first()).toContainText('table.csv');
        },
        part: '.top',
      },
      {
        name: 'a seed that is none',
        open: async (page) => {
          await page.getByLabel('Seed', { exact: true }).fill('twelve');
          await expect(page.getByText('Seed is “twelve”; use a whole number from 0 to 999999.')).toBeVisible();
        },
        part: '.setup',
        close: (page) => page.getByLabel('Seed', { exact: true }).fill('7'),
      },
      {
        name: 'a run that is not saved',
        open: async (page) => {
          await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
          await expect(status(page)).toHaveText(/^(Won|Not won).*Played by/);
          await expect(page.locator('.notice[data-bad]').filter({ hasText: 'does not allow the page to save runs' })).toBeVisible();
        },
        part: '.top',
      },
      {
        name: 'a model that is being loaded',
        open: async (page) => {
          await page.route('**/*.gguf', () => undefined);
          await page.getByLabel('Policy', { exact: true }).selectOption('scout');
          await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
          await expect(page.getByRole('region', { name: 'Loading Scout' })).toBeVisible();
        },
        close: async (page) => {
          await page.locator('.setup-run').getByRole('button', { name: 'Stop' }).click();
          await page.unroute('**/*.gguf');
        },
      },
      {
        name: 'a model that does not come',
        open: async (page) => {
          await page.route('**/*.gguf', (route) => route.fulfill({ status: 404 }));
          await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
          await expect(page.locator('.problem')).toBeVisible();
        },
        part: '.top',
      },
    ],
  },
];

/** As somebody does who chooses other colours, but also while a dialog is open. */
async function dress(page: Page, theme: string): Promise<void> {
  await page.getByLabel('Colours').evaluate((select, name) => {
    if (select instanceof HTMLSelectElement) select.value = name;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/** Each theme and each layout once: light and dark differ in colours alone; in a hall and on a phone things stand elsewhere. */
const looks = [
  { look: 'light', theme: 'light', width: 1360 },
  { look: 'in a hall', theme: 'lecture', width: 1360 },
  { look: 'on a phone, dark', theme: 'dark', width: 390 },
] as const;

for (const { about, begin, views } of visits) {
  test(`No violation that axe finds, in any theme or on a phone: ${about}`, async ({ page }) => {
    await page.setViewportSize({ width: 1360, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // What is played is played by the rules, at once.
    await page.addInitScript(() => {
      localStorage.setItem('fieldnotes.choice', JSON.stringify({ policy: 'teacher:greedy' }));
      localStorage.setItem('fieldnotes.preferences', JSON.stringify({ state: { theme: 'light', language: 'en', speed: 'max' }, version: 1 }));
    });
    await begin(page);
    for (const { name, open, part, close } of views) {
      await test.step(name, async () => {
        await open?.(page);
        for (const { look, theme, width } of looks) {
          await page.setViewportSize({ width, height: 900 });
          await dress(page, theme);
          expect.soft(await violations(page, part), `${name}, ${look}`).toEqual([]);
        }
        expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), `${name}, on a phone`).toBe(390);
        await page.setViewportSize({ width: 1360, height: 900 });
        await close?.(page);
      });
    }
  });
}

test('The cells that notes and thoughts name are reached by keys, one after the other, light up, and are told', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(status(page)).toHaveText(/^(Won|Not won)/);
  await page.keyboard.press('1');
  await page.keyboard.press('j');
  const where = page.getByRole('heading', { name: 'Episode 1 · turn 1 of 7' });
  await expect(where).toBeVisible();
  for (const text of [page.locator('.note-text').first(), page.locator('.say[aria-current=step] .say-thought')]) {
    await expect(text).toHaveAccessibleDescription(/← and →/);
    await text.focus();
    const named = text.locator('.mention');
    for (const [key, at] of [['ArrowRight', 0], ['ArrowLeft', 0], ['ArrowRight', 1], ['ArrowLeft', 0]] as const) {
      await page.keyboard.press(key);
      const mention = named.nth(at);
      await expect(mention).toBeFocused();
      const cell = page.locator(`.stage-board [role=gridcell][data-cell="${await mention.getAttribute('data-cell')}"]`);
      await expect(cell).toHaveAttribute('data-lit', '');
      await expect(mention).toHaveAccessibleDescription((await cell.getAttribute('aria-label')) ?? 'none');
    }
    // The trial has stayed where it was.
    await expect(where).toBeVisible();
  }
});
