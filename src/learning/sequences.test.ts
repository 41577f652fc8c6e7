import { describe, expect, it } from 'vitest';
import { random } from '../worlds/random.ts';
import { epochBatches, packSequences, SequenceBuilder, toBatch, unpackSequences } from './sequences.ts';

function sequence(...spans: ['opening' | 'observation' | 'response', number[]][]) {
  const builder = new SequenceBuilder();
  for (const [part, ids] of spans) builder.append(part, ids);
  return builder.build();
}

describe('sequences', () => {
  const one = sequence(['opening', [5, 6]], ['response', [7, 8]], ['observation', [9]]);
  const two = sequence(['opening', [1]], ['response', [65_535]]);

  it('come back from storage as they went in', () => {
    expect(unpackSequences(packSequences([one, two]))).toEqual([one, two]);
    expect(unpackSequences(packSequences([]))).toEqual([]);
  });

  it('say so when a stored file was cut off', () => {
    const bytes = packSequences([one, two]);
    for (let length = 0; length < bytes.length; length++) expect(() => unpackSequences(bytes.subarray(0, length), 'DIR/shard')).toThrow(/^DIR\/shard is damaged/);
  });

  it('predict each weighted token from the position before it', () => {
    const batch = toBatch([one, two], 6, { opening: 0, observation: 0.5, response: 1, heeding: 1 });
    expect([...batch.ids]).toEqual([5, 6, 7, 8, 9, 0, 1, 65_535, 0, 0, 0, 0]);
    expect([...batch.rows]).toEqual([1, 2, 3, 6]);
    expect([...batch.targets]).toEqual([7, 8, 9, 65_535]);
    expect([...batch.weights]).toEqual([1, 1, 0.5, 1]);
  });

  it('are batched once each, by length, within the token budget', () => {
    const lengths = Array.from({ length: 200 }, (_, i) => 10 + ((i * 37) % 120));
    const batches = epochBatches(lengths, [32, 64, 128], 256, random(1));
    const seen = batches.flatMap((b) => b.members);
    expect(seen.toSorted((a, b) => a - b)).toEqual(lengths.flatMap((n, i) => (n <= 128 ? [i] : [])));
    for (const b of batches) {
      expect(b.members.length * b.length).toBeLessThanOrEqual(256);
      for (const i of b.members) expect(lengths[i]).toBeLessThanOrEqual(b.length);
    }
  });
});
