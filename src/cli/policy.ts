/** `--policy`: a model in a file, Scout, or a scripted teacher; and how trials are played by it. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { fileSource } from '../platform/node/fileSource.ts';
import { loadAdapter, playOnThreads, type ModelPlace } from '../platform/node/trialWorker.ts';
import type { Sampling } from '../policy/contract.ts';
import { checkChat } from '../policy/files/chat.ts';
import { chatOf, loadModel, openModel } from '../policy/files/model.ts';
import { memoryModes, type Player, type TrialConfig } from '../trial/contract.ts';
import type { TrialRecord } from '../trial/records.ts';
import type { TrialSpec } from '../trial/runner.ts';
import { playAll } from '../trial/scheduler.ts';
import { population } from '../trial/teachers/population.ts';
import { styles } from '../trial/teachers/style.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import type { WorldId } from '../worlds/index.ts';
import { breathe, messageOf, noFile, numberIn, oneLine, oneOf, readJson, stopSignal, UsageError, wholeNumber } from './shell.ts';

export interface SamplingOptions {
  readonly temperature: string;
  readonly topP: string;
  readonly topK: string;
  readonly sampleSeed: string;
}

export interface PolicyOptions extends SamplingOptions {
  readonly policy: string;
  readonly adapter?: string;
  readonly episodes: string;
  readonly memory: string;
  readonly threads: string;
}

export function addPolicyFlags(command: Command): Command {
  command
    .option('--episodes <n>', 'tries at the task, 1 to 8', '3')
    .option('--memory <mode>', memoryModes.join(' | '), 'reflection')
    .option('--policy <who>', `scout | FILE.gguf | teacher:${[...styles, 'population'].join('|')}`, 'scout');
  return addThreadsFlag(addSamplingFlags(addAdapterFlag(command)));
}

export function addModelFlag(command: Command): Command {
  return command.requiredOption('--model <file>', 'a GGUF file, or scout');
}

export function addAdapterFlag(command: Command): Command {
  return command.option('--adapter <folder>', "LoRA weights in PEFT's format");
}

/** Temperature 0.7, top-p 0.8, top-k 20 are the paper's settings for evaluation. */
export function addSamplingFlags(command: Command): Command {
  return command
    .option('--temperature <t>', '0 = always the likeliest token', '0.7')
    .option('--top-p <p>', 'likeliest tokens that hold this much probability', '0.8')
    .option('--top-k <k>', 'the k likeliest tokens; 0 = off', '20')
    .option('--sample-seed <n>', 'seed of the sampling', '1');
}

export function addThreadsFlag(command: Command): Command {
  return command.option('--threads <n>', 'cores to use', '2');
}

export type PolicyChoice = { readonly kind: 'model'; readonly place: ModelPlace } | { readonly kind: 'teacher'; readonly player: Player };

export const scoutPath = fileURLToPath(new URL('../../models/scout/scout.gguf', import.meta.url));

/** @throws UsageError */
function modelFile(flag: string, text: string): string {
  const file = text === 'scout' ? scoutPath : text;
  const wrong = noFile(file);
  if (wrong === null) return file;
  if (text === 'scout') {
    throw new UsageError(`${flag} is scout, and this copy has no trained model yet (models/scout/scout.gguf); make it with "npm run lab -- pretrain".`);
  }
  const others = flag === '--policy' ? ', scout or teacher:NAME' : ' or scout';
  throw new UsageError(`${flag} is "${text}", but ${wrong}; give the path of a GGUF file${others}.`);
}

/** A folder that holds LoRA weights in PEFT's format, as far as can be said without the model. @throws UsageError */
function checkAdapter(folder: string): void {
  for (const name of ['adapter_config.json', 'adapter_model.safetensors']) {
    const wrong = noFile(join(folder, name));
    if (wrong !== null) throw new UsageError(`--adapter ${folder} can't be used (${name}: ${wrong}); give a folder with LoRA weights in PEFT's format.`);
  }
  readJson('--adapter', join(folder, 'adapter_config.json'));
}

