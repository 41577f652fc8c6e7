/** What a run will do, counted from its settings before it begins. Pure. */
import type { ExperimentConfig } from '../../experiment/config.ts';
import { validates } from '../../experiment/training.ts';
import { worldFields } from '../../experiment/worldSettings.ts';
import { showsNotes } from '../../trial/memory.ts';

export interface Plan {
  readonly iterations: number;
  /** iterations after which the validation tasks are played; 0 = before training */
  readonly measured: readonly number[];
  /** trials of one iteration */
  readonly trials: number;
  /** turns of one iteration, if no episode ends early */
  readonly mostTurns: number;
  /** a note is written between the episodes of a trial */
  readonly notes: boolean;
  /** γ_traj by which a reward counts in the episodes before it; null: it counts in its own alone */
  readonly across: number | null;
  /** optimizer steps of one iteration */
  readonly steps: number;
  /** about how long it takes: processor time where it was measured */
  readonly seconds: number;
}

/**
 * Seconds of one thread of WASM for each turn that may be played: in a validation, and in an iteration (played, scored, trained on); once, for what is compiled.
 * Measured in Chromium on two cores of a server (AMD EPYC) with the door's defaults: 10 s for 672 turns, 15 s for 504, the first iteration 17 s more.
 */
const cost = { measured: 10 / 672, trained: 15 / 504, once: 17 } as const;
/** Share of an iteration that is the update, done once in each epoch. */
const updating = 0.4;

export function planOf(config: ExperimentConfig): Plan {
  const { trial, rollout, credit, objective, evaluation, schedule } = config;
  const { iterations } = schedule;
  const trials = rollout.tasks * rollout.group;
  const several = trial.episodes > 1;
  const measured = Array.from({ length: iterations + 1 }, (_, iteration) => iteration).filter((iteration) => validates(config, iteration));
  const mostTurns = trials * trial.episodes * turnsOf(config);
  const toMeasure = evaluation.tasks * evaluation.episodes * turnsOf(config);
  return {
    iterations,
    measured,
    trials,
    mostTurns,
    notes: several && showsNotes(trial.memory),
    across: several && credit.horizon === 'crossEpisode' && credit.gammaTraj > 0 ? credit.gammaTraj : null,
    steps: objective.epochs * objective.steps,
    seconds: (iterations > 0 ? cost.once : 0) + iterations * mostTurns * cost.trained * (1 + updating * (objective.epochs - 1)) + measured.length * toMeasure * cost.measured,
  };
}

/** Turns of an episode. */
function turnsOf({ world, settings }: ExperimentConfig): number {
  return Number(settings['turns'] ?? worldFields(world)['turns'].default);
}

/** "0, 5, 10 … 30": all of a few, of many the first and the last. */
export function inShort(numbers: readonly number[]): string {
  return numbers.length <= 4 ? numbers.join(', ') : `${numbers.slice(0, 3).join(', ')} … ${numbers.at(-1) ?? ''}`;
}
