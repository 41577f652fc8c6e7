/** The trial on stage: its append-only list of records and their fold, what streams at the moment, and how things stand. */
import type { LoadPhase } from '../platform/web/startEngine.ts';
import type { TrialRequest } from '../trial/contract.ts';
import { apply, begin, fold, type TrialView } from '../trial/fold.ts';
import type { TrialRecord } from '../trial/records.ts';
import { sampled, source } from './source.ts';

export interface Trial {
  readonly records: readonly TrialRecord[];
  /** the fold over the records; null before the first */
  readonly view: TrialView | null;
}

const nothing: Trial = { records: [], view: null };

export const trial = source<Trial>(nothing);

export function clear(): void {
  trial.set(nothing);
  stream.set(null);
  asked.set(null);
}

/** A trial that was played before. @throws InputError when its records are damaged */
export function open(records: readonly TrialRecord[]): void {
  const view = fold(records);
  clear();
  trial.set({ records, view });
  if (status.get().kind !== 'many') status.set({ kind: 'recorded' });
}

export function append(record: TrialRecord): void {
  const { records, view } = trial.get();
  const next = view === null ? (record.type === 'trialStarted' ? begin(record) : null) : apply(view, record);
  trial.set({ records: [...records, record], view: next });
}

/** A reply on its way. It is no record: what counts is recorded when it is complete. */
export interface Stream {
  readonly purpose: 'play' | 'reflect';
  readonly text: string;
}

/** Sampled once a frame. */
export const stream = sampled<Stream | null>(null);

/** What the policy is reading at the moment; null: nothing has been asked. */
export const asked = source<TrialRequest | null>(null);

export type Status =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly load: LoadPhase }
  /** the trial on stage was played before */
  | { readonly kind: 'recorded' }
  | { readonly kind: 'running' }
  /** many trials play at once, on the wall */
  | { readonly kind: 'many' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'stopped' };

export const status = source<Status>({ kind: 'idle' });

/** Which backend runs Scout and why; null: it has not been loaded. */
export const backend = source<string | null>(null);

/** Tokens per second of the model in this trial; null: no model plays. */
export const rate = sampled<number | null>(null);

/** An error that a person should see; null: none. */
export const problem = source<string | null>(null);
