/**
 * The database of runs: heads, records in small batches, and the place last looked at. Everything read is unknown until parsed; everything
 * that goes wrong is one of a few problems that a person can be told.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { z } from 'zod';
import type { TrialRecord } from '../../trial/records.ts';

export type StoreProblemKind =
  /** no room left on the device, or none allowed to this page */
  | 'full'
  /** the browser lets this page store nothing (a private window, blocked site data) */
  | 'forbidden'
  /** another tab with another version of the page holds the database */
  | 'blocked'
  /** written by a newer version of the page */
  | 'newer'
  /** the browser closed the database, say because site data were cleared */
  | 'lost'
  | 'failed';

const advice: Readonly<Record<StoreProblemKind, string>> = {
  full: 'There is no room left to save runs. Delete some, or save this one as a file.',
  forbidden: 'This browser window does not allow the page to save runs. What you make lasts as long as this tab; save it as a file.',
  blocked: 'Another tab has another version of this page open, so runs are not saved. Close it, or save this run as a file.',
  newer: 'Runs were saved by a newer version of this page. Reload to get it; until then nothing is saved.',
  lost: 'The browser closed the place where runs are saved. Reload the page, or save this run as a file.',
  failed: 'Runs can not be saved.',
};

/** Nothing of the session is lost by it: whatever could not be saved stays in memory. */
export class StoreProblem extends Error {
  override readonly name = 'StoreProblem';
  constructor(
    readonly kind: StoreProblemKind,
    cause?: unknown,
  ) {
    super(kind === 'failed' && cause instanceof Error ? `${advice.failed} ${cause.message}` : advice[kind], { cause });
  }
}

/** What a browser calls it, and what it is. */
export function problemOf(error: unknown): StoreProblem {
  if (error instanceof StoreProblem) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  const cause: unknown = error instanceof DOMException || error instanceof Error ? error.cause : undefined;
  switch (name) {
    case 'QuotaExceededError':
    case 'NS_ERROR_DOM_QUOTA_REACHED':
      return new StoreProblem('full', error);
    case 'SecurityError':
    case 'NotAllowedError':
    case 'ReferenceError':
      return new StoreProblem('forbidden', error);
    case 'VersionError':
      return new StoreProblem('newer', error);
    case 'InvalidStateError':
      return new StoreProblem('lost', error);
    case 'AbortError':
      return cause === undefined ? new StoreProblem('failed', error) : problemOf(cause);
    default:
      return new StoreProblem('failed', error);
  }
}

const trialHead = z.object({
  id: z.string(),
  name: z.string(),
  /** id of the trial it was branched from */
  parent: z.string().nullable(),
  /** leading records that are the parent's */
  shared: z.int().nonnegative(),
  /** records, the shared ones included */
  count: z.int().nonnegative(),
  /** null: not over */
  won: z.boolean().nullable(),
});

const runHead = z.object({
  id: z.string(),
  name: z.string(),
  /** milliseconds since 1970 */
  created: z.number(),
  changed: z.number(),
  /** when it was deleted; null: it was not */
  deleted: z.number().nullable(),
  world: z.string(),
  /** beginnings of its notes, for searching */
  notes: z.string(),
  trials: z.array(trialHead),
});

const moment = z.object({
  episode: z.int().nonnegative(),
  turn: z.int().nonnegative(),
  beat: z.enum(['observe', 'think', 'act', 'reward', 'remember']).nullable(),
});
const place = z.object({ run: z.string(), trial: z.string(), moment: moment.nullable() });
const chunk = z.object({ trial: z.string(), from: z.int().nonnegative(), records: z.array(z.unknown()) });

export type TrialHead = Readonly<z.infer<typeof trialHead>>;
export type RunHead = Readonly<Omit<z.infer<typeof runHead>, 'trials'>> & { readonly trials: readonly TrialHead[] };
/** Where someone was: a trial of a run, and a moment of it (null: its end, as it grows). */
export type SavedPlace = Readonly<z.infer<typeof place>>;

export interface Chunk {
  readonly trial: string;
  readonly from: number;
  readonly records: readonly TrialRecord[];
}

