/** A model in a module worker of its own, so that the page never stutters. Import this lazily: all that a model needs hangs on it. */
import type { ChatFormat } from '../../policy/contract.ts';
import { EngineClient, type ClientPort } from '../../policy/engine/client.ts';
import type { LoadOptions } from '../../policy/engine/protocol.ts';
import { chatOf, openModel } from '../../policy/files/model.ts';
import { ModelFileError } from '../../policy/files/error.ts';
import { download, DownloadError } from './download.ts';
import { parseNotice, type Notice, type Start } from './engineMessages.ts';

export type LoadPhase =
  /** bytes; `total` is null when the server does not say */
  | { readonly phase: 'download'; readonly done: number; readonly total: number | null }
  /** the file's weights become arrays; share 0 to 1 */
  | { readonly phase: 'read'; readonly share: number }
  /** ONNX Runtime is fetched (if it was not yet) and arranges the model's graphs */
  | { readonly phase: 'compile' }
  | { readonly phase: 'warmup' };

interface WebEngineOptions extends LoadOptions {
  /** default `auto`: WebGPU where there is a real GPU, else WASM */
  readonly prefer?: Start['prefer'];
  /** WASM threads wanted; more than 1 only where the page is cross-origin isolated */
  readonly threads?: number;
  readonly onPhase?: (phase: LoadPhase) => void;
  /** Gives up the loading; afterwards it has no effect. */
  readonly signal?: AbortSignal;
}

export interface WebEngine {
  /** closing it ends the worker */
  readonly generator: EngineClient;
  readonly format: ChatFormat;
  readonly kind: 'webgpu' | 'wasm';
  /** For people: which backend runs and why. */
  readonly reason: string;
}

/**
 * Load a GGUF model and have it ready to play.
 * @param model its address (same origin), or its bytes
 * @throws DownloadError, ModelFileError, WorkerFailure (whatever went wrong in the worker, under its name), AbortError
 */
export async function startEngine(model: string | Uint8Array, options: WebEngineOptions): Promise<WebEngine> {
  const { prefer = 'auto', threads, onPhase, signal, ...load } = options;
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module', name: 'engine' });
  const giveUp = (): void => worker.terminate();
  signal?.addEventListener('abort', giveUp);
  try {
    let backend: Extract<Notice, { type: 'backend' }> | undefined;
    const port = workerPort(worker, (notice) => {
      if (notice.type === 'backend') backend = notice;
      else onPhase?.({ phase: notice.phase });
    });
    const start: Start = { type: 'start', prefer, threads };
    worker.postMessage(start);
    const bytes = typeof model === 'string' ? await download(model, (done, total) => onPhase?.({ phase: 'download', done, total }), signal) : model;
    const format = await formatOf(bytes, model);
    const opened = EngineClient.open(port, format, bytes, load, (share) => onPhase?.({ phase: 'read', share }));
    const generator = await orAborted(opened, signal);
    if (backend === undefined) throw new Error('The engine did not say what it runs on.');
    return { generator, format, kind: backend.kind, reason: backend.reason };
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** A model from this site is sound: where it is not, its download is to blame. */
async function formatOf(bytes: Uint8Array, model: string | Uint8Array): Promise<ChatFormat> {
  try {
    return chatOf(await openModel(bytes));
  } catch (error) {
    if (typeof model !== 'string' || !(error instanceof ModelFileError)) throw error;
    throw new DownloadError('damaged', `${model} is no whole model. ${error.message}`, { cause: error });
  }
}

/** A worker that was ended answers nothing any more: without this its caller would wait for ever. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(reasonOf(signal));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.finally(() => signal.removeEventListener('abort', abort)).then(resolve, reject);
  });
}

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new DOMException('The loading was given up.', 'AbortError');
}

function workerPort(worker: Worker, onNotice: (notice: Notice) => void): ClientPort {
  // A worker may die before anyone asks: remembered from the first moment.
  const death = new Promise<Error>((resolve) => {
    worker.addEventListener('error', (event) => resolve(new Error(event.message || 'its code could not be loaded.')));
    worker.addEventListener('messageerror', () => resolve(new Error('it sent what can not be read.')));
  });
  return {
    post: (command) => worker.postMessage(command),
    onMessage(listener) {
      worker.addEventListener('message', (event: MessageEvent<unknown>) => {
        const notice = parseNotice(event.data);
        if (notice === null) listener(event.data);
        else onNotice(notice);
      });
    },
    onDeath: (listener) => void death.then(listener),
    terminate() {
      worker.terminate();
      return Promise.resolve();
    },
  };
}
