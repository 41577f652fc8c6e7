/**
 * Methods as points in one tree of settings, so that any two differ in nothing but what `differences` says. All are evaluated on the same
 * tasks with the same uniforms and as many tries, each with its own memory between them; those that train without several episodes a trial
 * get three times the group, hence as many episodes (8 × 3 = 24, as in the paper).
 */
import type { WorldId } from '../worlds/index.ts';
import { parseConfig, withValues, type ExperimentConfig, type Value } from './config.ts';

export const methods = ['zero-shot', 'react', 'reflexion', 'reinforce', 'ppo', 'rloo', 'grpo', 'gigpo', 'lamer'] as const;
export type Method = (typeof methods)[number];

interface Preset {
  readonly help: string;
  readonly values: Readonly<Record<string, Value>>;
}

const untrained = { 'schedule.iterations': 0 } as const;
/** one episode a trial, nothing remembered; evaluated as three tries without memory */
const single = { 'trial.episodes': 1, 'trial.memory': 'none', 'rollout.group': 24, 'credit.horizon': 'episode', 'evaluation.memory': 'none' } as const;

const presets: Readonly<Record<Method, Preset>> = {
  'zero-shot': { help: 'The policy as it is, acting at once.', values: { ...untrained, ...single, 'trial.thought': 'none' } },
  react: { help: 'The policy as it is, with a thought before each action.', values: { ...untrained, ...single } },
  reflexion: { help: 'The policy as it is, with a note to itself after each lost episode.', values: untrained },
  reinforce: { help: 'Returns minus their mean over the batch.', values: { ...single, 'advantage.estimator': 'reinforce' } },
  ppo: { help: 'A learned value as baseline.', values: { ...single, 'advantage.estimator': 'ppo', 'advantage.norm': 'meanStd' } },
  rloo: { help: 'Each trial against the mean of the others on its task.', values: { ...single, 'advantage.estimator': 'rloo' } },
  grpo: { help: 'Each trial against its group, in units of the spread.', values: { ...single, 'advantage.estimator': 'grpo', 'advantage.norm': 'meanStd' } },
  gigpo: { help: 'GRPO without the spread, plus a comparison of turns in equal states.', values: { ...single, 'advantage.estimator': 'gigpo' } },
  lamer: { help: 'Three episodes with notes between them; rewards cross episodes.', values: { 'advantage.estimator': 'gigpo' } },
};

export function methodHelp(method: Method): string {
  return presets[method].help;
}

/** A method on a world with the paper's settings; γ_traj is 0.6, on MineSweeper 0.9 (the values that the paper found best). @throws InputError */
export function preset(method: Method, world: WorldId = 'minesweeper', settings: Readonly<Record<string, string | number>> = {}): ExperimentConfig {
  const base = parseConfig({ world, settings });
  const gamma: [string, Value][] = world === 'minesweeper' ? [['credit.gammaTraj', 0.9]] : [];
  return withValues(base, [...gamma, ...Object.entries(presets[method].values)]);
}
