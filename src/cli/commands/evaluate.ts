import type { Command } from 'commander';
import { evaluation, summarise, type Evaluation, type TrialSummary } from '../../experiment/evaluation.ts';
import type { Interval } from '../../experiment/statistics.ts';
import type { TrialSpec } from '../../trial/runner.ts';
import { styles, styleWord } from '../../trial/teachers/style.ts';
import type { Task } from '../../worlds/index.ts';
import { plural } from '../../worlds/plural.ts';
import { addPolicyFlags, playerText, playTrials, policyOf, samplingOf, samplingText, seedOf, threadsOf, trialConfigOf, type PolicyOptions } from '../policy.ts';
import { titleOf } from '../readable.ts';
import { checkOut, duration, Interrupted, note, oneOf, Pace, print, steadyProgress, stopSignal, UsageError, wholeNumber, writeOut } from '../shell.ts';
import { addWorldFlags, parseSplit, tasksOf, worldOf, worldSettingsOf, type WorldOptions } from '../taskFlags.ts';
import { painter, type Paint, screenOf, type Style, wrap } from '../terminal.ts';

interface Options extends WorldOptions, PolicyOptions {
  readonly tasks: string;
  readonly repeat: string;
  readonly style?: string;
  readonly json?: string;
}

export function register(program: Command): void {
  addPolicyFlags(addWorldFlags(program.command('evaluate')))
    .description('Play many tasks and print p@1, p@2, … (the share of trials won within 1, 2, … episodes) with 95 % intervals (bootstrap over tasks and sampling seeds).')
    .option('--tasks <split:count>', 'the first tasks of a list', 'heldout:512')
    .option('--repeat <n>', 'sampling seeds: --sample-seed, then the next ones', '1')
    .option('--style <name>', `${styles.join(' | ')}: what the first word of every thought says, whatever the policy would have said`)
    .option('--json <file>', 'the figures and every trial in numbers')
    .action(async (options: Options) => {
      const world = worldOf(options);
      const settings = worldSettingsOf(options);
      const config = trialConfigOf(options);
      const [sampling, seed, threads] = [samplingOf(options), seedOf(options), threadsOf(options)];
      const { split, number: count } = parseSplit('--tasks', options.tasks, 1_000_000);
      if (count < 1) throw new UsageError('--tasks asks for no task; give a count from 1, for instance heldout:512.');
      const repeat = wholeNumber('--repeat', options.repeat, 1, 1000);
      const style = options.style === undefined ? undefined : oneOf('--style', options.style, styles);
      const listed = tasksOf(world, settings, split, count, 0, `--tasks ${options.tasks}`);
      checkOut('--json', options.json);
      const choice = await policyOf(options, world);
      if (style !== undefined && choice.kind === 'teacher') throw new UsageError(`--style goes with a model; a teacher has its own style (--policy teacher:${style}).`);
      const seeds = repeat === 1 ? `sampling seed ${seed}` : `sampling seeds ${seed} to ${seed + repeat - 1}`;
      const at = choice.kind === 'model' ? `, on ${plural(threads, 'thread')}` : '';
      note(`${playerText(options)} plays ${plural(count, 'task')} of ${split}, up to ${plural(config.episodes, 'episode')} each, ${seeds}${at}.`);
      const tasks: Task[] = [];
      for await (const task of listed) tasks.push(task);
      const trials = tasks.flatMap((task, trial) =>
        Array.from({ length: repeat }, (_, r): Omit<TrialSpec, 'style'> => ({ task, config, sampling, seed: seed + r, trial })),
      );
      const start = Date.now();
      using show = steadyProgress('trials', trials.length);
      const summaries: TrialSummary[] = [];
      // Many trials are under way at once, so the first of them is over late; how many turns there are at most is known before.
      const most = trials.reduce((sum, { task }) => sum + config.episodes * task.config.turns, 0);
      const pace = new Pace(most, 0, start);
      let turns = 0;
      const onTurn = (): void => show(summaries.length, '', pace.left(++turns, Date.now()));
      await playTrials(choice, trials, { threads, force: style && styleWord(style), onTurn }, (index, records) => {
        summaries.push(summarise(records, Math.floor(index / repeat), index % repeat));
        show(summaries.length);
      });
      const seconds = (Date.now() - start) / 1000;
      const whole = wholeTasks(summaries, repeat);
      const stopped = stopSignal().aborted;
      const played = whole.length / repeat;
      if (played === 0) throw new Interrupted('stopped before the first task was over.');
      const result = evaluation(whole, config.episodes);
      const { colour, width } = screenOf(process.stdout, process.env);
      const paint = painter(colour);
      const say = (text: string, style: Style): void => wrap(text, width).forEach((line) => print(paint(line, style)));
      say(`${playerText(options)} · ${titleOf(tasks[0])} · memory ${config.memory}`, 'bold');
      say(`${plural(played, 'task')} of ${split}${samplingText(choice, sampling)}${style ? ` · style ${style}` : ''} · ${seeds}`, 'dim');
      print('');
      for (const line of table(result, paint, width)) print(line);
      print('');
      say(legend, 'dim');
      const speed = result.tokens > 0 ? `, ${Math.round(result.tokens / seconds)} tokens/s written` : '';
      say(`${duration(seconds * 1000)}, ${(summaries.length / Math.max(seconds, 0.001)).toFixed(1)} trials/s${speed}`, 'dim');
      if (options.json !== undefined) {
        const policy = { policy: options.policy, adapter: options.adapter ?? null, sampling, seed, repeat, style: style ?? null };
        writeOut('--json', options.json, `${JSON.stringify({ version: 1, world, settings: tasks[0].config, ...config, tasks: options.tasks, played, ...policy, seconds, result, trials: whole })}\n`);
      }
      if (stopped) throw new Interrupted(`stopped after ${plural(played, 'task')} of ${count}; the figures are of those.`);
    });
}

