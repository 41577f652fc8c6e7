import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import type { Command } from 'commander';
import { scoutConfig } from '../../experiment/scout/model.ts';
import { scoutRecipe } from '../../experiment/scout/recipe.ts';
import { flatLayout, initialParameters, weightsOf } from '../../learning/flat.ts';
import { fileSource } from '../../platform/node/fileSource.ts';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import { bench, type BenchResult } from '../../policy/engine/bench.ts';
import { loadModel } from '../../policy/files/model.ts';
import type { Weights } from '../../policy/model/config.ts';
import { bench as benchMinesweeper } from '../../worlds/minesweeper/bench.ts';
import { benchSokoban } from '../../worlds/sokoban/index.ts';
import { plural } from '../../worlds/plural.ts';
import { measureInChromium } from '../bench/browser.ts';
import { teachers, training } from '../bench/figures.ts';
import { timeSteps, type StepFigures } from '../bench/step.ts';
import { scoutPath } from '../policy.ts';
import { breathe, checkOut, Interrupted, messageOf, note, print, stopSignal, untilStopped, writeOut } from '../shell.ts';
import { painter, type Paint, screenOf } from '../terminal.ts';

interface Options {
  readonly json?: string;
  readonly quick?: true;
}

export function register(program: Command): void {
  program
    .command('bench')
    .description('How fast this machine is: worlds, teachers, prefill and decode, pretraining, and the page if there is a Chromium.')
    .option('--json <file>', 'the figures')
    .option('--quick', 'fewer repetitions, and without the page')
    .action(async (options: Options) => {
      checkOut('--json', options.json);
      const figures = await measure(options.quick === true);
      const paint = painter(screenOf(process.stdout, process.env).colour);
      for (const line of report(figures, paint)) print(line);
      if (options.json !== undefined) writeOut('--json', options.json, `${JSON.stringify({ version: 1, ...figures }, null, 2)}\n`);
    });
}

type Figures = Awaited<ReturnType<typeof measure>>;

async function measure(quick: boolean) {
  const now = (): number => performance.now();
  const step = async <T>(what: string, work: () => T | Promise<T>): Promise<T> => {
    note(`measuring: ${what}`);
    await breathe();
    const result = await untilStopped(Promise.resolve(work()));
    if (result === undefined || stopSignal().aborted) throw new Interrupted('stopped; nothing was written.');
    return result;
  };
  const { weights, name } = await model();
  const { config } = weights;
  const shape = quick ? { batches: [1, 8], cached: 128, steps: 8 } : { batches: [1, 8, 64], cached: 400, steps: 32 };
  const steps = { lengths: [256, 512], tokens: 4096, repeats: quick ? 1 : 5 };
  return {
    quick,
    machine: { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, load: loadavg()[0] },
    model: name,
    sokoban: await step('Sokoban', () => benchSokoban(now)),
    minesweeper: await step('MineSweeper', () => benchMinesweeper(now, quick ? 1 : 5)),
    teachers: await step('teachers', () => teachers(quick ? 40 : 400)),
    engine: await step('prefill and decode', () => withRuntime((runtime) => bench(runtime, { weights, ...shape, now }))),
    training: await step('training', () => training(config, [256, 512], scoutRecipe.training.batchTokens, quick ? 1 : 5)),
    adapter: await step('adapter', () => withRuntime((runtime) => timeSteps(runtime, weights, steps, now))),
    chromium: quick ? null : await step('Chromium', async () => ({ found: await measureInChromium({ config, ...shape, training: steps }, name === 'scout', (what) => note(`measuring: ${what}`)).catch(unmeasured) })).then(({ found }) => found),
  };
}

/** The other figures are not lost with the page's. */
function unmeasured(error: unknown): null {
  note(`The page could not be measured: ${messageOf(error)}`);
  return null;
}

async function withRuntime<T>(work: (runtime: ReturnType<typeof nodeRuntime>) => Promise<T>): Promise<T> {
  const runtime = nodeRuntime(1);
  try {
    return await work(runtime);
  } finally {
    await runtime.dispose();
  }
}

/** Scout, or its shape with random weights where it has not been trained yet: the speed is the same. */
async function model(): Promise<{ weights: Weights; name: 'scout' | 'random' }> {
  if (existsSync(scoutPath)) {
    await using source = await fileSource(scoutPath);
    return { weights: (await loadModel(source)).weights, name: 'scout' };
  }
  const layout = flatLayout(scoutConfig());
  return { weights: weightsOf(layout, initialParameters(layout, 1)), name: 'random' };
}

