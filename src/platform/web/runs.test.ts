import { IDBFactory, IDBObjectStore as FakeStore } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { manyTrials } from '../../experiment/links/testing.ts';
import { withNote } from '../../trial/branch.ts';
import { fold } from '../../trial/fold.ts';
import type { TrialRecord } from '../../trial/records.ts';
import { RunStore, type Fork, type StoreOptions } from './runs.ts';
import { headOf, search, type RunHead } from './runHeads.ts';
import { databaseName, databaseVersion } from './runsDisk.ts';
import { fromRun, toRun } from './runsPassing.ts';
import { problemOf } from './runsProblem.ts';

const trials = manyTrials(6);
const lost = trials.find((records) => fold(records).episodes.length > 1) ?? [];
const stores: RunStore[] = [];
let time = 1_000_000;

async function open(delay = 5, patience = 20_000, more: StoreOptions = {}): Promise<RunStore> {
  const store = await RunStore.open({ delay, now: () => time++, patience, ...more });
  stores.push(store);
  return store;
}

/** As if the tab were killed: nothing is flushed, nothing closed. */
const another = (): Promise<RunStore> => open();

/** Another page at the same database. */
function connect(version?: number): Promise<IDBDatabase> {
  return new Promise((resolve) => {
    const request = indexedDB.open(databaseName, version);
    request.addEventListener('success', () => resolve(request.result));
  });
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(stores.splice(0).map((store) => store.close()));
});

