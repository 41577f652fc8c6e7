/** Lifts measured in the background: the stage comes first, and whatever is put down or broken off is gone on with, never counted twice. */
import '../testing.ts';
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { liftArms, noOutcomes, writeLift, type KeptLift, type LiftQuestion } from '../../experiment/lift.ts';
import { trialOf } from '../../experiment/links/testing.ts';
import type { Generate } from '../../policy/contract.ts';
import { FakeGenerator } from '../../trial/fakes.ts';
import { fold } from '../../trial/fold.ts';
import type { TrialRecord } from '../../trial/records.ts';
import { play } from '../../trial/scheduler.ts';
import { teacher } from '../../trial/teachers/teacher.ts';
import { makeTask } from '../../worlds/index.ts';
import { hash32 } from '../../worlds/random.ts';
import { status } from '../log.ts';
import { show } from '../opening.ts';
import { keepNow, keepRuns, stageRun } from '../runs/keep.ts';
import { openStore } from '../runs/store.ts';
import { slots } from '../scout.ts';
import { cancel, keyOf, measure, questionOf } from './lifts.ts';
import { liftAt, setLift, type LiftView } from './state.ts';

/** Every request that a policy gets from a measurement, and what happens just then. */
const asked = vi.hoisted(() => ({ count: 0, now: (): void => undefined }));

function hear(): void {
  asked.count += 1;
  asked.now();
}

vi.mock('../policies.ts', async (original) => {
  const policies = await original<typeof import('../policies.ts')>();
  const teacherOf: typeof policies.teacherOf = (choice) => {
    const player = policies.teacherOf(choice);
    return player && { ...player, respond: (request) => (hear(), player.respond(request)) };
  };
  return { ...policies, teacherOf };
});

vi.mock('../scout.ts', async (original) => ({
  ...(await original<typeof import('../scout.ts')>()),
  async loadScout() {
    status.set({ kind: 'loading', load: { phase: 'download', done: 0, total: null } });
    await Promise.resolve();
    return new FakeGenerator((request) => (hear(), lucky(request)));
  },
}));

const task = makeTask('minesweeper', { mines: 5, turns: 12 }, 11);
/** Lost at first, though by somebody who may win. */
const byTeacher = Array.from({ length: 30 }, (_, seed) => trialOf(task, teacher('perfect'), {}, seed)).find((records) => fold(records).episodes[0].end === 'dead') ?? [];
const click = (cell: string): string => `<action>(${cell})</action>`;
const acts = (records: readonly TrialRecord[], end: 'won' | 'dead'): string[] =>
  fold(records).episodes.find((episode) => episode.end === end)?.turns.map(({ acted }) => acted.actions[0]) ?? [];
const winning = acts(trialOf(task, teacher('perfect'), { episodes: 8 }), 'won');
const mine = acts(byTeacher, 'dead').at(-1) ?? '';

/** Goes the way that wins, but for dice that depend on what was read and on the sample. */
function lucky({ draw: { trial, turn }, prompt }: Generate): string {
  return click(hash32('dice', prompt.length, trial, turn) % 6 === 0 ? mine : (winning[turn] ?? mine));
}

async function byScout(): Promise<readonly TrialRecord[]> {
  const says = [click(mine), '<remark>mine (3, 4)</remark>', ...winning.map(click)];
  const spec = { task, config: { episodes: 3, memory: 'reflection' }, style: 'full', seed: 1, trial: 0 } as const;
  const [records] = await play([spec], new FakeGenerator(() => says.shift() ?? ''));
  return records;
}

const samples = 16;
const nothing: LiftView = { phase: 'stopped', kept: { policy: '', outcomes: noOutcomes }, samples: 0, done: 0, total: 0, secondsLeft: null, problem: null };
const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const known = (kept: KeptLift | undefined): number => liftArms.reduce((sum, arm) => sum + (kept?.outcomes[arm] ?? []).filter((won) => won !== null).length, 0);

function reset(): void {
  globalThis.indexedDB = new IDBFactory();
  asked.count = 0;
  asked.now = () => undefined;
  status.set({ kind: 'recorded' });
}

beforeEach(reset);
afterEach(() => vi.restoreAllMocks());

