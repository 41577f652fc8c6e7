/**
 * The database of training runs, apart from that of played ones: what each is, its curves, the checkpoint that it goes on from, and its adapter after
 * every few iterations. The worker that trains writes it after each iteration, all or nothing; the page reads it. Everything read is unknown until parsed.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { z } from 'zod';
import { parseConfig, type ExperimentConfig } from '../../experiment/config.ts';
import type { Validation } from '../../experiment/trainingLoop.ts';
import type { IterationMetrics } from '../../learning/metrics.ts';
import { parseRecord, type TrialRecord } from '../../trial/records.ts';
import { problemOf, problemOfOpening, StoreProblem } from './runsProblem.ts';
import { reports } from './trainMessages.ts';

const head = z.object({
  id: z.string(),
  name: z.string(),
  /** milliseconds since 1970 */
  created: z.number(),
  changed: z.number(),
  /** fingerprint of the policy's weights */
  base: z.string(),
  config: z.unknown(),
  /** iterations done */
  iteration: z.int().nonnegative(),
  /** iterations after which an adapter is kept */
  kept: z.array(z.int().nonnegative()),
  /** it came as files, from another page or program */
  imported: z.boolean(),
});

export type TrainHead = Readonly<Omit<z.infer<typeof head>, 'config' | 'kept'>> & { readonly config: ExperimentConfig; readonly kept: readonly number[] };

export interface TrainReports {
  readonly metrics: readonly IterationMetrics[];
  readonly validations: readonly Validation[];
}

/** What was played in an iteration, and by what: with the checkpoint after it, all that a look into it needs. */
export interface PlayedIteration {
  /** from 1 */
  readonly iteration: number;
  /** trials to a task */
  readonly group: number;
  readonly trials: readonly (readonly TrialRecord[])[];
  /** the flat vector of the run's layout that played */
  readonly before: Float32Array;
}

/** A run as it stands after an iteration. */
interface TrainSave {
  readonly head: TrainHead;
  readonly reports: TrainReports;
  readonly checkpoint: Uint8Array;
  /** the adapter, where it is to be kept for later looks */
  readonly adapter: Float32Array | null;
  /** null: the one that is there stays */
  readonly last: PlayedIteration | null;
}

const played = z.object({
  iteration: z.int().positive(),
  group: z.int().positive(),
  trials: z.array(z.array(z.unknown())),
  before: z.custom<Float32Array>((value) => value instanceof Float32Array),
});

interface Schema extends DBSchema {
  runs: { key: string; value: unknown };
  reports: { key: string; value: unknown };
  checkpoints: { key: string; value: unknown };
  adapters: { key: [run: string, iteration: number]; value: unknown };
  lasts: { key: string; value: unknown };
}

/** By the version of the database that each came with. */
const stores = { 1: ['runs', 'reports', 'checkpoints', 'adapters'], 2: ['lasts'] } as const;

const databaseName = 'fieldnotes.training';

export class TrainDisk {
  private constructor(private readonly database: IDBPDatabase<Schema>) {}

  /** @param patience milliseconds; a busy machine takes its time, only a browser that never answers is a problem @throws StoreProblem */
  static async open(patience = 20_000): Promise<TrainDisk> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let held: () => void = () => undefined;
    try {
      if (typeof indexedDB === 'undefined') throw new StoreProblem('forbidden');
      const opening = openDB<Schema>(databaseName, 2, {
        upgrade(database, from) {
          if (from < 1) for (const name of stores[1]) database.createObjectStore(name);
          if (from < 2) for (const name of stores[2]) database.createObjectStore(name);
        },
        blocked: () => held(),
        blocking(_current, _wanted, event) {
          // Hold up nobody: a tab with a newer page goes on, what this one does next says so.
          if (event.target instanceof IDBDatabase) event.target.close();
        },
      });
      const tooLate = new Promise<never>((_, reject) => {
        held = () => reject(new StoreProblem('blocked'));
        timer = setTimeout(() => reject(new StoreProblem('forbidden')), patience);
      });
      return new TrainDisk(await Promise.race([opening, tooLate]));
    } catch (error) {
      throw problemOfOpening(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Newest first; what this version can not read is left out. */
  async heads(): Promise<TrainHead[]> {
    const found = (await this.reading(() => this.database.getAll('runs'))).flatMap((value) => headOf(value) ?? []);
    return found.sort((a, b) => b.created - a.created);
  }

  async head(run: string): Promise<TrainHead | null> {
    return headOf(await this.reading(() => this.database.get('runs', run)));
  }

  async reports(run: string): Promise<TrainReports> {
    return reports.safeParse(await this.reading(() => this.database.get('reports', run))).data ?? { metrics: [], validations: [] };
  }

  /** null: there is none */
  async checkpoint(run: string): Promise<Uint8Array | null> {
    const value = await this.reading(() => this.database.get('checkpoints', run));
    return value instanceof Uint8Array ? value : null;
  }

  /** The flat vector of the run's layout; null: none was kept */
  async adapter(run: string, iteration: number): Promise<Float32Array | null> {
    const value = await this.reading(() => this.database.get('adapters', [run, iteration]));
    return value instanceof Float32Array ? value : null;
  }

  /** The last iteration that was saved; null: there is none that can be read */
  async last(run: string): Promise<PlayedIteration | null> {
    const { data } = played.safeParse(await this.reading(() => this.database.get('lasts', run)));
    try {
      return data ? { ...data, trials: data.trials.map((records) => records.map(parseRecord)) } : null;
    } catch {
      // written by another version of the records
      return null;
    }
  }

  /** All or nothing. @throws StoreProblem */
  async save({ head, reports, checkpoint, adapter, last }: TrainSave): Promise<void> {
    await this.writing(async (transaction) => {
      await transaction.objectStore('runs').put(head, head.id);
      await transaction.objectStore('reports').put(reports, head.id);
      await transaction.objectStore('checkpoints').put(checkpoint, head.id);
      if (adapter) await transaction.objectStore('adapters').put(adapter, [head.id, head.iteration]);
      if (last) await transaction.objectStore('lasts').put(last, head.id);
    });
  }

  /** Gone for good. @throws StoreProblem */
  async erase(run: string): Promise<void> {
    await this.writing(async (transaction) => {
      for (const name of ['runs', 'reports', 'checkpoints', 'lasts'] as const) await transaction.objectStore(name).delete(run);
      await transaction.objectStore('adapters').delete(IDBKeyRange.bound([run, 0], [run, Infinity]));
    });
  }

  close(): void {
    this.database.close();
  }

  private async reading<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw problemOf(error);
    }
  }

  private async writing(work: (transaction: ReturnType<TrainDisk['transaction']>) => Promise<void>): Promise<void> {
    try {
      const transaction = this.transaction();
      const done = transaction.done.then(() => null, (error: unknown) => ({ error }));
      try {
        await work(transaction);
      } catch (error) {
        quietly(() => transaction.abort());
        await done;
        throw error;
      }
      const failed = await done;
      if (failed) throw failed.error;
    } catch (error) {
      throw problemOf(error);
    }
  }

  private transaction() {
    return this.database.transaction([...stores[1], ...stores[2]], 'readwrite');
  }
}

function quietly(run: () => void): void {
  try {
    run();
  } catch {
    // it has ended already
  }
}

/** null: nothing, or nothing that this version can read */
function headOf(value: unknown): TrainHead | null {
  const parsed = head.safeParse(value);
  if (!parsed.success) return null;
  try {
    return { ...parsed.data, config: parseConfig(parsed.data.config) };
  } catch {
    return null;
  }
}
