import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { differences, leaves, parseConfig, withValues, type ExperimentConfig } from '../../experiment/config.ts';
import { methodHelp, methods, preset, type Method } from '../../experiment/methods.ts';
import { otherSettings, trainingKey, trainingTasks } from '../../experiment/training.ts';
import { measurement, training } from '../../experiment/trainingLoop.ts';
import { initialAdapter } from '../../learning/adapterLayout.ts';
import { adamw } from '../../learning/optimizer.ts';
import { freshState, type TrainingState } from '../../learning/trainer.ts';
import { CheckpointError, OtherRunError } from '../../learning/trainingCheckpoint.ts';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import { loadTraining, loadValidations, saveTraining, saveValidations } from '../../platform/node/trainingRun.ts';
import { startTrainingThreads, type TrainingThreads } from '../../platform/node/trainWorker.ts';
import { lockFolder } from '../lock.ts';
import { addModelFlag, addThreadsFlag, placeOf, threadsOf } from '../policy.ts';
import { Interrupted, makeFolder, note, oneOf, print, steadyProgress, stopSignal, UsageError, wholeNumber, writeOut } from '../shell.ts';
import { prepareList, settingsOf, worldOf, type WorldOptions } from '../taskFlags.ts';
import { plural } from '../../worlds/plural.ts';

interface Options extends WorldOptions {
  readonly method: string;
  readonly model: string;
  readonly dir: string;
  readonly threads: string;
  readonly iterations?: string;
}

export function register(program: Command): void {
  addThreadsFlag(addModelFlag(program.command('train')))
    .description('Train an adapter by a method of the paper. Goes on where it was stopped.')
    .requiredOption('--world <name>', 'sokoban | minesweeper')
    .option('--method <name>', methods.map((method) => `${method}: ${methodHelp(method)}`).join(' '), 'lamer')
    .addOption(
      new Option('--set <key=value>', `a setting of the world (size=7), or of training (optimizer.rate=3e-4); may be given again and again (${leaves.map(({ path }) => path).join(' ')})`)
        .default([], 'those of the method')
        .argParser((value: string, all: string[]) => [...all, value]),
    )
    .option('--iterations <n>', 'the same as --set schedule.iterations=N')
    .option('--dir <folder>', 'checkpoint, adapter and metrics of the run', 'runs/train')
    .action(async (options: Options) => {
      const config = configOf(options);
      const threads = threadsOf(options);
      makeFolder('--dir', options.dir);
      const { file } = await placeOf('--model', options.model, undefined, 'play');
      const release = lockFolder('--dir', options.dir);
      try {
        await train(config, options.model, file, options.dir, threads);
      } finally {
        release();
      }
    });
}

/** Keys with a dot are settings of training, all others of the world. @throws UsageError, InputError */
function configOf(options: Options): ExperimentConfig {
  const world = worldOf(options);
  const method: Method = oneOf('--method', options.method, methods);
  const given = Object.entries(settingsOf(options));
  const iterations = options.iterations === undefined ? [] : [['schedule.iterations', String(wholeNumber('--iterations', options.iterations, 0, 10_000))] as const];
  if (iterations.length > 0 && given.some(([key]) => key === 'schedule.iterations')) throw new UsageError('Give --iterations or --set schedule.iterations, not both.');
  const changes = [...given.map(([key, value]) => [key.includes('.') ? key : `settings.${key}`, value] as const), ...iterations];
  const begun = preset(method, world);
  const config = withValues(begun, changes);
  if (begun.schedule.iterations === 0 && config.schedule.iterations > 0) {
    const others = methods.filter((each) => preset(each).schedule.iterations > 0);
    throw new UsageError(`--method ${method} trains nothing and is only measured, but is asked for ${plural(config.schedule.iterations, 'iteration')}; leave them out, or choose ${others.join(', ')}.`);
  }
  return config;
}

