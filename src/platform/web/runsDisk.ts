/** The database of runs: heads, records in small batches, attachments, and the place last looked at. Everything read is unknown until parsed. */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { z } from 'zod';
import type { TrialRecord } from '../../trial/records.ts';
import { headOf, mergeHeads, type RunHead, type Touched } from './runHeads.ts';
import { problemOf, problemOfOpening, StoreProblem } from './runsProblem.ts';

/** A moment of a trial, as it is stored. */
export const savedMoment = z.object({
  episode: z.int().nonnegative(),
  turn: z.int().nonnegative(),
  beat: z.enum(['observe', 'think', 'act', 'reward', 'remember']).nullable(),
});
const place = z.object({ run: z.string(), trial: z.string(), moment: savedMoment.nullable() });
const chunk = z.object({ trial: z.string(), from: z.int().nonnegative(), records: z.array(z.unknown()) });

/** Where someone was: a trial of a run, and a moment of it (null: its end, as it grows). */
export type SavedPlace = Readonly<z.infer<typeof place>>;

/** @returns null when the text is no place */
export function readPlace(text: string | null): SavedPlace | null {
  try {
    return place.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}

interface Chunk {
  readonly trial: string;
  /** how many records stand before these, those shared with the parent included */
  readonly from: number;
  readonly records: readonly TrialRecord[];
}

/** What is new of a run. */
export interface RunBatch {
  readonly head: RunHead;
  readonly touched: Touched;
  /** it was in the database when this tab last looked */
  readonly stored: boolean;
  readonly chunks: readonly Chunk[];
  readonly attachments: readonly { readonly key: string; readonly value: unknown }[];
}

export interface Batch {
  readonly runs: readonly RunBatch[];
  /** undefined: as it was */
  readonly place?: SavedPlace | null;
}

export interface Written {
  /** heads as they now stand in the database */
  readonly heads: readonly RunHead[];
  /** Runs that somebody has erased meanwhile; nothing of them was written. */
  readonly gone: readonly string[];
  /** Trials that another tab has gone on with, differently; nothing of their chunks was written. */
  readonly diverged: readonly string[];
}

type Growing = { [K in keyof Written]: Written[K][number][] };

interface Schema extends DBSchema {
  runs: { key: string; value: unknown };
  records: { key: [trial: string, from: number]; value: unknown };
  attachments: { key: [run: string, name: string]; value: unknown };
  state: { key: string; value: unknown };
}

type Writing = IDBPTransaction<Schema, ('runs' | 'records' | 'attachments' | 'state')[], 'readwrite'>;

export const databaseName = 'fieldnotes.runs';
export const databaseVersion = 2;

export class Disk {
  private constructor(private readonly database: IDBPDatabase<Schema>) {}

  /**
   * @param onLost the connection is gone: closed by the browser, or for another tab that needs a newer database or deletes this one
   * @param onLate it opened after all, when `patience` (milliseconds) was over and another tab in the way had been called a problem
   * @throws StoreProblem
   */
  static async open(onLost: (problem: StoreProblem) => void, onLate: (disk: Disk) => void, patience = 3000): Promise<Disk> {
    let late = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      if (typeof indexedDB === 'undefined') throw new StoreProblem('forbidden');
      const opening = openDB<Schema>(databaseName, databaseVersion, {
        upgrade(database, before) {
          if (before < 1) for (const name of ['runs', 'records', 'state'] as const) database.createObjectStore(name);
          if (before < 2) database.createObjectStore('attachments');
        },
        blocking(_current, wanted, event) {
          // Hold up nobody: the tab with the newer page goes on, or the one that deletes all; this one says so.
          if (event.target instanceof IDBDatabase) event.target.close();
          onLost(new StoreProblem(wanted === null ? 'lost' : 'newer'));
        },
        terminated: () => onLost(new StoreProblem('lost')),
      });
      const tooLate = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          late = true;
          reject(new StoreProblem('blocked'));
        }, patience);
      });
      opening.then((database) => late && onLate(new Disk(database))).catch(() => undefined);
      return new Disk(await Promise.race([opening, tooLate]));
    } catch (error) {
      throw problemOfOpening(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async heads(): Promise<RunHead[]> {
    return (await this.database.getAll('runs')).flatMap((value) => headOf(value) ?? []);
  }

  async place(): Promise<SavedPlace | null> {
    return place.safeParse(await this.database.get('state', 'place')).data ?? null;
  }

  /** What was stored of a trial, in order, without the records it shares with its parent. */
  async records(trial: string): Promise<{ readonly from: number; readonly records: readonly unknown[] }[]> {
    const stored = await this.database.getAll('records', rangeOf(trial));
    return stored.flatMap((value) => chunk.safeParse(value).data ?? []);
  }

  /** undefined: there is none of that name */
  async attachment(run: string, key: string): Promise<unknown> {
    return this.database.get('attachments', [run, key]);
  }

  /** All of a run, by name. */
  async attachments(run: string): Promise<ReadonlyMap<string, unknown>> {
    const transaction = this.database.transaction('attachments');
    const range = attachmentsOf(run);
    const [keys, values] = await Promise.all([transaction.store.getAllKeys(range), transaction.store.getAll(range)]);
    return new Map(keys.map(([, name], index) => [name, values[index]]));
  }

  /** All or nothing, but for what `gone` and `diverged` name: of that the caller decides. @throws StoreProblem */
  async write({ runs, place: saved }: Batch): Promise<Written> {
    return this.transact(async (transaction) => {
      const written: Growing = { heads: [], gone: [], diverged: [] };
      for (const run of runs) await this.writeRun(transaction, run, written);
      if (saved !== undefined) await transaction.objectStore('state').put(saved, 'place');
      return written;
    });
  }

  /** Gone for good. @throws StoreProblem */
  async erase(heads: readonly RunHead[]): Promise<void> {
    await this.transact(async (transaction) => {
      for (const { id, trials } of heads) {
        for (const trial of trials) await transaction.objectStore('records').delete(rangeOf(trial.id));
        await transaction.objectStore('attachments').delete(attachmentsOf(id));
        await transaction.objectStore('runs').delete(id);
      }
    });
  }

  close(): void {
    this.database.close();
  }

  private async writeRun(
    transaction: Writing,
    { head, touched, stored, chunks, attachments }: RunBatch,
    { heads, gone, diverged }: Growing,
  ): Promise<void> {
    const [runs, records] = [transaction.objectStore('runs'), transaction.objectStore('records')];
    const before = headOf(await runs.get(head.id));
    if (before === null && stored) {
      gone.push(head.id);
      return;
    }
    const lost = new Set<string>();
    for (const item of chunks) {
      if ((await endOf(transaction, item.trial)) > item.from) lost.add(item.trial);
      else await records.put(item, [item.trial, item.from]);
    }
    diverged.push(...lost);
    for (const { key, value } of attachments) await transaction.objectStore('attachments').put(value, [head.id, key]);
    const known = new Map(before?.trials.map((trial) => [trial.id, trial]));
    const trials = head.trials.flatMap((trial) => (lost.has(trial.id) ? (known.get(trial.id) ?? []) : [trial]));
    // what is deleted stays so until somebody wants it back, and is then whole
    const merged = mergeHeads(before, { ...head, trials }, touched);
    await runs.put(merged, head.id);
    heads.push(merged);
  }

  /** The work and the end of its transaction; a request that fails ends both, and neither failure goes unheard. */
  private async transact<T>(work: (transaction: Writing) => Promise<T>): Promise<T> {
    try {
      const transaction: Writing = this.database.transaction(['runs', 'records', 'attachments', 'state'], 'readwrite');
      const done = transaction.done.then(() => null, (error: unknown) => ({ error }));
      let result: T;
      try {
        result = await work(transaction);
      } catch (error) {
        try {
          transaction.abort();
        } catch {
          // it has ended already
        }
        await done;
        throw error;
      }
      const failed = await done;
      if (failed !== null) throw failed.error;
      return result;
    } catch (error) {
      throw problemOf(error);
    }
  }
}

/** How many records of a trial are stored, those shared with its parent included; 0: none. */
async function endOf(transaction: Writing, trial: string): Promise<number> {
  const last = chunk.safeParse((await transaction.objectStore('records').openCursor(rangeOf(trial), 'prev'))?.value).data;
  return last ? last.from + last.records.length : 0;
}

function rangeOf(trial: string): IDBKeyRange {
  return IDBKeyRange.bound([trial, 0], [trial, Infinity]);
}

function attachmentsOf(run: string): IDBKeyRange {
  // a list comes after every text
  return IDBKeyRange.bound([run], [run, []]);
}
