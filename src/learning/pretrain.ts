/**
 * Language-model pretraining on token sequences: the loop, without any runtime. Gradients come from engines (one per core), the
 * update from an optimizer; both are given. The order of the batches depends on the seed and the step alone, so that a run
 * goes on exactly where its checkpoint was written.
 */
import { hash32, random } from '../worlds/random.ts';
import { mapOnEngines } from './mapOnEngines.ts';
import type { Optimizer } from './optimizer.ts';
import type { GradientEngine } from './pretrainEngine.ts';
import { epochBatches, toBatch, type PartWeights, type Sequence, type TokenBatch } from './sequences.ts';

export interface PretrainOptions {
  readonly steps: number;
  /** padded tokens of one forward and backward pass */
  readonly batchTokens: number;
  /** passes whose gradients are summed before an update */
  readonly batchesPerStep: number;
  readonly buckets: readonly number[];
  readonly partWeights: PartWeights;
  /** the learning rate at shares of all steps, straight lines between; the first is at 0, the last at 1 */
  readonly rates: readonly { readonly at: number; readonly rate: number }[];
  readonly clipNorm: number;
  readonly seed: number;
}

/** The rate of a step, which counts from 0: what the schedule says at its end, so that a warm-up from 0 begins above it. */
export function learningRate({ rates, steps }: Pick<PretrainOptions, 'rates' | 'steps'>, step: number): number {
  const at = Math.min(1, (step + 1) / steps);
  const after = Math.max(1, rates.findIndex((point) => point.at >= at));
  const [a, b] = [rates[after - 1], rates[after]];
  return a.rate + ((b.rate - a.rate) * (at - a.at)) / (b.at - a.at);
}

export interface StepReport {
  readonly step: number;
  /** mean over the weighted tokens, in nats */
  readonly loss: number;
  readonly gradientNorm: number;
  readonly rate: number;
  /** tokens fed, padding included */
  readonly tokens: number;
}

interface Plan {
  readonly epoch: number;
  readonly groups: ReturnType<typeof epochBatches>;
}

/** The batches of every step, epoch after epoch. */
export function batchPlanner(lengths: readonly number[], o: PretrainOptions): (step: number) => ReturnType<typeof epochBatches> {
  let plan: Plan | undefined;
  const epochPlan = (epoch: number): Plan =>
    plan?.epoch === epoch
      ? plan
      : (plan = { epoch, groups: epochBatches(lengths, o.buckets, o.batchTokens, random(hash32('epoch', o.seed, epoch))) });
  // Epochs differ by a few batches at most (partial groups), so each one's size is counted, not assumed.
  const starts = [0];
  return (step) => {
    const stepsIn = (epoch: number): number => Math.floor(epochPlan(epoch).groups.length / o.batchesPerStep);
    let epoch = starts.length - 1;
    while (starts[epoch] > step) epoch--;
    for (;;) {
      const size = stepsIn(epoch);
      if (size === 0) throw new Error(`There are too few sequences for one step of ${o.batchesPerStep} batches.`);
      if (step < starts[epoch] + size) break;
      starts[epoch + 1] = starts[epoch] + size;
      epoch++;
    }
    const first = (step - starts[epoch]) * o.batchesPerStep;
    return epochPlan(epoch).groups.slice(first, first + o.batchesPerStep);
  };
}

/**
 * Run steps `from` to `until` − 1 on `sequences`; the learning rate goes by `options.steps`, the length of the whole run. `after` sees each step; returning false stops the run there.
 * @returns the number of steps done in all
 */
export async function pretrain(
  sequences: readonly Sequence[],
  parameters: Float32Array,
  engines: readonly GradientEngine[],
  optimizer: Optimizer,
  options: PretrainOptions,
  [from, until]: readonly [from: number, until: number],
  after: (report: StepReport) => Promise<boolean>,
): Promise<number> {
  const planner = batchPlanner(sequences.map((s) => s.ids.length), options);
  const sum = new Float32Array(parameters.length);
  for (let step = from; step < until; step++) {
    const batches = normalised(planner(step).map((g) => toBatch(g.members.map((i) => sequences[i]), g.length, options.partWeights)));
    const gradients = await mapOnEngines(engines, batches, (engine, batch) => engine.gradient(parameters, batch));
    sum.fill(0);
    let square = 0;
    for (const { values } of gradients) for (let i = 0; i < sum.length; i++) sum[i] += values[i];
    for (const value of sum) square += value * value;
    const gradientNorm = Math.sqrt(square);
    if (!Number.isFinite(gradientNorm)) throw new Error(`The gradient is not finite at step ${step}; lower the learning rate (${learningRate(options, step)}).`);
    const rate = learningRate(options, step);
    await optimizer.update(parameters, sum, step + 1, rate, Math.min(1, options.clipNorm / (gradientNorm + 1e-6)));
    const report = {
      step,
      loss: gradients.reduce((total, g) => total + g.loss, 0),
      gradientNorm,
      rate,
      tokens: batches.reduce((total, b) => total + b.ids.length, 0),
    };
    if (!(await after(report))) return step + 1;
  }
  return until;
}

/** Mean loss over all weighted tokens of `sequences`. */
export async function meanLoss(
  sequences: readonly Sequence[],
  parameters: Float32Array,
  engines: readonly GradientEngine[],
  options: PretrainOptions,
): Promise<number> {
  const groups = epochBatches(sequences.map((s) => s.ids.length), options.buckets, options.batchTokens, random(0));
  const batches = normalised(groups.map((g) => toBatch(g.members.map((i) => sequences[i]), g.length, options.partWeights)));
  const losses = await mapOnEngines(engines, batches, (engine, batch) => engine.loss(parameters, batch));
  return losses.reduce((sum, loss) => sum + loss, 0);
}

/** Weights scaled to add up to 1 over all batches, so that losses and gradients simply add. */
function normalised(batches: readonly TokenBatch[]): TokenBatch[] {
  const total = batches.reduce((sum, b) => sum + b.weights.reduce((s, w) => s + w, 0), 0);
  return batches.map((b) => ({ ...b, weights: b.weights.map((w) => w / total) }));
}
