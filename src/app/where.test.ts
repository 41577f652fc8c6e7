import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeLink } from '../experiment/links/index.ts';
import { trialOf } from '../experiment/links/testing.ts';
import { beforeTurn } from '../trial/branch.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import { makeTask } from '../worlds/index.ts';
import type { Scene } from './doors.ts';
import type { Lesson } from './lessons/schema.ts';

const records = trialOf(makeTask('minesweeper', { mines: 5, turns: 12 }, 11), teacher('random'));
const others = [1, 2, 3].map((seed) => trialOf(makeTask('minesweeper', { mines: 3 }, seed), teacher('greedy')));
const moment = { episode: 0, turn: 1, beat: 'act' } as const;
const tab = new Map<string, string>();
const lesson: Lesson = { version: 1, title: 'Corner', steps: [{ text: 'One.' }, { text: 'Two.', show: { episode: 0, turn: 1, overlay: 'truth' } }, { text: 'Three.' }] };
const address = { hash: '', pathname: '/', search: '' };
let how = 'navigate';

class Entry {
  readonly type = how;
}

const storage = (kept: Map<string, string>) => ({
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
  length: 0,
});

/** of each page that was loaded: its store opens behind what is tested, and must have done so before the stubs go */
const loaded: (() => Promise<unknown>)[] = [];

/** The page, loaded once more: of what it had in memory nothing is left. */
async function load(type: 'navigate' | 'reload') {
  how = type;
  vi.resetModules();
  vi.stubGlobal('window', new EventTarget());
  const [opening, setup, log, wall, open, store, branching, keep, where, guess, bundled, lessons, hiding] = await Promise.all([
    import('./opening.ts'),
    import('./setup.ts'),
    import('./log.ts'),
    import('./wall/trials.ts'),
    import('./runs/open.ts'),
    import('./runs/store.ts'),
    import('./branches/store.ts'),
    import('./runs/keep.ts'),
    import('./where.ts'),
    import('./guess/guess.ts'),
    import('./lessons/bundled.ts'),
    import('./lessons/state.ts'),
    import('./share/hidden.ts'),
  ]);
  guess.watchGuesses();
  const page = { ...opening, ...setup, ...log, ...wall, ...open, ...store, ...branching, ...keep, ...where, ...guess, ...lessons, ...hiding, startLesson: bundled.start, lessons: bundled.lessons, tour: bundled.tour };
  loaded.push(page.openStore);
  return page;
}

type Page = Awaited<ReturnType<typeof load>>;
const leave = async ({ openStore }: Page): Promise<void> => {
  await new Promise((drawn) => setTimeout(drawn, 5));
  window.dispatchEvent(new Event('pagehide'));
  await (await openStore()).flush();
};

beforeEach(() => {
  tab.clear();
  globalThis.indexedDB = new IDBFactory();
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { dataset: {} }, querySelector: () => null }));
  vi.stubGlobal('location', Object.assign(address, { hash: '' }));
  vi.stubGlobal('history', { state: null, pushState: (_state: unknown, _unused: string, to: string) => Object.assign(address, { hash: new URL(to, 'http://page').hash }) });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw));
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
  vi.stubGlobal('localStorage', storage(new Map()));
  vi.stubGlobal('sessionStorage', storage(tab));
  vi.stubGlobal('PerformanceNavigationTiming', Entry);
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => [Object.assign(new Entry(), { name: '', entryType: '', startTime: 0, duration: 0, toJSON: () => null })]);
});

