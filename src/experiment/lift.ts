/**
 * Note lift: by how much a note raises the chance to win the next episode of the same task. Three arms play it from the same past, with the
 * same dice: with this note, with none, and with notes from other boards, which have the form of a note and nothing to say about this one.
 * Pure: whoever has a policy plays the trials, in any order, with any pauses.
 */
import { z } from 'zod';
import type { Sampling } from '../policy/contract.ts';
import { fingerprint } from '../policy/files/hash.ts';
import { withNote } from '../trial/branch.ts';
import type { Scene } from '../trial/contract.ts';
import { fold, sceneOf } from '../trial/fold.ts';
import { prompts } from '../trial/prompts.ts';
import type { TrialRecord, TrialStarted } from '../trial/records.ts';
import type { TrialSpec } from '../trial/runner.ts';
import { playAll } from '../trial/scheduler.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import { contentKey, InputError, makeTask, type Task } from '../worlds/index.ts';
import { hash32 } from '../worlds/random.ts';
import { pairedDifference, wilson, type Interval } from './statistics.ts';

export const liftArms = ['note', 'none', 'other'] as const;
export type LiftArm = (typeof liftArms)[number];

/** Samples of each arm that are offered; the first is the default. */
export const liftSizes = [32, 16, 64, 128] as const;

export interface LiftQuestion {
  readonly records: readonly TrialRecord[];
  /** the lost episode (from 0) after which the note stands */
  readonly episode: number;
  /** what the note says; not empty */
  readonly note: string;
  readonly sampling: Sampling;
}

/** What the policy knows when the next episode begins. @throws InputError when there is no such episode, or it is not over */
function nextScene({ records, episode }: Pick<LiftQuestion, 'records' | 'episode'>, note: string): Scene {
  return sceneOf(fold([...withNote(records, episode, note), { type: 'episodeStarted', episode: episode + 1 }]));
}

/** Exactly what the policy reads first in the next episode. @throws InputError as `nextScene` */
export function nextPrompt(question: Pick<LiftQuestion, 'records' | 'episode'>, note: string): string {
  return prompts[startOf(question.records).style].opening(nextScene(question, note));
}

/**
 * Under which name a lift is kept: same task, same words before the policy, same policy and sampling, same name, whichever trial it was.
 * @param policy hash of weights, or a teacher's name
 * @throws InputError as `nextScene`
 */
export function liftKey(question: LiftQuestion, policy: string): string {
  const { task, style } = startOf(question.records);
  const { temperature, topP, topK } = question.sampling;
  return `lift/${fingerprint([policy, JSON.stringify([task, style, temperature, topP, topK]), nextPrompt(question, question.note)])}`;
}

/**
 * The trial that gives sample `k` (from 0) of an arm: the past as it was, one more episode, no note after it.
 * Sample k has the same uniforms in all arms, so that they differ in what was read and in nothing else.
 * @param text the note of that arm; empty: none
 */
export function liftTrial({ records, episode, sampling }: LiftQuestion, text: string, k: number): TrialSpec {
  const [, ...rest] = withNote(records, episode, text);
  const start = startOf(records);
  const own: TrialStarted = { ...start, trial: k, config: { ...start.config, episodes: episode + 2, reflectAlways: false } };
  return { ...own, sampling, prefix: [own, ...rest], reseed: { seed: hash32('lift', start.seed), once: false } };
}

export interface LiftSample {
  readonly arm: LiftArm;
  /** from 0 */
  readonly k: number;
  readonly spec: TrialSpec;
}

/**
 * So many samples of each arm, arms in turn so that they grow alike.
 * @param others notes of other boards, which the control takes turns with; none: there is no control
 */
export function liftSamples(question: LiftQuestion, samples: number, others: readonly string[]): LiftSample[] {
  const text = (arm: LiftArm, k: number): string => (arm === 'note' ? question.note : arm === 'none' ? '' : others[k % others.length]);
  const arms = liftArms.filter((arm) => arm !== 'other' || others.length > 0);
  return Array.from({ length: samples }, (_, k) => k).flatMap((k) => arms.map((arm): LiftSample => ({ arm, k, spec: liftTrial(question, text(arm, k), k) })));
}

/** Did the episode that was sampled win? null: it is not over. */
export function liftOutcome(records: readonly TrialRecord[]): boolean | null {
  const last = records.at(-1);
  return last?.type === 'trialEnded' ? last.won : null;
}

/**
 * A note from another board of the same settings: true there, and about this board by chance alone. Written by a scripted player that has
 * lost, in the words that the embedded policy uses too.
 * @param index which one, from 0
 * @returns null when the settings give no other board
 */
export function otherNote(task: Task, index: number): string | null {
  const here = contentKey(task);
  for (let attempt = 0; attempt < 20; attempt++) {
    const board = another(task, hash32('another board', index, attempt) % 1_000_000);
    if (board === null || contentKey(board) === here) continue;
    const spec: TrialSpec = { task: board, config: { episodes: 2, memory: 'reflection' }, style: 'brief', seed: index, trial: attempt };
    const [first] = fold(playAll([spec], teacher('random'))[0]).episodes;
    if (first.note && first.note.text !== '') return first.note.text;
  }
  return null;
}

