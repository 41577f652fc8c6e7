import type { Command } from 'commander';
import { evaluation, percent, summarise, type Evaluation, type TrialSummary } from '../../experiment/evaluation.ts';
import { taskList, trainTask } from '../../experiment/tasks.ts';
import type { TrialSpec } from '../../trial/runner.ts';
import { addPolicyFlags, playTrials, policyOf, samplingOf, trialConfigOf, type PolicyOptions } from '../policy.ts';
import { addWorldFlags, parseSplit, settingsOf, worldOf, type WorldOptions } from '../taskFlags.ts';
import { duration, print, progress, UsageError, wholeNumber, writeOut } from '../shell.ts';

interface Options extends WorldOptions, PolicyOptions {
  readonly tasks: string;
  readonly repeat: string;
  readonly json?: string;
}

export function register(program: Command): void {
  addPolicyFlags(addWorldFlags(program.command('evaluate')))
    .description('Play many tasks and print p@1, p@2, … with 95 % intervals (bootstrap over tasks and sampling seeds).')
    .option('--tasks <split:count>', 'the first tasks of a list', 'heldout:512')
    .option('--repeat <n>', 'sampling seeds: --sample-seed, then the next ones', '1')
    .option('--json <file>', 'the figures and every trial in numbers')
    .action(async (options: Options) => {
      const world = worldOf(options);
      const settings = settingsOf(options);
      const config = trialConfigOf(options);
      const sampling = samplingOf(options);
      const { split, number: count } = parseSplit('--tasks', options.tasks);
      if (count < 1) throw new UsageError('--tasks asks for no task; give a count from 1, for instance heldout:512.');
      const repeat = wholeNumber('--repeat', options.repeat, 1, 1000);
      const seed = wholeNumber('--sample-seed', options.sampleSeed, 0, 2 ** 31);
      const threads = wholeNumber('--threads', options.threads, 1, 64);
      const choice = policyOf(options, world);
      const tasks = split === 'train' ? Array.from({ length: count }, (_, i) => trainTask(world, settings, i)) : taskList(world, settings, split, count);
      const trials = tasks.flatMap((task, trial) =>
        Array.from({ length: repeat }, (_, r): Omit<TrialSpec, 'style'> => ({ task, config, sampling, seed: seed + r, trial })),
      );
      const start = Date.now();
      const show = progress('trials', trials.length);
      const summaries: TrialSummary[] = [];
      await playTrials(choice, trials, threads, (index, records) => {
        summaries.push(summarise(records, Math.floor(index / repeat), index % repeat));
        show(summaries.length);
      });
      const result = evaluation(summaries, config.episodes);
      const seconds = (Date.now() - start) / 1000;
      print(`${options.policy} · ${world} ${JSON.stringify(tasks[0].config)} · memory ${config.memory} · ${tasks.length} tasks × ${repeat} seed(s)`);
      for (const line of table(result)) print(line);
      print(`${duration(seconds * 1000)}, ${Math.round(result.tokens / seconds)} tokens/s written`);
      if (options.json !== undefined) {
        const policy = { policy: options.policy, adapter: options.adapter ?? null, sampling, seed, repeat };
        writeOut('--json', options.json, `${JSON.stringify({ version: 1, world, settings: tasks[0].config, ...config, tasks: options.tasks, ...policy, seconds, result, trials: summaries })}\n`);
      }
    });
}

export function table(result: Evaluation): string[] {
  const rows: [string, string][] = result.success.map((interval, k) => [`p@${k + 1}`, percent(interval)]);
  rows.push(['invalid turns', percent(result.invalidTurns)]);
  if (result.validNotes) rows.push(['valid notes', percent(result.validNotes)]);
  if (result.emptyNotes) rows.push(['empty notes', percent(result.emptyNotes)]);
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}
