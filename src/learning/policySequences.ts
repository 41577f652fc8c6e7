/**
 * What a trial leaves behind as training data. A context is one append-only sequence: all that an episode read and wrote, its reflection included. Only
 * what the policy sampled counts; each such token knows the row (turn or reflection) that it belongs to.
 */
import type { TrialRecord } from '../trial/records.ts';
import { person } from '../trial/runner.ts';
import { bucketOf } from './sequences.ts';

export interface PolicySequence {
  readonly ids: readonly number[];
  /** positions of the sampled tokens, ascending; each ≥ 1 */
  readonly at: Int32Array;
  /** the row of each, counted over the rows of the batch */
  readonly row: Int32Array;
  /** its log-prob as the engine reported it when it was drawn */
  readonly rollout: Float32Array;
}

/**
 * @param firstRow number of the trial's first row; rows count its responses in order, as `rowsOf` lists them
 * @param forced tokens that every answer in play was made to begin with; they were not sampled
 */
export function sequencesOf(records: readonly TrialRecord[], firstRow: number, forced = 0): PolicySequence[] {
  interface Open {
    readonly ids: number[];
    readonly at: number[];
    readonly row: number[];
    readonly rollout: number[];
  }
  const open: Open[] = [];
  let row = firstRow;
  for (const record of records) {
    if (record.type !== 'responded') continue;
    let current = open.at(-1);
    if (record.prompt.fresh || !current) open.push((current = { ids: [], at: [], row: [], rollout: [] }));
    current.ids.push(...record.prompt.ids);
    const skip = record.purpose === 'play' ? forced : 0;
    record.ids.forEach((id, i) => {
      if (record.policy !== person && i >= skip && current.ids.length > 0 && i < record.logprobs.length) {
        current.at.push(current.ids.length);
        current.row.push(row);
        current.rollout.push(record.logprobs[i]);
      }
      current.ids.push(id);
    });
    row++;
  }
  return open
    .filter(({ at }) => at.length > 0)
    .map(({ ids, at, row: rows, rollout }) => ({ ids, at: Int32Array.from(at), row: Int32Array.from(rows), rollout: Float32Array.from(rollout) }));
}

/** One pass: sequences of like length, right-padded, and the positions whose next token counts. */
export interface RowBatch {
  readonly batch: number;
  readonly length: number;
  /** [batch · length] */
  readonly ids: Int32Array;
  /** flat positions b·length + t from which the token t + 1 is predicted, in order of the sequences' tokens */
  readonly rows: Int32Array;
  readonly targets: Int32Array;
}

/** A pass with what the objective needs: per-token columns and scalars under the names of the graph's inputs. */
export interface PolicyBatch extends RowBatch {
  readonly columns: Readonly<Record<string, Float32Array>>;
  readonly scalars: Readonly<Record<string, number>>;
}

/**
 * @param length padded length in tokens, at least that of the longest
 * @returns ids [n · length], padded with 0; one row for each sampled token
 */
export function toRowBatch(sequences: readonly PolicySequence[], length: number): RowBatch {
  const ids = new Int32Array(sequences.length * length);
  const count = sequences.reduce((sum, { at }) => sum + at.length, 0);
  const [rows, targets] = [new Int32Array(count), new Int32Array(count)];
  let next = 0;
  sequences.forEach((sequence, b) => {
    ids.set(sequence.ids, b * length);
    for (const at of sequence.at) {
      rows[next] = b * length + at - 1;
      targets[next++] = sequence.ids[at];
    }
  });
  return { batch: sequences.length, length, ids, rows, targets };
}

export interface PassOptions {
  /** padded lengths, ascending; one graph each */
  readonly buckets: readonly number[];
  /** padded tokens of one pass */
  readonly tokens: number;
}

/** A graph takes a second or two to make, so there are few; about a tenth of what is computed is padding. */
export const defaultPasses: PassOptions = {
  buckets: [64, 128, 192, 256, 320, 384, 448, 512, 640, 768, 1024, 1280, 1536, 2048, 3072, 4096, 6144, 8192, 16384, 32768],
  tokens: 2048,
};

interface Pass {
  readonly length: number;
  readonly members: readonly number[];
}

/** Passes over the sequences `members`, each in one pass, long ones first. @param context no padding beyond the model's context. @throws Error when a sequence fits no bucket */
export function passesOf(lengths: readonly number[], members: readonly number[], { buckets, tokens }: PassOptions, context: number): Pass[] {
  const byBucket = new Map<number, number[]>();
  for (const index of members) {
    const bucket = bucketOf(lengths[index], buckets);
    if (bucket === undefined || lengths[index] > context) throw new Error(`A sequence of ${lengths[index]} tokens is longer than training can take (${Math.min(context, buckets[buckets.length - 1])}).`);
    const length = Math.min(bucket, context);
    const list = byBucket.get(length);
    if (list) list.push(index);
    else byBucket.set(length, [index]);
  }
  return [...byBucket.entries()]
    .sort(([a], [b]) => b - a)
    .flatMap(([length, list]) => {
      const size = Math.max(1, Math.floor(tokens / length));
      return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => ({ length, members: list.slice(i * size, (i + 1) * size) }));
    });
}
