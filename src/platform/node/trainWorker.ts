/** Training on several cores: each thread holds the policy, plays its share of the trials and works on one batch at a time. */
import type { Worker } from 'node:worker_threads';
import { allAtRest } from '../../learning/allAtRest.ts';
import { adapterLayout, type AdapterLayout, type AdapterOptions } from '../../learning/adapterLayout.ts';
import type { PolicyEngine } from '../../learning/policyEngine.ts';
import type { PlayRequest, Rollouts } from '../../learning/trainer.ts';
import { errorOf } from '../../policy/thrown.ts';
import type { TrialRecord } from '../../trial/records.ts';
import { InputError } from '../../worlds/index.ts';
import { startThread } from './startThread.ts';
import type { TrainAnswer, TrainCommand, TrainJob, TrainReady, TrainStart } from './trainThread.ts';

export interface TrainingThreads {
  readonly layout: AdapterLayout;
  /** fingerprint of the policy's weights */
  readonly base: string;
  readonly engines: readonly PolicyEngine[];
  readonly rollouts: Rollouts;
  stop(): Promise<void>;
}

/** Trials in flight in one thread; more gain little for small nets and cost memory. */
const slotsPerThread = 64;

/** @param value with a value head @throws Error, InputError of the model file */
export async function startTrainingThreads(file: string, adapter: AdapterOptions, value: boolean, threads: number): Promise<TrainingThreads> {
  const start: TrainStart = { kind: 'train', file, adapter, value, slots: slotsPerThread };
  const opening = Array.from({ length: threads }, () => Thread.open(start));
  const stop = async (): Promise<void> => {
    for (const each of await Promise.allSettled(opening)) if (each.status === 'fulfilled') await each.value.thread.stop();
  };
  const opened = await Promise.all(opening).catch(async (error: unknown) => {
    // those that did open would keep the process alive
    await stop();
    throw error;
  });
  const [{ ready }] = opened;
  return {
    layout: adapterLayout(ready.config, adapter, value),
    base: ready.base,
    engines: opened.map(({ thread }) => engineOn(thread)),
    rollouts: rolloutsOn(opened.map(({ thread }) => thread), ready),
    stop,
  };
}

function unexpected(answer: TrainAnswer): Error {
  if (!('error' in answer)) return new Error('A training thread gave an answer to another question.');
  return answer.input ? new InputError(answer.error) : new Error(answer.error);
}

function engineOn(thread: Thread): PolicyEngine {
  return {
    async score(parameters, batch) {
      const answer = await thread.ask({ job: 'score', parameters, batch });
      if ('scores' in answer) return answer.scores;
      throw unexpected(answer);
    },
    async gradient(parameters, batch) {
      const answer = await thread.ask({ job: 'gradient', parameters, batch });
      if ('gradient' in answer) return answer.gradient;
      throw unexpected(answer);
    },
  };
}

function rolloutsOn(threads: readonly Thread[], { style, opening }: TrainReady): Rollouts {
  return {
    style,
    opening,
    async play(parameters, request: PlayRequest) {
      const { trials, force, signal, onDone } = request;
      const out = trials.map((): TrialRecord[] => []);
      if (signal?.aborted) return out;
      // Trials on one task share their beginning, which one thread computes once.
      const tasks = [...new Set(trials.map(({ task }) => task))];
      const shares = threads.map((_, k) => trials.flatMap((trial, index) => (tasks.indexOf(trial.task) % threads.length === k ? [index] : [])));
      const done = threads.map(() => 0);
      const stop = (): void => threads.forEach((thread) => thread.interrupt());
      signal?.addEventListener('abort', stop, { once: true });
      try {
        const works = shares.map(async (share, k) => {
          if (share.length === 0) return;
          const answer = await threads[k].ask({ job: 'play', parameters, trials: share.map((index) => trials[index]), force }, (count) => {
            done[k] = count;
            onDone(done.reduce((sum, each) => sum + each, 0));
          });
          if (!('records' in answer)) throw unexpected(answer);
          share.forEach((index, i) => (out[index] = [...answer.records[i]]));
        });
        await allAtRest(works, stop);
        return out;
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
  };
}

interface Waiting {
  resolve(answer: TrainAnswer): void;
  reject(error: Error): void;
  readonly onDone?: (done: number) => void;
}

class Thread {
  private waiting: Waiting | null = null;

  private constructor(private readonly worker: Worker) {
    worker.on('message', (answer: TrainAnswer) => {
      if ('done' in answer) this.waiting?.onDone?.(answer.done);
      else this.settle((waiting) => waiting.resolve(answer));
    });
    worker.on('error', (error: unknown) => this.settle((waiting) => waiting.reject(errorOf(error))));
    worker.on('exit', (code) => this.settle((waiting) => waiting.reject(new Error(`A training thread ended with code ${code}.`))));
  }

  static async open(start: TrainStart): Promise<{ readonly thread: Thread; readonly ready: TrainReady }> {
    const thread = new Thread(startThread(new URL('./trainThread.ts', import.meta.url).href, start.kind, start));
    const answer = await thread.wait();
    if ('ready' in answer) return { thread, ready: answer.ready };
    await thread.stop();
    throw unexpected(answer);
  }

  ask(job: TrainJob, onDone?: (done: number) => void): Promise<TrainAnswer> {
    const answer = this.wait(onDone);
    this.post(job);
    return answer;
  }

  /** A play job ends early, with what there is; any other job runs to its end. */
  interrupt(): void {
    this.post('stop');
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }

  private post(command: TrainCommand): void {
    this.worker.postMessage(command);
  }

  private wait(onDone?: (done: number) => void): Promise<TrainAnswer> {
    if (this.waiting) throw new Error('The thread is at work on another question.');
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject, ...(onDone && { onDone }) };
    });
  }

  private settle(how: (waiting: Waiting) => void): void {
    const { waiting } = this;
    this.waiting = null;
    if (waiting) how(waiting);
  }
}
