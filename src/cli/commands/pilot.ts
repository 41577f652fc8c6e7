import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { percent, summarise, type TrialSummary } from '../../experiment/evaluation.ts';
import { pilotMeasure, pilotResult, pilotRuns, type PilotRun } from '../../experiment/pilot.ts';
import { validationTrials } from '../../experiment/training.ts';
import { withValues } from '../../experiment/config.ts';
import { playOnThreads, type ModelPlace } from '../../platform/node/trialWorker.ts';
import { addModelFlag, addThreadsFlag, placeOf, threadsOf } from '../policy.ts';
import { Interrupted, makeFolder, note, print, progress, stopSignal, UsageError, writeOut } from '../shell.ts';
import { train } from './train.ts';

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
    .option('--list', 'say what there is to run and what is done')
    .action(async (options: Options) => {
      const threads = threadsOf(options);
      const runs = chosen(options.only);
      makeFolder('--results', options.results);
      if (!options.list) {
        const { file } = await placeOf('--model', options.model, undefined, 'chat');
        makeFolder('--dir', options.dir);
        for (const run of runs) if (!finished(options.results, run)) await carryOut(run, file, options, threads);
      }
      for (const line of report(runs, options.results)) print(line);
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

async function carryOut(run: PilotRun, file: string, { dir, results, model }: Options, threads: number): Promise<void> {
  const folder = join(dir, run.name);
  makeFolder('--dir', folder);
  note(`${run.name}:`);
  const began = Date.now();
  await train(run.config, model, file, folder, threads);
  const adapted = await trials(run, { file, adapter: join(folder, 'adapter') }, 'with the adapter', threads);
  const plain = await trials(run, { file }, 'without', threads);
  const { episodes } = run.config.evaluation;
  const lines = (name: string): unknown[] => readFileSync(join(folder, name), 'utf8').split('\n').filter((line) => line !== '').map((line): unknown => JSON.parse(line));
  const result = {
    version: 1,
    name: run.name,
    against: run.against,
    minutes: Math.round((Date.now() - began) / 60_000),
    config: run.config,
    ...pilotResult(adapted, plain, episodes),
    validation: lines('validation.jsonl'),
    metrics: lines('metrics.jsonl'),
  };
  writeOut('--results', resultPath(results, run), `${JSON.stringify(result)}\n`);
}

async function trials({ config, name }: PilotRun, place: ModelPlace, what: string, threads: number): Promise<TrialSummary[]> {
  const specs = validationTrials(withValues(config, [['evaluation.tasks', pilotMeasure.tasks]]), 'brief');
  const all = Array.from({ length: pilotMeasure.repeats }, (_, repeat) => specs.map((spec) => ({ ...spec, seed: spec.seed + repeat }))).flat();
  const show = progress(`${name}, ${what}`, all.length);
  const summaries: TrialSummary[] = [];
  await playOnThreads(place, all, { threads, signal: stopSignal() }, (index, records) => {
    summaries.push(summarise(records, all[index].trial, Math.floor(index / specs.length)));
    show(summaries.length);
  });
  if (stopSignal().aborted) throw new Interrupted('stopped; the trained adapter stays, the same command measures it.');
  return summaries;
}

const resultPath = (results: string, run: PilotRun): string => join(results, `${run.name}.json`);

const interval = z.object({ value: z.number(), low: z.number(), high: z.number() });
const saved = z.object({ success: z.array(interval), gain: z.array(interval), minutes: z.number() });

function finished(results: string, run: PilotRun): z.infer<typeof saved> | null {
  const path = resultPath(results, run);
  if (!existsSync(path)) return null;
  const parsed = saved.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new UsageError(`${path} is no result of the pilot; move it away, and the run is done again.`);
  return parsed.data;
}

function report(runs: readonly PilotRun[], results: string): string[] {
  const rows = runs.map((run) => {
    const done = finished(results, run);
    const last = done ? done.success.length - 1 : 0;
    const cells = done ? [percent(done.success[0]), percent(done.success[last]), percent(done.gain[0]), percent(done.gain[last]), `${done.minutes} min`] : ['–', '–', '–', '–', '–'];
    return `| ${run.name} | ${cells.join(' | ')} |`;
  });
  return [
    `${pilotMeasure.tasks} validation tasks × ${pilotMeasure.repeats} sampling seeds. Gain: adapter on − off, same tasks and uniforms. Intervals: 95 %, bootstrap over tasks and seeds.`,
    '',
    '| run | p@1 | p@3 | gain in p@1 | gain in p@3 | time |',
    '|---|---|---|---|---|---|',
    ...rows,
  ];
}
