/**
 * The runs of this tab in memory: every head, the records of those that were loaded, and what of them is not written yet. Records only grow;
 * they are kept in lists of its own and handed out as copies.
 */
import { sharedRecords } from '../../experiment/transfer/run.ts';
import type { TrialRecord } from '../../trial/records.ts';
import { mergeHeads, noticing, type RunHead, type RunOrigin, type TrialHead } from './runHeads.ts';
import type { RunBatch, Written } from './runsDisk.ts';

interface Kept {
  readonly records: TrialRecord[];
  /** how many of them are written, shared ones included */
  saved: number;
}

interface Attachment {
  readonly value: unknown;
  saved: boolean;
}

interface Entry {
  head: RunHead;
  /** it is in the database, as far as this tab knows */
  stored: boolean;
  dirty: boolean;
  touched: { name: boolean; deleted: boolean };
  /** the trials that are in memory */
  readonly trials: Map<string, Kept>;
  /** trials that went on in another tab, and the branch that this tab's own continuation became */
  readonly moved: Map<string, string>;
  readonly attachments: Map<string, Attachment>;
}

/** A trial that two tabs went on with: what this tab had added goes on as a branch. */
export interface Fork {
  readonly run: string;
  readonly trial: string;
  readonly branch: string;
}

interface Taken {
  readonly runs: readonly RunBatch[];
  /** It is written, but for what `written` names. @returns trials that became branches */
  keep(written: Written): Fork[];
  /** It could not be written. */
  giveBack(): void;
}

export class RunsMemory {
  private readonly entries = new Map<string, Entry>();

  /** @throws Error where there is no such run */
  head(run: string): RunHead {
    return this.entry(run).head;
  }

  has(run: string): boolean {
    return this.entries.has(run);
  }

  heads(): RunHead[] {
    return Array.from(this.entries.values(), ({ head }) => head);
  }

  create(head: { readonly id: string; readonly name: string; readonly origin: RunOrigin; readonly at: number }): void {
    const { id, name, origin, at } = head;
    this.entries.set(id, {
      ...blank({ id, name, origin, created: at, changed: at, deleted: null, world: '', notes: '', trials: [] }),
      dirty: true,
    });
  }

  /** The records it shares with its parent are kept once. */
  addTrial(run: string, id: string, name: string, parent: string | null, records: readonly TrialRecord[]): void {
    const entry = this.entry(run);
    const from = parent === null ? null : (entry.moved.get(parent) ?? parent);
    const base = from === null ? undefined : entry.trials.get(from);
    const shared = base === undefined ? 0 : sharedRecords(base.records, records);
    const trial: TrialHead = { id, name, parent: base === undefined ? null : from, shared, count: shared, won: null, gone: false };
    entry.head = { ...entry.head, trials: [...entry.head.trials, trial] };
    entry.trials.set(id, { records: records.slice(0, shared), saved: shared });
    entry.dirty = true;
  }

  /** @throws Error for a trial that is not in memory */
  append(run: string, trial: string, records: readonly TrialRecord[], at: number): void {
    const entry = this.entry(run);
    const id = entry.moved.get(trial) ?? trial;
    const kept = entry.trials.get(id);
    if (kept === undefined) throw new Error(`Trial ${trial} is not in memory; load its run first.`);
    kept.records.push(...records);
    const ended = records.findLast((record) => record.type === 'trialEnded');
    entry.head = {
      ...noticing(entry.head, records),
      changed: at,
      trials: entry.head.trials.map((each) => (each.id === id ? { ...each, count: kept.records.length, won: ended?.won ?? each.won } : each)),
    };
    entry.dirty = true;
  }

  change(run: string, changed: Partial<Pick<RunHead, 'name' | 'deleted'>>): void {
    const entry = this.entry(run);
    entry.head = { ...entry.head, ...changed };
    if (changed.name !== undefined) entry.touched.name = true;
    if (changed.deleted !== undefined) entry.touched.deleted = true;
    entry.dirty = true;
  }

  changeTrial(run: string, trial: string, changed: Partial<Pick<TrialHead, 'name' | 'gone'>>): void {
    const entry = this.entry(run);
    const id = entry.moved.get(trial) ?? trial;
    entry.head = { ...entry.head, trials: entry.head.trials.map((each) => (each.id === id ? { ...each, ...changed } : each)) };
    entry.dirty = true;
  }

  attach(run: string, key: string, value: unknown): void {
    const entry = this.entry(run);
    entry.attachments.set(key, { value, saved: false });
    entry.dirty = true;
  }

  attachment(run: string, key: string): Attachment | undefined {
    return this.entry(run).attachments.get(key);
  }

  attachments(run: string): ReadonlyMap<string, Attachment> {
    return this.entry(run).attachments;
  }

  /** The trial itself, or the branch that it goes on as in this tab. */
  current(run: string, trial: string): string {
    return this.entries.get(run)?.moved.get(trial) ?? trial;
  }

  /** How many records of a trial there are; null: they are not in memory. */
  count(run: string, trial: string): number | null {
    return this.entry(run).trials.get(trial)?.records.length ?? null;
  }

  /** A copy; null: not in memory. */
  records(run: string, trial: string): TrialRecord[] | null {
    return this.entry(run).trials.get(trial)?.records.slice() ?? null;
  }

  /** Records as they are stored. */
  remember(run: string, trial: string, records: TrialRecord[]): void {
    const { trials } = this.entry(run);
    if (!trials.has(trial)) trials.set(trial, { records, saved: records.length });
  }

