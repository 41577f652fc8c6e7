/**
 * What can go wrong in training in the page, as data: the page has its own words for each kind. What only the program says of it, in English, is
 * a detail beside them.
 */
import { z } from 'zod';

/** Kinds without values. */
const plain = [
  /** a run is being trained already */
  'busy',
  /** another tab trains this run */
  'otherTab',
  /** there is no model to train */
  'noScout',
  /** what was played in the last iteration was not kept */
  'notPlayed',
  /** what was chosen is not the two files of an adapter */
  'twoFiles',
  /** the adapter's .json was cut off or changed */
  'adapterCut',
  /** what is no adapter for this model */
  'adapterFile',
  /** the adapter in a file was trained on another model */
  'otherBase',
  /** a saved run is of another model or other settings */
  'otherRun',
  /** a saved run is damaged */
  'checkpoint',
  /** there is no task, or no room for one, with these settings */
  'settings',
  /** attention on this GPU is wrong */
  'gpuWrong',
  'gpuLost',
  /** there is not enough */
  'memory',
  /** the runtime is beyond use */
  'runtime',
  /** the worker is gone */
  'worker',
  'unknown',
] as const;

const count = z.int().nonnegative();

export const trainProblem = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(plain) }),
  /** training has gone on since that iteration */
  z.object({ kind: z.literal('goneOn'), iteration: count }),
  /** the adapter after that iteration was not kept */
  z.object({ kind: z.literal('notKept'), iteration: count }),
  /** the run was trained on another model */
  z.object({ kind: z.literal('otherModel'), run: z.string() }),
  /** the gradient is not finite */
  z.object({ kind: z.literal('gradient'), step: count, rate: z.number() }),
]);

export type PlainProblem = (typeof plain)[number];
export type TrainProblem = Readonly<z.infer<typeof trainProblem>>;

export class TrainError extends Error {
  override readonly name = 'TrainError';
  /** @param details what the program said of it; null: nothing that helps */
  constructor(
    readonly problem: TrainProblem,
    readonly details: string | null = null,
  ) {
    super(details ?? problem.kind);
  }
}

/** The worker can not go on after it; a new one can. */
export function isFatal({ kind }: TrainProblem): boolean {
  return kind === 'worker' || kind === 'runtime' || kind === 'gpuLost' || kind === 'memory';
}
