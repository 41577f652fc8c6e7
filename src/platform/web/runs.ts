/**
 * Runs are saved as they happen. Memory comes first: what is appended is there at once and written in small batches behind it, so a store
 * that is full or forbidden costs nothing of the session and is said. Deleting can be undone until the page is opened again.
 * Two tabs may be at one run: where both go on with the same trial, the one that writes later goes on as a branch of its own.
 */
import type { Attachment } from '../../experiment/transfer/run.ts';
import type { TrialRecord } from '../../trial/records.ts';
import { Mutex } from './mutex.ts';
import type { RunHead, RunOrigin, TrialHead } from './runHeads.ts';
import { Disk, type Batch, type SavedPlace, type Written } from './runsDisk.ts';
import { newId, RunsMemory, type Fork } from './runsMemory.ts';
import { problemOf, StoreProblem } from './runsProblem.ts';
import { readRecords } from './runsReading.ts';

export type { RunHead, RunOrigin, TrialHead } from './runHeads.ts';
export type { SavedPlace } from './runsDisk.ts';
export type { Fork } from './runsMemory.ts';
export { StoreProblem, type StoreProblemKind } from './runsProblem.ts';

export interface StoredTrial {
  readonly id: string;
  readonly name: string;
  readonly parent: string | null;
  readonly records: readonly TrialRecord[];
}

/** Replaced as a whole whenever something of it changes. */
export interface StoreState {
  /** newest first, without deleted ones */
  readonly runs: readonly RunHead[];
  /** null: all is well */
  readonly problem: StoreProblem | null;
}

export interface StoreOptions {
  /** milliseconds from a change until it is written; default 250 */
  readonly delay?: number;
  readonly now?: () => number;
  /** milliseconds to wait for another tab; default 3000 */
  readonly patience?: number;
  /** something was written: other tabs may want to look */
  readonly onWrite?: () => void;
  /** another tab went on with a trial of this one; this tab's own continuation is now a branch, and is appended to under its old id too */
  readonly onFork?: (fork: Fork) => void;
}

export interface NewRun {
  readonly id?: string;
  readonly origin?: RunOrigin;
}

/** What deleted runs wait for at least, so that another tab can still undo. */
const graceMs = 10 * 60_000;

export class RunStore {
  private readonly memory = new RunsMemory();
  private readonly listeners = new Set<() => void>();
  private readonly mutex = new Mutex();
  private disk: Disk | null = null;
  private problem: StoreProblem | null = null;
  private wherever: SavedPlace | null = null;
  private moved = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private state: StoreState = { runs: [], problem: null };
  private readonly now: () => number;

  private constructor(private readonly options: StoreOptions) {
    this.now = options.now ?? Date.now;
  }

  /** Always gives a store that works; `problem` says when it lasts only as long as the tab. */
  static async open(options: StoreOptions = {}): Promise<RunStore> {
    const store = new RunStore(options);
    await store.reopen();
    await store.purge(store.now() - graceMs);
    return store;
  }

