/**
 * Token sequences for training: what they hold, how they are stored, and how they are cut into batches of equal length.
 * A sequence is one episode: an append-only context. Each position carries the part that its token plays.
 */
import type { Random } from '../worlds/random.ts';

/**
 * What a token is to the trainer: `opening` = first prompt, `observation` = a later prompt, `response` = written by the policy, `heeding` =
 * written by it after a warning that it has repeated to itself: few tokens, and all that notes are for depends on them.
 */
export const parts = ['opening', 'observation', 'response', 'heeding'] as const;
type Part = (typeof parts)[number];

export interface Sequence {
  readonly ids: Uint16Array;
  /** index into `parts`, one per token */
  readonly parts: Uint8Array;
}

/** Builds one sequence by appending. */
export class SequenceBuilder {
  readonly #ids: number[] = [];
  readonly #parts: number[] = [];

  append(part: Part, ids: readonly number[]): void {
    this.#ids.push(...ids);
    for (let i = 0; i < ids.length; i++) this.#parts.push(parts.indexOf(part));
  }

  get length(): number {
    return this.#ids.length;
  }

  build(): Sequence {
    return { ids: Uint16Array.from(this.#ids), parts: Uint8Array.from(this.#parts) };
  }
}

const magic = 0x46_4e_53_31; // "FNS1"

/** Layout: magic, count, lengths (u32 each), all ids (u16), all parts (u8). */
export function packSequences(sequences: readonly Sequence[]): Uint8Array {
  const tokens = sequences.reduce((sum, s) => sum + s.ids.length, 0);
  const header = Uint32Array.from([magic, sequences.length, ...sequences.map((s) => s.ids.length)]);
  const out = new Uint8Array(header.byteLength + tokens * 3);
  out.set(new Uint8Array(header.buffer), 0);
  const ids = new Uint16Array(out.buffer, header.byteLength, tokens);
  const kinds = out.subarray(header.byteLength + tokens * 2);
  let at = 0;
  for (const s of sequences) {
    ids.set(s.ids, at);
    kinds.set(s.parts, at);
    at += s.ids.length;
  }
  return out;
}

/** @param name the file, for the error @throws Error when the bytes are not a whole file written by packSequences. */
export function unpackSequences(bytes: Uint8Array, name = 'The sequence file'): Sequence[] {
  const whole = bytes.slice(); // own buffer, so that the views below are aligned
  const damaged = new Error(`${name} is damaged or was cut off; delete it, it is made again.`);
  if (whole.byteLength < 8) throw damaged;
  const [found, count] = new Uint32Array(whole.buffer, 0, 2);
  if (found !== magic || whole.byteLength < 8 + count * 4) throw damaged;
  const lengths = new Uint32Array(whole.buffer, 8, count);
  const tokens = lengths.reduce((sum, n) => sum + n, 0);
  const start = 8 + count * 4;
  if (whole.byteLength !== start + tokens * 3) throw damaged;
  const out: Sequence[] = [];
  let at = 0;
  for (const length of lengths) {
    out.push({
      ids: new Uint16Array(whole.buffer, start + at * 2, length),
      parts: whole.subarray(start + tokens * 2 + at, start + tokens * 2 + at + length),
    });
    at += length;
  }
  return out;
}

/** One forward and backward pass: [batch, length] ids, and the positions whose next token counts. */
export interface TokenBatch {
  readonly batch: number;
  readonly length: number;
  /** [batch · length], right-padded with 0 */
  readonly ids: Int32Array;
  /** flat positions b·length + t from which the token t + 1 is predicted */
  readonly rows: Int32Array;
  readonly targets: Int32Array;
  readonly weights: Float32Array;
}

/** Weight of the loss by the part of the target token. */
export type PartWeights = Readonly<Record<Part, number>>;

/**
 * @param length padded length in tokens, at least that of the longest
 * @param weights by the part that a target is of; targets of weight 0 are left out
 */
export function toBatch(sequences: readonly Sequence[], length: number, weights: PartWeights): TokenBatch {
  const byPart = parts.map((part) => weights[part]);
  const ids = new Int32Array(sequences.length * length);
  const rows: number[] = [];
  const targets: number[] = [];
  const rowWeights: number[] = [];
  sequences.forEach((s, b) => {
    ids.set(s.ids, b * length);
    for (let t = 1; t < s.ids.length; t++) {
      const weight = byPart[s.parts[t]];
      if (weight === 0) continue;
      rows.push(b * length + t - 1);
      targets.push(s.ids[t]);
      rowWeights.push(weight);
    }
  });
  return {
    batch: sequences.length,
    length,
    ids,
    rows: Int32Array.from(rows),
    targets: Int32Array.from(targets),
    weights: Float32Array.from(rowWeights),
  };
}

/** The smallest bucket that holds `length`; undefined if none does. */
export function bucketOf(length: number, buckets: readonly number[]): number | undefined {
  return buckets.find((bucket) => bucket >= length);
}

/**
 * One epoch: groups of sequences of like length, about `tokens` padded tokens each, in random order.
 * @param buckets allowed padded lengths, ascending; longer sequences are left out
 */
export function epochBatches(
  lengths: readonly number[],
  buckets: readonly number[],
  tokens: number,
  random: Random,
): { readonly length: number; readonly members: readonly number[] }[] {
  const byBucket = new Map<number, number[]>();
  for (const index of random.shuffle(lengths.map((_, i) => i))) {
    const bucket = bucketOf(lengths[index], buckets);
    if (bucket === undefined) continue;
    const members = byBucket.get(bucket);
    if (members) members.push(index);
    else byBucket.set(bucket, [index]);
  }
  const batches: { length: number; members: number[] }[] = [];
  for (const [length, members] of byBucket) {
    const size = Math.max(1, Math.floor(tokens / length));
    for (let i = 0; i < members.length; i += size) batches.push({ length, members: members.slice(i, i + size) });
  }
  return random.shuffle(batches);
}
