/**
 * A training run from wherever its state stands to its last iteration: iterations, and between them validations. Whoever drives it (the command line, a
 * worker of the page) saves and shows after each step; what is not yielded has not happened.
 */
import { actAtOnce, iterate, type Iteration, type Phase, type TrainerSetup, type TrainingState } from '../learning/trainer.ts';
import type { ExperimentConfig } from './config.ts';
import { evaluation } from './evaluation.ts';
import { validates, validationSummaries, validationTrials } from './training.ts';

/** Success on the first tasks of the validation list, with the adapter as it is after an iteration. */
export interface Validation {
  readonly iteration: number;
  /** p@1, p@2, … */
  readonly success: readonly number[];
  /** 95 %, of each */
  readonly intervals: readonly (readonly [low: number, high: number])[];
  readonly invalidTurns: number;
  /** null where no note was written */
  readonly validNotes: number | null;
  readonly emptyNotes: number | null;
}

/** How a configuration measures: success that was measured otherwise is another figure. */
export function measurement({ evaluation: { every: _, ...how } }: ExperimentConfig): Omit<ExperimentConfig['evaluation'], 'every'> {
  return how;
}

type TrainingStep =
  | { readonly type: 'validated'; readonly validation: Validation }
  /** @param before the parameters that played */
  | { readonly type: 'iterated'; readonly iteration: Iteration; readonly before: Float32Array };

export type TrainingPhase = Phase | 'validate';

interface TrainingOptions {
  /** iterations that have been validated already */
  readonly validated: readonly number[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (phase: TrainingPhase, done: number, of: number) => void;
}

/** @returns whether it came to its end; false: the signal stopped it, and the state is that of the last step */
export async function* training(
  config: ExperimentConfig,
  state: TrainingState,
  setup: TrainerSetup,
  { validated, signal, onProgress }: TrainingOptions,
): AsyncGenerator<TrainingStep, boolean, undefined> {
  const known = new Set(validated);
  for (;;) {
    if (validates(config, state.iteration) && !known.has(state.iteration)) {
      const validation = await validate(config, state, setup, signal, onProgress);
      if (!validation) return false;
      known.add(state.iteration);
      yield { type: 'validated', validation };
    }
    if (state.iteration >= config.schedule.iterations) return true;
    if (signal?.aborted) return false;
    const before = state.parameters.slice();
    const iteration = await iterate(state, config, setup, { signal, onProgress });
    if (!iteration) return false;
    yield { type: 'iterated', iteration, before };
  }
}

async function validate(
  config: ExperimentConfig,
  { parameters, iteration }: TrainingState,
  { rollouts }: TrainerSetup,
  signal: AbortSignal | undefined,
  onProgress: TrainingOptions['onProgress'],
): Promise<Validation | null> {
  const trials = validationTrials(config, rollouts.style);
  const force = config.trial.thought === 'none' ? actAtOnce : '';
  const records = await rollouts.play(parameters, { trials, force, signal, onDone: (done) => onProgress?.('validate', done, trials.length) });
  if (signal?.aborted) return null;
  const { success, invalidTurns, validNotes, emptyNotes } = evaluation(validationSummaries(records), config.evaluation.episodes);
  return {
    iteration,
    success: success.map(({ value }) => value),
    intervals: success.map(({ low, high }) => [low, high]),
    invalidTurns: invalidTurns.value,
    validNotes: validNotes?.value ?? null,
    emptyNotes: emptyNotes?.value ?? null,
  };
}
