/** One thread of training: it plays trials, scores and differentiates with weights of its own. Started by trainWorker.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { adapterLayout, type AdapterOptions } from '../../learning/adapterLayout.ts';
import { policyEngine, type PolicyGradient, type Scores } from '../../learning/policyEngine.ts';
import type { PolicyBatch, RowBatch } from '../../learning/policySequences.ts';
import { localRollouts } from '../../learning/rollouts.ts';
import { chatOf, loadModel } from '../../policy/files/model.ts';
import { weightsHash } from '../../policy/engine/served.ts';
import type { ModelConfig } from '../../policy/model/config.ts';
import { messageOf } from '../../policy/thrown.ts';
import type { PromptStyle } from '../../trial/contract.ts';
import type { TrialRecord } from '../../trial/records.ts';
import type { TrialSpec } from '../../trial/runner.ts';
import { InputError } from '../../worlds/index.ts';
import { fileSource } from './fileSource.ts';
import { nodeRuntime } from './runtime.ts';

export interface TrainStart {
  readonly kind: 'train';
  readonly file: string;
  readonly adapter: AdapterOptions;
  readonly value: boolean;
  /** trials in flight */
  readonly slots: number;
}

export type TrainJob =
  | { readonly job: 'play'; readonly parameters: Float32Array; readonly trials: readonly TrialSpec[]; readonly force: string }
  | { readonly job: 'score'; readonly parameters: Float32Array | null; readonly batch: RowBatch }
  | { readonly job: 'gradient'; readonly parameters: Float32Array; readonly batch: PolicyBatch };

/** `stop` ends a play job early; everything else waits for its answer. */
export type TrainCommand = TrainJob | 'stop';

export interface TrainReady {
  readonly config: ModelConfig;
  /** fingerprint of the weights */
  readonly base: string;
  readonly style: PromptStyle;
  readonly opening: number;
}

export type TrainAnswer =
  | { readonly ready: TrainReady }
  | { readonly done: number }
  | { readonly records: readonly (readonly TrialRecord[])[] }
  | { readonly scores: Scores }
  | { readonly gradient: PolicyGradient }
  | { readonly error: string; readonly input: boolean };

function isStart(data: unknown): data is TrainStart {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'train';
}

async function serve({ file, adapter, value, slots }: TrainStart, post: (answer: TrainAnswer) => void): Promise<void> {
  await using source = await fileSource(file);
  const model = await loadModel(source);
  const { weights } = model;
  const format = chatOf(model);
  const layout = adapterLayout(weights.config, adapter, value);
  const style: PromptStyle = model.metadata.get('fieldnotes.prompt')?.value === 'brief' ? 'brief' : 'full';
  const rollouts = await localRollouts(nodeRuntime(1), weights, format, layout, { style, slots });
  // many graphs, one per length: without the arena they do not each keep the memory of their own peak
  const engine = policyEngine(nodeRuntime(1, { arena: false }), weights, layout);
  let stop = new AbortController();

  const work = async (job: TrainJob): Promise<TrainAnswer> => {
    switch (job.job) {
      case 'play': {
        stop = new AbortController();
        const { parameters, trials, force } = job;
        return { records: await rollouts.play(parameters, { trials, force, signal: stop.signal, onDone: (done) => post({ done }) }) };
      }
      case 'score':
        return { scores: await engine.score(job.parameters, job.batch) };
      case 'gradient':
        return { gradient: await engine.gradient(job.parameters, job.batch) };
    }
  };
  parentPort?.on('message', (command: TrainCommand) => {
    if (command === 'stop') stop.abort();
    else work(command).then(post, (error: unknown) => post(failure(error)));
  });
  post({ ready: { config: weights.config, base: weightsHash(weights), style, opening: rollouts.opening } });
}

function failure(error: unknown): TrainAnswer {
  return { error: messageOf(error), input: error instanceof InputError };
}

const start: unknown = workerData;
if (parentPort && isStart(start)) {
  const post = (answer: TrainAnswer): void => parentPort?.postMessage(answer);
  serve(start, post).catch((error: unknown) => post(failure(error)));
}
