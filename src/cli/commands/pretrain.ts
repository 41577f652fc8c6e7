import { appendFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { scoutRecipe, type ScoutPhase, type ScoutRecipe } from '../../experiment/scout/recipe.ts';
import { scoutBeginning, scoutConfig, scoutFile } from '../../experiment/scout/model.ts';
import { flatLayout, weightsOf } from '../../learning/flat.ts';
import { muon } from '../../learning/muon.ts';
import { meanLoss, pretrain, type StepReport } from '../../learning/pretrain.ts';
import { unpackSequences, type Sequence } from '../../learning/sequences.ts';
import { mean } from '../../learning/spread.ts';
import { loadCheckpoint, saveCheckpoint } from '../../platform/node/checkpoint.ts';
import { makeShards, shardPath } from '../../platform/node/corpusWorker.ts';
import { startGradientWorker } from '../../platform/node/gradientWorker.ts';
import { logUpTo } from '../../platform/node/jsonLines.ts';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import { hash32 } from '../../worlds/random.ts';
import { plural } from '../../worlds/plural.ts';
import { lockFolder } from '../lock.ts';
import { addThreadsFlag, threadsOf } from '../policy.ts';
import { checkOut, duration, Interrupted, makeFolder, note, print, progress, readText, steadyProgress, stopSignal, untilStopped, wholeNumber, writeOut } from '../shell.ts';

interface Options {
  readonly dir: string;
  readonly out: string;
  readonly threads: string;
  readonly steps?: string;
  readonly corpusOnly?: true;
}

/** Steps between checkpoints; at most this much is lost when the run is killed. */
const checkpointEvery = 50;
/** Sequences of the last shard of each phase that are never trained on: the validation loss. */
const validationSequences = 200;

export function register(program: Command): void {
  addThreadsFlag(program.command('pretrain'))
    .description('Train Scout from nothing on the play of the teachers. Goes on where it was stopped.')
    .option('--dir <folder>', 'corpus, checkpoints and log of the run', '.cache/scout')
    .option('--out <file>', 'the finished model', 'models/scout/scout.gguf')
    .option('--steps <n>', 'optimizer steps in all; the recipe says how many if left out')
    .option('--corpus-only', 'make the corpus and stop')
    .action(async (options: Options) => {
      const threads = threadsOf(options);
      const steps = options.steps === undefined ? scoutRecipe.training.steps : wholeNumber('--steps', options.steps, 10, 1_000_000);
      checkOut('--out', options.out);
      makeFolder('--dir', options.dir);
      const recipe = { ...scoutRecipe, training: { ...scoutRecipe.training, steps } };
      const release = lockFolder('--dir', options.dir);
      try {
        await makeCorpus(recipe, options.dir, threads);
        if (!options.corpusOnly) await train(recipe, options.dir, options.out, threads);
      } finally {
        release();
      }
    });
}

/** @throws Interrupted */
async function makeCorpus(recipe: ScoutRecipe, dir: string, threads: number): Promise<void> {
  for (const phase of recipe.phases) {
    // The first report says how many shards earlier sessions made.
    let show: ReturnType<typeof progress> | undefined;
    await untilStopped(
      makeShards(phase.corpus, corpusFolder(dir, phase), phase.shards, threads, (done) => {
        show ??= progress(`corpus "${phase.name}"`, phase.shards, done);
        show(done);
      }),
    );
    if (stopSignal().aborted) throw new Interrupted('stopped; the shards that are done stay, the same command goes on from there.');
  }
}

function corpusFolder(dir: string, phase: ScoutPhase): string {
  return join(dir, `corpus-${phase.name}-${hash32(JSON.stringify(phase.corpus)).toString(16)}`);
}

function load(dir: string, phase: ScoutPhase): Sequence[] {
  const folder = corpusFolder(dir, phase);
  return Array.from({ length: phase.shards }, (_, i) => shardPath(folder, i)).flatMap((path) => unpackSequences(readFileSync(path), path));
}

async function train(recipe: ScoutRecipe, dir: string, out: string, threads: number): Promise<void> {
  const config = scoutConfig();
  const layout = flatLayout(config);
  const { training } = recipe;
  // The number of steps may change between sessions of a run; everything else makes it another run.
  const name = hash32(JSON.stringify([config, { ...recipe, training: { ...training, steps: 0 } }])).toString(16);
  const saved = await loadCheckpoint(dir, name, layout.length);
  const parameters = saved?.parameters ?? scoutBeginning(layout, recipe.seed);
  const moments = { m: saved?.m ?? new Float32Array(layout.length), v: saved?.v ?? new Float32Array(layout.length) };
  let { step, tokens, seconds } = saved?.state ?? { step: 0, tokens: 0, seconds: 0 };
  note(`Scout: ${(layout.length / 1e6).toFixed(2)} M parameters, step ${step} of ${training.steps}, ${plural(threads, 'thread')}.`);
  const engines = Array.from({ length: threads }, () => startGradientWorker(config));
  const optimizer = await muon(nodeRuntime(threads), layout, moments, recipe.optimizer);
  const log = join(dir, 'log.jsonl');
  writeOut('--dir', log, logUpTo(log, step));
  using show = steadyProgress('training', training.steps, step);
  let last = Date.now();
  let losses: number[] = [];
  const stop = stopSignal();
  const save = (): void => {
    saveCheckpoint(dir, { state: { version: 1, recipe: name, step, tokens, seconds }, parameters, ...moments });
    writeOut('--dir', join(dir, 'scout.gguf'), scoutFile(weightsOf(layout, parameters)));
  };
  try {
    for (const phase of recipe.phases) {
      const until = Math.round(training.steps * phase.until);
      if (step >= until) continue;
      const { partWeights } = training;
      const weighted = { ...training, partWeights: { ...partWeights, heeding: phase.heeding ?? partWeights.heeding } };
      const sequences = load(dir, phase);
      const held = sequences.splice(-validationSequences);
      const after = async (report: StepReport): Promise<boolean> => {
        const now = Date.now();
        seconds += (now - last) / 1000;
        last = now;
        step = report.step + 1;
        tokens += report.tokens;
        losses.push(report.loss);
        show(step, `loss ${report.loss.toFixed(3)}, ${Math.round(tokens / seconds)} tokens/s`);
        if (step % checkpointEvery === 0 || step === until) {
          const validation = step % (checkpointEvery * 5) === 0 || step === until ? await meanLoss(held, parameters, engines, weighted) : undefined;
          const loss = mean(losses);
          losses = [];
          const { rate, gradientNorm } = report;
          appendFileSync(log, `${JSON.stringify({ version: 1, step, phase: phase.name, loss, validation, rate, gradientNorm, tokens, seconds: Math.round(seconds) })}\n`);
          save();
        }
        return !stop.aborted;
      };
      await pretrain(sequences, parameters, engines, optimizer, weighted, [step, until], after);
      if (stop.aborted) break;
    }
  } finally {
    for (const engine of engines) await engine.stop();
  }
  save();
  if (stop.aborted && step < training.steps) throw new Interrupted(`stopped after step ${step} of ${training.steps}; the same command goes on from there.`);
  writeOut('--out', out, scoutFile(weightsOf(layout, parameters)));
  writeOut('--out', join(dirname(out), 'log.jsonl'), readText('--dir', log));
  print(`${out}: ${plural(tokens, 'token')} in ${duration(seconds * 1000)}.`);
}