afterEach(async () => {
  await Promise.all(loaded.splice(0).map((openStore) => openStore()));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each(['stage', 'wall', 'hand', 'train'] satisfies Scene[])('A reload comes back to a recording at its moment, paused, and to the scene “%s”', async (scene) => {
  const page = await load('navigate');
  await page.openPage();
  page.show(records, true);
  page.useSetup.setState({ moment, seen: moment, overlay: 'truth', scene });
  await leave(page);

  const again = await load('reload');
  expect(again.trial.get().view).toBeNull();
  await again.openPage();
  expect(again.trial.get().records).toEqual(records);
  expect(again.useSetup.getState()).toMatchObject({ moment, seen: moment, playing: false, overlay: 'truth', scene });
  expect(again.stageRun.get()).toMatchObject({ kept: false, origin: 'recording' });
});

it.each(['recording', 'played'] as const)('A reload gives nothing away to who guesses (%s)', async (origin) => {
  const page = await load('navigate');
  await page.openPage();
  page.show(records, false, origin);
  if (origin === 'played') page.keepNow();
  page.useSetup.setState({ moment: { episode: 0, turn: 0, beat: null } });
  page.useGuess.getState().toggle();
  page.useGuess.getState().say('1,1');
  const [{ revealed, score }, { moment: at, seen }] = [page.useGuess.getState(), page.useSetup.getState()];
  expect(revealed).toEqual({ episode: 0, turn: 1 });
  await leave(page);

  const again = await load('reload');
  await again.openPage();
  expect(again.trial.get().records).toEqual(records);
  expect(again.useGuess.getState()).toMatchObject({ on: true, revealed, score, said: null });
  expect(again.useSetup.getState()).toMatchObject({ moment: at, seen });
  again.useSetup.getState().look(null);
  expect(again.useSetup.getState().moment).toEqual({ ...revealed, beat: null });
  await leave(again);

  const visit = await load('navigate');
  await visit.openPage();
  expect(visit.useGuess.getState()).toMatchObject({ on: false, score });
});

it('A reload comes back to two branches side by side', async () => {
  const page = await load('navigate');
  await page.openPage();
  page.show(records, false);
  const [first] = page.tree.get().branches;
  page.sprout(first.id, beforeTurn(records, 0, 1), { kind: 'again', episode: 0, turn: 1 });
  page.setRunning(null);
  page.useBranching.setState({ beside: first.id });
  page.useSetup.setState({ moment: { ...moment, beat: null } });
  await leave(page);

  const again = await load('reload');
  await again.openPage();
  expect([again.tree.get().branches.length, again.tree.get().shown]).toEqual([2, page.tree.get().shown]);
  expect(again.useBranching.getState().beside).toBe(first.id);
  expect(again.useSetup.getState().moment).toEqual({ ...moment, beat: null });
});

it('A reload comes back to the trials that hung on the wall', async () => {
  const page = await load('navigate');
  await page.openPage();
  const store = await page.openStore();
  const run = store.create('Wall');
  for (const each of others) store.addTrial(run, { records: each });
  await page.openSaved(run);
  await leave(page);

  const again = await load('reload');
  await again.openPage();
  expect(again.useSetup.getState().scene).toBe('wall');
  await vi.waitFor(() => expect(again.wall.get()).toMatchObject({ kind: 'saved', run, planned: 3 }));
});

const ways: Record<string, (page: Page) => Promise<void> | void> = {
  'of the list': ({ startLesson, lessons }) => startLesson(lessons[0]),
  'of the list, about many trials': ({ startLesson, lessons }) => startLesson(lessons[2]),
  'the tour, over whatever is on stage': ({ startLesson, tour }) => startLesson(tour),
  'tried out by whoever writes it': ({ begin, writing }) => {
    writing.set(true);
    begin(lesson, null);
  },
};
const link = encodeLink(records, { hidden: ['setup', 'wall'], lesson: JSON.stringify(lesson) });

describe('A reload comes back to a lesson, at its step', () => {
  it.each(Object.keys(ways))('%s', async (way) => {
    const page = await load('navigate');
    await page.openPage();
    await ways[way](page);
    page.go(1);
    // The reader looks around by themselves.
    page.useSetup.setState({ overlay: 'visits', moment });
    const [before, onStage] = [page.reading.get(), page.trial.get().records];
    expect(before?.step).toBe(1);
    await leave(page);

    const again = await load('reload');
    await again.openPage();
    expect([again.reading.get(), again.writing.get()]).toEqual([before, page.writing.get()]);
    expect(again.trial.get().records).toEqual(onStage);
    expect(again.useSetup.getState()).toMatchObject({ overlay: 'visits', moment, playing: false });
    again.leave();
    await leave(again);

    const left = await load('reload');
    await left.openPage();
    expect(left.reading.get()).toBeNull();
    left.begin(lesson, null);
    await leave(left);

    const visit = await load('navigate');
    await visit.openPage();
    expect(visit.reading.get()).toBeNull();
  });

  it('of a link, with what it leaves out still left out; also once another run has taken the address', async () => {
    address.hash = `#${link}`;
    const page = await load('navigate');
    await page.openPage();
    expect([page.reading.get()?.step, page.hidden.get()]).toEqual([0, ['setup', 'wall']]);
    page.go(1);
    page.hide(['wall']);
    page.useSetup.setState({ overlay: 'visits' });
    await leave(page);

    const again = await load('reload');
    await again.openPage();
    expect(again.reading.get()).toEqual({ lesson, id: null, step: 1 });
    expect(again.hidden.get()).toEqual(['wall']);
    expect(again.useSetup.getState().overlay).toBe('visits');
    // A step may offer to run the task anew.
    again.clear();
    for (const record of others[0]) again.append(record);
    again.setRunning(null);
    expect(address.hash).toBe('');
    await leave(again);

    const later = await load('reload');
    await later.openPage();
    expect(later.reading.get()).toEqual({ lesson, id: null, step: 1 });
    expect([later.hidden.get(), later.trial.get().records]).toEqual([['wall'], others[0]]);
    later.leave();
    later.hide([]);
    await leave(later);

    const left = await load('reload');
    await left.openPage();
    expect([left.reading.get(), left.hidden.get()]).toEqual([null, []]);
  });

  it('and the link that is opened once more begins as it was made', async () => {
    address.hash = `#${link}`;
    const page = await load('navigate');
    await page.openPage();
    page.go(2);
    page.hide([]);
    await leave(page);

    const visit = await load('navigate');
    await visit.openPage();
    expect([visit.reading.get()?.step, visit.hidden.get()]).toEqual([0, ['setup', 'wall']]);
  });

  it('stays within the lesson, whatever was kept', async () => {
    const page = await load('navigate');
    await page.openPage();
    page.begin(lesson, null);
    await leave(page);
    const kept = tab.get('fieldnotes.lesson') ?? '';
    for (const [text, step] of [[kept.replace('"step":0', '"step":99'), 2], [kept.replace('"version":1', '"version":2'), undefined], ['{', undefined]] as const) {
      tab.set('fieldnotes.lesson', text);
      const again = await load('reload');
      await again.openPage();
      expect(again.reading.get()?.step).toBe(step);
    }
  });
});

it('Another visit in the same tab begins as visits do, and what other hands have kept changes nothing', async () => {
  const page = await load('navigate');
  await page.openPage();
  page.show(records, true);
  page.useSetup.setState({ moment, scene: 'train' });
  await leave(page);

  const visit = await load('navigate');
  expect(visit.whereBefore()).toBeNull();
  await visit.openPage();
  expect([visit.useSetup.getState().scene, visit.trial.get().records]).not.toEqual(['train', records]);

  for (const kept of ['', '{', '{"scene":"cellar"}', '3']) {
    tab.set('fieldnotes.where', kept);
    tab.set('fieldnotes.recording', 'recording\n{"type":"nothing"}');
    const again = await load('reload');
    await again.openPage();
    expect(again.useSetup.getState().scene).toBe('stage');
    expect(again.trial.get().view).not.toBeNull();
  }
});
