/**
 * A trial without what can be worked out again: how it started and what was answered. Small enough for files with many trials; token
 * ids, log-probs and prompts' ids are left out, boards and prompts come back exactly.
 */
import { z } from 'zod';
import { InputError } from '../worlds/index.ts';
import { parseRecord, type TrialRecord, type TrialStarted } from './records.ts';
import { runTrial, type TrialSpec, type Voice } from './runner.ts';

export const packVersion = 1;

export interface PackedTrial {
  readonly version: typeof packVersion;
  readonly start: TrialStarted;
  /** as recorded with the responses */
  readonly policy: string;
  readonly replies: readonly string[];
}

const packed = z.object({ version: z.literal(packVersion), start: z.unknown(), policy: z.string(), replies: z.array(z.string()).max(500) });

/** @throws InputError for a list that does not start a trial, or one that a person took part in (that is not kept here) */
export function pack(records: readonly TrialRecord[]): PackedTrial {
  const [start] = records;
  if (start?.type !== 'trialStarted') throw new InputError('Only a trial from its start can be packed.');
  const responses = records.flatMap((record) => (record.type === 'responded' ? [record] : []));
  if (records.some((record) => record.type === 'reflectionWritten' && record.author === 'person')) {
    throw new InputError('A trial with a note edited by hand can not be packed as replies; keep its records.');
  }
  return { version: packVersion, start, policy: responses[0]?.policy ?? '', replies: responses.map(({ text }) => text) };
}

/** The records again, up to the last reply. @throws InputError saying what is wrong */
export function unpack(value: unknown): TrialRecord[] {
  const parsed = packed.safeParse(value);
  if (!parsed.success) throw new InputError(`The packed trial can't be read: ${parsed.error.issues[0].message}.`);
  const start = parseRecord(parsed.data.start);
  if (start.type !== 'trialStarted') throw new InputError(`A packed trial starts with trialStarted, this one with ${start.type}.`);
  const { policy, replies } = parsed.data;
  const spec: TrialSpec = {
    ...start,
    sampling: start.sampling ?? undefined,
    prefix: [start],
    given: replies.map((text) => ({ text, tokens: [], finish: 'stop' })),
  };
  const voice: Voice = { hash: policy, format: null };
  const records: TrialRecord[] = [start];
  for (const event of runTrial(spec, voice)) {
    if (event.type === 'request') break;
    records.push(event.record);
  }
  return records;
}
