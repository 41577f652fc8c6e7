/** Heads of runs: all that a list shows and searches, without the records. Two tabs may change one at the same time; see `mergeHeads`. Pure. */
import { z } from 'zod';
import { memoryModes, type MemoryMode } from '../../trial/contract.ts';
import type { TrialRecord } from '../../trial/records.ts';

/** How a run came to be here: played on this page, or opened from a link, a file, or the recordings that come with the page. */
const runOrigins = ['played', 'link', 'file', 'recording'] as const;
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
  /** what tells it from other runs on the like task, each in order of appearance; absent: it was saved before this was noticed */
  played: z.object({ policies: z.array(z.string()), memories: z.array(z.enum(memoryModes)), seeds: z.array(z.int()) }).optional(),
  trials: z.array(trialHead),
});

export type TrialHead = Readonly<z.infer<typeof trialHead>>;
export type RunHead = Readonly<Omit<z.infer<typeof runHead>, 'trials' | 'played'>> & { readonly trials: readonly TrialHead[]; readonly played?: Played };

/** Who played, with which memory, drawn with which sampling seeds. */
interface Played {
  readonly policies: readonly string[];
  readonly memories: readonly MemoryMode[];
  readonly seeds: readonly number[];
}

/** What a tab has changed of a head itself, and so knows better than what is stored. */
export interface Touched {
  readonly name: boolean;
  readonly deleted: boolean;
}

const notesLength = 2000;
/** Of each kind that is told apart; nobody reads longer lists. */
const mostPlayed = 8;

/** null: nothing, or nothing that this version can read */
export function headOf(value: unknown): RunHead | null {
  return runHead.safeParse(value).data ?? null;
}

/** What a list of runs shows and searches of new records. */
export function noticing(head: RunHead, records: readonly TrialRecord[]): RunHead {
  const started = records.find((record) => record.type === 'trialStarted');
  const notes = records.flatMap((record) => (record.type === 'reflectionWritten' && record.text !== '' ? [record.text] : []));
  const world = head.world === '' ? (started?.task.world ?? '') : head.world;
  return { ...head, world, notes: joinNotes(head.notes, notes), played: joinPlayed(head.played, playedIn(records)) };
}

/**
 * Those whose name, world and notes contain every word. A number is looked for whole, and next to the word before it (`seed 4`), as notes are
 * full of numbers. @param more what else a list says of a run
 */
export function search(heads: readonly RunHead[], query: string, more: (head: RunHead) => string = () => ''): readonly RunHead[] {
  const wanted = (query.toLowerCase().match(/[^\s\d]+(?:\s+\d+(?!\S))*|\S+/g) ?? []).map(patternOf);
  return heads.filter((head) => {
    const text = `${head.name} ${head.world} ${more(head)} ${head.notes}`.toLowerCase();
    return wanted.every((pattern) => pattern.test(text));
  });
}

/** @param words one, or one and the numbers after it */
function patternOf(words: string): RegExp {
  const parts = words.split(/\s+/).map((part) => (/^\d+$/.test(part) ? `(?<!\\d)${part}(?!\\d)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(parts.join('[^\\p{L}\\p{N}]*'), 'u');
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
    played: joinPlayed(stored.played, ours.played),
    // in the order in which they came, so that parents stay before their branches
    trials: [...ours.trials.map(longer), ...stored.trials.filter(({ id }) => !known.has(id))],
  };
}

function joinNotes(notes: string, more: readonly string[]): string {
  const fresh = more.filter((note) => note !== '' && !notes.includes(note));
  return [...(notes === '' ? [] : [notes]), ...fresh].join('\n').slice(0, notesLength);
}

function playedIn(records: readonly TrialRecord[]): Played {
  return {
    policies: records.flatMap((record) => (record.type === 'responded' ? [record.policy] : [])),
    memories: records.flatMap((record) => (record.type === 'trialStarted' ? [record.config.memory] : record.type === 'episodeStarted' && record.memory !== undefined ? [record.memory] : [])),
    seeds: records.flatMap((record) => (record.type === 'trialStarted' ? [record.seed] : record.type === 'responded' && record.seed !== undefined ? [record.seed] : [])),
  };
}

const nobody: Played = { policies: [], memories: [], seeds: [] };

function joinPlayed(before: Played = nobody, more: Played = nobody): Played {
  return { policies: joined(before.policies, more.policies), memories: joined(before.memories, more.memories), seeds: joined(before.seeds, more.seeds) };
}

function joined<T>(before: readonly T[], more: readonly T[]): readonly T[] {
  return [...new Set([...before, ...more])].slice(0, mostPlayed);
}
