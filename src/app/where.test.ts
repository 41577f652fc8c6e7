import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trialOf } from '../experiment/links/testing.ts';
import { beforeTurn } from '../trial/branch.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import { makeTask } from '../worlds/index.ts';
import type { Scene } from './doors.ts';

const records = trialOf(makeTask('minesweeper', { mines: 5, turns: 12 }, 11), teacher('random'));
const others = [1, 2, 3].map((seed) => trialOf(makeTask('minesweeper', { mines: 3 }, seed), teacher('greedy')));
const moment = { episode: 0, turn: 1, beat: 'act' } as const;
const tab = new Map<string, string>();
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
  const [opening, setup, log, wall, open, store, branching, keep, where, guess] = await Promise.all([
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
  ]);
  guess.watchGuesses();
  const page = { ...opening, ...setup, ...log, ...wall, ...open, ...store, ...branching, ...keep, ...where, ...guess };
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
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { dataset: {} }, querySelector: () => null }));
  vi.stubGlobal('location', { hash: '' });
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
