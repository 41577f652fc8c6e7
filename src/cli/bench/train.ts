/**
 * `npm run bench:train`: does training stay as it begins? Some hundred short iterations with the trainer that the command line and the page use, in this thread:
 * what the process holds after each (RSS, and V8's heap after a collection), and how an iteration's time goes with its tokens. About 3 minutes of one core.
 * The heap alone still grows by some 10 KiB an iteration: the metrics of the run, and 4 KiB for each new Sokoban level, of which the world keeps at most 1,000.
 *
 *   --iterations 200   of the run whose memory is watched
 *   --repeats 5        iterations of each size for the time
 *   --model FILE       scout
 */
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { withValues, type ExperimentConfig } from '../../experiment/config.ts';
import { preset } from '../../experiment/methods.ts';
import { trainingTasks } from '../../experiment/training.ts';
import { adapterLayout, initialAdapter } from '../../learning/adapterLayout.ts';
import { adamw } from '../../learning/optimizer.ts';
import { policyEngine } from '../../learning/policyEngine.ts';
import { localRollouts } from '../../learning/rollouts.ts';
import { mean } from '../../learning/spread.ts';
import { freshState, iterate, type Iteration } from '../../learning/trainer.ts';
import { nodeRuntime } from '../../platform/node/runtime.ts';
import { chatOf, loadModel } from '../../policy/files/model.ts';
import { scoutPath } from '../policy.ts';
import { print, wholeNumber } from '../shell.ts';
import { line, type Line } from './line.ts';
import { plural } from '../../worlds/plural.ts';

const { values: flags } = parseArgs({
  options: {
    iterations: { type: 'string', default: '200' },
    repeats: { type: 'string', default: '5' },
    model: { type: 'string', default: scoutPath },
  },
});
const iterations = wholeNumber('--iterations', flags.iterations, 40, 100_000);
const repeats = wholeNumber('--repeats', flags.repeats, 2, 1000);

/** Shaped rewards, so that hardly a group is without any difference: every token that is played is trained on. */
const base = withValues(preset('lamer', 'sokoban', { size: 5, boxes: 1, turns: 3, minSolution: 1, reward: 'shaped' }), [
  ['trial.episodes', 2],
  ['rollout.group', 2],
  ['objective.steps', 1],
]);
const withTasks = (tasks: number): ExperimentConfig => withValues(base, [['rollout.tasks', tasks]]);

/** Tokens that were played and trained on: prompts and responses. */
function tokensOf({ trials }: Iteration): number {
  return sum(trials.flat().map((record) => (record.type === 'responded' ? record.prompt.ids.length + record.ids.length : 0)));
}

async function trainer() {
  const model = await loadModel(new Uint8Array(readFileSync(flags.model)));
  const layout = adapterLayout(model.config, base.adapter);
  const state = freshState(initialAdapter(layout, 1));
  const setup = {
    layout,
    engines: [policyEngine(nodeRuntime(1, { arena: false }), model.weights, layout)],
    optimizer: await adamw(nodeRuntime(1), layout, state, base.optimizer),
    rollouts: await localRollouts(nodeRuntime(1), model.weights, chatOf(model), layout, { style: 'brief', slots: 64 }),
    now: () => performance.now() / 1000,
  };
  return async (config: ExperimentConfig): Promise<Iteration> => {
    const done = await iterate(state, config, { ...setup, tasks: (iteration) => trainingTasks(config, iteration) });
    if (!done) throw new Error('The iteration was stopped.');
    return done;
  };
}

const mega = 2 ** 20;
const { gc } = globalThis;
print(`${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, load ${loadavg()[0].toFixed(1)}${gc ? '' : '; no --expose-gc: the heap is shown with its garbage'}`);
const step = await trainer();

const memory: { readonly rss: number; readonly heap: number }[] = [];
const seconds = { rollout: 0, credit: 0, score: 0, update: 0 };
for (let i = 0; i < iterations; i++) {
  const { metrics } = await step(withTasks(2));
  for (const phase of ['rollout', 'credit', 'score', 'update'] as const) seconds[phase] += metrics.seconds[phase];
  gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  memory.push({ rss: rss / mega, heap: heapUsed / mega });
}
const total = sum(Object.values(seconds));
print(`\n${plural(iterations, 'iteration')} of 4 trials, ${(total / iterations).toFixed(2)} s each: ${Object.entries(seconds).map(([phase, s]) => `${phase} ${((100 * s) / total).toFixed(1)} %`).join(', ')}`);
// graphs are made as new lengths come up, most of them early
const warm = Math.ceil(iterations / 5);
for (const what of ['rss', 'heap'] as const) {
  const values = memory.map((each) => each[what]);
  const slope = slopeOf(values.slice(warm));
  const at = (i: number): string => `${values[i].toFixed(1)} MiB`;
  const verdict = slope.low <= 0 ? 'flat: the interval holds 0' : `grows by ${((100 * slope.value * iterations) / values[warm]).toFixed(2)} % in ${plural(iterations, 'iteration')}`;
  print(`  ${what.padEnd(5)} after 1: ${at(0)}, ${warm}: ${at(warm - 1)}, ${iterations >> 1}: ${at((iterations >> 1) - 1)}, ${iterations}: ${at(iterations - 1)}; from ${warm} on ${kilo(slope)} KiB an iteration (${verdict})`);
}

print('\nTime and tokens of an iteration');
const points: { readonly tokens: number; readonly seconds: number; readonly busy: number }[] = [];
// from where what every iteration costs is small beside its tokens to twice as many trials as there are slots
const sizes = [4, 8, 16, 32, 64];
for (const tasks of sizes) await step(withTasks(tasks));
for (let repeat = 0; repeat < repeats; repeat++) {
  // in turns, so that what else the machine does falls on all sizes alike
  for (const tasks of sizes) {
    const before = process.cpuUsage();
    const done = await step(withTasks(tasks));
    const { user, system } = process.cpuUsage(before);
    points.push({ tokens: tokensOf(done), seconds: sum(Object.values(done.metrics.seconds)), busy: (user + system) / 1e6 });
  }
}
sizes.forEach((tasks, k) => {
  const own = points.filter((_, i) => i % sizes.length === k);
  const [tokens, wall, busy] = [own.map((point) => point.tokens), own.map((point) => point.seconds), own.map((point) => point.busy)].map(mean);
  print(`  ${plural(String(2 * tasks).padStart(3), 'trial')}: ${plural(tokens.toFixed(0).padStart(7), 'token')}, ${wall.toFixed(2).padStart(6)} s (processor ${busy.toFixed(2).padStart(6)} s), ${((1e6 * busy) / tokens).toFixed(0).padStart(5)} µs of processor a token`);
});
// of the processor's time, which other programs disturb less
const power = line(points.map(({ tokens }) => Math.log(tokens)), points.map(({ busy }) => Math.log(busy)));
print(`  processor time ~ tokens^${power.value.toFixed(3)}, 95 % interval ${power.low.toFixed(3)} to ${power.high.toFixed(3)} (1 = linear)`);
process.exit(0);

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

/** Neighbouring iterations hold nearly the same, so means of eighths are the points. */
function slopeOf(values: readonly number[]): Line {
  const size = Math.floor(values.length / 8);
  const means = Array.from({ length: 8 }, (_, k) => mean(values.slice(k * size, (k + 1) * size)));
  return line(means.map((_, k) => k * size), means);
}

function kilo({ value, low, high }: Line): string {
  return `${(1024 * value).toFixed(1)} [${(1024 * low).toFixed(1)}, ${(1024 * high).toFixed(1)}]`;
}
