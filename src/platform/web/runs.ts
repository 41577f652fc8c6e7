/**
 * Runs are saved as they happen. Memory comes first: what is appended is there at once and written in small batches behind it, so a store
 * that is full or forbidden costs nothing of the session and is said. Deleting can be undone until the page is opened again.
 */
import { sharedRecords, type Run } from '../../experiment/transfer/index.ts';
import { apply, begin } from '../../trial/fold.ts';
import { parseRecord, type TrialRecord } from '../../trial/records.ts';
import { Mutex } from './mutex.ts';
import { Disk, problemOf, StoreProblem, type Batch, type Chunk, type RunHead, type SavedPlace, type TrialHead } from './runsDisk.ts';

export { StoreProblem, type RunHead, type SavedPlace, type StoreProblemKind, type TrialHead } from './runsDisk.ts';

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
}

interface Entry {
  head: RunHead;
  /** of the trials that are in memory, all records */
  readonly records: Map<string, readonly TrialRecord[]>;
  /** of those, how many are written, shared ones included */
  readonly saved: Map<string, number>;
  dirty: boolean;
}

/** What deleted runs wait for at least, so that another tab can still undo. */
const graceMs = 10 * 60_000;
const notesLength = 2000;

export class RunStore {
  private readonly entries = new Map<string, Entry>();
  private readonly listeners = new Set<() => void>();
  private readonly mutex = new Mutex();
  private disk: Disk | null = null;
  private problem: StoreProblem | null = null;
  private wherever: SavedPlace | null = null;
  private moved = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private state: StoreState = { runs: [], problem: null };
  private readonly delay: number;
  private readonly now: () => number;
  private readonly patience: number | undefined;

  private constructor({ delay = 250, now = Date.now, patience }: StoreOptions) {
    this.delay = delay;
    this.now = now;
    this.patience = patience;
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
      await this.adopt(await Disk.open((problem) => this.lose(problem), (disk) => void this.adopt(disk), this.patience));
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.tell();
  }

