/**
 * The pilot: which settings have room, and with which learning rate, baseline scope and memory training moves success. One factor at a time from
 * one base; then what the paper is about, LaMer against the same training with γ_traj = 0 and against GiGPO that trains without memory and is measured with
 * notes. Appendix D.2 of the paper trains GiGPO with memory across episodes, which is nearer to γ_traj = 0 here than to that. On validation tasks alone.
 */
import type { WorldId } from '../worlds/index.ts';
import { withValues, type ExperimentConfig, type Value } from './config.ts';
import { evaluation, successGain, type Outcome, type TrialSummary } from './evaluation.ts';
import { preset, type Method } from './methods.ts';
import type { Interval } from './statistics.ts';

export interface PilotRun {
  /** also the name of its file */
  readonly name: string;
  /** the run that it differs from in one factor; null: it is the base */
  readonly against: string | null;
  readonly config: ExperimentConfig;
  /** about how long it takes on one quiet core, measurement included */
  readonly minutes: number;
}

interface Setting {
  readonly name: string;
  /** of one core, for a trial of three episodes: played, scored and trained on; a rough guess from a busy machine */
  readonly seconds: number;
  readonly world: WorldId;
  readonly settings: Readonly<Record<string, number>>;
}

const settings: readonly Setting[] = [
  { name: 'mines-3-7', seconds: 0.5, world: 'minesweeper', settings: {} },
  { name: 'mines-5-12', seconds: 0.9, world: 'minesweeper', settings: { mines: 5, turns: 12 } },
  { name: 'sokoban-6-2', seconds: 0.5, world: 'sokoban', settings: {} },
  { name: 'sokoban-7-3', seconds: 0.6, world: 'sokoban', settings: { size: 7, boxes: 3 } },
];

/** An iteration of 64 trials: half an hour a run or less on the paper's settings; validation every quarter of a run says how many iterations are enough. */
const light: Readonly<Record<string, Value>> = {
  'rollout.tasks': 8,
  'rollout.group': 8,
  'schedule.iterations': 40,
  'evaluation.every': 10,
  'evaluation.tasks': 32,
};

/** The measurement at the end of a run: validation tasks, and sampling seeds of each. */
export const pilotMeasure = { tasks: 128, repeats: 1 } as const;

/** Three times the group where a trial is one episode, as in the presets. */
const single = { 'rollout.group': 24 } as const;

/** Factors are tried on the paper's settings. */
const factors: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  'rate-3e-4': { 'optimizer.rate': 3e-4 },
  'rate-3e-3': { 'optimizer.rate': 3e-3 },
  'iterations-80': { 'schedule.iterations': 80 },
  'scope-group': { 'advantage.baselineScope': 'group' },
  'memory-both': { 'trial.memory': 'both', 'evaluation.memory': 'both' },
};

const compared = settings.filter(({ name }) => ['mines-3-7', 'sokoban-6-2'].includes(name));
const seeds = [1, 2] as const;
/** The base is the first seed's. */
const lamer = (seed: number): string => (seed === 1 ? 'base' : `base-seed-${seed}`);

/** What the paper is about: LaMer against the same without the part in question, each on the same seeds. */
const contrasted: readonly { readonly what: string; readonly title: string; readonly method: Method; readonly changes: Readonly<Record<string, Value>> }[] = [
  { what: 'no-trajectory', title: 'LaMer − the same with γ_traj 0', method: 'lamer', changes: { 'credit.gammaTraj': 0 } },
  { what: 'gigpo-notes', title: 'LaMer − GiGPO (trained without memory, measured with notes)', method: 'gigpo', changes: { ...single, 'evaluation.memory': 'reflection' } },
];

function run(setting: Setting, what: string, method: Method, changes: Readonly<Record<string, Value>>, against: string | null): PilotRun {
  const { name, world, settings: own } = setting;
  const config = withValues(preset(method, world, own), Object.entries({ ...light, ...changes }));
  return { name: `${name}-${what}`, against: against && `${name}-${against}`, config, minutes: minutesOf(config, setting) };
}

/** Share of the time of a training trial that playing takes: all that validation needs. */
const playing = 0.2;

function minutesOf({ trial, rollout, schedule, evaluation: { every, tasks } }: ExperimentConfig, { seconds }: Setting): number {
  const trained = (schedule.iterations * rollout.tasks * rollout.group * trial.episodes) / 3;
  const validated = (Math.floor(schedule.iterations / every) + 1) * tasks + 2 * pilotMeasure.tasks * pilotMeasure.repeats;
  return Math.round((seconds * (trained + playing * validated)) / 60);
}

export const pilotRuns: readonly PilotRun[] = [
  ...settings.map((setting) => run(setting, 'base', 'lamer', {}, null)),
  ...compared.flatMap((setting) => [
    ...Object.entries(factors).map(([what, changes]) => run(setting, what, 'lamer', changes, 'base')),
    ...seeds.flatMap((seed) => [
      ...(seed === 1 ? [] : [run(setting, lamer(seed), 'lamer', { 'schedule.seed': seed }, 'base')]),
      ...contrasted.map(({ what, method, changes }) => run(setting, `${what}-seed-${seed}`, method, { ...changes, 'schedule.seed': seed }, lamer(seed))),
    ]),
  ]),
];

interface PilotContrast {
  readonly title: string;
  /** names of runs, one pair a training seed */
  readonly pairs: readonly (readonly [a: string, b: string])[];
}

export const pilotContrasts: readonly PilotContrast[] = compared.flatMap(({ name }) =>
  contrasted.map(({ what, title }) => ({
    title: `${name}: ${title}`,
    pairs: seeds.map((seed) => [`${name}-${lamer(seed)}`, `${name}-${what}-seed-${seed}`] as const),
  })),
);

interface PilotResult {
  /** p@1, p@2, … with the adapter */
  readonly success: readonly Interval[];
  /** and how much each is above the policy without it, on the same tasks and uniforms */
  readonly gain: readonly Interval[];
}

/** @param adapted, plain the same trials with and without the adapter */
export function pilotResult(adapted: readonly TrialSummary[], plain: readonly TrialSummary[], episodes: number): PilotResult {
  return {
    success: evaluation(adapted, episodes).success,
    gain: Array.from({ length: episodes }, (_, k) => successGain(adapted, plain, k + 1)),
  };
}

/** How much more a run's p@k is than another's, over training seeds too. @param pairs trials of both, a pair for each training seed */
export function pilotDifference(pairs: readonly (readonly [a: readonly Outcome[], b: readonly Outcome[]])[], k: number): Interval {
  const arm = (side: 0 | 1): Outcome[] => pairs.flatMap((pair, seed) => pair[side].map((trial) => ({ ...trial, repeat: seed * pilotMeasure.repeats + trial.repeat })));
  return successGain(arm(0), arm(1), k);
}
