import '../../src/platform/web/jitless.ts';
import { webRuntime, type WebRuntime } from '../../src/platform/web/runtime.ts';
import { CpuDecoder } from '../../src/policy/engine/cpuDecoder.ts';
import { GqaDecoder } from '../../src/platform/web/gqaDecoder.ts';
import { attentionError } from '../../src/platform/web/serveOnGpu.ts';
import { randomAdapter, randomWeights } from '../nets.ts';
import { take } from '../steps.ts';
import { fromBase64, mapValues, pack, unpack } from './packing.ts';
import { ask, type Ask, type Reply } from './protocol.ts';

if (self.name === 'nojspi') Reflect.deleteProperty(WebAssembly, 'Suspending');

let runtime: WebRuntime | undefined;

function need(): WebRuntime {
  if (runtime === undefined) throw new Error('Open a runtime first.');
  return runtime;
}

async function answer(request: Ask): Promise<unknown> {
  switch (request.ask) {
    case 'open': {
      runtime = await webRuntime(request);
      return { kind: runtime.kind, name: runtime.name, reason: runtime.reason };
    }
    case 'lose': {
      const device = runtime?.gpu?.device;
      device?.destroy();
      await device?.lost;
      return null;
    }
    case 'run': {
      const session = await need().createSession(fromBase64(request.model), request);
      const results = [];
      for (const feeds of request.feeds) results.push(mapValues(await session.run(mapValues(feeds, unpack)), pack));
      await session.release();
      return results;
    }
    case 'decode': {
      const weights = randomWeights(request.config);
      const options = { slots: request.slots, ...(request.adapter ? { adapter: randomAdapter(request.config) } : {}) };
      const opened = need();
      const decoder = opened.kind === 'webgpu' ? await GqaDecoder.create(opened, weights, options) : await CpuDecoder.create(opened, weights, options);
      const results = await take(decoder, request.steps);
      await decoder.dispose();
      return results.map((tensors) => tensors.map(pack));
    }
    case 'attention':
      return attentionError(need(), request.config);
  }
}

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  answer(ask.parse(event.data)).then(
    (value) => post({ ok: true, value }),
    (error: unknown) => post({ ok: false, error: error instanceof Error ? error.message : String(error) }),
  );
});

function post(reply: Reply): void {
  self.postMessage(reply);
}
