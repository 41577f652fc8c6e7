/** Training runs as the worker keeps them: on the disk as far as it lets us, and the adapters of this session in memory besides. */
import type { ExperimentConfig } from '../../experiment/config.ts';
import type { Validation } from '../../experiment/trainingLoop.ts';
import type { TrainingState } from '../../learning/trainer.ts';
import { packTraining, unpackTraining, type CheckpointMark } from '../../learning/trainingCheckpoint.ts';
import { problemOf, type StoreProblemKind } from './runsProblem.ts';
import { TrainError } from './trainProblem.ts';
import type { PlayedIteration, TrainDisk, TrainHead, TrainReports } from './trainDisk.ts';

interface StoredRun {
  readonly head: TrainHead;
  readonly reports: TrainReports;
  readonly checkpoint: Uint8Array;
}

interface NewRun {
  readonly run: string;
  readonly name: string;
  readonly config: ExperimentConfig;
  readonly base: string;
  readonly imported: boolean;
  readonly mark: CheckpointMark;
}

interface Saved {
  readonly head: TrainHead;
  /** what is in the way; null: it is on the disk */
  readonly problem: StoreProblemKind | null;
}

interface Saving {
  readonly validations: Validation[];
  /** @param last what was played in the iteration that is over; null: nothing since the last one */
  save(state: TrainingState, last: PlayedIteration | null): Promise<Saved>;
}

/** Adapters kept of one run at most, beside its last. */
const most = 25;

/** After every how many iterations the adapter is kept: 1, 2, 5, 10, …, so that runs of any length can be compared at round numbers. */
export function keptEvery(iterations: number): number {
  for (let power = 1; ; power *= 10) for (const step of [1, 2, 5]) if (iterations <= most * step * power) return step * power;
}

export class RunStore {
  private opened: Promise<TrainDisk> | null = null;
  /** runs of this session, saved or not */
  private readonly session = new Map<string, StoredRun & { readonly adapters: Map<number, Float32Array>; readonly last: PlayedIteration | null }>();

  constructor(private readonly open: () => Promise<TrainDisk>) {}

  /** null: there is no such run */
  async load(run: string): Promise<StoredRun | null> {
    const own = this.session.get(run);
    if (own) return own;
    const disk = await this.disk().catch(() => null);
    const [head, checkpoint] = disk ? [await disk.head(run), await disk.checkpoint(run)] : [null, null];
    return disk && head && checkpoint ? { head, checkpoint, reports: await disk.reports(run) } : null;
  }

  /** The flat vector of the run's layout after an iteration. @throws TrainError when it was not kept */
  async adapter(run: string, iteration: number): Promise<{ readonly parameters: Float32Array; readonly head: TrainHead }> {
    const own = this.session.get(run);
    const stored = own ?? (await this.load(run));
    const disk = await this.disk().catch(() => null);
    const parameters = own?.adapters.get(iteration) ?? (await disk?.adapter(run, iteration)) ?? (stored?.head.iteration === iteration ? (await unpackTraining(stored.checkpoint)).parameters : null);
    if (!stored || !parameters) throw new TrainError({ kind: 'notKept', iteration });
    return { parameters, head: stored.head };
  }

  /** What was played in the last iteration that the run knows. @throws TrainError when it was not kept */
  async last(run: string): Promise<{ readonly played: PlayedIteration; readonly after: Float32Array; readonly head: TrainHead }> {
    const own = this.session.get(run);
    const stored = own ?? (await this.load(run));
    const disk = await this.disk().catch(() => null);
    const played = own?.last ?? (await disk?.last(run)) ?? null;
    if (!stored || played?.iteration !== stored.head.iteration) throw new TrainError({ kind: 'notPlayed' });
    return { played, after: (await unpackTraining(stored.checkpoint)).parameters, head: stored.head };
  }

  begin({ run, name, config, base, imported, mark }: NewRun, stored: StoredRun | null): Saving {
    const adapters = this.session.get(run)?.adapters ?? new Map<number, Float32Array>();
    const validations = (stored?.reports.validations ?? []).filter(({ iteration }) => iteration <= (stored?.head.iteration ?? 0));
    const every = keptEvery(config.schedule.iterations);
    let head: TrainHead = stored
      ? { ...stored.head, config }
      : { id: run, name, created: Date.now(), changed: 0, base, config, iteration: 0, kept: [], imported };
    let latest = this.session.get(run)?.last ?? null;
    return {
      validations,
      save: async (state, last) => {
        const { iteration } = state;
        const keep = iteration % every === 0 || iteration === config.schedule.iterations;
        if (keep) adapters.set(iteration, state.parameters.slice());
        head = { ...head, iteration, changed: Date.now(), kept: keep && !head.kept.includes(iteration) ? [...head.kept, iteration] : head.kept };
        const reports = { metrics: [...state.metrics], validations: [...validations] };
        const checkpoint = packTraining(state, mark);
        latest = last ?? latest;
        this.session.set(run, { head, reports, checkpoint, adapters, last: latest });
        try {
          const disk = await this.disk();
          await disk.save({ head, reports, checkpoint, adapter: adapters.get(iteration) ?? null, last });
          return { head, problem: null };
        } catch (error) {
          return { head, problem: problemOf(error).kind };
        }
      },
    };
  }

  /** A disk that could not be opened is tried again the next time. */
  private disk(): Promise<TrainDisk> {
    const opening = (this.opened ??= this.open());
    opening.catch(() => {
      if (this.opened === opening) this.opened = null;
    });
    return opening;
  }
}
