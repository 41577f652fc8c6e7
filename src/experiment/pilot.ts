/**
 * The pilot: which settings have room, and with which learning rate, baseline scope and memory training moves success. One factor at a time from
 * one base; then what the paper is about, LaMer against the same training with γ_traj = 0 and against GiGPO with notes. On validation tasks alone.
 */
import type { WorldId } from '../worlds/index.ts';
import { withValues, type ExperimentConfig, type Value } from './config.ts';
import { evaluation, successGain, type TrialSummary } from './evaluation.ts';
import { preset, type Method } from './methods.ts';
import type { Interval } from './statistics.ts';

export interface PilotRun {
  /** also the name of its file */
  readonly name: string;
  /** the run that it differs from in one factor; null: it is the base */
  readonly against: string | null;
  readonly config: ExperimentConfig;
}

interface Setting {
  readonly name: string;
  readonly world: WorldId;
  readonly settings: Readonly<Record<string, number>>;
}

const settings: readonly Setting[] = [
  { name: 'mines-3-7', world: 'minesweeper', settings: {} },
  { name: 'mines-5-12', world: 'minesweeper', settings: { mines: 5, turns: 12 } },
  { name: 'sokoban-6-2', world: 'sokoban', settings: {} },
  { name: 'sokoban-7-3', world: 'sokoban', settings: { size: 7, boxes: 3 } },
];

/** Fits two hours of one core, measurement included. */
const light: Readonly<Record<string, Value>> = {
  'rollout.tasks': 8,
  'rollout.group': 8,
  'schedule.iterations': 40,
  'evaluation.every': 10,
  'evaluation.tasks': 64,
};

/** Three times the group where a trial is one episode, as in the presets. */
const single = { 'rollout.group': 24 } as const;

/** Factors are tried on the paper's settings. */
const factors: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  'rate-3e-4': { 'optimizer.rate': 3e-4 },
  'rate-3e-3': { 'optimizer.rate': 3e-3 },
  'scope-group': { 'advantage.baselineScope': 'group' },
  'memory-both': { 'trial.memory': 'both', 'evaluation.memory': 'both' },
};

function run({ name, world, settings: own }: Setting, what: string, method: Method, changes: Readonly<Record<string, Value>>, against: string | null): PilotRun {
  const config = withValues(preset(method, world, own), Object.entries({ ...light, ...changes }));
  return { name: `${name}-${what}`, against: against && `${name}-${against}`, config };
}

export const pilotRuns: readonly PilotRun[] = [
  ...settings.map((setting) => run(setting, 'base', 'lamer', {}, null)),
  ...settings.filter(({ name }) => ['mines-3-7', 'sokoban-6-2'].includes(name)).flatMap((setting) => [
    ...Object.entries(factors).map(([what, changes]) => run(setting, what, 'lamer', changes, 'base')),
    ...[1, 2].flatMap((seed) => [
      ...(seed === 1 ? [] : [run(setting, `base-seed-${seed}`, 'lamer', { 'schedule.seed': seed }, 'base')]),
      run(setting, `no-trajectory-seed-${seed}`, 'lamer', { 'schedule.seed': seed, 'credit.gammaTraj': 0 }, seed === 1 ? 'base' : `base-seed-${seed}`),
      run(setting, `gigpo-notes-seed-${seed}`, 'gigpo', { ...single, 'schedule.seed': seed, 'evaluation.memory': 'reflection' }, seed === 1 ? 'base' : `base-seed-${seed}`),
    ]),
  ]),
];

/** Sampling seeds of the measurement at the end; validation has 256 tasks. */
export const pilotMeasure = { tasks: 256, repeats: 3 } as const;

export interface PilotResult {
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
