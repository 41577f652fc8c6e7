import { webRuntime, type WebRuntime } from '../../src/platform/web/runtime.ts';
import { fromBase64, mapValues, pack, unpack } from './packing.ts';
import { ask, type Ask, type Reply } from './protocol.ts';

if (self.name === 'nojspi') Reflect.deleteProperty(WebAssembly, 'Suspending');

let runtime: WebRuntime | undefined;

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
      if (runtime === undefined) throw new Error('Open a runtime first.');
      const session = await runtime.createSession(fromBase64(request.model), request);
      const results = [];
      for (const feeds of request.feeds) results.push(mapValues(await session.run(mapValues(feeds, unpack)), pack));
      await session.release();
      return results;
    }
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