  private async adopt(disk: Disk): Promise<void> {
    try {
      const heads = await disk.heads();
      const stored = new Set(heads.map(({ id }) => id));
      for (const [id, entry] of this.entries) {
        if (stored.has(id)) continue;
        // Somebody cleared the database: what this tab has is saved anew.
        if (entry.records.size === 0 && entry.head.trials.length > 0) this.entries.delete(id);
        for (const { id: trial, shared } of entry.head.trials) if (entry.records.has(trial)) entry.saved.set(trial, shared);
        entry.dirty = true;
      }
      this.disk = disk;
      this.problem = null;
      this.see(heads);
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
    this.see((await this.disk?.heads()) ?? []);
    this.tell();
  }

  private see(heads: readonly RunHead[]): void {
    for (const head of heads) {
      const entry = this.entries.get(head.id);
      if (entry === undefined) this.entries.set(head.id, { head, records: new Map(), saved: new Map(), dirty: false });
      else if (!entry.dirty) entry.head = head;
    }
  }

  /** @returns the id of a new run */
  create(name: string): string {
    const id = newId();
    const created = this.now();
    this.entries.set(id, { head: { id, name, created, changed: created, deleted: null, world: '', notes: '', trials: [] }, records: new Map(), saved: new Map(), dirty: true });
    this.touch();
    this.tell();
    return id;
  }

  /** @param parent the trial it was branched from; the records they share are stored once. @returns the id of the new trial */
  addTrial(run: string, { name = '', parent = null, records = [] }: { name?: string; parent?: string | null; records?: readonly TrialRecord[] } = {}): string {
    const entry = this.entry(run);
    const base = parent === null ? undefined : entry.records.get(parent);
    const shared = base === undefined ? 0 : sharedRecords(base, records);
    const id = newId();
    const trial: TrialHead = { id, name, parent: base === undefined ? null : parent, shared, count: shared, won: null };
    entry.head = { ...entry.head, trials: [...entry.head.trials, trial] };
    entry.records.set(id, records.slice(0, shared));
    entry.saved.set(id, shared);
    this.append(run, id, records.slice(shared));
    return id;
  }

  /** Cheap and at once; written, and told to subscribers, soon. @throws Error for a trial that is not in memory: load its run first */
  append(run: string, trial: string, records: readonly TrialRecord[]): void {
    const entry = this.entry(run);
    const before = entry.records.get(trial);
    if (before === undefined) throw new Error(`Trial ${trial} is not in memory; load its run first.`);
    const all = [...before, ...records];
    entry.records.set(trial, all);
    const head = records.reduce(noticing, { ...entry.head, changed: this.now() });
    const ended = records.findLast((record) => record.type === 'trialEnded');
    entry.head = {
      ...head,
      trials: head.trials.map((each) => (each.id === trial ? { ...each, count: all.length, won: ended?.won ?? each.won } : each)),
    };
    entry.dirty = true;
    this.touch();
  }

  rename(run: string, name: string): void {
    this.change(run, { name });
  }

  /** Out of the list; `restore` undoes it. */
  remove(run: string): void {
    this.change(run, { deleted: this.now() });
    if (this.wherever?.run === run) this.setPlace(null);
  }

  restore(run: string): void {
    const { head, records, saved } = this.entry(run);
    // another tab may have cleared it away by now, so what is here is written again
    for (const { id, shared } of head.trials) if (records.has(id)) saved.set(id, shared);
    this.change(run, { deleted: null });
  }

  /** Name, world and notes that contain every word; newest first. */
  search(query: string): readonly RunHead[] {
    const words = query.toLowerCase().split(/\s+/).filter((word) => word !== '');
    return this.state.runs.filter(({ name, world, notes }) => {
      const text = `${name} ${world} ${notes}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  /** All trials of a run with their records, branches after their parents. @throws StoreProblem */
  async load(run: string): Promise<readonly StoredTrial[]> {
    const entry = this.entry(run);
    for (const { id, parent, shared } of entry.head.trials) {
      if (entry.records.has(id)) continue;
      const base = parent === null ? [] : (entry.records.get(parent) ?? []);
      const records = await this.stored(id, base.slice(0, shared));
      if (entry.records.has(id)) continue;
      entry.records.set(id, records);
      entry.saved.set(id, records.length);
    }
    return entry.head.trials.map(({ id, name, parent }) => ({ id, name, parent, records: entry.records.get(id) ?? [] }));
  }

  /** Records that are in memory alone: ask before the page is left while there are any and `problem` is not null. */
  get unsaved(): number {
    let count = 0;
    for (const { records, saved } of this.entries.values()) for (const [trial, list] of records) count += list.length - (saved.get(trial) ?? 0);
    return count;
  }

  /** Let go of the records of a run that is written and no longer looked at. */
  release(run: string): void {
    const { records, saved, dirty } = this.entry(run);
    if (dirty || [...records].some(([trial, list]) => list.length > (saved.get(trial) ?? 0))) return;
    records.clear();
    saved.clear();
  }

  /** To pass on. @throws StoreProblem */
  async toRun(run: string): Promise<Run> {
    const trials = await this.load(run);
    const index = (id: string | null): number | null => {
      const at = trials.findIndex((trial) => trial.id === id);
      return at < 0 ? null : at;
    };
    return { name: this.entry(run).head.name, trials: trials.map(({ name, parent, records }) => ({ name, parent: index(parent), records })) };
  }

  /** @returns the id of the new run */
  fromRun({ name, trials }: Run): string {
    const id = this.create(name);
    const ids: string[] = [];
    for (const trial of trials) ids.push(this.addTrial(id, { ...trial, parent: trial.parent === null ? null : ids[trial.parent] }));
    return id;
  }

  /** Where someone was when the page was last open; null: nowhere, or the run is gone. */
  get place(): SavedPlace | null {
    const head = this.wherever && this.entries.get(this.wherever.run)?.head;
    return head && head.deleted === null && head.trials.some(({ id }) => id === this.wherever?.trial) ? this.wherever : null;
  }

  setPlace(place: SavedPlace | null): void {
    this.wherever = place;
    this.moved = true;
    this.touch();
  }

  /** Delete for good what was deleted before a time (default: everything deleted). */
  async purge(before = Infinity): Promise<void> {
    const gone = [...this.entries.values()].filter(({ head }) => head.deleted !== null && head.deleted < before);
    for (const { head } of gone) this.entries.delete(head.id);
    try {
      if (gone.length > 0) await this.disk?.erase(gone.map(({ head }) => head));
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
      const taken = this.disk && this.take();
      if (this.disk === null || taken === null) return this.tell();
      try {
        await this.writeWithRoom(this.disk, taken.batch);
        taken.keep();
        this.problem = null;
      } catch (error) {
        taken.giveBack();
        this.problem = problemOf(error);
      }
      this.tell();
    });
  }

  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.timer);
    this.disk?.close();
    this.disk = null;
  }

  /** Deleted runs make room before anyone is told that there is none. */
  private async writeWithRoom(disk: Disk, batch: Batch): Promise<void> {
    try {
      await disk.write(batch);
    } catch (error) {
      const deleted = [...this.entries.values()].some(({ head }) => head.deleted !== null);
      if (problemOf(error).kind !== 'full' || !deleted) throw error;
      await this.purge();
      await disk.write({ ...batch, heads: batch.heads.filter((head) => head.deleted === null) });
    }
  }

  /** Everything unwritten as one batch. */
  private take(): { readonly batch: Batch; keep(): void; giveBack(): void } | null {
    const dirty = [...this.entries.values()].filter((entry) => entry.dirty);
    const { moved } = this;
    if (dirty.length === 0 && !moved) return null;
    const chunks = dirty.flatMap((entry) => [...entry.records].flatMap(([trial, records]): (Chunk & { readonly entry: Entry })[] => {
      const from = entry.saved.get(trial) ?? 0;
      return records.length > from ? [{ entry, trial, from, records: records.slice(from) }] : [];
    }));
    for (const entry of dirty) entry.dirty = false;
    this.moved = false;
    return {
      batch: {
        heads: dirty.map(({ head }) => head),
        chunks: chunks.map(({ trial, from, records }) => ({ trial, from, records })),
        ...(moved ? { place: this.wherever } : {}),
      },
      keep() {
        for (const { entry, trial, from, records } of chunks) entry.saved.set(trial, from + records.length);
      },
      giveBack: () => {
        for (const entry of dirty) entry.dirty = true;
        this.moved ||= moved;
      },
    };
  }

  /** As far as it can be read: a damaged tail costs the tail. */
  private async stored(trial: string, shared: readonly TrialRecord[]): Promise<TrialRecord[]> {
    const records = [...shared];
    let view = shared.reduce<ReturnType<typeof begin> | null>((so, record) => (so === null ? started(record) : apply(so, record)), null);
    if (this.disk === null) throw this.problem ?? new StoreProblem('lost');
    try {
      for (const chunk of await this.disk.records(trial)) {
        if (chunk.from > records.length) break;
        for (const value of chunk.records.slice(records.length - chunk.from)) {
          const record = parseRecord(value);
          view = view === null ? started(record) : apply(view, record);
          records.push(record);
        }
      }
    } catch (error) {
      if (error instanceof DOMException) throw problemOf(error);
    }
    return records;
  }

  private entry(run: string): Entry {
    const entry = this.entries.get(run);
    if (entry === undefined) throw new Error(`There is no run ${run} in the store.`);
    return entry;
  }

  private change(run: string, changed: Partial<Pick<RunHead, 'name' | 'deleted'>>): void {
    const entry = this.entry(run);
    entry.head = { ...entry.head, ...changed };
    entry.dirty = true;
    this.touch();
    this.tell();
  }

  private lose(problem: StoreProblem): void {
    this.disk = null;
    this.problem = problem;
    this.tell();
  }

  private touch(): void {
    this.timer ??= setTimeout(() => void this.flush(), this.delay);
  }

  private tell(): void {
    const entries = [...this.entries.values()];
    const runs = entries.flatMap(({ head }) => (head.deleted === null ? [head] : [])).sort((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1));
    this.state = { runs, problem: this.problem };
    for (const listener of this.listeners) listener();
  }
}

function started(record: TrialRecord): ReturnType<typeof begin> {
  if (record.type !== 'trialStarted') throw new Error('A trial begins with trialStarted.');
  return begin(record);
}

/** What a list of runs shows and searches. */
function noticing(head: RunHead, record: TrialRecord): RunHead {
  if (record.type === 'trialStarted' && head.world === '') return { ...head, world: record.task.world };
  if (record.type === 'reflectionWritten') return { ...head, notes: `${head.notes}\n${record.text}`.trim().slice(0, notesLength) };
  return head;
}

/** Random, also where pages are served without TLS. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
