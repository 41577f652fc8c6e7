/** Optimizer steps on the data of one iteration: who is in which step, the mean that its loss is, and what it reports. */
import { hash32, random } from '../worlds/random.ts';
import { mapOnEngines } from './mapOnEngines.ts';
import type { Optimizer } from './optimizer.ts';
import type { PolicyEngine, PolicyGradient } from './policyEngine.ts';
import { passesOf, toRowBatch, type PassOptions, type PolicyBatch, type PolicySequence } from './policySequences.ts';

export interface ObjectiveOptions {
  readonly clipLow: number;
  readonly clipHigh: number;
  /** 0 = off */
  readonly dualClip: number;
  readonly kl: number;
  readonly entropy: number;
  readonly average: 'tokens' | 'sequences';
  readonly epochs: number;
  /** optimizer steps in each epoch, if there are as many sequences */
  readonly steps: number;
  readonly valueWeight: number;
}

/** One list per sequence, one number per sampled token. */
export interface TokenColumns {
  readonly advantages: readonly Float32Array[];
  readonly old_logp: readonly Float32Array[];
  readonly ref_logp: readonly Float32Array[];
  /** of a value head only */
  readonly value_target?: readonly Float32Array[];
  readonly old_value?: readonly Float32Array[];
}

/** Sequences dealt to steps so that each has its share of long and short ones; in random order where they are equally long. */
export function stepsOf(lengths: readonly number[], steps: number, seed: number): number[][] {
  const order = random(seed).shuffle(lengths.map((_, i) => i)).sort((a, b) => lengths[b] - lengths[a]);
  const count = Math.max(1, Math.min(steps, lengths.length));
  const dealt = Array.from({ length: count }, () => new Array<number>());
  order.forEach((index, i) => {
    const round = Math.floor(i / count);
    dealt[round % 2 === 0 ? i % count : count - 1 - (i % count)].push(index);
  });
  return random(hash32('steps', seed)).shuffle(dealt);
}

/** What each token of a step counts; all together 1. */
export function tokenWeights(counts: readonly number[], average: ObjectiveOptions['average']): number[] {
  const tokens = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => (average === 'tokens' ? 1 / tokens : 1 / (count * counts.length)));
}

/** Means over the tokens of all steps, or over the steps. */
export interface UpdateReport {
  readonly steps: number;
  readonly tokens: number;
  readonly loss: number;
  readonly gradientNorm: number;
  /** share of tokens whose surrogate is cut by the clip */
  readonly clipShare: number;
  /** mean of old_logp − logp: how far the policy moved from the one that played */
  readonly moved: number;
}

/** In words of ORT: a bound that nothing reaches. */
const never = 1e30;

interface UpdateSetup {
  readonly engines: readonly PolicyEngine[];
  readonly optimizer: Optimizer;
  readonly objective: ObjectiveOptions;
  readonly clipNorm: number;
  readonly passes: PassOptions;
  readonly context: number;
  /** rate of an optimizer step, counted from 0 over the whole run */
  readonly rate: (step: number) => number;
}

/** Training has come where numbers end; the step counts from 1. */
export class GradientError extends Error {
  override readonly name = 'GradientError';
  constructor(
    readonly step: number,
    readonly rate: number,
  ) {
    super(`The gradient is not finite at optimizer step ${step}; lower the learning rate (${rate}).`);
  }
}

/**
 * Steps on `parameters`, in place. @param firstStep optimizer steps done before
 * @param after called between steps; false stops there
 * @returns null when stopped
 */
