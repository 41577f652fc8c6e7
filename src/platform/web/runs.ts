/**
 * Runs are saved as they happen. Memory comes first: what is appended is there at once and written in small batches behind it, so a store
 * that is full or forbidden costs nothing of the session and is said. Deleting can be undone until the page is opened again.
 * Two tabs may be at one run: where both go on with the same trial, the one that writes later goes on as a branch of its own.
 */
import type { Attachment } from '../../experiment/transfer/run.ts';
import type { TrialRecord } from '../../trial/records.ts';
import type { RunHead, RunOrigin, TrialHead } from './runHeads.ts';
import type { SavedPlace } from './runsDisk.ts';
import { newId, RunsMemory } from './runsMemory.ts';
import type { StoreProblem } from './runsProblem.ts';
import { RunsSaving, type SavingOptions } from './runsSaving.ts';

export type { RunOrigin } from './runHeads.ts';
export type { SavedPlace } from './runsDisk.ts';
export type { Fork } from './runsMemory.ts';

interface StoredTrial {
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

export interface StoreOptions extends SavingOptions {
  readonly now?: () => number;
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
  private readonly saving: RunsSaving;
  private state: StoreState = { runs: [], problem: null };
  private readonly now: () => number;

  private constructor(options: StoreOptions) {
    this.now = options.now ?? Date.now;
    this.saving = new RunsSaving(this.memory, options, () => this.tell());
  }

  /** Always gives a store that works; `problem` says when it lasts only as long as the tab. */
  static async open(options: StoreOptions = {}): Promise<RunStore> {
    const store = new RunStore(options);
    await store.reopen();
    await store.purge(store.now() - graceMs);
    return store;
  }

  /** Try once more, after another tab was closed or the page was allowed to store; what is in memory alone is written then. */
  reopen(): Promise<void> {
    return this.saving.reopen();
  }

  /** For useSyncExternalStore, with `subscribe`. */
  readonly snapshot = (): StoreState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Look again at what other tabs have saved. */
  refresh(): Promise<void> {
    return this.saving.refresh();
  }

  /** @returns the id of a new run */
  create(name: string, { id = newId(), origin = 'played' }: NewRun = {}): string {
    this.memory.create({ id, name, origin, at: this.now() });
    this.saving.soon();
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
    this.saving.soon();
  }

  rename(run: string, name: string): void {
    this.change(run, { name });
  }

  /** Its name, or whether it is taken out of the run (it comes back as it was). */
  changeTrial(run: string, trial: string, changed: Partial<Pick<TrialHead, 'name' | 'gone'>>): void {
    this.memory.changeTrial(run, trial, changed);
    this.saving.soon();
    this.tell();
  }

  /** Out of the list; `restore` undoes it. */
  remove(run: string): void {
    this.change(run, { deleted: this.now() });
    if (this.saving.place?.run === run) this.setPlace(null);
  }

  restore(run: string): void {
    this.change(run, { deleted: null });
  }

  /** All trials of a run with their records but those taken out, branches after their parents. @throws StoreProblem */
  async load(run: string): Promise<readonly StoredTrial[]> {
    for (const { id, parent, shared } of this.memory.head(run).trials) {
      if (this.memory.count(run, id) !== null) continue;
      const base = parent === null ? [] : (this.memory.records(run, parent) ?? []);
      this.memory.remember(run, id, await this.saving.records(id, base.slice(0, shared)));
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
    this.saving.soon();
  }

  /** Unknown until parsed; undefined: nothing of that name, or it can not be read. */
  async attachment(run: string, key: string): Promise<unknown> {
    const here = this.memory.attachment(run, key);
    if (here) return here.value;
    return this.saving.attachment(run, key);
  }

  /** All of a run, those of this tab as they are now. */
  async attachments(run: string): Promise<readonly Attachment[]> {
    const all = new Map(await this.saving.attachments(run));
    for (const [name, { value }] of this.memory.attachments(run)) all.set(name, value);
    return Array.from(all, ([name, value]) => ({ name, value }));
  }

  /** Where someone was when the page was last open; null: nowhere, or the run is gone. */
  get place(): SavedPlace | null {
    const { place } = this.saving;
    return place && this.head(place.run)?.trials.some(({ id }) => id === place.trial) ? place : null;
  }

  setPlace(place: SavedPlace | null): void {
    this.saving.setPlace(place);
  }

  /** Delete for good what was deleted before a time (default: everything deleted). */
  purge(before = Infinity): Promise<void> {
    return this.saving.purge(before);
  }

  /** Write what is not written yet: before the page is left, or after room was made. Never throws; `problem` says what went wrong. */
  flush(): Promise<void> {
    return this.saving.flush();
  }

  close(): Promise<void> {
    return this.saving.close();
  }

  private change(run: string, changed: Partial<Pick<RunHead, 'name' | 'deleted'>>): void {
    this.memory.change(run, changed);
    this.saving.soon();
    this.tell();
  }

  private tell(): void {
    const runs = this.memory.heads().filter(({ deleted }) => deleted === null).sort((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1));
    this.state = { runs, problem: this.saving.problem };
    for (const listener of this.listeners) listener();
  }
}
