/** Gradients on a core of their own: onnxruntime-node blocks its thread, so each engine lives in a worker. */
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { flatLayout } from '../../learning/flat.ts';
import { gradientEngine, type Gradient, type GradientEngine } from '../../learning/pretrainEngine.ts';
import type { TokenBatch } from '../../learning/sequences.ts';
import type { ModelConfig } from '../../policy/model/config.ts';
import { messageOf } from '../../policy/thrown.ts';
import { nodeRuntime } from './runtime.ts';
import { Asked, startThread } from './startThread.ts';

interface Job {
  readonly kind: 'gradient' | 'loss';
  readonly parameters: Float32Array;
  readonly batch: TokenBatch;
}

type Answer = { readonly gradient: Gradient } | { readonly loss: number } | { readonly error: string };

interface WorkerEngine extends GradientEngine {
  stop(): Promise<void>;
}

/** One engine in a new thread. It works on one job at a time. */
export function startGradientWorker(config: ModelConfig): WorkerEngine {
  const thread = new Asked<Job, Answer>(startThread(import.meta.url, 'gradients', { config }));
  return {
    async gradient(parameters, batch) {
      const answer = await thread.ask({ kind: 'gradient', parameters, batch });
      if ('gradient' in answer) return answer.gradient;
      throw new Error('error' in answer ? answer.error : 'The gradient worker sent no gradient.');
    },
    async loss(parameters, batch) {
      const answer = await thread.ask({ kind: 'loss', parameters, batch });
      if ('loss' in answer) return answer.loss;
      throw new Error('error' in answer ? answer.error : 'The gradient worker sent no loss.');
    },
    stop: () => thread.stop(),
  };
}

interface Start {
  readonly kind: 'gradients';
  readonly config: ModelConfig;
}

function isStart(data: unknown): data is Start {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'gradients';
}

if (!isMainThread && isStart(workerData)) {
  const engine = gradientEngine(nodeRuntime(1, { arena: false }), flatLayout(workerData.config));
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
    work().catch((error: unknown) => parentPort?.postMessage({ error: messageOf(error) }));
  });
}