/** Train, or go on training, in `dir`, which nobody else works in (`lockFolder`). @throws Interrupted when it was stopped before its end */
export async function train(config: ExperimentConfig, model: string, file: string, dir: string, threads: number): Promise<void> {
  const { iterations, seed } = config.schedule;
  const started = await startTrainingThreads(file, config.adapter, config.advantage.estimator === 'ppo', threads);
  try {
    const mark = { base: started.base, config: trainingKey(config) };
    const state = (await loadTraining(dir, mark).catch((error: unknown) => refused(error, config, model, started.base, dir))) ?? freshState(initialAdapter(started.layout, seed));
    writeOut('--dir', join(dir, 'config.json'), `${JSON.stringify({ version: 1, model, base: started.base, ...config }, null, 2)}\n`);
    const changed = differences(parseConfig({ world: config.world }), config).map(({ path, to }) => `${path}=${String(to)}`);
    note(`${model}, adapter of ${plural(started.layout.length, 'weight')}, iteration ${state.iteration} of ${iterations}, ${plural(threads, 'thread')}; beside the defaults: ${changed.join(' ') || 'nothing'}`);
    await run(config, state, started, {
      dir,
      save: () => saveTraining(dir, state, mark, started.layout, model),
    });
    print(`${join(dir, 'adapter')}: ${plural(state.iteration, 'iteration')}, ${plural(state.steps, 'optimizer step')}.`);
  } finally {
    await started.stop();
  }
}

/** @throws UsageError for a run that is another one, Error for one that is damaged; both say where it lies */
function refused(error: unknown, config: ExperimentConfig, model: string, base: string, dir: string): never {
  if (error instanceof OtherRunError) {
    const { found } = error;
    const what = found.base === base ? (otherSettings(found.config, config) ?? 'its settings are those of another version') : `it was trained on another model than ${model}`;
    throw new UsageError(`--dir ${dir} holds another run: ${what}; give what it was begun with, or another --dir.`);
  }
  if (error instanceof CheckpointError) throw new Error(`--dir ${dir}: ${error.message}`);
  throw error;
}

async function run(config: ExperimentConfig, state: TrainingState, started: TrainingThreads, { dir, save }: { readonly dir: string; readonly save: () => void }): Promise<void> {
  const { iterations } = config.schedule;
  const { layout, engines, rollouts } = started;
  const { beta1, beta2, eps, decay } = config.optimizer;
  const setup = {
    layout,
    engines,
    rollouts,
    optimizer: await adamw(nodeRuntime(1), layout, state, { beta1, beta2, eps, decay }),
    tasks: (iteration: number) => trainingTasks(config, iteration),
    now: () => performance.now() / 1000,
  };
  const signal = stopSignal();
  if (config.evaluation.every > 0) await prepareList(config.world, config.settings, 'validation', config.evaluation.tasks);
  const validations = loadValidations(dir, state.iteration);
  const evaluation = measurement(config);
  const same = validations.filter((each) => JSON.stringify(each.evaluation) === JSON.stringify(evaluation));
  using show = steadyProgress('training', iterations, state.iteration);
  save();
  saveValidations(dir, validations);
  const steps = training(config, state, setup, { validated: same.map(({ iteration }) => iteration), signal });
  for (;;) {
    const next = await steps.next();
    if (next.done === true) {
      if (next.value) return;
      throw new Interrupted(`stopped after iteration ${state.iteration} of ${iterations}; the same command goes on from there.`);
    }
    if (next.value.type === 'validated') {
      const { validation } = next.value;
      validations.push({ ...validation, evaluation });
      saveValidations(dir, validations);
      note(`iteration ${state.iteration}: validation ${percents(validation.success)}`);
    } else {
      save();
      const { success, return: earned, entropy, seconds } = next.value.iteration.metrics;
      show(state.iteration, `p ${percents(success)}, return ${earned.toFixed(2)}, entropy ${entropy?.toFixed(2) ?? '–'}, ${(seconds.rollout + seconds.score + seconds.update).toFixed(1)} s`);
    }
  }
}

function percents(shares: readonly number[]): string {
  return `${shares.map((share) => (100 * share).toFixed(1)).join(' / ')} %`;
}
