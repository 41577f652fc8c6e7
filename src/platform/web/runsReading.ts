/** The records of a trial from what was stored of it. Pure. */
import { apply, fold } from '../../trial/fold.ts';
import { parseRecord, type TrialRecord } from '../../trial/records.ts';
import { InputError } from '../../worlds/index.ts';

interface StoredChunk {
  /** how many records stand before these, those shared with the parent included */
  readonly from: number;
  readonly records: readonly unknown[];
}

/** As far as they can be read: a damaged tail costs the tail. @param shared records that are the parent's */
export function readRecords(shared: readonly TrialRecord[], chunks: readonly StoredChunk[]): TrialRecord[] {
  const records = [...shared];
  let view = shared.length === 0 ? null : fold(shared);
  try {
    for (const { from, records: values } of chunks) {
      if (from > records.length) break;
      for (const value of values.slice(records.length - from)) {
        const record = parseRecord(value);
        view = view === null ? fold([record]) : apply(view, record);
        records.push(record);
      }
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  return records;
}