describe('the store of runs', () => {
  it('gives a run back after a reload, record by record, with where one was', async () => {
    const store = await open();
    const run = store.create('First');
    const trial = store.addTrial(run);
    for (const record of trials[0]) store.append(run, trial, [record]);
    store.setPlace({ run, trial, moment: { episode: 0, turn: 2, beat: null } });
    expect(store.snapshot()).toMatchObject({ problem: null });
    await store.flush();
    expect(store.unsaved).toBe(0);

    const later = await another();
    expect(later.place).toEqual({ run, trial, moment: { episode: 0, turn: 2, beat: null } });
    expect(later.snapshot().runs).toMatchObject([{ id: run, name: 'First', world: 'minesweeper', trials: [{ id: trial, count: trials[0].length, won: fold(trials[0]).won }] }]);
    expect(await later.load(run)).toEqual([{ id: trial, name: '', parent: null, records: trials[0] }]);
  });

  it('writes what comes after a while at once, and what comes in quick succession together', async () => {
    const put = vi.spyOn(FakeStore.prototype, 'put');
    const store = await open(60_000);
    const run = store.create('Left at once');
    const trial = store.addTrial(run);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
    await store.flush();
    vi.spyOn(performance, 'now').mockReturnValue(now + 120_000);
    store.append(run, trial, lost.slice(0, 7));
    await vi.waitFor(() => expect(store.unsaved).toBe(0));
    expect((await (await another()).load(run))[0].records).toEqual(lost.slice(0, 7));
    put.mockClear();
    for (const record of lost.slice(7)) store.append(run, trial, [record]);
    await new Promise((done) => setTimeout(done, 50));
    expect(store.unsaved).toBe(lost.length - 7);
    expect(put).not.toHaveBeenCalled();
  });

  it('saves as it goes: a tab that is killed loses the last moment at most', async () => {
    const store = await open();
    const run = store.create('Killed');
    const trial = store.addTrial(run);
    store.append(run, trial, lost.slice(0, 7));
    await vi.waitFor(() => expect(store.unsaved).toBe(0));
    const later = await another();
    const [found] = await later.load(run);
    expect(found.records).toEqual(lost.slice(0, 7));
    later.append(run, trial, lost.slice(7));
    await later.flush();
    expect((await (await another()).load(run))[0].records).toEqual(lost);
  });

  it('writes new records only, many in one go', async () => {
    const put = vi.spyOn(FakeStore.prototype, 'put');
    const store = await open(1000);
    const run = store.create('Batches');
    const trial = store.addTrial(run);
    for (const record of trials[1].slice(0, 10)) store.append(run, trial, [record]);
    await store.flush();
    store.append(run, trial, trials[1].slice(10, 13));
    await store.flush();
    const written = put.mock.calls.flatMap(([, key]) => (Array.isArray(key) ? [key] : []));
    expect(written).toEqual([[trial, 0], [trial, 10]]);
    expect(put).toHaveBeenCalledTimes(4);
  });

  it('stores of a branch only what differs', async () => {
    const put = vi.spyOn(FakeStore.prototype, 'put');
    const store = await open(1000);
    const run = store.create('Branch');
    const trial = store.addTrial(run, { records: lost });
    await store.flush();
    const edited = withNote(lost, 0, 'Start at the other end.');
    const branch = store.addTrial(run, { name: 'edited', parent: trial, records: edited });
    await store.flush();
    expect(put.mock.calls.flatMap(([, key]) => (Array.isArray(key) ? [key] : []))).toEqual([[trial, 0], [branch, edited.length - 1]]);
    expect(await toRun(await another(), run)).toEqual({ name: 'Branch', trials: [{ name: '', parent: null, records: lost }, { name: 'edited', parent: 0, records: edited }] });
  });

  it('lists newest first, renames, and finds by name, world and notes', async () => {
    const store = await open();
    const [a, b] = [fromRun(store, { name: 'Alpha', trials: [{ name: '', parent: null, records: withNote(lost, 0, 'Mind the TRAP in the corner') }] }), fromRun(store, { name: 'Beta', trials: [] })];
    expect(store.snapshot().runs.map(({ id }) => id)).toEqual([b, a]);
    store.rename(b, 'Gamma rays');
    expect(search(store.snapshot().runs, 'rays gamma').map(({ id }) => id)).toEqual([b]);
    expect(search(store.snapshot().runs, 'trap corner').map(({ id }) => id)).toEqual([a]);
    expect(search(store.snapshot().runs, 'nothing of the kind')).toEqual([]);
    expect(search(store.snapshot().runs, '  ')).toHaveLength(2);
    await store.flush();
    expect((await another()).snapshot().runs.map(({ name }) => name)).toEqual(['Gamma rays', 'Alpha']);
  });

  it('tells runs on the like task apart by who played, with which memory and which sampling seeds', async () => {
    const store = await open();
    const { seed, config } = fold(lost).start;
    const reseeded = lost.map((record): TrialRecord => (record.type === 'responded' && record.purpose === 'play' ? { ...record, policy: 'person', seed: seed + 1 } : record));
    const plain = fromRun(store, { name: 'plain', trials: [{ name: '', parent: null, records: lost }] });
    expect(store.head(plain)?.played).toMatchObject({ memories: [config.memory], seeds: [seed] });
    expect(store.head(plain)?.played?.policies).toHaveLength(1);
    store.remove(plain);
    const run = fromRun(store, { name: 'a', trials: [{ name: '', parent: null, records: lost }, { name: '', parent: 0, records: reseeded }] });
    const policies = new Set([...lost, ...reseeded].flatMap((record) => (record.type === 'responded' ? [record.policy] : [])));
    const played = { policies: [...policies], memories: [config.memory], seeds: [seed, seed + 1] };
    expect(store.head(run)?.played).toEqual(played);
    await store.flush();
    expect((await another()).head(run)?.played).toEqual(played);
    const told = (head: RunHead): string => head.played?.seeds.map((each) => `seed ${each}0`).join(' ') ?? '';
    const finds = (query: string): boolean => search(store.snapshot().runs, query, told).length === 1;
    expect([finds(`a seed  ${seed + 1}0`), finds(`seed ${seed}0 a`), finds('seed')]).toEqual([true, true, true]);
    // neither another number that begins alike, nor one that stands in a note
    expect([finds(`seed ${seed + 1}`), finds(`seed ${seed + 2}0`), finds('seed 3')]).toEqual([false, false, false]);
    expect(lost.some((record) => record.type === 'reflectionWritten' && record.text.includes('3'))).toBe(true);
    store.rename(run, 'Sokoban 6×6, 2 boxes, 7 turns (mine) [x] a.b');
    expect(['6×6 7 turns', '2 boxes 7 turns', 'boxes 7', '(mine) [x', 'a.b'].filter((query) => !finds(query))).toEqual([]);
    expect(['boxes 2', 'a*b', '.*', '6×6 99'].filter(finds)).toEqual([]);
    // what was saved before this was noticed is there as ever
    expect(headOf({ ...store.head(run), played: undefined })?.name).toBe(store.head(run)?.name);
    expect(headOf({ ...store.head(run), played: undefined })?.played).toBeUndefined();
  });

  it('deletes with undo, and for good when the page is opened again later', async () => {
    const store = await open();
    const [kept, gone] = [fromRun(store, { name: 'kept', trials: [] }), fromRun(store, { name: 'gone', trials: [{ name: '', parent: null, records: lost }] })];
    store.remove(kept);
    store.remove(gone);
    expect(store.snapshot().runs).toEqual([]);
    store.restore(kept);
    await store.flush();
    const soon = await another();
    expect(soon.snapshot().runs.map(({ name }) => name)).toEqual(['kept']);
    soon.restore(gone);
    expect((await soon.load(gone))[0].records).toEqual(lost);
    soon.remove(gone);
    await soon.flush();
    time += 3_600_000;
    await another();
    const last = await another();
    expect(() => last.restore(gone)).toThrow('There is no run');
    expect(last.snapshot().runs).toHaveLength(1);
  });

  it('brings back a deleted run that another tab has cleared away meanwhile', async () => {
    const store = await open();
    const run = fromRun(store, { name: 'twice', trials: [{ name: '', parent: null, records: lost }] });
    store.remove(run);
    await store.flush();
    time += 3_600_000;
    expect((await another()).snapshot().runs).toEqual([]);
    store.restore(run);
    await store.flush();
    expect((await (await another()).load(run))[0].records).toEqual(lost);
  });

  it('keeps the trials of two tabs that add to the same run', async () => {
    const one = await open();
    const run = one.create('Shared');
    await one.flush();
    const two = await another();
    one.addTrial(run, { name: 'of one', records: trials[0] });
    two.addTrial(run, { name: 'of two', records: trials[1] });
    await one.flush();
    await two.flush();
    const trialsOf = await (await another()).load(run);
    expect(trialsOf.map(({ name, records }) => `${name} ${records.length}`).sort()).toEqual([`of one ${trials[0].length}`, `of two ${trials[1].length}`]);
  });

  it('lets two tabs that go on with the same trial both keep what they added: the later one goes on as a branch', async () => {
    const one = await open(1000);
    const run = one.create('Shared');
    const trial = one.addTrial(run, { name: 'a', records: lost.slice(0, 2) });
    await one.flush();
    const forks: Fork[] = [];
    const two = await open(1000, 20_000, { onFork: (fork) => forks.push(fork) });
    const [{ records: before }] = await two.load(run);
    two.setPlace({ run, trial, moment: null });
    const edited = [...before, ...withNote(lost, 0, 'Start at the other end.').slice(2)];
    one.append(run, trial, lost.slice(2));
    two.append(run, trial, edited.slice(2, -1));
    const child = two.addTrial(run, { name: 'child', parent: trial, records: edited });
    await one.flush();
    await two.flush();
    expect(forks).toMatchObject([{ run, trial }]);
    const [{ branch }] = forks;
    expect(two.place?.trial).toBe(branch);
    // the old id still does
    two.append(run, trial, edited.slice(-1));
    await two.flush();
    await one.flush();
    expect(forks).toHaveLength(1);
    const later = await another();
    expect(await later.load(run)).toEqual([
      { id: trial, name: 'a', parent: null, records: lost },
      { id: branch, name: 'a', parent: trial, records: edited },
      { id: child, name: 'child', parent: branch, records: edited },
    ]);
    expect(later.head(run)?.trials.map(({ count }) => count)).toEqual([lost.length, edited.length, edited.length]);
    expect((await two.load(run))[0].records).toEqual(lost);
  });

  it('keeps the new name that one tab gives while another plays on, and what is deleted meanwhile stays so until it is brought back, whole', async () => {
    const one = await open(1000);
    const run = one.create('Before');
    const trial = one.addTrial(run, { records: lost.slice(0, 6) });
    await one.flush();
    const two = await another();
    two.rename(run, 'After');
    two.remove(run);
    await two.flush();
    one.append(run, trial, lost.slice(6));
    await one.flush();
    await two.refresh();
    for (const store of [one, two, await another()]) expect(store.snapshot().runs).toEqual([]);
    one.restore(run);
    await one.flush();
    await two.refresh();
    for (const store of [one, two]) expect(store.snapshot().runs).toMatchObject([{ name: 'After', trials: [{ count: lost.length }] }]);
    expect((await (await another()).load(run))[0].records).toEqual(lost);
  });

  it('passes attachments on with a run, those of this tab as they are now, and takes them in with one', async () => {
    const store = await open();
    const run = fromRun(store, { name: 'Measured', trials: [{ name: '', parent: null, records: lost }], attachments: [{ name: 'lift/0', value: { wins: 3 } }, { name: 'lift/1', value: 1 }] });
    await store.flush();
    const later = await another();
    later.attach(run, 'lift/1', 2);
    later.attach(run, 'lift/2', 3);
    const passed = await toRun(later, run);
    expect(passed.attachments).toEqual([{ name: 'lift/0', value: { wins: 3 } }, { name: 'lift/1', value: 2 }, { name: 'lift/2', value: 3 }]);
    const copy = fromRun(later, passed);
    expect(await toRun(later, copy)).toEqual(passed);
    expect((await toRun(later, later.create('Nothing measured'))).attachments).toBeUndefined();
  });

  it('keeps attachments with a run, and deletes them with it', async () => {
    const store = await open();
    const [run, other] = [store.create('Measured'), store.create('Not')];
    store.attach(run, 'lift/0', { wins: [3, 1] });
    await store.flush();
    const later = await another();
    expect(await later.attachment(run, 'lift/0')).toEqual({ wins: [3, 1] });
    expect(await later.attachment(run, 'lift/1')).toBeUndefined();
    expect(await later.attachment(other, 'lift/0')).toBeUndefined();
    later.remove(run);
    await later.purge();
    const database = await connect();
    const keys = database.transaction('attachments').objectStore('attachments').getAllKeys();
    await new Promise((resolve) => keys.addEventListener('success', resolve));
    expect(keys.result).toEqual([]);
    database.close();
  });

  it('opens the database of the first version', async () => {
    const old = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(databaseName, 1);
      request.addEventListener('upgradeneeded', () => ['runs', 'records', 'state'].forEach((name) => request.result.createObjectStore(name)));
      request.addEventListener('success', () => resolve(request.result));
    });
    const head = { id: 'x', name: 'Old', created: 1, changed: 1, deleted: null, world: '', notes: '', trials: [{ id: 't', name: '', parent: null, shared: 0, count: lost.length, won: null }] };
    const transaction = old.transaction(['runs', 'records'], 'readwrite');
    transaction.objectStore('runs').put(head, 'x');
    transaction.objectStore('records').put({ trial: 't', from: 0, records: lost }, ['t', 0]);
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    old.close();
    const store = await open();
    expect(store.snapshot()).toMatchObject({ problem: null, runs: [{ name: 'Old', origin: 'played' }] });
    expect((await store.load('x'))[0].records).toEqual(lost);
    store.attach('x', 'lift', 1);
    await store.flush();
    expect(store.snapshot().problem).toBeNull();
  });

  it('takes a trial out of a run and puts it back', async () => {
    const store = await open();
    const run = store.create('Branches');
    const first = store.addTrial(run, { id: 'mine', records: lost });
    const branch = store.addTrial(run, { parent: first, records: withNote(lost, 0, 'other') });
    store.changeTrial(run, branch, { gone: true, name: 'B' });
    await store.flush();
    const later = await another();
    expect((await later.load(run)).map(({ id }) => id)).toEqual(['mine']);
    later.changeTrial(run, branch, { gone: false });
    expect((await later.load(run)).map(({ id, name }) => [id, name])).toEqual([['mine', ''], [branch, 'B']]);
  });

  it('hands out lists that do not change under whoever reads them', async () => {
    const store = await open();
    const run = store.create('Copies');
    const trial = store.addTrial(run, { records: lost.slice(0, 3) });
    const [{ records }] = await store.load(run);
    store.append(run, trial, lost.slice(3));
    expect(records).toHaveLength(3);
  });

  it('tells subscribers, with a state that changes only when something did', async () => {
    const store = await open();
    const seen: number[] = [];
    const stop = store.subscribe(() => seen.push(store.snapshot().runs.length));
    const before = store.snapshot();
    store.create('x');
    expect(store.snapshot()).not.toBe(before);
    expect(store.snapshot()).toBe(store.snapshot());
    stop();
    store.create('y');
    expect(seen).toEqual([1]);
  });
});

