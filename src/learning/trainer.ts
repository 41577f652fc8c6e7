/**
 * On-policy training of an adapter, one iteration at a time and without any runtime: play, credit, score, update. Everything random depends on the seed
 * and the number of the iteration, so a run goes on from its state exactly as if it had never stopped; an iteration that is stopped leaves no trace.
 */
import type { MemoryMode, PromptStyle } from '../trial/contract.ts';
import type { TrialRecord } from '../trial/records.ts';
import type { TrialSpec } from '../trial/runner.ts';
import type { Task } from '../worlds/index.ts';
import { hash32 } from '../worlds/random.ts';
import { creditOf, type CreditOptions, type TurnCredit } from './advantages.ts';
import type { AdapterLayout } from './adapterLayout.ts';
import { columnsOf, type ColumnOptions } from './columns.ts';
import { playMetrics, type IterationMetrics } from './metrics.ts';
import type { PolicyEngine } from './policyEngine.ts';
import { defaultPasses, sequencesOf, type PassOptions, type PolicySequence } from './policySequences.ts';
import type { Optimizer } from './optimizer.ts';
import { indicesBy, rowsOf, type ResponseRow } from './rows.ts';
import { scoreTokens, tokenMetrics } from './tokenScores.ts';
import { mean } from './spread.ts';
import { update, type ObjectiveOptions, type UpdateReport } from './updates.ts';

/** The settings of training; a part of an experiment's tree. */
interface TrainerConfig {
  readonly trial: { readonly episodes: number; readonly memory: MemoryMode; readonly thought: 'free' | 'none' };
  readonly rollout: { readonly tasks: number; readonly group: number };
  readonly credit: CreditOptions;
  readonly advantage: ColumnOptions;
  readonly objective: ObjectiveOptions;
  readonly optimizer: { readonly rate: number; readonly warmup: number; readonly clipNorm: number };
  readonly schedule: { readonly seed: number };
}

/** All that a run goes on from, beside its configuration. The optimizer works on `m` and `v` in place. */
export interface TrainingState {
  /** iterations done */
  iteration: number;
  /** optimizer steps done */
  steps: number;
  readonly parameters: Float32Array;
  readonly m: Float32Array;
  readonly v: Float32Array;
  readonly metrics: IterationMetrics[];
}

/** Before the first iteration. @param parameters of the adapter, as one vector */
export function freshState(parameters: Float32Array): TrainingState {
  return { iteration: 0, steps: 0, parameters, m: new Float32Array(parameters.length), v: new Float32Array(parameters.length), metrics: [] };
}

export interface PlayRequest {
  readonly trials: readonly TrialSpec[];
  /** what every answer in play begins with; '' = nothing */
  readonly force: string;
  readonly signal?: AbortSignal;
  readonly onDone: (done: number) => void;
}

/** Whoever plays trials with the policy as it is at the moment. */
export interface Rollouts {
  readonly style: PromptStyle;
  /** how many tokens `actAtOnce` is to this policy */
  readonly opening: number;
  /** Records of every trial in order; incomplete only when the signal aborts. */
  play(parameters: Float32Array, request: PlayRequest): Promise<TrialRecord[][]>;
}

export type Phase = 'rollout' | 'score' | 'update';

export interface TrainerSetup {
  readonly layout: AdapterLayout;
  readonly engines: readonly PolicyEngine[];
  readonly optimizer: Optimizer;
  readonly rollouts: Rollouts;
  /** the tasks of an iteration (from 0), `rollout.tasks` of them */
  readonly tasks: (iteration: number) => readonly Task[];
  /** seconds, for the report only */
  readonly now: () => number;
  readonly passes?: PassOptions;
}

interface IterateOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (phase: Phase, done: number, of: number) => void;
}

export interface Iteration {
  readonly metrics: IterationMetrics;
  readonly trials: readonly (readonly TrialRecord[])[];
  /** of all trials in order, with what each earned and was compared with */
  readonly rows: readonly ResponseRow[];
  readonly credit: readonly TurnCredit[];
}

/** What an answer begins with when there is to be no thought. */
export const actAtOnce = '<action>';

/** One iteration on `state`. @returns null when the signal stopped it: the state is what it was. */
export async function iterate(state: TrainingState, config: TrainerConfig, setup: TrainerSetup, { signal, onProgress }: IterateOptions = {}): Promise<Iteration | null> {
  const before = { parameters: state.parameters.slice(), m: state.m.slice(), v: state.v.slice() };
  let kept = false;
  try {
    const result = await attempt(state, config, setup, signal, onProgress);
    if (result) {
      state.iteration += 1;
      state.steps = result.metrics.steps;
      state.metrics.push(result.metrics);
      kept = true;
    }
    return result;
  } finally {
    if (!kept) {
      state.parameters.set(before.parameters);
      state.m.set(before.m);
      state.v.set(before.v);
    }
  }
}

