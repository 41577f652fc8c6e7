/** The page only passes on: as in the app, ONNX Runtime lives in a module worker. */
import '../../src/platform/web/jitless.ts';
import { playWith, type EngineRequest } from './engine.ts';
import { reply, type Ask } from './protocol.ts';
import { runs, type RunsReport, type RunsRequest } from './runs.ts';

declare global {
  // Called by the tests.
  var harness: (request: Ask) => Promise<unknown>;
  var engine: (request: EngineRequest) => Promise<unknown>;
  var runs: (request: RunsRequest) => Promise<RunsReport>;
}

globalThis.engine = (request) =>
  playWith(request).catch((error: unknown) => {
    // The name would be lost on the way to the test.
    throw error instanceof Error ? new Error(`${error.name}: ${error.message}`) : error;
  });

globalThis.runs = runs;

// `?nojspi` stands for a browser whose WebAssembly can't suspend.
const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: location.search.slice(1) });

globalThis.harness = (request) =>
  new Promise((resolve, reject) => {
    worker.addEventListener(
      'message',
      (event: MessageEvent<unknown>) => {
        const answer = reply.parse(event.data);
        if (answer.ok) resolve(answer.value);
        else reject(new Error(answer.error));
      },
      { once: true },
    );
    worker.addEventListener('error', (event) => reject(new Error(event.message)), { once: true });
    worker.postMessage(request);
  });
