/** Worker threads that run TypeScript. tsx registers itself in the main thread only, hence the small first module. */
import { Worker } from 'node:worker_threads';
import { errorOf } from '../../policy/thrown.ts';

/** @param module URL of the module to run (import.meta.url of a file that serves both sides). @param data becomes `workerData`; `kind` tells the module that it was started as this worker */
export function startThread(module: string, kind: string, data: object = {}): Worker {
  return new Worker(new URL('./thread.js', import.meta.url), { workerData: { ...data, module, kind } });
}

/** A thread that answers one message at a time, each with one message. */
export class Asked<Question, Answer> {
  #waiting: { resolve(answer: Answer): void; reject(error: Error): void } | null = null;

  constructor(private readonly worker: Worker) {
    worker.on('message', (answer: Answer) => this.#settle((waiting) => waiting.resolve(answer)));
    worker.on('error', (error: unknown) => this.#settle((waiting) => waiting.reject(errorOf(error))));
    worker.on('exit', (code) => this.#settle((waiting) => waiting.reject(new Error(`A worker thread ended with code ${code}.`))));
  }

  ask(question: Question): Promise<Answer> {
    if (this.#waiting) throw new Error('The thread is at work on another question.');
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.worker.postMessage(question);
    });
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }

  #settle(how: (waiting: { resolve(answer: Answer): void; reject(error: Error): void }) => void): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) how(waiting);
  }
}