/**
 * Everything is read and checked before long work begins, the weights only where there is an adapter.
 * @param use `chat`: it will be talked to, so it needs a tokenizer and a template that works; `play`: its replies will be answered
 * @throws UsageError, or Error naming the flag whose files can't be used
 */
export async function placeOf(flag: string, model: string, adapter: string | undefined, use: 'play' | 'chat' | 'ids'): Promise<ModelPlace> {
  const file = modelFile(flag, model);
  if (adapter !== undefined) checkAdapter(adapter);
  const weights = await naming(`${flag} ${model}`, async () => {
    await using source = await fileSource(file);
    const opened = await openModel(source);
    if (use !== 'ids') checkChat(chatOf(opened), use === 'play');
    // which weights an adapter was trained on can be told from all of them only
    return adapter === undefined ? undefined : (await loadModel(source)).weights;
  });
  if (adapter === undefined || weights === undefined) return { file };
  await naming(`--adapter ${adapter}`, () => loadAdapter(adapter, weights));
  return { file, adapter };
}

/** @throws Error that begins with `what` */
async function naming<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${what}: ${messageOf(error)}`);
  }
}

/** @throws as placeOf */
export async function policyOf(options: PolicyOptions, world: WorldId): Promise<PolicyChoice> {
  const name = /^teacher:(.*)$/.exec(options.policy)?.[1];
  if (name !== undefined) {
    if (options.adapter !== undefined) throw new UsageError(`--adapter goes with a model; ${options.policy} is scripted.`);
    const who = oneOf('--policy (after "teacher:")', name, [...styles, 'population'] as const);
    return { kind: 'teacher', player: who === 'population' ? population(world) : teacher(who) };
  }
  return { kind: 'model', place: await placeOf('--policy', options.policy, options.adapter, 'play') };
}

export function trialConfigOf(options: PolicyOptions): TrialConfig {
  return { episodes: wholeNumber('--episodes', options.episodes, 1, 8), memory: oneOf('--memory', options.memory, memoryModes) };
}

export function samplingOf(options: SamplingOptions): Sampling {
  return {
    temperature: numberIn('--temperature', options.temperature, 0, 100),
    topP: numberIn('--top-p', options.topP, 0.000_001, 1),
    topK: wholeNumber('--top-k', options.topK, 0, 1_000_000),
  };
}

export function seedOf(options: SamplingOptions): number {
  return wholeNumber('--sample-seed', options.sampleSeed, 0, 2 ** 31);
}

export function threadsOf(options: { readonly threads: string }): number {
  return wholeNumber('--threads', options.threads, 1, 64);
}

/** Who plays, in words: "scout", "my.gguf with adapter/". */
export function playerText({ policy, adapter }: PolicyOptions): string {
  return oneLine(adapter === undefined ? policy : `${policy} with ${adapter}`);
}

/** How it chooses, in words; nothing for a teacher, which has its own dice. */
export function samplingText(choice: PolicyChoice, { temperature, topP, topK }: Sampling): string {
  return choice.kind === 'teacher' ? '' : ` · temperature ${temperature}, top-p ${topP}, top-k ${topK}`;
}

/** Play every trial, a model's answers in play beginning with `force`; `onDone` hears of each as it ends, `onTurn` of a model's turns. Ctrl-C leaves the rest. */
export async function playTrials(
  choice: PolicyChoice,
  trials: readonly Omit<TrialSpec, 'style'>[],
  options: { readonly threads: number; readonly force?: string; readonly onTurn?: () => void },
  onDone: (index: number, records: TrialRecord[]) => void,
): Promise<void> {
  if (choice.kind === 'model') {
    await playOnThreads(choice.place, trials, { ...options, signal: stopSignal() }, onDone);
    return;
  }
  const signal = stopSignal();
  for (let index = 0; index < trials.length && !signal.aborted; index++) {
    onDone(index, playAll([{ ...trials[index], style: 'brief' }], choice.player)[0]);
    await breathe();
  }
}
