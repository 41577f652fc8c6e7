/**
 * Nothing comes from elsewhere, nothing goes there, and no text becomes code: the policy that the built page carries, what a browser makes of it,
 * and a whole session in which every request is looked at. And links: opening one, whatever is in it, runs nothing.
 */
import { existsSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import type { Lesson } from '../src/app/lessons/schema.ts';
import { encodeLink, type LinkOptions } from '../src/experiment/links/index.ts';
import { pack, unpack } from '../src/experiment/links/link.ts';
import { withNote } from '../src/trial/branch.ts';
import { playAll } from '../src/trial/scheduler.ts';
import { teacher } from '../src/trial/teachers/teacher.ts';
import { makeTask } from '../src/worlds/index.ts';
import { hash32 } from '../src/worlds/random.ts';
import { expect, test, watch } from './browser.ts';
import { lesson, status, where } from './places.ts';
import { code, elsewhere, probe, requests } from './probes.ts';

test.skip(({ backend }) => backend !== 'wasm');

const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script> [x](javascript:document.title=3)';
const spec = { task: makeTask('minesweeper', { mines: 5, turns: 12 }, 3), config: { episodes: 3, memory: 'reflection' }, style: 'brief', seed: 1, trial: 0 } as const;
const [lost] = playAll([spec], teacher('greedy'));
const [played] = playAll([{ ...spec, prefix: withNote(lost, 0, markup) }], teacher('greedy'));
const notice = (page: Page) => page.locator('.notice').first();

test('The built page carries a policy that lets nothing in but its own files', async ({ request }) => {
  const page = await (await request.get('./')).text();
  const [, written = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  const policy = written.replaceAll('&#39;', "'");
  // It holds from where it stands on.
  expect(page.indexOf(written)).toBeLessThan(page.search(/<(script|link|style)\b/));
  expect(policy.split('; ').sort()).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "font-src 'self'",
    "form-action 'none'",
    "img-src 'self' data: blob:",
    "manifest-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "worker-src 'self'",
  ]);
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|javascript:/i);
});

test('The browser holds the page to it: no inline script, no code from text, and nothing from another origin', async ({ page }) => {
  const host = await elsewhere();
  try {
    // On a page without a policy all of it works, so what is tried is tried rightly.
    await page.goto(host.origin);
    expect((await probe(page, host.origin)).ran).toEqual([...code, 'script'].sort());
    expect(host.taken()).toEqual(requests);

    await page.goto('./');
    await expect(status(page)).not.toBeEmpty();
    const { ran, refused } = await probe(page, host.origin);
    expect(ran).toEqual([]);
    expect(host.taken()).toEqual([]);
    expect(refused).toEqual(['connect-src', 'form-action', 'frame-src', 'img-src', 'script-src', 'script-src-attr', 'script-src-elem', 'style-src-elem']);
    await expect(page).toHaveTitle('Fieldnotes');
  } finally {
    host.close();
  }
});

/** All that a context asks for, its workers included. */
function askedBy(context: BrowserContext): string[] {
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  return asked;
}

