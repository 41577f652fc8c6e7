/** Running a graph on onnxruntime-node and in the browser, and comparing what comes out. */
import { expect } from '@playwright/test';
import { nodeRuntime } from '../src/platform/node/runtime.ts';
import type { Tensor } from '../src/policy/runtime.ts';
import type { Harness } from './browser.ts';

export type Feeds = Readonly<Record<string, Tensor>>;

/** ‖a − b‖ / ‖b‖ */
export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [difference, norm] = [0, 0];
  for (let i = 0; i < b.length; i++) {
    difference += (a[i] - b[i]) ** 2;
    norm += b[i] ** 2;
  }
  return Math.sqrt(difference / Math.max(norm, 1e-20));
}

/**
 * Every output of a graph: the same names and shapes, floats within a relative tolerance, the rest equal.
 * @param feeds those that the graph does not have are left out
 * @param strict on WebGPU no node may be left to the CPU
 * @returns what onnxruntime-node gave
 */
export async function agree(harness: Harness, model: Uint8Array, feeds: Feeds, tolerance: number, strict = true): Promise<Record<string, Tensor>> {
  const runtime = nodeRuntime();
  const session = await runtime.createSession(model);
  const needed = Object.fromEntries(Object.entries(feeds).filter(([name]) => session.inputs.includes(name)));
  const expected = await session.run(needed);
  await runtime.dispose();
  const [found = {}] = await harness.run(model, [needed], strict);
  expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
  for (const [name, tensor] of Object.entries(expected)) {
    const other = found[name];
    expect({ ...other, data: [] }, name).toEqual({ ...tensor, data: [] });
    if (tensor.type === 'float32' && other.type === 'float32') expect(distance(other.data, tensor.data), name).toBeLessThan(tolerance);
    else expect(other.data, name).toEqual(tensor.data);
  }
  return expected;
}
