/** A model in a worker thread of its own, because onnxruntime-node blocks the thread that runs it. */
import type { ChatFormat } from '../../policy/contract.ts';
import { EngineClient, type ClientPort } from '../../policy/engine/client.ts';
import type { LoadOptions, ModelSource } from '../../policy/engine/protocol.ts';
import { startThread } from './startThread.ts';

export interface NodeEngineOptions extends LoadOptions {
  /** of the ONNX runtime; for small nets two engines of one thread beat one of two (default 1) */
  readonly threads?: number;
  readonly onProgress?: (share: number) => void;
}

/** @param format of the same model */
export function startEngine(format: ChatFormat, source: ModelSource, { threads = 1, onProgress, ...options }: NodeEngineOptions): Promise<EngineClient> {
  return EngineClient.open(workerPort(threads), format, source, options, onProgress);
}

function workerPort(threads: number): ClientPort {
  const worker = startThread(new URL('./engineWorker.ts', import.meta.url).href, 'engine', { threads });
  return {
    post: (command) => worker.postMessage(command),
    onMessage: (listener) => void worker.on('message', listener),
    onDeath(listener) {
      worker.on('error', (error: unknown) => listener(error instanceof Error ? error : new Error(String(error))));
      worker.on('messageerror', listener);
      worker.on('exit', (code) => listener(new Error(`it ended with code ${code}.`)));
    },
    async terminate() {
      await worker.terminate();
    },
  };
}