/** Enough for the control not to hang on one of them. */
const mostOthers = 16;

/** The notes of other boards that a lift's control takes turns with; each takes a moment to be written. */
export function* otherNotes({ records }: Pick<LiftQuestion, 'records'>, samples: number): Generator<string, void> {
  const { task } = startOf(records);
  for (let index = 0; index < Math.min(mostOthers, samples); index++) {
    const note = otherNote(task, index);
    if (note === null) return;
    yield note;
  }
}

function another({ world, config }: Task, seed: number): Task | null {
  try {
    return makeTask(world, config, seed);
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** Outcome of each sample of an arm, in order of k; null: not played yet. */
export type LiftOutcomes = Readonly<Record<LiftArm, readonly (boolean | null)[]>>;

export interface LiftEstimate {
  /** pairs that both sides of the lift have */
  readonly samples: number;
  /** P(win | arm), Wilson's interval */
  readonly share: Readonly<Record<LiftArm, Interval>>;
  /** P(win | this note) − P(win | no note) */
  readonly lift: Interval;
  /** P(win | note from another board) − P(win | no note); null: there is no other board */
  readonly control: Interval | null;
  /** P(win | this note) − P(win | note from another board) */
  readonly specific: Interval | null;
}

export function liftEstimate(outcomes: LiftOutcomes): LiftEstimate {
  const share = (arm: LiftArm): Interval => {
    const known = outcomes[arm].filter((won) => won !== null);
    return wilson(known.filter(Boolean).length, known.length);
  };
  const controlled = outcomes.other.some((won) => won !== null);
  const lift = pairsOf(outcomes.note, outcomes.none);
  return {
    samples: lift.length,
    share: { note: share('note'), none: share('none'), other: share('other') },
    lift: pairedDifference(lift),
    control: controlled ? pairedDifference(pairsOf(outcomes.other, outcomes.none)) : null,
    specific: controlled ? pairedDifference(pairsOf(outcomes.note, outcomes.other)) : null,
  };
}

/** One measurement of several lifts, of the same number of samples each: their pairs together. */
export function poolLifts(lifts: readonly LiftOutcomes[], samples: number): LiftOutcomes {
  const all = (arm: LiftArm): (boolean | null)[] => lifts.flatMap((each) => Array.from({ length: samples }, (_, k) => each[arm].at(k) ?? null));
  return { note: all('note'), none: all('none'), other: all('other') };
}

/** With the outcome of a sample. */
export function withOutcome(outcomes: LiftOutcomes, arm: LiftArm, k: number, won: boolean): LiftOutcomes {
  const list = outcomes[arm];
  return { ...outcomes, [arm]: Array.from({ length: Math.max(list.length, k + 1) }, (_, each) => (each === k ? won : (list.at(each) ?? null))) };
}

export const noOutcomes: LiftOutcomes = { note: [], none: [], other: [] };

function pairsOf(a: readonly (boolean | null)[], b: readonly (boolean | null)[]): (readonly [boolean, boolean])[] {
  return a.flatMap((won, k) => {
    const other = b.at(k) ?? null;
    return won === null || other === null ? [] : [[won, other] as const];
  });
}

/** What a measurement comes to: `helps` and `harms` only where the interval leaves out 0. */
export function liftVerdict({ lift }: LiftEstimate): 'helps' | 'harms' | 'unclear' {
  return lift.low > 0 ? 'helps' : lift.high < 0 ? 'harms' : 'unclear';
}

const outcomes = z.string().max(1000).regex(/^[01.]*$/);
const kept = z.object({ version: z.literal(1), policy: z.string(), note: outcomes, none: outcomes, other: outcomes });

export interface KeptLift {
  /** hash of weights, or a teacher's name */
  readonly policy: string;
  readonly outcomes: LiftOutcomes;
}

/** As data to store: one character a sample. */
export function writeLift({ policy, outcomes: all }: KeptLift): unknown {
  const text = (arm: LiftArm): string => all[arm].map((won) => (won === null ? '.' : won ? '1' : '0')).join('');
  return { version: 1, policy, note: text('note'), none: text('none'), other: text('other') };
}

/** null: nothing that can be read */
export function readLift(value: unknown): KeptLift | null {
  const { data } = kept.safeParse(value);
  if (data === undefined) return null;
  const list = (text: string): (boolean | null)[] => Array.from(text, (each) => (each === '.' ? null : each === '1'));
  return { policy: data.policy, outcomes: { note: list(data.note), none: list(data.none), other: list(data.other) } };
}

function startOf(records: readonly TrialRecord[]): TrialStarted {
  const [start] = records;
  if (start?.type !== 'trialStarted') throw new InputError('A lift is measured on a trial from its start.');
  return start;
}
