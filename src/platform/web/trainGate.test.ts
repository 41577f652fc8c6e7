import { describe, expect, it } from 'vitest';
import type { Runtime } from '../../policy/runtime.ts';
import { Gate, partOf } from './trainGate.ts';

/** As on WASM: what it gives is there at once, and the thread is never left. */
const atOnce = (released: string[] = []): Runtime => ({
  name: 'at once', kind: 'wasm',
  createSession: () => Promise.resolve({ inputs: [], outputs: [], run: () => Promise.resolve({}), release: () => Promise.resolve(void released.push('one')) }),
  dispose: () => Promise.resolve(),
});

describe('What is said to the worker while it trains', () => {
  it('is heard between two passes of the model, however quick they are', async () => {
    const session = await partOf(atOnce()).createSession(Uint8Array.of());
    const { port1, port2 } = new MessageChannel();
    let orders = 0;
    port1.onmessage = () => orders++;
    port2.postMessage('pause');
    for (let pass = 0; pass < 3; pass++) await session.run({});
    expect(orders).toBe(1);
    port2.postMessage('stop');
    for (let pass = 0; pass < 3; pass++) await session.run({});
    expect(orders).toBe(2);
    port1.close();
  });

  it('holds it before its next pass, and its clock stands still until all have let go', async () => {
    const gate = new Gate();
    const [first, second] = [gate.hold(), gate.hold()];
    const at = gate.now();
    let passed = false;
    const pass = gate.pass().then(() => (passed = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    first();
    first();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(passed).toBe(false);
    expect(gate.now()).toBe(at);
    second();
    await pass;
    expect(passed).toBe(true);
  });
});

it('Sessions of a part are released together, each once', async () => {
  const released: string[] = [];
  const part = partOf(atOnce(released));
  const [one] = [await part.createSession(Uint8Array.of()), await part.createSession(Uint8Array.of())];
  await one.release();
  await part.dispose();
  await part.dispose();
  expect(released).toEqual(['one', 'one']);
});
