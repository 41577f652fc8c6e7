/** Heads of runs: all that a list shows and searches, without the records. Two tabs may change one at the same time; see `mergeHeads`. Pure. */
import { z } from 'zod';
import type { TrialRecord } from '../../trial/records.ts';

/** How a run came to be here: played on this page, or opened from a link, a file, or the recordings that come with the page. */
export const runOrigins = ['played', 'link', 'file', 'recording'] as const;
export type RunOrigin = (typeof runOrigins)[number];

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
  /** taken out of the run; kept until the run itself goes, so that it can come back */
  gone: z.boolean().default(false),
});

const runHead = z.object({
  id: z.string(),
  name: z.string(),
  origin: z.enum(runOrigins).default('played'),
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

export type TrialHead = Readonly<z.infer<typeof trialHead>>;
export type RunHead = Readonly<Omit<z.infer<typeof runHead>, 'trials'>> & { readonly trials: readonly TrialHead[] };

/** What a tab has changed of a head itself, and so knows better than what is stored. */
export interface Touched {
  readonly name: boolean;
  readonly deleted: boolean;
}

const notesLength = 2000;

/** null: nothing, or nothing that this version can read */
export function headOf(value: unknown): RunHead | null {
  return runHead.safeParse(value).data ?? null;
}

/** What a list of runs shows and searches of new records. */
export function noticing(head: RunHead, records: readonly TrialRecord[]): RunHead {
  const started = records.find((record) => record.type === 'trialStarted');
  const notes = records.flatMap((record) => (record.type === 'reflectionWritten' && record.text !== '' ? [record.text] : []));
  return { ...head, world: head.world === '' ? (started?.task.world ?? '') : head.world, notes: joinNotes(head.notes, notes) };
}

/** Those whose name, world and notes contain every word. */
export function search(heads: readonly RunHead[], query: string): readonly RunHead[] {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== '');
  return heads.filter(({ name, world, notes }) => {
    const text = `${name} ${world} ${notes}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/**
 * What another tab has written and what this one knows, as one: trials of both, the longer list of each (records are only ever added), and of
 * name and deletion whatever this tab has changed. @param touched by this tab, since it last wrote
 */
export function mergeHeads(stored: RunHead | null, ours: RunHead, touched: Touched): RunHead {
  if (stored === null) return ours;
  const theirs = new Map(stored.trials.map((trial) => [trial.id, trial]));
  const known = new Set(ours.trials.map(({ id }) => id));
  const longer = (trial: TrialHead): TrialHead => {
    const other = theirs.get(trial.id);
    return other && other.count > trial.count ? { ...other, name: trial.name, gone: trial.gone } : trial;
  };
  return {
    ...ours,
    name: touched.name ? ours.name : stored.name,
    deleted: touched.deleted ? ours.deleted : stored.deleted,
    changed: Math.max(ours.changed, stored.changed),
    notes: joinNotes(stored.notes, ours.notes.split('\n')),
    // in the order in which they came, so that parents stay before their branches
    trials: [...ours.trials.map(longer), ...stored.trials.filter(({ id }) => !known.has(id))],
  };
}

function joinNotes(notes: string, more: readonly string[]): string {
  const fresh = more.filter((note) => note !== '' && !notes.includes(note));
  return [...(notes === '' ? [] : [notes]), ...fresh].join('\n').slice(0, notesLength);
}