export interface Batch {
  readonly heads: readonly RunHead[];
  readonly chunks: readonly Chunk[];
  /** undefined: as it was */
  readonly place?: SavedPlace | null;
}

interface Schema extends DBSchema {
  runs: { key: string; value: unknown };
  records: { key: [trial: string, from: number]; value: unknown };
  state: { key: string; value: unknown };
}

export const databaseName = 'fieldnotes.runs';
const databaseVersion = 1;

export class Disk {
  private constructor(private readonly database: IDBPDatabase<Schema>) {}

  /**
   * @param onLost the connection is gone: closed by the browser, or for another tab that needs a newer database
   * @param onLate it opened after all, when `patience` (milliseconds) was over and another tab in the way had been called a problem
   * @throws StoreProblem
   */
  static async open(onLost: (problem: StoreProblem) => void, onLate: (disk: Disk) => void, patience = 3000): Promise<Disk> {
    let late = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      if (typeof indexedDB === 'undefined') throw new StoreProblem('forbidden');
      const opening = openDB<Schema>(databaseName, databaseVersion, {
        upgrade(database) {
          database.createObjectStore('runs');
          database.createObjectStore('records');
          database.createObjectStore('state');
        },
        blocking(_current, _wanted, event) {
          // Hold up nobody: the tab with the newer page goes on, this one says so.
          if (event.target instanceof IDBDatabase) event.target.close();
          onLost(new StoreProblem('newer'));
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
      const problem = problemOf(error);
      // While opening, whatever the browser calls it: this window stores nothing.
      throw problem.kind === 'lost' || problem.kind === 'failed' ? new StoreProblem('forbidden', error) : problem;
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

  /** All or nothing. Trials that another tab has added to a run stay in it. @throws StoreProblem */
  async write({ heads, chunks, place: saved }: Batch): Promise<void> {
    try {
      const transaction = this.database.transaction(['runs', 'records', 'state'], 'readwrite');
      const [runs, records, state] = [transaction.objectStore('runs'), transaction.objectStore('records'), transaction.objectStore('state')];
      const work = async (): Promise<void> => {
        for (const item of chunks) {
          // What stood behind is of a damaged tail, or of another tab that went on differently.
          await records.delete(rangeOf(item.trial, item.from));
          await records.put(item, [item.trial, item.from]);
        }
        for (const head of heads) await runs.put(merged(headOf(await runs.get(head.id)), head), head.id);
        if (saved !== undefined) await state.put(saved, 'place');
      };
      await together(work, transaction);
    } catch (error) {
      throw problemOf(error);
    }
  }

  /** Gone for good. @throws StoreProblem */
  async erase(heads: readonly RunHead[]): Promise<void> {
    try {
      const transaction = this.database.transaction(['runs', 'records'], 'readwrite');
      const work = async (): Promise<void> => {
        for (const { id, trials } of heads) {
          for (const trial of trials) await transaction.objectStore('records').delete(rangeOf(trial.id));
          await transaction.objectStore('runs').delete(id);
        }
      };
      await together(work, transaction);
    } catch (error) {
      throw problemOf(error);
    }
  }

  close(): void {
    this.database.close();
  }
}

/** The work and the end of its transaction; a request that fails ends both, and neither failure goes unheard. */
async function together(work: () => Promise<void>, transaction: { readonly done: Promise<void>; abort(): void }): Promise<void> {
  const done = transaction.done.then(() => null, (error: unknown) => ({ error }));
  try {
    await work();
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
}

function rangeOf(trial: string, from = 0): IDBKeyRange {
  return IDBKeyRange.bound([trial, from], [trial, Infinity]);
}

/** null: nothing, or nothing that this version can read */
function headOf(value: unknown): RunHead | null {
  return runHead.safeParse(value).data ?? null;
}

function merged(stored: RunHead | null, ours: RunHead): RunHead {
  const known = new Set(ours.trials.map((trial) => trial.id));
  return { ...ours, trials: [...ours.trials, ...(stored?.trials ?? []).filter((trial) => !known.has(trial.id))] };
}
