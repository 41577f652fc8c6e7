import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { parseConfig, withValues } from '../../experiment/config.ts';
import { percent, summarise, type Outcome, type TrialSummary } from '../../experiment/evaluation.ts';
import { pilotContrasts, pilotDifference, pilotMeasure, pilotResult, pilotRuns, type PilotRun } from '../../experiment/pilot.ts';
import { validationTrials } from '../../experiment/training.ts';
import { fileSource } from '../../platform/node/fileSource.ts';
import { readJsonLines } from '../../platform/node/jsonLines.ts';
import { playOnThreads, type ModelPlace } from '../../platform/node/trialWorker.ts';
import { weightsHash } from '../../policy/engine/served.ts';
import { loadModel } from '../../policy/files/model.ts';
import { lockFolder } from '../lock.ts';
import { addModelFlag, addThreadsFlag, placeOf, threadsOf } from '../policy.ts';
import { Interrupted, makeFolder, note, print, steadyProgress, readJson, stopSignal, UsageError, writeOut } from '../shell.ts';
import { train } from './train.ts';
import { plural } from '../../worlds/plural.ts';

interface Options {
  readonly model: string;
  readonly threads: string;
  readonly dir: string;
  readonly results: string;
  readonly only?: string;
  readonly list?: true;
}

export function register(program: Command): void {
  addThreadsFlag(addModelFlag(program.command('pilot')))
    .description('The training runs that choose the settings of the experiments, one after the other, each measured at its end on validation tasks. Goes on where it was stopped.')
    .option('--dir <folder>', 'checkpoints of the runs', 'runs/pilot')
    .option('--results <folder>', 'a file for each finished run', 'experiments/pilot')
    .option('--only <names>', 'these runs, with commas between them')
    .option('--list', 'say what there is to run, how long it takes, and what is done')
    .action(async (options: Options) => {
      const threads = threadsOf(options);
      const runs = chosen(options.only);
      if (!options.list) {
        const { file } = await placeOf('--model', options.model, undefined, 'play');
        const base = await baseOf(file);
        makeFolder('--results', options.results);
        makeFolder('--dir', options.dir);
        // asked of all before the first begins
        const open = runs.filter((run) => finished(options.results, run, base) === null);
        for (const run of open) await carryOut(run, file, base, options, threads);
      }
      for (const line of [...table(runs, options.results), ...contrasts(runs, options.results)]) print(line);
    });
}

function chosen(only: string | undefined): readonly PilotRun[] {
  if (only === undefined) return pilotRuns;
  return only.split(',').map((name) => {
    const run = pilotRuns.find((each) => each.name === name.trim());
    if (!run) throw new UsageError(`--only names "${name}"; the runs are ${pilotRuns.map((each) => each.name).join(', ')}.`);
    return run;
  });
}

/** Fingerprint of the weights that everything is trained on. */
async function baseOf(file: string): Promise<string> {
  await using source = await fileSource(file);
  return weightsHash((await loadModel(source)).weights);
}

async function carryOut(run: PilotRun, file: string, base: string, options: Options, threads: number): Promise<void> {
  const folder = join(options.dir, run.name);
  makeFolder('--dir', folder);
  const release = lockFolder('--dir', folder);
  try {
    await trainAndMeasure(run, file, base, folder, options, threads);
  } finally {
    release();
  }
}

async function trainAndMeasure(run: PilotRun, file: string, base: string, folder: string, { results, model }: Options, threads: number): Promise<void> {
  note(`${run.name}:`);
  await train(run.config, model, file, folder, threads);
  const adapted = await trials(run, { file, adapter: join(folder, 'adapter') }, 'with the adapter', threads);
  const plain = await trials(run, { file }, 'without', threads);
  const metrics = readJsonLines(join(folder, 'metrics.jsonl'));
  const result = {
    version: 1,
    name: run.name,
    against: run.against,
    base,
    // of training, over all sessions that it took
    minutes: Math.round(z.array(phases).parse(metrics).flatMap(({ seconds }) => Object.values(seconds)).reduce((sum, each) => sum + each, 0) / 60),
    config: run.config,
    ...pilotResult(adapted, plain, run.config.evaluation.episodes),
    outcomes: { adapted: adapted.map(outcome), plain: plain.map(outcome) },
    validation: readJsonLines(join(folder, 'validation.jsonl')),
    metrics,
  };
  writeOut('--results', resultPath(results, run), `${JSON.stringify(result)}\n`);
}