export async function update(
  parameters: Float32Array,
  sequences: readonly PolicySequence[],
  columns: TokenColumns,
  setup: UpdateSetup,
  seed: number,
  firstStep: number,
  after: (done: number, steps: number) => boolean,
): Promise<UpdateReport | null> {
  const { objective } = setup;
  const lengths = sequences.map(({ ids }) => ids.length);
  const plan = Array.from({ length: objective.epochs }, (_, epoch) => stepsOf(lengths, objective.steps, hash32('epoch', seed, epoch))).flat();
  const total = { tokens: 0, loss: 0, norm: 0, clipped: 0, moved: 0 };
  for (const [done, members] of plan.entries()) {
    const batches = batchesOf(members, sequences, columns, setup);
    const gradients = await mapOnEngines(setup.engines, batches, (engine, batch) => engine.gradient(parameters, batch));
    const { sum, norm } = added(gradients, parameters.length);
    if (!Number.isFinite(norm)) throw new GradientError(firstStep + done + 1, setup.rate(firstStep + done));
    await setup.optimizer.update(parameters, sum, firstStep + done + 1, setup.rate(firstStep + done), Math.min(1, setup.clipNorm / (norm + 1e-6)));
    batches.forEach((batch, i) => {
      total.loss += gradients[i].loss;
      const { clipped, moved } = drift(batch, gradients[i], objective);
      total.clipped += clipped;
      total.moved += moved;
      total.tokens += batch.rows.length;
    });
    total.norm += norm;
    if (!after(done + 1, plan.length)) return null;
  }
  return {
    steps: plan.length,
    tokens: total.tokens,
    loss: total.loss / plan.length,
    gradientNorm: total.norm / plan.length,
    clipShare: total.clipped / Math.max(1, total.tokens),
    moved: total.moved / Math.max(1, total.tokens),
  };
}

function batchesOf(members: readonly number[], sequences: readonly PolicySequence[], columns: TokenColumns, setup: UpdateSetup): PolicyBatch[] {
  const { objective, passes, context } = setup;
  const weightOf = new Map(tokenWeights(members.map((i) => sequences[i].at.length), objective.average).map((weight, k) => [members[k], weight]));
  const scalars = {
    clip_low: objective.clipLow,
    clip_high: objective.clipHigh,
    dual_clip: objective.dualClip === 0 ? never : objective.dualClip,
    kl_weight: objective.kl,
    entropy_weight: objective.entropy,
    ...(columns.value_target && { value_clip: never, value_weight: objective.valueWeight }),
  };
  return passesOf(sequences.map(({ ids }) => ids.length), members, passes, context).map((pass) => {
    const weights = joined(pass.members.map((i) => new Float32Array(sequences[i].at.length).fill(weightOf.get(i) ?? 0)));
    const given: Record<string, Float32Array> = { weights };
    for (const name of ['advantages', 'old_logp', 'ref_logp', 'value_target', 'old_value'] as const) {
      const column = columns[name];
      if (column) given[name] = joined(pass.members.map((i) => column[i]));
    }
    if (columns.value_target) given['value_weights'] = weights;
    return { ...toRowBatch(pass.members.map((i) => sequences[i]), pass.length), columns: given, scalars };
  });
}

/** Several lists one after the other. */
function joined(parts: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    out.set(part, offset);
    offset += part.length;
  }
  return out;
}

function added(gradients: readonly PolicyGradient[], length: number): { readonly sum: Float32Array; readonly norm: number } {
  const sum = new Float32Array(length);
  for (const { gradient } of gradients) for (let i = 0; i < length; i++) sum[i] += gradient[i];
  return { sum, norm: Math.sqrt(sum.reduce((total, value) => total + value * value, 0)) };
}

function drift({ columns }: PolicyBatch, { logp }: PolicyGradient, { clipLow, clipHigh }: ObjectiveOptions): { clipped: number; moved: number } {
  let [clipped, moved] = [0, 0];
  logp.forEach((now, i) => {
    const ratio = Math.exp(now - columns['old_logp'][i]);
    const advantage = columns['advantages'][i];
    if ((advantage > 0 && ratio > 1 + clipHigh) || (advantage < 0 && ratio < 1 - clipLow)) clipped++;
    moved += columns['old_logp'][i] - now;
  });
  return { clipped, moved };
}
