/**
 * What is in memory goes to the database in small batches behind what is done, and a database that is late, lost or full is a `problem`,
 * never an error: the session goes on in memory, and whatever was not written is written when there is a database again.
 */
import type { TrialRecord } from '../../trial/records.ts';
import { Mutex } from './mutex.ts';
import { Disk, type Batch, type SavedPlace, type Written } from './runsDisk.ts';
import type { Fork, RunsMemory } from './runsMemory.ts';
import { problemOf, StoreProblem } from './runsProblem.ts';
import { readRecords } from './runsReading.ts';

export interface SavingOptions {
  /** milliseconds from one write to the next; a change that comes later is written at once; default 250 */
  readonly delay?: number;
  /** milliseconds to wait for another tab; default 3000 */
  readonly patience?: number;
  /** something was written: other tabs may want to look */
  readonly onWrite?: () => void;
  /** another tab went on with a trial of this one; this tab's own continuation is now a branch, and is appended to under its old id too */
  readonly onFork?: (fork: Fork) => void;
}

export class RunsSaving {
  private readonly mutex = new Mutex();
  private disk: Disk | null = null;
  private wherever: SavedPlace | null = null;
  private moved = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** when it was last written */
  private last = -Infinity;
  private trouble: StoreProblem | null = null;

  /** @param tell called whenever heads or `problem` may have changed */
  constructor(
    private readonly memory: RunsMemory,
    private readonly options: SavingOptions,
    private readonly tell: () => void,
  ) {}

  /** null: all is well */
  get problem(): StoreProblem | null {
    return this.trouble;
  }

  /** The last place that was set or stored, whether its run is still there or not. */
  get place(): SavedPlace | null {
    return this.wherever;
  }

  setPlace(place: SavedPlace | null): void {
    this.wherever = place && { ...place, trial: this.memory.current(place.run, place.trial) };
    this.moved = true;
    this.soon();
  }

  /** Open the database, again if need be, and write what is in memory alone. */
  async reopen(): Promise<void> {
    this.disk?.close();
    this.disk = null;
    try {
      await this.adopt(await Disk.open((problem) => this.lose(problem), (disk) => void this.adopt(disk), this.options.patience));
    } catch (error) {
      this.trouble = problemOf(error);
    }
    this.tell();
  }

  private async adopt(disk: Disk): Promise<void> {
    try {
      this.memory.start(await disk.heads());
      this.disk = disk;
      this.trouble = null;
      this.wherever ??= await disk.place();
      await this.flush();
    } catch (error) {
      this.trouble = problemOf(error);
    }
    this.tell();
  }

  private lose(problem: StoreProblem): void {
    this.disk = null;
    this.trouble = problem;
    this.tell();
  }

  /** Look again at what other tabs have saved. */
  async refresh(): Promise<void> {
    try {
      if (this.disk) this.memory.start(await this.disk.heads());
    } catch (error) {
      this.trouble = problemOf(error);
    }
    this.tell();
  }

  /** The records of a trial. @param shared those of its parent @throws StoreProblem */
  async records(trial: string, shared: readonly TrialRecord[]): Promise<TrialRecord[]> {
    if (this.disk === null) throw this.trouble ?? new StoreProblem('lost');
    try {
      return readRecords(shared, await this.disk.records(trial));
    } catch (error) {
      throw problemOf(error);
    }
  }

  /** undefined: nothing of that name, or it can not be read */
  async attachment(run: string, key: string): Promise<unknown> {
    return this.disk?.attachment(run, key).catch(() => undefined);
  }

  async attachments(run: string): Promise<ReadonlyMap<string, unknown>> {
    return (await this.disk?.attachments(run).catch(() => undefined)) ?? new Map<string, unknown>();
  }

  /** Delete for good what was deleted before a time. */
  async purge(before: number): Promise<void> {
    const gone = this.memory.heads().filter(({ deleted }) => deleted !== null && deleted < before);
    for (const { id } of gone) this.memory.forget(id);
    try {
      if (gone.length > 0) await this.disk?.erase(gone);
    } catch (error) {
      this.trouble = problemOf(error);
    }
    this.tell();
  }

  /**
   * There is something to write: now, for a page that is left does not wait; but what comes in quick succession is written together.
   */
  soon(): void {
    this.timer ??= setTimeout(() => void this.flush(), Math.max(0, this.last + (this.options.delay ?? 250) - performance.now()));
  }

  /** Write what is not written yet. Never throws; `problem` says what went wrong. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.last = performance.now();
    return this.mutex.run(async () => {
      // branches that come of it, and runs that somebody had erased, are written at once
      while (await this.writeOnce());
      this.tell();
    });
  }

  /** @returns whether there is more to write at once */
  private async writeOnce(): Promise<boolean> {
    const { disk, moved } = this;
    const taken = disk && this.memory.take();
    if (disk === null || (taken === null && !moved)) return false;
    this.moved = false;
    try {
      const written = await this.writeWithRoom(disk, { runs: taken?.runs ?? [], ...(moved ? { place: this.wherever } : {}) });
      const forks = taken?.keep(written) ?? [];
      this.trouble = null;
      for (const fork of forks) this.forked(fork);
      this.options.onWrite?.();
      return forks.length > 0 || written.gone.length > 0;
    } catch (error) {
      taken?.giveBack();
      this.moved ||= moved;
      this.trouble = problemOf(error);
      return false;
    }
  }

  /** Deleted runs make room before anyone is told that there is none. */
  private async writeWithRoom(disk: Disk, batch: Batch): Promise<Written> {
    try {
      return await disk.write(batch);
    } catch (error) {
      if (problemOf(error).kind !== 'full' || this.memory.heads().every(({ deleted }) => deleted === null)) throw error;
      await this.purge(Infinity);
      return disk.write({ ...batch, runs: batch.runs.filter(({ head }) => head.deleted === null) });
    }
  }

  private forked(fork: Fork): void {
    if (this.wherever?.run === fork.run && this.wherever.trial === fork.trial) this.setPlace({ ...this.wherever, trial: fork.branch });
    this.options.onFork?.(fork);
  }

  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.timer);
    this.disk?.close();
    this.disk = null;
  }
}