/** One trial in a result: which task, which sampling seed, and the episode that was won (0 = none). */
function outcome({ task, repeat, wonIn }: Outcome): [task: number, repeat: number, wonIn: number] {
  return [task, repeat, wonIn];
}

async function trials({ config, name }: PilotRun, place: ModelPlace, what: string, threads: number): Promise<TrialSummary[]> {
  const specs = validationTrials(withValues(config, [['evaluation.tasks', pilotMeasure.tasks]]), 'brief');
  const all = Array.from({ length: pilotMeasure.repeats }, (_, repeat) => specs.map((spec) => ({ ...spec, seed: spec.seed + repeat }))).flat();
  using show = steadyProgress(`${name}, ${what}`, all.length);
  const summaries: TrialSummary[] = [];
  await playOnThreads(place, all, { threads, signal: stopSignal() }, (index, records) => {
    summaries.push(summarise(records, all[index].trial, Math.floor(index / specs.length)));
    show(summaries.length);
  });
  if (stopSignal().aborted) throw new Interrupted('stopped; the trained adapter stays, the same command measures it.');
  return summaries;
}

const phases = z.object({ seconds: z.record(z.string(), z.number()) });
const interval = z.object({ value: z.number(), low: z.number(), high: z.number() });
const outcomes = z.array(z.tuple([z.int(), z.int(), z.int()]).transform(([task, repeat, wonIn]): Outcome => ({ task, repeat, wonIn })));
const saved = z.object({
  base: z.string(),
  config: z.unknown(),
  success: z.array(interval),
  gain: z.array(interval),
  minutes: z.number(),
  outcomes: z.object({ adapted: outcomes }),
});

/** @param base the weights that it must be of; left out: any. @returns null when the run is not done @throws UsageError when the file is of another run */
function finished(results: string, run: PilotRun, base?: string): z.infer<typeof saved> | null {
  const path = resultPath(results, run);
  if (!existsSync(path)) return null;
  const parsed = saved.safeParse(readJson('--results', path));
  const refuse = (what: string): never => {
    throw new UsageError(`--results: ${path} is ${what}; move it away, and the run is done again.`);
  };
  if (!parsed.success) return refuse('no result of the pilot');
  if (JSON.stringify(parseConfig(parsed.data.config)) !== JSON.stringify(run.config)) return refuse('of a run with other settings');
  if (base !== undefined && parsed.data.base !== base) return refuse('of another model');
  return parsed.data;
}

function table(runs: readonly PilotRun[], results: string): string[] {
  const rows = runs.map((run) => {
    const done = finished(results, run);
    const last = done ? done.success.length - 1 : 0;
    const cells = done ? [percent(done.success[0]), percent(done.success[last]), percent(done.gain[0]), percent(done.gain[last]), `${done.minutes} min`] : ['–', '–', '–', '–', `about ${run.minutes} min`];
    return `| ${run.name} | ${cells.join(' | ')} |`;
  });
  return [
    `${plural(pilotMeasure.tasks, 'validation task')} × ${plural(pilotMeasure.repeats, 'sampling seed')}. Gain: adapter on − off, same tasks and uniforms. Intervals: 95 %, bootstrap over tasks and seeds.`,
    'Time: what training took; of a run that is still to be done, what it takes on one core that has nothing else to do.',
    '',
    '| run | p@1 | p@3 | gain in p@1 | gain in p@3 | time |',
    '|---|---|---|---|---|---|',
    ...rows,
  ];
}

/** Only those whose runs are all done, and all of one model. */
function contrasts(runs: readonly PilotRun[], results: string): string[] {
  const done = new Map(runs.flatMap((run) => [[run.name, finished(results, run)] as const]));
  const rows = pilotContrasts.flatMap(({ title, pairs }) => {
    const found = pairs.flatMap(([a, b]) => {
      const [left, right] = [done.get(a), done.get(b)];
      return left && right && left.base === right.base ? [[left.outcomes.adapted, right.outcomes.adapted] as const] : [];
    });
    if (found.length < pairs.length) return [];
    return [`| ${title} | ${[1, 2, 3].map((k) => percent(pilotDifference(found, k))).join(' | ')} |`];
  });
  return rows.length === 0 ? [] : ['', 'Same tasks, uniforms and training seeds; bootstrap over tasks and training seeds.', '', '| difference | p@1 | p@2 | p@3 |', '|---|---|---|---|', ...rows];
}

const resultPath = (results: string, run: PilotRun): string => join(results, `${run.name}.json`);
