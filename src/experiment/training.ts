/** What a training run plays: the tasks of each iteration, and the trials that measure it on the validation list. */
import type { PromptStyle } from '../trial/contract.ts';
import type { TrialRecord } from '../trial/records.ts';
import type { TrialSpec } from '../trial/runner.ts';
import type { Task } from '../worlds/index.ts';
import { hash32 } from '../worlds/random.ts';
import { differences, parseConfig, withValues, type ExperimentConfig } from './config.ts';
import { summarise, type TrialSummary } from './evaluation.ts';
import { taskAt, trainTask } from './tasks.ts';

/** Train tasks of an iteration (from 0): a function of the seed and the iteration alone. @throws InputError */
export function trainingTasks(config: ExperimentConfig, iteration: number): Task[] {
  const { world, settings, rollout, schedule } = config;
  return Array.from({ length: rollout.tasks }, (_, i) => trainTask(world, settings, hash32('training', schedule.seed, iteration, i)));
}

/** Trials on the first tasks of the validation list, the same at every iteration and for every method. @throws InputError */
export function validationTrials(config: ExperimentConfig, style: PromptStyle): TrialSpec[] {
  const { world, settings, evaluation } = config;
  const { episodes, memory, temperature, topP, topK } = evaluation;
  return Array.from({ length: evaluation.tasks }, (_, trial) => ({
    task: taskAt(world, settings, 'validation', trial),
    config: { episodes, memory },
    style,
    seed: validationSeed,
    trial,
    sampling: { temperature, topP, topK },
  }));
}

/** of the sampling: the same uniforms for every run */
const validationSeed = 1;

export function validationSummaries(trials: readonly (readonly TrialRecord[])[]): TrialSummary[] {
  return trials.map((records, task) => summarise(records, task, 0));
}

/** After iterations `every`, 2 · `every`, … and the last one; before the first too. 0 = never. */
export function validates(config: ExperimentConfig, iteration: number): boolean {
  const { every } = config.evaluation;
  return every > 0 && (iteration % every === 0 || iteration === config.schedule.iterations);
}

/** What decides how training goes, in one spelling: a run can be made longer and be measured otherwise, and is still the same run. */
export function trainingKey(config: ExperimentConfig): string {
  const { evaluation: _, ...rest } = withValues(config, [['schedule.iterations', 0]]);
  return JSON.stringify(rest);
}

/** What makes it another run than the one with this key: "optimizer.rate is 0.001 there and 0.0003 here"; null for a key of other settings than today's. */
export function otherSettings(key: string, config: ExperimentConfig): string | null {
  const [there, here] = [parsedKey(key), parsedKey(trainingKey(config))];
  const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'the default'));
  const changes = there && here ? differences(there, here) : [];
  return changes.map(({ path, from, to }) => `${path} is ${shown(from)} there and ${shown(to)} here`).join(', ') || null;
}

function parsedKey(key: string): ExperimentConfig | null {
  try {
    const value: unknown = JSON.parse(key);
    return parseConfig(value);
  } catch {
    return null;
  }
}
