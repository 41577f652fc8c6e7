/** Runs one trial at a time and writes it into the log. Teachers and the model go the same way, at a pace that eyes can follow. */
import type { Generator } from '../policy/contract.ts';
import type { Player, TrialRequest, TrialResponse } from '../trial/contract.ts';
import { play, playText, type PlayOptions } from '../trial/scheduler.ts';
import { person, type TrialSpec } from '../trial/runner.ts';
import { InputError } from '../worlds/index.ts';
import type { TrialRecord } from '../trial/records.ts';
import { alike, sameDice } from './dice.ts';
import { append, asked, clear, problem, rate, setRunning, showBranch, sprout, status, stream, tree, trial, type BranchCause, type Status } from './log.ts';
import { personAt } from './hand/hand.ts';
import { factor, usePreferences } from './preferences.ts';
import { forgetScout, loadScout, sampling } from './scout.ts';
import { parseSeed, taskOf } from './settings.ts';
import { useSetup, type Choice } from './setup.ts';
import { teacherOf } from './policies.ts';
import { Trouble } from './trouble.ts';

/** likeliest tokens kept at every place, for the token view */
const alternatives = 5;

let current: AbortController | null = null;

export function stop(): void {
  current?.abort();
}

interface After {
  readonly ended: Status;
  readonly stopped: Status;
}

/** One thing runs at a time: what runs is stopped first. Errors end up in `problem`, for people. */
export async function attempt(
  work: (signal: AbortSignal) => Promise<void>,
  { ended, stopped }: After = { ended: { kind: 'ended' }, stopped: { kind: 'stopped' } },
): Promise<void> {
  stop();
  const controller = new AbortController();
  current = controller;
  const { signal } = controller;
  problem.set(null);
  try {
    await work(signal);
    if (current === controller) status.set(signal.aborted ? stopped : ended);
  } catch (error) {
    if (current !== controller) return;
    status.set(stopped);
    if (signal.aborted) return;
    problem.set(error);
    if (!(error instanceof InputError)) forgetScout();
  } finally {
    if (current === controller) {
      stream.set(null);
      asked.set(null);
      setRunning(null);
      current = null;
      if (signal.aborted) status.set(stopped);
    }
  }
}

/** Scout comes, to be asked about the trial on stage; that stays as it is. */
export function fetchScout(): Promise<void> {
  const before = status.get();
  return attempt(async (signal) => void (await loadScout(signal)), { ended: before, stopped: before });
}

/** Play a new trial as chosen. */
export function start(choice: Choice): Promise<void> {
  useSetup.getState().play(false);
  return attempt(async (signal) => {
    const spec = specOf(choice);
    await playOnStage(spec, choice.policy, signal, () => {
      const { view } = trial.get();
      clear();
      alike.set(view && sameDice(view, spec, choice.policy) ? tree.get().id : null);
    });
  });
}

/** A new tail: the records that it begins with, and what is different after them. */
export type Tail = Pick<TrialSpec, 'given' | 'begin' | 'memory' | 'reseed'> & { readonly prefix: readonly TrialRecord[] };

/** Play a branch of a trial on stage. @param parent id of the branch that the prefix is from */
export function grow(parent: string, tail: Tail, cause: BranchCause, policy: string): Promise<void> {
  return goOn(tail, policy, () => void sprout(parent, tail.prefix, cause));
}

/** Play a branch that was stopped on to its end. */
export function resume(branch: { readonly id: string; readonly records: readonly TrialRecord[] }, policy: string): Promise<void> {
  return goOn({ prefix: branch.records }, policy, () => {
    showBranch(branch.id);
    setRunning(branch.id);
  });
}

function goOn(tail: Tail, policy: string, begin: () => void): Promise<void> {
  useSetup.getState().play(false);
  return attempt(async (signal) => {
    const [start] = tail.prefix;
    if (start?.type !== 'trialStarted') throw new Trouble((strings) => strings.branches.problems.gone);
    const { task, config, style, seed, trial, sampling } = start;
    await playOnStage({ ...tail, task, config, style, seed, trial, sampling: sampling ?? undefined }, policy, signal, begin);
  });
}