  /** Try once more, after another tab was closed or the page was allowed to store; what is in memory alone is written then. */
  async reopen(): Promise<void> {
    this.disk?.close();
    this.disk = null;
    try {
      await this.adopt(await Disk.open((problem) => this.lose(problem), (disk) => void this.adopt(disk), this.options.patience));
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.tell();
  }

  private async adopt(disk: Disk): Promise<void> {
    try {
      this.memory.start(await disk.heads());
      this.disk = disk;
      this.problem = null;
      this.wherever ??= await disk.place();
      await this.flush();
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.tell();
  }

  /** For useSyncExternalStore, with `subscribe`. */
  readonly snapshot = (): StoreState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Look again at what other tabs have saved. */
  async refresh(): Promise<void> {
    try {
      if (this.disk) this.memory.start(await this.disk.heads());
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.tell();
  }

  /** @returns the id of a new run */
  create(name: string, { id = newId(), origin = 'played' }: NewRun = {}): string {
    this.memory.create({ id, name, origin, at: this.now() });
    this.touch();
    this.tell();
    return id;
  }

  /** Is there such a run, deleted or not? */
  has(run: string): boolean {
    return this.memory.has(run);
  }

  /** null: there is none of this id, or it is deleted */
  head(run: string): RunHead | null {
    return this.memory.has(run) && this.memory.head(run).deleted === null ? this.memory.head(run) : null;
  }

  /** @param parent the trial it was branched from; the records they share are stored once. @returns the id of the new trial */
  addTrial(run: string, { id = newId(), name = '', parent = null, records = [] }: Partial<StoredTrial> = {}): string {
    this.memory.addTrial(run, id, name, parent, records);
    this.append(run, id, records.slice(this.memory.count(run, id) ?? 0));
    return id;
  }

  /** Cheap and at once; written, and told to subscribers, soon. @throws Error for a trial that is not in memory: load its run first */
  append(run: string, trial: string, records: readonly TrialRecord[]): void {
    this.memory.append(run, trial, records, this.now());
    this.touch();
  }

  rename(run: string, name: string): void {
    this.change(run, { name });
  }

  /** Its name, or whether it is taken out of the run (it comes back as it was). */
  changeTrial(run: string, trial: string, changed: Partial<Pick<TrialHead, 'name' | 'gone'>>): void {
    this.memory.changeTrial(run, trial, changed);
    this.touch();
    this.tell();
  }

  /** Out of the list; `restore` undoes it. */
  remove(run: string): void {
    this.change(run, { deleted: this.now() });
    if (this.wherever?.run === run) this.setPlace(null);
  }

  restore(run: string): void {
    this.change(run, { deleted: null });
  }

  /** All trials of a run with their records but those taken out, branches after their parents. @throws StoreProblem */
  async load(run: string): Promise<readonly StoredTrial[]> {
    for (const { id, parent, shared } of this.memory.head(run).trials) {
      if (this.memory.count(run, id) !== null) continue;
      const base = parent === null ? [] : (this.memory.records(run, parent) ?? []);
      this.memory.remember(run, id, await this.stored(id, base.slice(0, shared)));
    }
    return this.memory.head(run).trials.filter(({ gone }) => !gone).map(({ id, name, parent }) => ({ id, name, parent, records: this.memory.records(run, id) ?? [] }));
  }

  /** Records that are in memory alone: ask before the page is left while there are any and `problem` is not null. */
  get unsaved(): number {
    return this.memory.unsaved;
  }

  /** Let go of the records of a run that is written and no longer looked at. */
  release(run: string): void {
    this.memory.release(run);
  }

  /** What else belongs to a run, as plain data (measurements, a layout), by a name; saved and deleted with it. */
  attach(run: string, key: string, value: unknown): void {
    this.memory.attach(run, key, value);
    this.touch();
  }

  /** Unknown until parsed; undefined: nothing of that name, or it can not be read. */
  async attachment(run: string, key: string): Promise<unknown> {
    const here = this.memory.attachment(run, key);
    if (here) return here.value;
    return this.disk?.attachment(run, key).catch(() => undefined);
  }

  /** All of a run, those of this tab as they are now. */
  async attachments(run: string): Promise<readonly Attachment[]> {
    const stored = await this.disk?.attachments(run).catch(() => undefined);
    const all = new Map(stored);
    for (const [name, { value }] of this.memory.attachments(run)) all.set(name, value);
    return Array.from(all, ([name, value]) => ({ name, value }));
  }

  /** Where someone was when the page was last open; null: nowhere, or the run is gone. */
  get place(): SavedPlace | null {
    const head = this.wherever && this.head(this.wherever.run);
    return head?.trials.some(({ id }) => id === this.wherever?.trial) ? this.wherever : null;
  }

  setPlace(place: SavedPlace | null): void {
    this.wherever = place && { ...place, trial: this.memory.current(place.run, place.trial) };
    this.moved = true;
    this.touch();
  }

  /** Delete for good what was deleted before a time (default: everything deleted). */
  async purge(before = Infinity): Promise<void> {
    const gone = this.memory.heads().filter(({ deleted }) => deleted !== null && deleted < before);
    for (const { id } of gone) this.memory.forget(id);
    try {
      if (gone.length > 0) await this.disk?.erase(gone);
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.tell();
  }

  /** Write what is not written yet: before the page is left, or after room was made. Never throws; `problem` says what went wrong. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
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
      this.problem = null;
      for (const fork of forks) this.forked(fork);
      this.options.onWrite?.();
      return forks.length > 0 || written.gone.length > 0;
    } catch (error) {
      taken?.giveBack();
      this.moved ||= moved;
      this.problem = problemOf(error);
      return false;
    }
  }

  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.timer);
    this.disk?.close();
    this.disk = null;
  }

  /** Deleted runs make room before anyone is told that there is none. */
  private async writeWithRoom(disk: Disk, batch: Batch): Promise<Written> {
    try {
      return await disk.write(batch);
    } catch (error) {
      if (problemOf(error).kind !== 'full' || this.memory.heads().every(({ deleted }) => deleted === null)) throw error;
      await this.purge();
      return disk.write({ ...batch, runs: batch.runs.filter(({ head }) => head.deleted === null) });
    }
  }

  private forked(fork: Fork): void {
    if (this.wherever?.run === fork.run && this.wherever.trial === fork.trial) this.setPlace({ ...this.wherever, trial: fork.branch });
    this.options.onFork?.(fork);
  }

  private async stored(trial: string, shared: readonly TrialRecord[]): Promise<TrialRecord[]> {
    if (this.disk === null) throw this.problem ?? new StoreProblem('lost');
    try {
      return readRecords(shared, await this.disk.records(trial));
    } catch (error) {
      throw problemOf(error);
    }
  }

  private change(run: string, changed: Partial<Pick<RunHead, 'name' | 'deleted'>>): void {
    this.memory.change(run, changed);
    this.touch();
    this.tell();
  }

  private lose(problem: StoreProblem): void {
    this.disk = null;
    this.problem = problem;
    this.tell();
  }

  private touch(): void {
    this.timer ??= setTimeout(() => void this.flush(), this.options.delay ?? 250);
  }

  private tell(): void {
    const runs = this.memory.heads().filter(({ deleted }) => deleted === null).sort((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1));
    this.state = { runs, problem: this.problem };
    for (const listener of this.listeners) listener();
  }
}
