/** `--policy`: a model in a file, Scout, or a scripted teacher; and how trials are played by it. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { playOnThreads, type ModelPlace } from '../platform/node/trialWorker.ts';
import type { Sampling } from '../policy/contract.ts';
import { memoryModes, type Player, type TrialConfig } from '../trial/contract.ts';
import type { TrialRecord } from '../trial/records.ts';
import type { TrialSpec } from '../trial/runner.ts';
import { playAll } from '../trial/scheduler.ts';
import { population } from '../trial/teachers/population.ts';
import { styles } from '../trial/teachers/style.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import type { WorldId } from '../worlds/index.ts';
import { numberIn, oneOf, UsageError, wholeNumber } from './shell.ts';

export interface PolicyOptions {
  readonly policy: string;
  readonly adapter?: string;
  readonly temperature: string;
  readonly topP: string;
  readonly topK: string;
  readonly sampleSeed: string;
  readonly episodes: string;
  readonly memory: string;
  readonly threads: string;
}

/** Temperature 0.7, top-p 0.8, top-k 20 are the paper's settings for evaluation. */
export function addPolicyFlags(command: Command): Command {
  return command
    .option('--episodes <n>', 'tries at the task, 1 to 8', '3')
    .option('--memory <mode>', memoryModes.join(' | '), 'reflection')
    .option('--policy <who>', `scout | FILE.gguf | teacher:${[...styles, 'population'].join('|')}`, 'scout')
    .option('--adapter <folder>', 'LoRA weights in PEFT format')
    .option('--temperature <t>', '0 = always the likeliest token', '0.7')
    .option('--top-p <p>', 'likeliest tokens that hold this much probability', '0.8')
    .option('--top-k <k>', 'the k likeliest tokens; 0 = off', '20')
    .option('--sample-seed <n>', 'seed of the sampling', '1')
    .option('--threads <n>', 'cores to use', '2');
}

export type PolicyChoice = { readonly kind: 'model'; readonly place: ModelPlace } | { readonly kind: 'teacher'; readonly player: Player };

export const scoutPath = fileURLToPath(new URL('../../models/scout/scout.gguf', import.meta.url));

/** @throws UsageError */
export function modelFile(flag: string, text: string): string {
  const file = text === 'scout' ? scoutPath : text;
  if (!existsSync(file)) throw new UsageError(`${flag} ${text}: there is no file ${file}; give the path of a GGUF file, or scout.`);
  return file;
}

export function policyOf(options: PolicyOptions, world: WorldId): PolicyChoice {
  const name = /^teacher:(.*)$/.exec(options.policy)?.[1];
  if (name !== undefined) {
    if (options.adapter !== undefined) throw new UsageError(`--adapter goes with a model; ${options.policy} is scripted.`);
    const who = oneOf('--policy teacher:', name, [...styles, 'population'] as const);
    return { kind: 'teacher', player: who === 'population' ? population(world) : teacher(who) };
  }
  const { adapter } = options;
  if (adapter !== undefined && !existsSync(adapter)) throw new UsageError(`--adapter ${adapter} does not exist; give a folder with adapter_config.json.`);
  return { kind: 'model', place: { file: modelFile('--policy', options.policy), ...(adapter === undefined ? {} : { adapter }) } };
}

export function trialConfigOf(options: PolicyOptions): TrialConfig {
  return { episodes: wholeNumber('--episodes', options.episodes, 1, 8), memory: oneOf('--memory', options.memory, memoryModes) };
}

export function samplingOf(options: PolicyOptions): Sampling {
  return {
    temperature: numberIn('--temperature', options.temperature, 0, 100),
    topP: numberIn('--top-p', options.topP, 0.000_001, 1),
    topK: wholeNumber('--top-k', options.topK, 0, 1_000_000),
  };
}

/** Play every trial; `onDone` hears of each as it ends. */
export async function playTrials(
  choice: PolicyChoice,
  trials: readonly Omit<TrialSpec, 'style'>[],
  threads: number,
  onDone: (index: number, records: TrialRecord[]) => void,
): Promise<void> {
  if (choice.kind === 'model') return playOnThreads(choice.place, trials, { threads }, onDone);
  trials.forEach((spec, index) => onDone(index, playAll([{ ...spec, style: 'brief' }], choice.player)[0]));
}