async function playOnStage(spec: TrialSpec, name: string, signal: AbortSignal, begin: () => void): Promise<void> {
  const policy = name === person ? null : (teacherOf(name) ?? (await loadScout(signal)));
  if (signal.aborted) return;
  begin();
  rate.set(null);
  useSetup.setState({ moment: null, seen: null, playing: false, showing: 'trial', scene: 'stage' });
  status.set({ kind: 'running' });
  if (policy === null) await playText([spec], personAt(signal), watch(signal, spec.begin));
  else if ('respond' in policy) await playText([spec], paced(policy, signal), watch(signal));
  else await play([spec], unhurried(policy, signal), watch(signal, spec.begin));
}

/**
 * @param offset added to the seed of the task
 * @throws InputError
 */
export function specOf(choice: Choice, offset = 0): TrialSpec {
  return {
    task: taskOf(choice, offset),
    config: { episodes: choice.episodes, memory: choice.memory },
    style: 'brief',
    seed: parseSeed(choice.sampleSeed) ?? 1,
    trial: offset,
    sampling: sampling(choice.temperature),
  };
}

/** @param begin what the first answer begins with, whoever writes it */
function watch(signal: AbortSignal, begin = ''): PlayOptions {
  let given = begin;
  let purpose: TrialRequest['purpose'] = 'play';
  let text = '';
  return {
    signal,
    top: alternatives,
    onRequest(_trial, request) {
      purpose = request.purpose;
      text = given;
      given = '';
      asked.set(request);
      stream.set({ purpose, text });
    },
    onToken(_trial, _token, more) {
      if (signal.aborted) return;
      text += more;
      stream.set({ purpose, text });
    },
    onRecord(_trial, record) {
      if (signal.aborted) return;
      if (record.type === 'responded') stream.set(null);
      append(record);
    },
  };
}

/** A teacher answers at once; its reply is shown as if it were being written. */
function paced(player: Player, signal: AbortSignal): { readonly hash: string; respond(request: TrialRequest): Promise<TrialResponse> } {
  return {
    hash: player.hash,
    async respond(request) {
      const response = player.respond(request);
      await rest(signal);
      const words = response.text.split(/(?<=\s)/);
      let shown = '';
      for (const word of words) {
        if (pace() === 0 || signal.aborted) break;
        shown += word;
        stream.set({ purpose: request.purpose, text: shown });
        await sleep((0.6 * pace()) / words.length, signal);
      }
      return response;
    },
  };
}

/** A model that is faster than the pace waits between a reply, which is shown at once, and the next, so that the board can be seen. */
function unhurried(policy: Generator, signal: AbortSignal): Generator {
  let tokens = 0;
  let busy = 0;
  let pause = Promise.resolve();
  return {
    get format() {
      return policy.format;
    },
    get hash() {
      return policy.hash;
    },
    get context() {
      return policy.context;
    },
    enqueue: (request) => policy.enqueue(request),
    cancel: (id) => policy.cancel(id),
    score: (sequences) => policy.score(sequences),
    async tick(onToken) {
      await pause;
      if (signal.aborted) return [];
      const began = performance.now();
      const finished = await policy.tick((id, token, text) => {
        tokens += 1;
        onToken?.(id, token, text);
      });
      busy += performance.now() - began;
      rate.set((1000 * tokens) / busy);
      if (finished.length > 0) pause = rest(signal);
      return finished;
    },
  };
}

/** Milliseconds that a turn takes at least. */
function pace(): number {
  return 1200 / factor(usePreferences.getState().speed);
}

function rest(signal: AbortSignal): Promise<void> {
  return sleep(0.4 * pace(), signal);
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ms <= 0 || signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
