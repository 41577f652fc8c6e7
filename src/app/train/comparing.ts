/** Plays a comparison in the worker that trains; what has been played so far is told once a frame. Kept outside React. */
import { noOutcomes, withOutcome, type LiftOutcomes } from '../../experiment/lift.ts';
import { summarise } from '../../experiment/evaluation.ts';
import type { TrainClient } from '../../platform/web/trainClient.ts';
import type { AdapterPlace } from '../../platform/web/trainMessages.ts';
import { fold } from '../../trial/fold.ts';
import { parseRecord } from '../../trial/records.ts';
import { questionOf } from '../notes/lifts.ts';
import { sampled, source } from '../source.ts';
import { liftSamplesEach, off, type Checkpoint, type Comparison } from './comparison.ts';
import { tell, trainer, type Run } from './session.ts';

export const comparison = sampled<Comparison | null>(null);
/** What is looked at: a task and a checkpoint (its place in the list). */
export const looking = source<{ readonly task: number; readonly at: number }>({ task: 0, at: 0 });

let current: AbortController | null = null;
/** as it stands at this moment */
let latest: Comparison | null = null;

export function stopComparing(): void {
  current?.abort();
}

/** @param notes the lift of the notes of the first and the last checkpoint is measured too */
export async function compare(run: Run, checkpoints: readonly Checkpoint[], tasks: number, notes: boolean): Promise<void> {
  stopComparing();
  const own = (current = new AbortController());
  const change = (changed: (now: Comparison) => Partial<Comparison>): void => {
    if (current !== own || !latest) return;
    latest = { ...latest, ...changed(latest) };
    comparison.set(latest);
  };
  latest = { run, checkpoints, tasks, played: checkpoints.map(() => Array.from({ length: tasks }, () => null)), lifts: [], running: true };
  comparison.set(latest);
  looking.set({ task: 0, at: checkpoints.length - 1 });
  try {
    const client = await trainer();
    await playAll(client, latest, change, own.signal);
    if (notes) for (const at of new Set([0, checkpoints.length - 1])) await measureNotes(client, at, change, own.signal);
  } catch (error) {
    tell(error);
  } finally {
    change(() => ({ running: false }));
  }
}

type Change = (changed: (now: Comparison) => Partial<Comparison>) => void;

function adapterOf({ run, iteration }: Checkpoint): AdapterPlace | null {
  return iteration === off ? null : { run: run.id, iteration };
}

function playAll(client: TrainClient, { run, checkpoints, tasks }: Comparison, change: Change, signal: AbortSignal): Promise<void> {
  const arms = checkpoints.map(adapterOf);
  return client.play(
    { config: run.config, arms, from: 0, tasks },
    ({ arm, trial, records: raw }) => {
      const records = raw.map(parseRecord);
      const done = { records, view: fold(records), summary: summarise(records, trial, 0) };
      change(({ played }) => ({ played: played.map((list, i) => (i === arm ? list.map((each, task) => (task === trial ? done : each)) : list)) }));
    },
    signal,
  );
}

/** @param at place in the list of checkpoints */
async function measureNotes(client: TrainClient, at: number, change: Change, signal: AbortSignal): Promise<void> {
  if (signal.aborted || !latest) return;
  const { run, checkpoints, played } = latest;
  const questions = played[at].flatMap((each) => (each && questionOf(each.records, 0)) ?? []);
  change(({ lifts }) => ({ lifts: [...lifts, { at, outcomes: questions.map(() => noOutcomes) }] }));
  if (questions.length === 0) return;
  await client.lift(
    { config: run.config, adapter: adapterOf(checkpoints[at]), questions, samples: liftSamplesEach },
    ({ question, arm, sample, won }) => {
      const put = (each: LiftOutcomes, i: number): LiftOutcomes => (i === question ? withOutcome(each, arm, sample, won) : each);
      change(({ lifts }) => ({ lifts: lifts.map((list) => (list.at === at ? { ...list, outcomes: list.outcomes.map(put) } : list)) }));
    },
    signal,
  );
}
