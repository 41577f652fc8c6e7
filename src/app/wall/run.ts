/** Many trials at once, live on the wall, and saved as they come about: all of them are one run. */
import { apply, begin, type TrialView } from '../../trial/fold.ts';
import type { TrialRecord } from '../../trial/records.ts';
import type { TrialSpec } from '../../trial/runner.ts';
import { play, playText } from '../../trial/scheduler.ts';
import { InputError } from '../../worlds/index.ts';
import type { RunStore } from '../../platform/web/runs.ts';
import { breathe } from '../breathe.ts';
import { status } from '../log.ts';
import { teacherOf } from '../policies.ts';
import { usePreferences } from '../preferences.ts';
import { attempt, specOf, stop } from '../run.ts';
import { runTitle } from '../runs/names.ts';
import { openStore } from '../runs/store.ts';
import { loadScout, slots } from '../scout.ts';
import type { Choice } from '../setup.ts';
import { tables } from '../strings/index.ts';
import { take } from './trials.ts';

/** Trials of one run. */
export const many = 64;

/** Many trials of the chosen setting, on the chosen seed and those after it. */
export function runMany(choice: Choice, count: number = many): Promise<void> {
  const hang = take();
  return attempt(async (signal) => {
    const policy = teacherOf(choice.policy) ?? (await loadScout(signal));
    if (signal.aborted) return;
    status.set({ kind: 'many' });
    hang({ kind: 'live', planned: count, trials: [], run: null });
    const [specs, store] = [await tasks(choice, count, signal), await openStore()];
    const save = saving(store, choice);
    const lists: TrialRecord[][] = specs.map(() => []);
    const views = new Map<number, TrialView>();
    const onRecord = (trial: number, record: TrialRecord): void => {
      const before = views.get(trial);
      const view = before ? apply(before, record) : record.type === 'trialStarted' ? begin(record) : null;
      if (!view || signal.aborted) return;
      const run = save(trial, record);
      // Whoever deletes it wants no more of it.
      if (run === null) return stop();
      views.set(trial, view);
      lists[trial].push(record);
      const trials = [...views].sort(([a], [b]) => a - b).map(([index, each]) => ({ index, view: each, records: lists[index] }));
      hang({ kind: 'live', planned: specs.length, trials, run });
    };
    if ('enqueue' in policy) {
      await play(specs, policy, { inFlight: slots, signal, onRecord });
      return;
    }
    for (const [trial, spec] of specs.entries()) {
      if (signal.aborted) return;
      await playText([spec], policy, { signal, onRecord: (_, record) => onRecord(trial, record) });
      await breathe();
    }
  });
}

/** A run that begins with the first record. @returns saves one more, and tells the id of the run; null: it has been deleted */
function saving(store: RunStore, choice: Choice): (trial: number, record: TrialRecord) => string | null {
  const ids = new Map<number, string>();
  let run: string | null = null;
  return (trial, record) => {
    run ??= store.create(titleOf(choice, record));
    if (store.head(run) === null) return null;
    const known = ids.get(trial);
    if (known === undefined) ids.set(trial, store.addTrial(run, { records: [record] }));
    else store.append(run, known, [record]);
    return run;
  };
}

function titleOf(choice: Choice, record: TrialRecord): string {
  const strings = tables[usePreferences.getState().language];
  return record.type === 'trialStarted' ? strings.wall.titled(runTitle(record.task, choice, strings)) : strings.wall.title;
}

/** Seeds without a level are passed over. */
async function tasks(choice: Choice, count: number, signal: AbortSignal): Promise<TrialSpec[]> {
  const specs: TrialSpec[] = [];
  for (let offset = 0; specs.length < count && offset < 2 * count && !signal.aborted; offset++) {
    try {
      specs.push(specOf(choice, offset));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
    if (offset % 4 === 3) await breathe();
  }
  return specs;
}
