/** The worker that hosts the engine in the page; started by startEngine.ts. */
import './jitless.ts';
import type { ChatFormat } from '../../policy/contract.ts';
import type { Engine } from '../../policy/engine/engine.ts';
import { host } from '../../policy/engine/host.ts';
import type { LoadOptions } from '../../policy/engine/protocol.ts';
import { serveOnCpu, type Load, type Served } from '../../policy/engine/served.ts';
import { chatOf, loadModel } from '../../policy/files/model.ts';
import type { Weights } from '../../policy/model/config.ts';
import { parseStart, type Notice, type Start } from './engineMessages.ts';
import { serveOnGpu } from './serveOnGpu.ts';
import { webRuntime, type WebRuntime } from './runtime.ts';

function tell(notice: Notice): void {
  self.postMessage(notice);
}

/** On the GPU if it is there and its attention is right; else on WASM. */
async function serve(start: Start, opened: WebRuntime, weights: Weights, format: ChatFormat, options: LoadOptions): Promise<Served> {
  if (opened.kind === 'wasm') {
    tell({ type: 'backend', kind: 'wasm', reason: opened.reason });
    return serveOnCpu(opened, weights, format, options);
  }
  const served = await serveOnGpu(opened, weights, format, options);
  if ('served' in served) {
    tell({ type: 'backend', kind: 'webgpu', reason: served.reason });
    return served.served;
  }
  const wasm = await webRuntime({ ...start, prefer: 'wasm' });
  tell({ type: 'backend', kind: 'wasm', reason: wasm.reason.replace('as asked', served.refused) });
  return serveOnCpu(wasm, weights, format, options);
}

/** Shaders are compiled and memory is laid out at the first pass of each kind: better now than under a person's eyes. */
async function warmUp(engine: Engine): Promise<void> {
  const sampling = { temperature: 0, topP: 1, topK: 0 };
  const draw = { seed: 0, trial: 0, episode: 0, turn: 0 };
  engine.enqueue({ id: 'warm-up', prompt: [0, 0], maxTokens: 2, stopIds: [], stopStrings: [], sampling, draw, top: 0 });
  for (let done = 0; done === 0; done = (await engine.tick()).length);
}

function begin(start: Start): void {
  const opening = webRuntime(start);
  // Said again, to whoever waits, when the model is loaded.
  opening.catch(() => undefined);
  const load: Load = async (bytes, options, onProgress) => {
    const model = await loadModel(bytes, onProgress);
    tell({ type: 'phase', phase: 'compile' });
    const served = await serve(start, await opening, model.weights, chatOf(model), options);
    tell({ type: 'phase', phase: 'warmup' });
    await warmUp(served.engine);
    return served;
  };
  const onMessage = (listener: (message: unknown) => void): void => {
    self.addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data));
  };
  host({ post: (event) => self.postMessage(event), onMessage }, load);
}

self.addEventListener('message', (event: MessageEvent<unknown>) => begin(parseStart(event.data)), { once: true });
