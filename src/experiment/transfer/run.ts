/**
 * A run as it is kept and passed on: a name and one or more trials, of which some may be branches of others. As a file it is JSON with a
 * version; a branch stores only what differs from its parent. Whatever comes in is checked record by record.
 */
import { z } from 'zod';
import { fold } from '../../trial/fold.ts';
import { fromJsonl, parseRecord, type TrialRecord } from '../../trial/records.ts';
import { InputError } from '../../worlds/index.ts';
import { TransferError } from './error.ts';

export const runVersion = 1;

export interface RunTrial {
  readonly name: string;
  /** Index of the trial that it was branched from, always an earlier one; null: none. */
  readonly parent: number | null;
  readonly records: readonly TrialRecord[];
}

/** What else belongs to a run (a measured lift, say), by a name. Plain data, for whoever knows the name to parse. */
export interface Attachment {
  readonly name: string;
  readonly value: unknown;
}

export interface Run {
  readonly name: string;
  readonly trials: readonly RunTrial[];
  /** absent: none */
  readonly attachments?: readonly Attachment[];
}

/** Largest file that is read, in characters. */
export const longestFile = 2 ** 26;
const mostTrials = 1000;
const mostAttachments = 1000;

const file = z.object({
  fieldnotes: z.literal('run'),
  version: z.literal(runVersion),
  name: z.string().max(200),
  trials: z
    .array(z.object({ name: z.string().max(200), parent: z.int().nonnegative().nullable(), shared: z.int().nonnegative(), records: z.array(z.unknown()) }))
    .max(mostTrials),
  // Came later; pages that do not know it open the file without.
  attachments: z
    .array(z.object({ name: z.string().min(1).max(200), value: z.unknown() }))
    .max(mostAttachments)
    .default([]),
});

/** How many records two lists begin with in common; branches share the objects themselves. */
export function sharedRecords(a: readonly TrialRecord[], b: readonly TrialRecord[]): number {
  let shared = 0;
  while (shared < Math.min(a.length, b.length) && a[shared] === b[shared]) shared++;
  return shared;
}

/** One line a record, so that files can be read and compared. */
export function runToJson({ name, trials, attachments = [] }: Run): string {
  const written = trials.map((trial) => {
    const shared = trial.parent === null ? 0 : sharedRecords(trials[trial.parent].records, trial.records);
    const head = JSON.stringify({ name: trial.name, parent: trial.parent, shared }).slice(0, -1);
    return `${head},"records":[\n${trial.records.slice(shared).map((record) => JSON.stringify(record)).join(',\n')}\n]}`;
  });
  const attached = attachments.length === 0 ? '' : `,"attachments":[\n${attachments.map((attachment) => JSON.stringify(attachment)).join(',\n')}\n]`;
  return `${JSON.stringify({ fieldnotes: 'run', version: runVersion, name }).slice(0, -1)},"trials":[\n${written.join(',\n')}\n]${attached}}\n`;
}

/** A run from a file: ours, or records one a line as the command line writes them. @throws TransferError */
export function runFromText(text: string, name = ''): Run {
  if (text.length > longestFile) throw new TransferError('tooLong', `The file has ${text.length} characters; runs of up to ${longestFile} are read.`);
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  try {
    const run = /"fieldnotes"/.test(trimmed.slice(0, 100)) ? fromFile(JSON.parse(trimmed)) : fromLines(trimmed, name);
    if (run.trials.length === 0) throw new TransferError('content', 'There is no trial in this file. Choose one that was saved with a run in it.');
    for (const { records } of run.trials) fold(records);
    return run;
  } catch (error) {
    if (error instanceof TransferError) throw error;
    if (error instanceof InputError) throw new TransferError('content', `The run in this file can not be shown. ${error.message}`);
    if (error instanceof SyntaxError) throw new TransferError('damaged', 'The file is no complete JSON: it was cut off or changed. Save or copy it again.');
    throw error;
  }
}

function fromFile(value: unknown): Run {
  const parsed = file.safeParse(value);
  if (!parsed.success) {
    const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
    if (typeof version === 'number' && version > runVersion) {
      throw new TransferError('version', `The file has version ${version}; this page reads up to ${runVersion}. Reload the page to get its newest version.`);
    }
    const [issue] = parsed.error.issues;
    throw new TransferError('content', `The file is no run: ${issue.path.join('.') || 'as a whole'}: ${issue.message}.`);
  }
  const trials: RunTrial[] = [];
  for (const [index, { name, parent, shared, records }] of parsed.data.trials.entries()) {
    const base = parent === null ? [] : trials.at(parent)?.records;
    if (base === undefined || (parent !== null && parent >= index) || shared > base.length) {
      throw new TransferError('content', `Trial ${index + 1} of the file is a branch of one that does not come before it.`);
    }
    trials.push({ name, parent, records: [...base.slice(0, shared), ...records.map(parseRecord)] });
  }
  const { name, attachments } = parsed.data;
  return { name, trials, ...(attachments.length > 0 && { attachments }) };
}

/** What is on the first line of records, even if it has been damaged. */
const recordLine = /"(?:trialStarted|episodeStarted|responded|acted|episodeEnded|reflectionWritten|trialEnded)"/;

/** Each trialStarted begins another trial. */
function fromLines(text: string, name: string): Run {
  if (!recordLine.test(text.slice(0, text.indexOf('\n') + 1 || undefined))) {
    throw new TransferError('none', 'There is no run in this file: it has neither what this page saves nor records, one a line.');
  }
  const trials: { name: string; parent: null; records: TrialRecord[] }[] = [];
  for (const record of fromJsonl(text)) {
    if (record.type === 'trialStarted') trials.push({ name: '', parent: null, records: [] });
    const trial = trials.at(-1);
    if (trial === undefined) throw new InputError(`A trial begins with trialStarted; this file begins with ${record.type}.`);
    trial.records.push(record);
  }
  return { name, trials };
}