test.describe('with its service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('In a whole session no request goes to another origin', async ({ page, context, baseURL }) => {
    test.setTimeout(180_000);
    const complaints = watch(page);
    const asked = askedBy(context);
    page.on('websocket', (socket) => asked.push(socket.url()));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('./?backend=wasm');
    await expect(status(page)).toHaveText(/^Won/);
    await page.keyboard.press('1');
    await page.keyboard.press('t');
    await expect(page.locator('.truth-line')).toContainText(/shortest plan|ertain|Solved/);
    const scout = existsSync('models/scout/scout.gguf');
    await page.getByLabel('Policy', { exact: true }).selectOption(scout ? 'scout' : 'teacher:greedy');
    await page.getByLabel('Speed').selectOption('max');
    await page.getByRole('slider', { name: 'Episodes' }).fill('1');
    await page.locator('.setup-run').getByRole('button', { name: 'Run' }).click();
    await expect(status(page)).toHaveText(/^(Won|Not won)(?!.*Recorded)/, { timeout: 120_000 });

    await page.keyboard.press('l');
    const link = await page.getByRole('dialog', { name: 'Pass this run on' }).getByLabel('The link').inputValue();
    await page.getByRole('tab', { name: 'Picture' }).click();
    await expect(page.locator('.picture-frame img')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto('about:blank');
    await page.goto(link);
    await expect(notice(page)).toContainText('From a link');

    await page.getByRole('button', { name: 'Lessons' }).click();
    await page.getByRole('button', { name: 'Start: A note as memory' }).click();
    await expect(lesson(page)).toBeVisible();
    await lesson(page).getByRole('button', { name: 'Next' }).click();
    await page.keyboard.press('w');
    await expect(page.locator('.tile')).toHaveCount(64, { timeout: 20_000 });

    const { origin } = new URL(baseURL ?? '');
    expect(asked.filter((url) => new URL(url).origin !== origin)).toEqual([]);
    // They were looked at: those of the page, of its workers and of the service worker.
    for (const file of [/\/recordings\/opening\.jsonl$/, /\/recordings\/wall\.json$/, /truth\.worker/, /\/offline\.js$/, ...(scout ? [/\.gguf$/, /\.wasm$/] : [])]) {
      expect(asked.filter((url) => file.test(url)), `${file}`).not.toEqual([]);
    }
    expect(complaints).toEqual([]);
  });
});

declare global {
  var begun: string[];
}

/** Runs in the page before all else: whatever could load or run something is noted, and done. */
function noteAll(): void {
  globalThis.begun = [];
  const note = (what: string): void => void globalThis.begun.push(what);
  const noted = (owner: object, name: string, say: (args: readonly unknown[]) => string): void => {
    const was: unknown = Reflect.get(owner, name);
    if (typeof was !== 'function') throw new Error(`There is no ${name} here.`);
    const handler: ProxyHandler<typeof was> = {
      apply: (target, self, args: unknown[]): unknown => {
        note(say(args));
        return Reflect.apply(target, self, args);
      },
      construct: (target, args: unknown[], of) => {
        note(say(args));
        const made: unknown = Reflect.construct(target, args, of);
        if (typeof made !== 'object' || made === null) throw new Error(`${name} makes nothing.`);
        return made;
      },
    };
    Reflect.set(owner, name, new Proxy(was, handler));
  };
  noted(globalThis, 'fetch', ([url]) => `fetch ${String(url instanceof Request ? url.url : url)}`);
  noted(globalThis, 'Worker', ([url]) => `Worker ${String(url)}`);
  noted(globalThis, 'SharedWorker', ([url]) => `SharedWorker ${String(url)}`);
  noted(globalThis, 'XMLHttpRequest', () => 'XMLHttpRequest');
  noted(globalThis, 'WebSocket', () => 'WebSocket');
  noted(globalThis, 'EventSource', () => 'EventSource');
  for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming'] as const) noted(WebAssembly, name, () => `WebAssembly.${name}`);
  noted(navigator, 'sendBeacon', () => 'sendBeacon');
}

const lessonOf = (steps: Lesson['steps']): string => JSON.stringify({ version: 1, title: markup, steps } satisfies Lesson);

/** Links with all that one can hold. */
const links: readonly (readonly [what: string, options: LinkOptions])[] = [
  ['a trial', {}],
  ['a trial at a moment, with its thoughts', { thoughts: true, moment: { episode: 0, turn: 1, beat: 'think' } }],
  ['a trial that hides what comes later', { hidden: ['later', 'run'], moment: { episode: 0, turn: 1, beat: null } }],
  ...(['play', 'remember', 'measure', 'edit', 'run'] as const).map((act) => [`a lesson that offers to ${act}`, { lesson: lessonOf([{ text: markup, act, point: 'run', show: { episode: 0, turn: 1 } }]) }] as const),
  ['a lesson that shows the odds', { lesson: lessonOf([{ text: markup, show: { episode: 0, turn: 1, overlay: 'policy' } }]) }],
];

