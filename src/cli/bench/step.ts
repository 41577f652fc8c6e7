/** One optimizer step of training as the trainer makes it, on made-up sequences: passes forward and backward through the policy objective, their sum, AdamW on the adapter. */
import { parseConfig } from '../../experiment/config.ts';
import { adapterLayout, initialAdapter, type AdapterLayout } from '../../learning/adapterLayout.ts';
import { adamw } from '../../learning/optimizer.ts';
import { policyEngine, type PolicyEngine } from '../../learning/policyEngine.ts';
import { defaultPasses, toRowBatch, type PolicySequence } from '../../learning/policySequences.ts';
import { update, type TokenColumns, type UpdateReport } from '../../learning/updates.ts';
import type { ModelConfig, Weights } from '../../policy/model/config.ts';
import type { Runtime } from '../../policy/runtime.ts';
import { hash32, random } from '../../worlds/random.ts';

/**
 * The defaults of every experiment, with the KL term on, so that the whole objective is computed to some effect, and with small steps: on sequences
 * without any sense, large ones would soon end where rounding decides.
 */
export const settings = (({ adapter, objective, optimizer }) => ({
  adapter,
  objective: { ...objective, kl: 0.05, steps: 1 },
  optimizer: { ...optimizer, rate: 1e-5 },
}))(parseConfig());

export const layoutOf = (config: ModelConfig): AdapterLayout => adapterLayout(config, settings.adapter);

interface StepData {
  readonly length: number;
  readonly parameters: Float32Array;
  readonly sequences: readonly PolicySequence[];
  readonly columns: TokenColumns;
}

/** Sampled tokens as in play: after each board of 36 tokens, a response of 12. */
const [turn, response] = [48, 12];

/**
 * An adapter that changes the policy, and sequences of one length with ratios within and beyond the clip.
 * @param tokens of the step; at least one sequence
 */
export async function stepData(engine: PolicyEngine, layout: AdapterLayout, length: number, tokens: number, seed = 1): Promise<StepData> {
  const rng = random(hash32('step', seed, length));
  const parameters = initialAdapter(layout, seed);
  for (const { name, offset, size } of layout.entries) {
    if (name.startsWith('lora_b.')) for (let i = 0; i < size; i++) parameters[offset + i] = 0.02 * (2 * rng.uniform() - 1);
  }
  const at = Int32Array.from({ length }, (_, t) => t).filter((t) => t % turn >= turn - response);
  const sequences = Array.from({ length: Math.max(1, Math.floor(tokens / length)) }, (): PolicySequence => ({
    ids: Array.from({ length }, () => Math.floor(layout.config.vocabulary * rng.uniform())),
    at,
    row: new Int32Array(at.length),
    rollout: new Float32Array(at.length),
  }));
  const near = (spread: number, shift = 0) => (value: number): number => value + shift + spread * (2 * rng.uniform() - 1);
  const logp: Float32Array[] = [];
  for (const sequence of sequences) logp.push((await engine.score(parameters, toRowBatch([sequence], length))).logp);
  const columns = {
    advantages: sequences.map(() => new Float32Array(at.length).map(near(1, 0.5))),
    old_logp: logp.map((each) => each.map(near(0.4))),
    ref_logp: logp.map((each) => each.map(near(0.4))),
  };
  return { length, parameters, sequences, columns };
}

/** @param runtime for the optimizer. @returns makes the next step, every time on the same sequences */
export async function stepper(engines: readonly PolicyEngine[], runtime: Runtime, layout: AdapterLayout, { parameters, sequences, columns }: StepData): Promise<() => Promise<UpdateReport>> {
  const trained = parameters.slice();
  const { objective, optimizer } = settings;
  const state = { m: new Float32Array(layout.length), v: new Float32Array(layout.length) };
  const setup = {
    engines,
    optimizer: await adamw(runtime, layout, state, optimizer),
    objective,
    clipNorm: optimizer.clipNorm,
    passes: defaultPasses,
    context: layout.config.context,
    rate: () => optimizer.rate,
  };
  let done = 0;
  return async () => {
    const report = await update(trained, sequences, columns, setup, 1, done++, () => true);
    if (!report) throw new Error('The step was stopped.');
    return report;
  };
}

export interface StepFigures {
  readonly length: number;
  /** of one step */
  readonly tokens: number;
  /** milliseconds, in the order they were measured */
  readonly times: readonly number[];
}

export interface StepShape {
  readonly lengths: readonly number[];
  readonly tokens: number;
  readonly repeats: number;
}

/** On one thread. */
export async function timeSteps(runtime: Runtime, weights: Weights, { lengths, tokens, repeats }: StepShape, now: () => number): Promise<StepFigures[]> {
  const layout = layoutOf(weights.config);
  const engine = policyEngine(runtime, weights, layout);
  const figures: StepFigures[] = [];
  for (const length of lengths) {
    const data = await stepData(engine, layout, length, tokens);
    const step = await stepper([engine], runtime, layout, data);
    await step();
    const times: number[] = [];
    for (let repeat = 0; repeat < repeats; repeat++) {
      const start = now();
      await step();
      times.push(now() - start);
    }
    figures.push({ length, tokens: data.sequences.length * length, times });
  }
  return figures;
}
