/** The store of runs, driven from a test. The page may be killed between two calls. */
import { RunStore } from '../../src/platform/web/runs.ts';
import { fromJsonl } from '../../src/trial/records.ts';

export interface RunsRequest {
  /** records of a trial, one a line, appended one by one to a new run */
  readonly play?: { readonly name: string; readonly jsonl: string };
  /** wait until all is written, or the store says why not */
  readonly settle?: boolean;
}

export interface RunsReport {
  readonly problem: string | null;
  readonly unsaved: number;
  readonly place: unknown;
  readonly runs: readonly { readonly name: string; readonly records: number }[];
}

let opened: Promise<RunStore> | undefined;

export async function runs({ play, settle = false }: RunsRequest): Promise<RunsReport> {
  const store = await (opened ??= RunStore.open());
  if (play) {
    const run = store.create(play.name);
    const trial = store.addTrial(run);
    for (const record of fromJsonl(play.jsonl)) store.append(run, trial, [record]);
    store.setPlace({ run, trial, moment: { episode: 0, turn: 1, beat: null } });
  }
  if (settle) await store.flush();
  const { runs: heads, problem } = store.snapshot();
  const counted = [];
  for (const { id, name } of heads) counted.push({ name, records: (await store.load(id)).reduce((sum, trial) => sum + trial.records.length, 0) });
  return { problem: problem?.kind ?? null, unsaved: store.unsaved, place: store.place?.moment ?? null, runs: counted };
}
