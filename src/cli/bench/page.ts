/** A page that measures the engine on WASM for the command line: as in the app, it runs in a module worker. */
import type { Measure } from './engine.worker.ts';

declare global {
  // Called by the command.
  var measure: (work: Measure) => Promise<unknown>;
}

globalThis.measure = (work) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<unknown>) => {
      worker.terminate();
      resolve(event.data);
    });
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
    worker.postMessage(work);
  });