describe('a store that fails', () => {
  it('keeps everything in memory while there is no room, says so, and saves it once there is', async () => {
    const store = await open(1000);
    const run = store.create('Full');
    const trial = store.addTrial(run, { records: lost.slice(0, 5) });
    const full = vi.spyOn(FakeStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room.', 'QuotaExceededError');
    });
    await store.flush();
    store.append(run, trial, lost.slice(5));
    await store.flush();
    expect(store.snapshot().problem?.kind).toBe('full');
    expect(store.snapshot().problem?.message).toContain('no room left');
    expect(store.unsaved).toBe(lost.length);
    expect((await store.load(run))[0].records).toEqual(lost);
    full.mockRestore();
    await store.flush();
    expect(store.snapshot().problem).toBeNull();
    expect(store.unsaved).toBe(0);
    expect((await (await another()).load(run))[0].records).toEqual(lost);
  });

  it('lets deleted runs make room first', async () => {
    const store = await open(1000);
    const old = fromRun(store, { name: 'old', trials: [{ name: '', parent: null, records: lost }] });
    await store.flush();
    store.remove(old);
    await store.flush();
    vi.spyOn(FakeStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('No room.', 'QuotaExceededError');
    });
    const run = fromRun(store, { name: 'new', trials: [{ name: '', parent: null, records: trials[0] }] });
    await store.flush();
    expect(store.snapshot()).toMatchObject({ problem: null, runs: [{ id: run }] });
    expect(() => store.restore(old)).toThrow('There is no run');
  });

  it('works in memory where storing is forbidden', async () => {
    vi.spyOn(globalThis.indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    const store = await open();
    const run = fromRun(store, { name: 'Private', trials: [{ name: '', parent: null, records: lost }] });
    await store.flush();
    expect(store.snapshot()).toMatchObject({ problem: { kind: 'forbidden' }, runs: [{ name: 'Private' }] });
    expect(store.unsaved).toBe(lost.length);
    expect((await store.load(run))[0].records).toEqual(lost);
    vi.restoreAllMocks();
    await store.reopen();
    expect(store.snapshot().problem).toBeNull();
    expect(store.unsaved).toBe(0);
    expect((await (await another()).load(run))[0].records).toEqual(lost);
  });

  it('says that a newer page wrote the runs', async () => {
    const newer = await connect(7);
    newer.close();
    expect((await open()).snapshot().problem?.kind).toBe('newer');
  });

  it('says that another tab is in the way, and saves once it is closed', async () => {
    const other = await connect(1);
    indexedDB.deleteDatabase(databaseName);
    const store = await open(5, 50);
    expect(store.snapshot().problem?.kind).toBe('blocked');
    const run = fromRun(store, { name: 'Waiting', trials: [{ name: '', parent: null, records: lost }] });
    other.close();
    await vi.waitFor(() => expect(store.unsaved).toBe(0), 10_000);
    expect(store.snapshot().problem).toBeNull();
    expect((await (await another()).load(run))[0].records).toEqual(lost);
  });

  it('gives way to a tab that needs a newer database, and goes on in memory', async () => {
    const store = await open();
    const run = fromRun(store, { name: 'Old tab', trials: [{ name: '', parent: null, records: lost }] });
    await store.flush();
    (await connect(databaseVersion + 1)).close();
    expect(store.snapshot().problem?.kind).toBe('newer');
    expect((await store.load(run))[0].records).toEqual(lost);
  });

  it('gives way to whoever deletes the database, says that it is gone, and keeps the session', async () => {
    const store = await open();
    const run = fromRun(store, { name: 'Deleted under it', trials: [{ name: '', parent: null, records: lost }] });
    await store.flush();
    await new Promise((resolve, reject) => Object.assign(indexedDB.deleteDatabase(databaseName), { onsuccess: resolve, onerror: reject }));
    expect(store.snapshot().problem?.kind).toBe('lost');
    expect((await store.load(run))[0].records).toEqual(lost);
    await store.reopen();
    expect(store.snapshot().problem).toBeNull();
    expect((await (await another()).load(run))[0].records).toEqual(lost);
  });

  it('reads what is whole of a damaged run', async () => {
    const store = await open(1000);
    const run = store.create('Damaged');
    const trial = store.addTrial(run, { records: lost.slice(0, 6) });
    await store.flush();
    store.append(run, trial, lost.slice(6, 9));
    await store.flush();
    const database = await connect();
    const transaction = database.transaction(['records', 'runs'], 'readwrite');
    transaction.objectStore('records').put({ trial, from: 6, records: [{ type: 'nonsense' }] }, [trial, 6]);
    transaction.objectStore('runs').put('nonsense', 'x');
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    database.close();
    const later = await another();
    expect(later.snapshot().runs).toHaveLength(1);
    expect((await later.load(run))[0].records).toEqual(lost.slice(0, 6));
  });

  it('names what browsers call a full store, at once or at the end of a transaction', () => {
    expect(problemOf(new DOMException('', 'QuotaExceededError')).kind).toBe('full');
    expect(problemOf(new DOMException('', 'SecurityError')).kind).toBe('forbidden');
    expect(problemOf(new DOMException('', 'InvalidStateError')).kind).toBe('lost');
    expect(problemOf(new Error('odd')).message).toBe('Runs can not be saved. odd');
  });
});