/** Tasks with all their repetitions, in order. */
function wholeTasks(summaries: readonly TrialSummary[], repeat: number): TrialSummary[] {
  const counts = new Map<number, number>();
  for (const { task } of summaries) counts.set(task, (counts.get(task) ?? 0) + 1);
  return summaries.filter(({ task }) => counts.get(task) === repeat).sort((a, b) => a.task - b.task || a.repeat - b.repeat);
}

const legend = 'p@k: share of trials won within k episodes. Interval: bootstrap over tasks and sampling seeds.';

/** Columns before the bar. */
const beforeBar = 47;

/** One line a figure: value, 95 % interval, and, where the screen has room, a bar in which the interval is light. */
export function table(result: Evaluation, paint: Paint, width: number): string[] {
  const barWidth = width < beforeBar + 10 ? 0 : Math.min(30, width - beforeBar);
  const figures: [string, Interval][] = result.success.map((interval, k) => [`p@${k + 1}`, interval]);
  figures.push(['invalid turns', result.invalidTurns]);
  if (result.validNotes) figures.push(['valid notes', result.validNotes]);
  if (result.emptyNotes) figures.push(['empty notes', result.emptyNotes]);
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`.padStart(7);
  return [
    paint(`  ${''.padEnd(13)}  ${'share'.padStart(7)}   95 % interval`, 'dim'),
    ...figures.map(([name, { value, low, high }]) => {
      const [from, to] = [Math.round(low * barWidth), Math.round(high * barWidth)];
      const bar = paint('█'.repeat(from), 'cyan') + paint('▒'.repeat(to - from), 'cyan') + paint('·'.repeat(barWidth - to), 'dim');
      return `  ${name.padEnd(13)}  ${percent(value)}   ${percent(low)} – ${percent(high)}   ${bar}`.trimEnd();
    }),
  ];
}
