/**
 * What a trial leaves behind: an append-only list of records, complete enough to replay, branch and train from. Everything
 * else (the board at any moment, the contexts, success) is a fold over a prefix of the list; see fold.ts.
 * Storage is linear: a response carries only what its prompt adds to the context so far.
 */
import { z } from 'zod';
import { messageOf } from '../policy/thrown.ts';
import { InputError, parseTask, type Task } from '../worlds/index.ts';
import { memoryModes, promptStyles } from './contract.ts';

export const recordVersion = 1;

const ids = z.array(z.int().nonnegative());
const end = z.enum(['won', 'dead', 'turns']);

const task = z.unknown().transform((value, context): Task => {
  try {
    return parseTask(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: messageOf(error) });
    return z.NEVER;
  }
});

const trialStarted = z.object({
  type: z.literal('trialStarted'),
  version: z.literal(recordVersion),
  task,
  config: z.object({
    episodes: z.int().min(1).max(8),
    memory: z.enum(memoryModes),
    reflectAlways: z.boolean().optional(),
  }),
  style: z.enum(promptStyles),
  /** with episode, turn and token these are the key of every uniform drawn */
  seed: z.int(),
  trial: z.int().nonnegative(),
  sampling: z.object({ temperature: z.number().nonnegative(), topP: z.number(), topK: z.int().nonnegative() }).nullable(),
});

const episodeStarted = z.object({
  type: z.literal('episodeStarted'),
  episode: z.int().nonnegative(),
  /** the memory mode from here on; absent: as before */
  memory: z.enum(memoryModes).optional(),
});

const responded = z.object({
  type: z.literal('responded'),
  purpose: z.enum(['play', 'reflect']),
  prompt: z.object({
    /** true: a new context begins with this prompt; false: it continues the last response */
    fresh: z.boolean(),
    messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
    /** empty for players without a tokenizer */
    ids,
  }),
  text: z.string(),
  /** what the link that it came in has left out: `text` is then the action or the note alone; absent: nothing, it is the answer word for word */
  left: z.literal('thought').optional(),
  ids,
  /** how many of the ids the answer was made to begin with; absent: none, all of them were sampled */
  forced: z.int().nonnegative().optional(),
  /** the seed from here on; absent: as before */
  seed: z.int().optional(),
  /** natural logarithms, one per id; empty where nobody computed them (a person, a teacher) */
  logprobs: z.array(z.number()),
  /** the ids one by one as text, and the likeliest tokens at each place with their log-probs; there where alternatives were asked for */
  pieces: z.array(z.string()).optional(),
  alternatives: z.array(z.array(z.object({ text: z.string(), logprob: z.number() }))).optional(),
  finish: z.enum(['stop', 'length', 'cancelled']),
  /** hash of weights and adapter, `teacher:…` or `person` */
  policy: z.string(),
  /** hash of tokenizer and chat template, or of the prompt style for players without a tokenizer */
  template: z.string(),
});

const acted = z.object({
  type: z.literal('acted'),
  /** false: the answer could not be read and cost a turn */
  valid: z.boolean(),
  actions: z.array(z.string()),
  reward: z.number(),
  rows: z.array(z.string()),
  end: end.nullable(),
});

const episodeEnded = z.object({ type: z.literal('episodeEnded'), end });

const reflectionWritten = z.object({
  type: z.literal('reflectionWritten'),
  author: z.enum(['policy', 'person']),
  /** what later episodes are shown; empty = no note */
  text: z.string(),
  /** closed tag, within the cap */
  valid: z.boolean(),
  /** the note was longer than the cap and was cut */
  shortened: z.boolean(),
});

const trialEnded = z.object({ type: z.literal('trialEnded'), won: z.boolean() });

const trialRecord = z.discriminatedUnion('type', [
  trialStarted,
  episodeStarted,
  responded,
  acted,
  episodeEnded,
  reflectionWritten,
  trialEnded,
]);

type Frozen<T> = T extends readonly (infer U)[] ? readonly Frozen<U>[] : T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

export type TrialStarted = Omit<Frozen<z.infer<typeof trialStarted>>, 'task'> & { readonly task: Task };
type EpisodeStarted = Frozen<z.infer<typeof episodeStarted>>;
export type Responded = Frozen<z.infer<typeof responded>>;
export type Acted = Frozen<z.infer<typeof acted>>;
type EpisodeEnded = Frozen<z.infer<typeof episodeEnded>>;
export type ReflectionWritten = Frozen<z.infer<typeof reflectionWritten>>;
type TrialEnded = Frozen<z.infer<typeof trialEnded>>;
export type TrialRecord = TrialStarted | EpisodeStarted | Responded | Acted | EpisodeEnded | ReflectionWritten | TrialEnded;

/** A record from a file, a link or a message. @throws InputError saying which part is wrong. */
export function parseRecord(value: unknown): TrialRecord {
  const parsed = trialRecord.safeParse(value);
  if (parsed.success) return parsed.data;
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  if (typeof version === 'number' && version > recordVersion) {
    throw new InputError(`The record has version ${version}, this program knows up to ${recordVersion}; open it with a newer one.`);
  }
  const [issue] = parsed.error.issues;
  const place = issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  throw new InputError(`The record can't be read${place}: ${issue.message}.`);
}

/** One record a line, with a final line break. */
export function toJsonl(records: readonly TrialRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Empty lines are skipped. @throws InputError naming the line. */
export function fromJsonl(text: string): TrialRecord[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [parseRecord(JSON.parse(line))];
    } catch (error) {
      throw new InputError(`Line ${index + 1}: ${messageOf(error)}`);
    }
  });
}