describe.each([
  ['a teacher', () => Promise.resolve(byTeacher), 1],
  ['Scout', byScout, slots],
] as const)('The lift of a note that %s wrote', (_, trial, atOnce) => {
  let question: LiftQuestion;
  let key: string;
  /** what comes of it where nothing comes between, and how many requests that takes */
  let [whole, needed]: [KeptLift, number] = [nothing.kept, 0];

  beforeAll(async () => {
    const asking = questionOf(await trial(), 0);
    if (asking === null) throw new Error('There is no note.');
    question = asking;
    key = keyOf(question);
    reset();
    await measure(question, samples);
    [whole, needed] = [liftAt(key)?.kept ?? whole, asked.count];
  });

  beforeEach(() => setLift(key, nothing));

  it('is measured with as many samples of each arm, and leaves the stage as it is', () => {
    expect(known(whole)).toBe(3 * samples);
    expect(new Set(liftArms.flatMap((arm) => whole.outcomes[arm]))).toEqual(new Set([true, false]));
    expect(status.get()).toEqual({ kind: 'recorded' });
  });

  it('is put down whenever the stage wants to play, taken up again afterwards, and comes to the same', async () => {
    const wanted = [2, Math.floor(needed / 3), Math.floor((2 * needed) / 3)];
    asked.now = () => wanted.includes(asked.count) && status.set({ kind: 'running' });
    const done = measure(question, samples);
    for (const count of wanted) {
      await vi.waitFor(() => expect([asked.count >= count, liftAt(key)?.phase]).toEqual([true, 'waiting']), 20_000);
      const before = asked.count;
      await rest(10);
      expect(asked.count).toBe(before);
      status.set({ kind: 'ended' });
    }
    await done;
    expect(liftAt(key)).toMatchObject({ phase: 'kept', kept: whole, done: 3 * samples, total: 3 * samples, problem: null });
    expect(status.get()).toEqual({ kind: 'ended' });
    // At most the turns under way were asked for again.
    expect(asked.count).toBeLessThanOrEqual(needed + wanted.length * atOnce);
  });

  it('keeps what it has when it is cancelled, and is gone on with from there', async () => {
    asked.now = () => asked.count === Math.floor(0.7 * needed) && cancel(key);
    await measure(question, samples);
    const stopped = liftAt(key);
    expect([stopped?.phase, stopped?.done]).toEqual(['stopped', known(stopped?.kept)]);
    expect(stopped?.done).toBeGreaterThan(0);
    expect(stopped?.done).toBeLessThan(3 * samples);
    for (const arm of liftArms) stopped?.kept.outcomes[arm].forEach((won, k) => won !== null && expect([arm, k, won]).toEqual([arm, k, whole.outcomes[arm][k]]));

    asked.count = 0;
    await measure(question, samples);
    expect(liftAt(key)).toMatchObject({ phase: 'kept', kept: whole, done: 3 * samples });
    expect(asked.count).toBeLessThan(needed);
  });

  it('can be cancelled while it waits: for the stage, or for another measurement', async () => {
    status.set({ kind: 'many' });
    const other = { ...question, note: 'blank (1, 1)' };
    const both = [measure(question, samples), measure(other, samples)];
    await vi.waitFor(() => expect(liftAt(key)?.phase).toBe('waiting'), 20_000);
    expect(liftAt(keyOf(other))?.phase).toBe('queued');
    cancel(keyOf(other));
    cancel(key);
    await Promise.all(both);
    expect([liftAt(key)?.phase, liftAt(keyOf(other))?.phase, asked.count]).toEqual(['stopped', 'stopped', 0]);
    expect(status.get()).toEqual({ kind: 'many' });
  });

  it('is measured once, however often somebody asks', async () => {
    await Promise.all([measure(question, samples), measure(question, samples)]);
    expect([liftAt(key)?.kept, asked.count]).toEqual([whole, needed]);
  });

  it('takes more samples beside those that are there', async () => {
    await measure(question, 2 * samples);
    const [both, all] = [liftAt(key)?.kept, asked.count];
    setLift(key, { ...nothing, kept: whole });
    asked.count = 0;
    await measure(question, 2 * samples);
    expect([liftAt(key)?.kept, asked.count]).toEqual([both, all - needed]);
    expect(known(both)).toBe(6 * samples);
  });

  it('is measured anew with another policy: what two policies did is never put together', async () => {
    const won = Array.from({ length: samples }, () => true);
    setLift(key, { ...nothing, kept: { policy: 'another', outcomes: { note: won, none: won, other: won } } });
    await measure(question, samples);
    expect([liftAt(key)?.kept, asked.count]).toEqual([whole, needed]);
  });

  it('says what went wrong, keeps what it has, and can be tried again', async () => {
    asked.now = () => {
      if (asked.count === Math.floor(0.7 * needed)) throw new Error('The device was lost.');
    };
    await measure(question, samples);
    const failed = liftAt(key);
    expect([failed?.phase, failed?.done]).toEqual(['failed', known(failed?.kept)]);
    expect(failed?.done).toBeGreaterThan(0);
    expect(failed?.problem).toEqual(new Error('The device was lost.'));
    await measure(question, samples);
    expect(liftAt(key)).toMatchObject({ phase: 'kept', kept: whole, problem: null });
  });

  it('is kept with the run that it belongs to, whatever is on stage when it is done', async () => {
    keepRuns();
    const store = await openStore();
    show(question.records, false);
    const own = keepNow() ?? '';
    asked.now = () => asked.count === Math.floor(needed / 2) && show(byTeacher, false);
    await measure(question, samples);
    await vi.waitFor(async () => expect(await store.attachment(own, key)).toEqual(writeLift(whole)), 20_000);
    expect(stageRun.get()).toMatchObject({ kept: false });
    expect(stageRun.get()?.id).not.toBe(own);
  });
});