/** The recording that the page comes with, and its rules: what they say of a board is worked out beside the page. */
const own = /^fetch .*\/recordings\/opening\.jsonl$|^Worker .*\/truth\.worker[^/]*\.js$/;

for (const [what, options] of links) {
  test(`A link with ${what} runs nothing when it is opened, nor when it is reloaded, and what is written in it is text`, async ({ page }) => {
    const complaints = watch(page);
    const asked = askedBy(page.context());
    await page.addInitScript(noteAll);
    await page.addInitScript(() => localStorage.setItem('fieldnotes.choice', JSON.stringify({ policy: 'scout' })));
    await page.goto(`./#${encodeLink(played, options)}`);
    for (const time of ['opened', 'reloaded']) {
      if (options.hidden?.includes('later')) await expect(page.locator('.note-text')).toHaveCount(0);
      else await expect(page.locator('.note-text').first()).toHaveText(markup);
      if (options.lesson !== undefined) {
        await expect(page.locator('.lesson-panel h2')).toHaveText(markup);
        await expect(lesson(page)).toContainText(markup);
      }
      await expect(page.locator('.transport').getByRole('button', { name: 'Play', exact: true })).toBeVisible();
      const [at, turns, said] = [await where(page).textContent(), await page.locator('.say').count(), await status(page).textContent()];
      await page.waitForTimeout(1500);
      expect([await where(page).textContent(), await page.locator('.say').count(), await status(page).textContent()], time).toEqual([at, turns, said]);
      expect((await page.evaluate(() => globalThis.begun)).filter((each) => !own.test(each)), time).toEqual([]);
      await page.reload();
    }
    expect(asked.filter((url) => !/\/$|\/#|\.(css|js|svg|woff2)$|\/recordings\/opening\.jsonl$/.test(url))).toEqual([]);
    expect(asked.filter((url) => /engine|ort|onnx|worker/i.test(url.replace(/.*\//, '').replace('truth.worker', '')))).toEqual([]);
    await expect(page.locator('.page :is(.note, .lesson-panel) :is(img, script, a[href^=javascript])')).toHaveCount(0);
    await expect(page).toHaveTitle('Fieldnotes');
    expect(complaints).toEqual([]);
  });
}

test('Links that were changed, also where their checksum fits, load and run nothing in an open page', async ({ page }) => {
  const complaints = watch(page);
  await page.addInitScript(noteAll);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(status(page)).toHaveText(/^Won/);
  // What it takes to open links at all comes with the first.
  const open = async (link: string): Promise<boolean> => {
    await page.evaluate((fragment) => void (location.hash = fragment), link);
    await expect(notice(page)).toContainText(/From a link|This link/);
    const read = (await page.locator('.notice[data-bad]').count()) === 0;
    await page.evaluate(() => history.back());
    await expect(page.locator('.notice')).toHaveCount(0);
    return read;
  };
  await open(encodeLink(played));
  await page.evaluate(() => void globalThis.begun.splice(0));
  const asked = askedBy(page.context());
  let read = 0;
  for (let round = 0; round < 40; round++) {
    const payload = [...unpack(encodeLink(played, links[round % links.length][1]))];
    const at = hash32('at', round) % payload.length;
    const changed = [payload.with(at, hash32('other', round) % 256), payload.toSpliced(at, 1 + (hash32('size', round) % 9)), payload.toSpliced(at, 0, ...payload.slice(at, at + 9)), payload.slice(0, at)];
    if (await open(pack(Uint8Array.from(changed[round % 4])))) read++;
  }
  // Some still say something.
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(40);
  expect(await page.evaluate(() => globalThis.begun)).toEqual([]);
  // Links that still hold a lesson bring the code that shows one.
  expect(asked.filter((url) => !/\/(favicon\.svg|assets\/(schema|panel|make|markup|lessons|formula)-[\w-]+\.(js|css))$/.test(url))).toEqual([]);
  await expect(page).toHaveTitle('Fieldnotes');
  expect(complaints).toEqual([]);
});
