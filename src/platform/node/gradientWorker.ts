/** Gradients on a core of their own: onnxruntime-node blocks its thread, so each engine lives in a worker. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { gradientEngine } from '../../learning/engine.ts';
import { flatLayout } from '../../learning/flat.ts';
import type { Gradient, GradientEngine } from '../../learning/pretrain.ts';
import type { TokenBatch } from '../../learning/sequences.ts';
import type { ModelConfig } from '../../policy/model/config.ts';
import { nodeRuntime } from './runtime.ts';

interface Job {
  readonly kind: 'gradient' | 'loss';
  readonly parameters: Float32Array;
  readonly batch: TokenBatch;
}

type Answer = { readonly gradient: Gradient } | { readonly loss: number } | { readonly error: string };

export interface WorkerEngine extends GradientEngine {
  stop(): Promise<void>;
}

/** One engine in a new thread. It works on one job at a time. */
export function startGradientWorker(config: ModelConfig): WorkerEngine {
  const worker = new Worker(new URL(import.meta.url), { workerData: { fieldnotes: 'gradients', config }, execArgv: ['--import', 'tsx'] });
  const ask = (job: Job): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
        act();
      };
      worker.once('message', (answer: Answer) => settle(() => resolve(answer)));
      worker.once('error', (error) => settle(() => reject(error)));
      worker.once('exit', (code) => settle(() => reject(new Error(`The gradient worker stopped with code ${code}.`))));
      worker.postMessage(job);
    });
  return {
    async gradient(parameters, batch) {
      const answer = await ask({ kind: 'gradient', parameters, batch });
      if ('gradient' in answer) return answer.gradient;
      throw new Error('error' in answer ? answer.error : 'The gradient worker sent no gradient.');
    },
    async loss(parameters, batch) {
      const answer = await ask({ kind: 'loss', parameters, batch });
      if ('loss' in answer) return answer.loss;
      throw new Error('error' in answer ? answer.error : 'The gradient worker sent no loss.');
    },
    stop: async () => {
      await worker.terminate();
    },
  };
}

interface Start {
  readonly fieldnotes: 'gradients';
  readonly config: ModelConfig;
}

function isStart(data: unknown): data is Start {
  return typeof data === 'object' && data !== null && 'fieldnotes' in data && data.fieldnotes === 'gradients';
}

if (!isMainThread && isStart(workerData)) {
  const engine = gradientEngine(nodeRuntime(1), flatLayout(workerData.config));
  parentPort?.on('message', (job: Job) => {
    const work = async (): Promise<void> => {
      if (job.kind === 'loss') {
        parentPort?.postMessage({ loss: await engine.loss(job.parameters, job.batch) });
        return;
      }
      const gradient = await engine.gradient(job.parameters, job.batch);
      const { buffer } = gradient.values;
      parentPort?.postMessage({ gradient }, buffer instanceof ArrayBuffer ? [buffer] : []);
    };
    work().catch((error: unknown) => parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) }));
  });
}