async function attempt(
  state: TrainingState,
  config: TrainerConfig,
  setup: TrainerSetup,
  signal: AbortSignal | undefined,
  onProgress: IterateOptions['onProgress'],
): Promise<Iteration | null> {
  const { rollouts, now } = setup;
  const times = [now()];
  const force = config.trial.thought === 'none' ? actAtOnce : '';
  const specs = trialsOf(state.iteration, config, setup);
  const trials = await rollouts.play(state.parameters, { trials: specs, force, signal, onDone: (done) => onProgress?.('rollout', done, specs.length) });
  if (signal?.aborted) return null;
  times.push(now());

  const rows = trials.flatMap((records, i) => rowsOf(records, Math.floor(i / config.rollout.group), i % config.rollout.group));
  const credit = creditOf(rows, config.credit, config.advantage);
  const { sequences, groups, flatGroups } = trainable(trials, rows, credit, config, force === '' ? 0 : rollouts.opening);
  times.push(now());

  const passes = setup.passes ?? defaultPasses;
  const { context } = setup.layout.config;
  const scored = await scoreTokens(state.parameters, sequences, config.objective, { engines: setup.engines, passes, context }, (done, of) => {
    onProgress?.('score', done, of);
    return !signal?.aborted;
  });
  if (!scored || signal?.aborted) return null;
  const columns = columnsOf(sequences, credit, scored, config.advantage);
  times.push(now());

  const { optimizer } = config;
  const rate = (step: number): number => optimizer.rate * Math.min(1, (step + 1) / (optimizer.warmup + 1));
  const seed = hash32('update', config.schedule.seed, state.iteration);
  const updates = { ...setup, objective: config.objective, clipNorm: optimizer.clipNorm, passes, context, rate };
  let report: UpdateReport | null = null;
  if (sequences.length > 0) {
    report = await update(state.parameters, sequences, columns, updates, seed, state.steps, (done, of) => {
      onProgress?.('update', done, of);
      return !signal?.aborted;
    });
    if (!report) return null;
  }
  times.push(now());

  const firsts = indicesBy(rows, ({ group, trial }) => `${group} ${trial}`).map(([first]) => credit[first].total);
  const steps = state.steps + (report?.steps ?? 0);
  const metrics: IterationMetrics = {
    iteration: state.iteration + 1,
    ...playMetrics(trials, config.trial.episodes),
    return: firsts.length > 0 ? mean(firsts) : 0,
    groups,
    flatGroups,
    sequences: sequences.length,
    tokens: sequences.reduce((sum, { at }) => sum + at.length, 0),
    ...tokenMetrics(sequences, scored),
    loss: report?.loss ?? null,
    gradientNorm: report?.gradientNorm ?? null,
    clipShare: report?.clipShare ?? null,
    rate: rate(Math.max(0, steps - 1)),
    steps,
    seconds: { rollout: times[1] - times[0], credit: times[2] - times[1], score: times[3] - times[2], update: times[4] - times[3] },
  };
  return { metrics, trials, rows, credit };
}

function trialsOf(iteration: number, { trial, rollout, schedule }: TrainerConfig, { tasks, rollouts }: TrainerSetup): TrialSpec[] {
  const first = iteration * rollout.tasks * rollout.group;
  return tasks(iteration).flatMap((task, t) =>
    Array.from({ length: rollout.group }, (_, g): TrialSpec => ({
      task,
      config: { episodes: trial.episodes, memory: trial.memory },
      style: rollouts.style,
      seed: schedule.seed,
      trial: first + t * rollout.group + g,
      // the policy itself is trained, so it plays without cuts
      sampling: { temperature: 1, topP: 1, topK: 0 },
    })),
  );
}

/** Sequences of all groups that have any advantage: a group in which every trial fared alike has no gradient. */
function trainable(
  trials: readonly (readonly TrialRecord[])[],
  rows: readonly ResponseRow[],
  credit: readonly TurnCredit[],
  { rollout, advantage }: TrainerConfig,
  forced: number,
): { readonly sequences: PolicySequence[]; readonly groups: number; readonly flatGroups: number } {
  const byGroup = indicesBy(rows, ({ group }) => String(group));
  const flat = new Set(byGroup.filter((indices) => advantage.estimator !== 'ppo' && indices.every((i) => Math.abs(credit[i].advantage) < 1e-9)).map(([first]) => rows[first].group));
  let firstRow = 0;
  const sequences = trials.flatMap((records, i) => {
    const from = firstRow;
    firstRow += records.filter(({ type }) => type === 'responded').length;
    return flat.has(Math.floor(i / rollout.group)) ? [] : sequencesOf(records, from, forced);
  });
  return { sequences, groups: byGroup.length, flatGroups: flat.size };
}
