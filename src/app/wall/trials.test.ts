import '../testing.ts';
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trialOf } from '../../experiment/links/testing.ts';
import { teacher } from '../../trial/teachers/teacher.ts';
import { makeTask } from '../../worlds/index.ts';
import { status, sprout, tree, trial } from '../log.ts';
import { show } from '../opening.ts';
import { stop } from '../run.ts';
import { keepRuns, stageRun } from '../runs/keep.ts';
import { openSaved } from '../runs/open.ts';
import { cutOff } from '../runs/panels.ts';
import { openStore } from '../runs/store.ts';
import { useSetup } from '../setup.ts';
import { runMany } from './run.ts';
import { isForWall, savedWall, showRecorded, take, wall } from './trials.ts';

const choice = { ...useSetup.getState(), setting: 'mines-3-7', seed: '4', memory: 'reflection', episodes: 2, policy: 'teacher:greedy' } as const;
const frame = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
const outcomes = (): readonly unknown[] => wall.get().trials.map(({ view: { won, start } }) => [won, start.trial]);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => vi.restoreAllMocks());

it('A live wall is one run, which comes back to the wall as it was', async () => {
  await runMany(choice, 6);
  await frame();
  const [before, store] = [wall.get(), await openStore()];
  expect([before.kind, before.trials.length]).toEqual(['live', 6]);
  const [saved, ...others] = store.snapshot().runs;
  expect([saved.id, others.length]).toEqual([before.run, 0]);
  expect(saved.name).toMatch(/^Wall: MineSweeper .* seed 4$/);
  const played = outcomes();

  take()(savedWall('another', []));
  useSetup.setState({ scene: 'stage' });
  const { id: onStage } = tree.get();
  expect(await openSaved(before.run ?? '')).toBe(true);
  await frame();
  expect([wall.get().kind, wall.get().run, useSetup.getState().scene, tree.get().id]).toEqual(['saved', before.run, 'wall', onStage]);
  expect(outcomes()).toEqual(played);

  expect((await store.load(before.run ?? '')).map(({ records }) => records)).toEqual(before.trials.map(({ records }) => records));
});

it('A wall that was stopped keeps what was played until then', async () => {
  const done = wall.subscribe(() => wall.get().kind === 'live' && wall.get().trials.length > 2 && stop());
  await runMany(choice, 40);
  done();
  await frame();
  expect(status.get().kind).toBe('stopped');
  const { run, trials } = wall.get();
  const store = await openStore();
  expect(store.head(run ?? '')?.trials.map(({ count }) => count)).toEqual(trials.map(({ records }) => records.length));
});

it('Looking at trials of a saved wall fills the list of runs with nothing; what somebody makes of one is a run', async () => {
  keepRuns();
  const store = await openStore();
  await runMany(choice, 3);
  await frame();
  const count = store.snapshot().runs.length;
  for (const { records } of wall.get().trials) show(records, false, 'played');
  expect(stageRun.get()).toMatchObject({ origin: 'played', kept: false });
  expect(store.snapshot().runs).toHaveLength(count);
  const [first] = tree.get().branches;
  sprout(first.id, first.records.slice(0, 3), { kind: 'again', episode: 0, turn: 0 });
  expect(stageRun.get()?.kept).toBe(true);
  expect(store.snapshot().runs).toHaveLength(count + 1);
  expect(trial.get().records).toHaveLength(3);
});

it('A trial of the wall that was broken off says so and can be gone on with; one that is over, a recording, and one that still plays do not', () => {
  const records = trialOf(makeTask('minesweeper', { mines: 3 }, 1), teacher('random'));
  status.set({ kind: 'ended' });
  for (let count = 1; count < records.length; count++) {
    show(records.slice(0, count), count % 2 === 0, 'played');
    expect([status.get().kind, cutOff.get()]).toEqual(['stopped', tree.get().id]);
  }
  show(records, false, 'played');
  expect([status.get().kind, cutOff.get() === tree.get().id]).toEqual(['recorded', false]);
  show(records.slice(0, 4), false, 'recording');
  expect([status.get().kind, cutOff.get() === tree.get().id]).toEqual(['recorded', false]);
  status.set({ kind: 'many' });
  show(records.slice(0, 4), false, 'played');
  expect([status.get().kind, cutOff.get() === tree.get().id]).toEqual(['many', false]);
  status.set({ kind: 'ended' });
});

it('The recordings come back after others have hung there', async () => {
  const fetched = vi.fn(() => Promise.resolve(Response.json([])));
  vi.stubGlobal('fetch', fetched);
  for (let time = 0; time < 2; time++) {
    take()(savedWall('run', []));
    await showRecorded();
    await frame();
    expect(wall.get()).toMatchObject({ kind: 'recorded', run: null });
  }
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('Trials of several tasks, or very many of one, are for the wall; branches of one trial never are', () => {
  const records = [0, 1, 2].map((seed) => trialOf(makeTask('minesweeper', { mines: 3 }, seed), teacher('greedy')));
  const saved = (seeds: readonly number[], parent: string | null = null) => seeds.map((seed) => ({ parent, records: records[seed] }));
  expect(isForWall(saved([1]))).toBe(false);
  expect(isForWall(saved([1, 2]))).toBe(true);
  expect(isForWall(saved([1, 1, 1]))).toBe(false);
  expect(isForWall(saved(Array.from({ length: 20 }, () => 1)))).toBe(true);
  expect(isForWall([...saved([1]), ...saved(Array.from({ length: 29 }, () => 1), 'parent')])).toBe(false);
});
