/** Trials played by a model on several cores: each thread has its own engine and a share of the trials. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { allAtRest } from '../../learning/allAtRest.ts';
import { readAdapter } from '../../policy/files/adapter.ts';
import { chatOf, loadModel } from '../../policy/files/model.ts';
import { serveOnCpu, weightsHash, type Served } from '../../policy/engine/served.ts';
import type { Adapter, Weights } from '../../policy/model/config.ts';
import { messageOf } from '../../policy/thrown.ts';
import type { PromptStyle } from '../../trial/contract.ts';
import type { TrialRecord } from '../../trial/records.ts';
import type { TrialSpec } from '../../trial/runner.ts';
import { play, type PlayOptions } from '../../trial/scheduler.ts';
import { InputError } from '../../worlds/index.ts';
import { fileSource } from './fileSource.ts';
import { nodeRuntime } from './runtime.ts';
import { startThread } from './startThread.ts';

export interface ModelPlace {
  /** GGUF file */
  readonly file: string;
  /** folder in PEFT's format */
  readonly adapter?: string;
}

/** A model on disk, ready to answer in this thread. */
export async function serveFile({ file, adapter }: ModelPlace, threads: number, slots: number): Promise<Served & { readonly style: PromptStyle }> {
  await using source = await fileSource(file);
  const model = await loadModel(source);
  const style: PromptStyle = model.metadata.get('fieldnotes.prompt')?.value === 'brief' ? 'brief' : 'full';
  const loaded = adapter === undefined ? undefined : await loadAdapter(adapter, model.weights);
  return { ...(await serveOnCpu(nodeRuntime(threads), model.weights, chatOf(model), { slots, adapter: loaded })), style };
}

/** @throws ModelFileError, also for an adapter that was trained on other weights */
export async function loadAdapter(folder: string, weights: Weights): Promise<Adapter> {
  // a byte order mark is no part of the text
  const parsed: unknown = JSON.parse(new TextDecoder().decode(await readFile(join(folder, 'adapter_config.json'))));
  await using tensors = await fileSource(join(folder, 'adapter_model.safetensors'));
  return await readAdapter({ config: parsed, tensors }, weights.config, weightsHash(weights));
}

type Batch = readonly Omit<TrialSpec, 'style'>[];

interface ThreadOptions {
  readonly threads: number;
  /** what every answer in play begins with */
  readonly force?: string;
  /** Each thread finishes the step it is in and ends; a thread that is torn down in the middle of a run takes the whole process with it. */
  readonly signal?: AbortSignal;
  /** a turn of any of the trials was played: long before the first of them is over */
  readonly onTurn?: () => void;
}

/**
 * Records of every trial, in the order of `trials`. When one thread fails the others stop where they are.
 * @param onDone called with each trial's index when it is over
 */
export async function playOnThreads(place: ModelPlace, trials: Batch, { threads, force, signal, onTurn }: ThreadOptions, onDone: (index: number, records: TrialRecord[]) => void): Promise<void> {
  const count = Math.max(1, Math.min(threads, trials.length));
  // Neighbours often share a task: dealing them out in turn spreads the hard ones evenly.
  const shares = Array.from({ length: count }, (_, k) => trials.flatMap((spec, index) => (index % count === k ? [{ index, spec }] : [])));
  const failed = new AbortController();
  const heard = { signal: signal ? AbortSignal.any([signal, failed.signal]) : failed.signal, onTurn };
  await allAtRest(shares.map((share) => onThread({ place, share, force }, heard, onDone)), () => failed.abort());
}

interface Dealt {
  readonly index: number;
  readonly spec: Omit<TrialSpec, 'style'>;
}

type Message = { readonly turn: true } | { readonly index: number; readonly records: TrialRecord[] } | { readonly error: string; readonly input: boolean } | { readonly done: true };

function onThread(work: Work, { signal, onTurn }: { readonly signal: AbortSignal; readonly onTurn: (() => void) | undefined }, onDone: (index: number, records: TrialRecord[]) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = startThread(import.meta.url, 'trials', work);
    let over = false;
    const stop = (): void => worker.postMessage('stop');
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    worker.on('message', (message: Message) => {
      if ('turn' in message) onTurn?.();
      else if ('records' in message) onDone(message.index, message.records);
      else {
        over = true;
        signal.removeEventListener('abort', stop);
        // Only when the thread is gone may the process end.
        void worker.terminate().then(() => {
          if ('error' in message) reject(message.input ? new InputError(message.error) : new Error(message.error));
          else resolve();
        });
      }
    });
    worker.on('error', reject);
    worker.on('exit', (code) => {
      if (!over) reject(new Error(`A thread that played trials ended with code ${code}.`));
    });
  });
}

interface Work {
  readonly place: ModelPlace;
  readonly share: readonly Dealt[];
  readonly force: string | undefined;
}

interface Start extends Work {
  readonly kind: 'trials';
}

function isStart(data: unknown): data is Start {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'trials';
}

/** Trials in flight in one thread; more gain little for small nets and cost memory. */
const slotsPerThread = 64;

async function work({ place, share, force }: Work): Promise<void> {
  const stop = new AbortController();
  parentPort?.on('message', () => stop.abort());
  const served = await serveFile(place, 1, slotsPerThread);
  const post = (message: Message): void => parentPort?.postMessage(message);
  try {
    const specs = share.map(({ spec }) => ({ ...spec, style: served.style }));
    await playEach(specs, served.engine, { inFlight: slotsPerThread, force, signal: stop.signal }, {
      onTurn: () => post({ turn: true }),
      onDone: (index, records) => post({ index: share[index].index, records }),
    });
  } finally {
    await served.dispose();
  }
}

interface Listeners {
  readonly onTurn: () => void;
  readonly onDone: (index: number, records: TrialRecord[]) => void;
}

/** As `play`, telling of each trial as it ends. */
async function playEach(specs: readonly TrialSpec[], engine: Served['engine'], options: PlayOptions, { onTurn, onDone }: Listeners): Promise<void> {
  const records = specs.map((spec) => [...(spec.prefix ?? [])]);
  await play(specs, engine, {
    ...options,
    onRecord: (trial, record) => {
      records[trial].push(record);
      if (record.type === 'acted') onTurn();
      if (record.type === 'trialEnded') onDone(trial, records[trial]);
    },
  });
}

if (!isMainThread && isStart(workerData)) {
  work(workerData)
    .then(() => parentPort?.postMessage({ done: true }))
    .catch((error: unknown) =>
      parentPort?.postMessage({ error: messageOf(error), input: error instanceof InputError }),
    );
}