/** The aims are those of one undisturbed core. */
function report(f: Figures, paint: Paint): string[] {
  const mark = (met: boolean): string => (met ? paint('✓', 'green') : paint('✗', 'red'));
  const line = (what: string, value: string, aim = ''): string => `  ${what.padEnd(38)}${value.padStart(16)}${aim && `   ${aim}`}`;
  const least = (what: string, value: number, unit: string, aim: number): string => line(what, `${round(value)} ${unit}`, `aim ≥ ${round(aim)} ${mark(value >= aim)}`);
  const title = (text: string): string => paint(text, 'bold');
  const lines = [
    paint(`${f.machine.cpu}, ${plural(f.machine.cores, 'core')}, Node ${f.machine.node}${f.quick ? ', quick (rough figures)' : ''}`, 'dim'),
    ...(f.machine.load > 0.5 ? [paint(`Other programs were at work when this began (load ${f.machine.load.toFixed(1)}): the figures are too low.`, 'yellow')] : []),
    '',
    title('Worlds, one core'),
    least('Sokoban, moves', f.sokoban.movesPerSecond, '/s', 200_000),
    least('Sokoban, moves with deadlock proof', f.sokoban.provenMovesPerSecond, '/s', 5_000),
    ...Object.entries(f.sokoban.msPerLevel).map(([shape, ms]) => line(`Sokoban, a new level ${shape}`, `${ms.toFixed(1)} ms`)),
    least('MineSweeper 6×6, exact insights', f.minesweeper.insightsPerSecond, '/s', 20_000),
    line('MineSweeper 6×6, turns', `${round(f.minesweeper.turnsPerSecond)} /s`),
    '',
    title('Teachers, one core, three episodes'),
    line('Sokoban 6×6, 2 boxes', `${round(f.teachers.sokoban.trialsPerSecond)} trials/s`),
    line('MineSweeper 6×6, 3 mines', `${round(f.teachers.minesweeper.trialsPerSecond)} trials/s`),
    '',
    title(`Engine on Node, one thread, ${plural(f.engine.cached, 'token')} cached, ${(f.engine.parameters / 1e6).toFixed(2)} M parameters (${f.model === 'scout' ? 'Scout' : "Scout's shape, random weights"})`),
    ...engineLines(f.engine, mark, true),
    '',
    title('Training an adapter, one core, forward, backward and step'),
    ...stepLines(f.adapter),
    '',
    title('Training all parameters, one core, forward and backward'),
    ...f.training.map(({ length, batch, tokensPerSecond }) => line(`${plural(batch, 'sequence')} of ${plural(length, 'token')}`, `${round(tokensPerSecond)} tokens/s`)),
    '',
  ];
  if (f.chromium === null) return [...lines, paint(f.quick ? 'The page was left out (--quick).' : 'The page was left out: no Chromium was found (set CHROMIUM_PATH), or it failed.', 'dim')];
  const { firstAction } = f.chromium;
  return [
    ...lines,
    title(`Engine in ${f.chromium.browser}, ${f.chromium.engine.backend}`),
    ...engineLines(f.chromium.engine, mark, false),
    ...stepLines(f.chromium.training, f.adapter, mark),
    '',
    title('The page, nothing cached, on this machine'),
    firstAction === null
      ? line("from Run to Scout's first action", 'no model yet', 'npm run lab -- pretrain makes it')
      : line("from Run to Scout's first action", `${(firstAction / 1000).toFixed(2)} s`, `aim ≤ 3 s ${mark(firstAction <= 3000)}`),
  ];
}

/** Of batches: least tokens/s as a multiple of batch 1. */
const gains: ReadonlyMap<number, number> = new Map([[8, 2.5], [64, 6]]);

/** The best step is compared: what the machine does when nobody disturbs it. @param aimed the aims are for Node */
function engineLines({ batches }: BenchResult, mark: (met: boolean) => string, aimed: boolean): string[] {
  const cells = (row: readonly string[]): string => row.map((cell, i) => cell.padStart([7, 12, 12, 12, 12, 10, 9][i])).join(' ');
  const over = (b: BenchResult['batches'][number]): number => b.step.best / b.bareStep.best;
  const rows = batches.map((b) =>
    cells([String(b.batch), round(b.prefill), round(b.decode), b.step.best.toFixed(2), b.bareStep.best.toFixed(2), `${over(b).toFixed(2)} ×`, `${b.bestGain.toFixed(1)} ×`]),
  );
  const aims = batches.flatMap((b) => {
    const wanted = gains.get(b.batch);
    if (b.batch === 1) return [`batch 1 ≤ 1.3 × bare ${mark(over(b) <= 1.3)}`];
    return wanted === undefined ? [] : [`batch ${b.batch} ≥ ${wanted} × batch 1 ${mark(b.bestGain >= wanted)}`];
  });
  return [cells(['batch', 'prefill/s', 'decode/s', 'step ms', 'bare ms', 'of bare', 'gain']), ...rows, ...(aimed ? [`  aims: ${aims.join(', ')}`] : [])];
}

/** The best step of each. @param node on WebAssembly an eighth of Node's speed is aimed at */
function stepLines(figures: readonly StepFigures[], node?: readonly StepFigures[], mark: (met: boolean) => string = () => ''): string[] {
  const speed = ({ tokens, times }: StepFigures): number => (1000 * tokens) / Math.min(...times);
  return figures.map((figure) => {
    const other = node?.find(({ length }) => length === figure.length);
    const share = other && speed(figure) / speed(other);
    const text = `  ${`${node ? 'training, ' : ''}sequences of ${plural(figure.length, 'token')}`.padEnd(38)}${`${round(speed(figure))} tokens/s`.padStart(16)}`;
    return share === undefined ? text : `${text}   1/${(1 / share).toFixed(1)} of Node, aim ≥ 1/8 ${mark(share >= 1 / 8)}`;
  });
}

function round(x: number): string {
  return Math.round(x).toLocaleString('en-US');
}