  /** Records that are here alone. */
  get unsaved(): number {
    let count = 0;
    for (const { trials } of this.entries.values()) for (const { records, saved } of trials.values()) count += records.length - saved;
    return count;
  }

  /** Let go of records that are written. */
  release(run: string): void {
    const { trials, attachments, dirty } = this.entry(run);
    if (dirty || [...trials.values()].some(({ records, saved }) => records.length > saved)) return;
    trials.clear();
    attachments.clear();
  }

  /** Heads as they stand in the database: what other tabs did is seen, what this one has not written yet stays. */
  see(heads: readonly RunHead[]): void {
    for (const head of heads) {
      const entry = this.entries.get(head.id);
      if (entry === undefined) this.entries.set(head.id, { ...blank(head), stored: true });
      else Object.assign(entry, { head: mergeHeads(head, entry.head, entry.touched), stored: true });
    }
  }

  /** All heads of the database. Of what is missing there (erased, or the database is another one) whatever is in memory is written again. */
  start(heads: readonly RunHead[]): void {
    const stored = new Set(heads.map(({ id }) => id));
    for (const [id, entry] of this.entries) if (entry.stored && !stored.has(id)) this.rewrite(entry);
    this.see(heads);
  }

  forget(run: string): void {
    this.entries.delete(run);
  }

  /** Everything unwritten, as one batch; null: there is nothing. */
  take(): Taken | null {
    const dirty = [...this.entries.values()].filter((entry) => entry.dirty);
    if (dirty.length === 0) return null;
    const parts = dirty.map((entry) => ({
      entry,
      touched: entry.touched,
      attachments: [...entry.attachments].filter(([, { saved }]) => !saved),
      chunks: [...entry.trials].flatMap(([trial, { records, saved }]) => (records.length > saved ? [{ trial, from: saved, records: records.slice(saved) }] : [])),
    }));
    for (const { entry } of parts) Object.assign(entry, { dirty: false, touched: { name: false, deleted: false } });
    return {
      runs: parts.map(({ entry: { head, stored }, touched, chunks, attachments }) => ({
        head,
        stored,
        touched,
        chunks,
        attachments: attachments.map(([key, { value }]) => ({ key, value })),
      })),
      keep: ({ heads, gone, diverged }) => {
        const lost = new Set(diverged);
        for (const { entry, chunks, attachments } of parts) {
          if (gone.includes(entry.head.id)) continue;
          for (const { trial, from, records } of chunks) {
            const kept = entry.trials.get(trial);
            if (kept && !lost.has(trial)) kept.saved = from + records.length;
          }
          for (const [, attachment] of attachments) attachment.saved = true;
        }
        const forks = parts.flatMap(({ entry, chunks }) => chunks.flatMap(({ trial }) => (lost.has(trial) ? [fork(entry, trial)] : [])));
        this.see(heads);
        for (const run of gone) this.rewrite(this.entry(run));
        return forks;
      },
      giveBack() {
        for (const { entry, touched } of parts) {
          entry.dirty = true;
          entry.touched = { name: entry.touched.name || touched.name, deleted: entry.touched.deleted || touched.deleted };
        }
      },
    };
  }

  /** It was erased: what is in memory is all there is. */
  private rewrite(entry: Entry): void {
    const { head, trials, attachments } = entry;
    if (trials.size === 0 && head.trials.length > 0) {
      this.entries.delete(head.id);
      return;
    }
    const left = head.trials.filter(({ id }) => trials.has(id)).map((trial) => (trial.parent !== null && trials.has(trial.parent) ? trial : { ...trial, parent: null, shared: 0 }));
    for (const { id, shared } of left) {
      const kept = trials.get(id);
      if (kept) kept.saved = shared;
    }
    for (const attachment of attachments.values()) attachment.saved = false;
    Object.assign(entry, { head: { ...head, trials: left }, stored: false, dirty: head.deleted === null });
  }

  private entry(run: string): Entry {
    const entry = this.entries.get(run);
    if (entry === undefined) throw new Error(`There is no run ${run} in the store.`);
    return entry;
  }
}

function blank(head: RunHead): Entry {
  return { head, stored: false, dirty: false, touched: { name: false, deleted: false }, trials: new Map(), moved: new Map(), attachments: new Map() };
}

/** Both tabs had the records that are saved; what came after them here becomes a branch of its own. */
function fork(entry: Entry, trial: string): Fork {
  const branch = newId();
  const kept = entry.trials.get(trial);
  const was = entry.head.trials.find(({ id }) => id === trial);
  if (kept && was) {
    entry.trials.set(branch, kept);
    entry.trials.delete(trial);
    for (const [from, to] of entry.moved) if (to === trial) entry.moved.set(from, branch);
    entry.moved.set(trial, branch);
    const ours = { ...was, id: branch, parent: trial, shared: kept.saved };
    const theirs = { ...was, count: kept.saved, won: null };
    entry.head = {
      ...entry.head,
      trials: entry.head.trials.flatMap((each) => {
        if (each.id === trial) return [theirs, ours];
        // branched from what this tab alone had
        return each.parent === trial && each.shared > kept.saved ? [{ ...each, parent: branch }] : [each];
      }),
    };
    entry.dirty = true;
  }
  return { run: entry.head.id, trial, branch };
}

/** Random, also where pages are served without TLS. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
