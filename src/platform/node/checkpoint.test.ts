import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeSafetensors } from '../../policy/files/safetensors.ts';
import { loadCheckpoint, saveCheckpoint, type Checkpoint } from './checkpoint.ts';

const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-checkpoint-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'checkpoint.safetensors');

const vector = (first: number): Float32Array => Float32Array.of(first, 2, 3);
const checkpoint: Checkpoint = { state: { version: 1, recipe: 'r', step: 7, tokens: 100, seconds: 2 }, parameters: vector(1), m: vector(4), v: vector(5) };

function written(change: Partial<Record<'parameters' | 'm' | 'v', Float32Array | Int32Array>>, about: string): Uint8Array {
  const { parameters, m, v } = { ...checkpoint, ...change };
  const tensor = (data: Float32Array | Int32Array) => (data instanceof Float32Array ? { dims: [data.length], data } : { dims: [data.length], data });
  return writeSafetensors(new Map([['parameters', tensor(parameters)], ['m', tensor(m)], ['v', tensor(v)]]), { state: about });
}

describe('a checkpoint of pretraining', () => {
  it('comes back as it was saved', async () => {
    expect(await loadCheckpoint(folder, 'r', 3)).toBeNull();
    saveCheckpoint(folder, checkpoint);
    expect(await loadCheckpoint(folder, 'r', 3)).toEqual(checkpoint);
    await expect(loadCheckpoint(folder, 'other', 3)).rejects.toThrow(`${path} belongs to another recipe (r, this one is other)`);
  });

  const about = JSON.stringify(checkpoint.state);
  const whole = written({}, about);
  it.each([
    ['is empty', new Uint8Array(), 'at least 8 bytes'],
    ['was cut in its header', whole.subarray(0, 20), 'cut short'],
    ['was cut in its tensors', whole.subarray(0, whole.length - 4), 'cut short'],
    ['is another file', new TextEncoder().encode('GGUF and then some more bytes'), 'safetensors'],
    ['says nothing of the run', written({}, 'null'), 'it does not say where the run stood'],
    ['is of a newer version', written({}, about.replace('"version":1', '"version":2')), 'it does not say where the run stood'],
    ['has tensors of another kind', written({ m: Int32Array.of(1, 2, 3) }, about), 'm holds whole numbers'],
    ['has tensors of another length', written({ v: Float32Array.of(1) }, about), 'v has 1 values; 3 are needed'],
  ])('that %s is named, with what to do', async (_what, bytes, why) => {
    writeFileSync(path, bytes);
    const attempt = loadCheckpoint(folder, 'r', 3);
    await expect(attempt).rejects.toThrow(why);
    await expect(attempt).rejects.toThrow(/^\S+checkpoint\.safetensors is damaged \([^\n]*[^.]\); delete it to start anew\.$/);
  });
});
