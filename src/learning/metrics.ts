/** What one iteration of training reports: a line of the run's table and a point of each curve. */
import { fold } from '../trial/fold.ts';
import type { TrialRecord } from '../trial/records.ts';

/** Of the trials that were played. */
interface PlayMetrics {
  readonly trials: number;
  /** p@1, p@2, …: share of trials won within k episodes, at temperature 1 on train tasks */
  readonly success: readonly number[];
  /** turns that could be read */
  readonly validShare: number;
  /** notes that could be read; null where none was written */
  readonly validNotes: number | null;
  /** mean tokens of a note; null where none was written */
  readonly noteLength: number | null;
  readonly turns: number;
  readonly sampledTokens: number;
}

export interface IterationMetrics extends PlayMetrics {
  /** from 1 */
  readonly iteration: number;
  /** mean of G of the first turn of a trial: what training maximises */
  readonly return: number;
  readonly groups: number;
  /** groups without any advantage, left out of the update */
  readonly flatGroups: number;
  /** sequences and their sampled tokens that were trained on */
  readonly sequences: number;
  readonly tokens: number;
  /** per sampled token, of the policy that played; this and all down to `clipShare` null where every group was flat, so that nothing was scored and updated */
  readonly entropy: number | null;
  /** estimate (k3) per sampled token of the KL divergence from the policy without the adapter */
  readonly kl: number | null;
  /** |log-prob by the training graph − that reported when the token was drawn|: mean and largest */
  readonly gap: number | null;
  readonly largestGap: number | null;
  readonly loss: number | null;
  readonly gradientNorm: number | null;
  readonly clipShare: number | null;
  readonly rate: number;
  /** optimizer steps of the run so far */
  readonly steps: number;
  readonly seconds: { readonly rollout: number; readonly credit: number; readonly score: number; readonly update: number };
}

/** @param trials records of each @param episodes p@1 to p@`episodes` are counted */
export function playMetrics(trials: readonly (readonly TrialRecord[])[], episodes: number): PlayMetrics {
  const wonIn = new Array<number>(episodes).fill(0);
  let [turns, valid, notes, validNotes, noteTokens, tokens] = [0, 0, 0, 0, 0, 0];
  for (const records of trials) {
    const view = fold(records);
    const won = view.episodes.findIndex(({ end }) => end === 'won');
    if (won >= 0) wonIn[won]++;
    for (const episode of view.episodes) {
      turns += episode.turns.length;
      valid += episode.turns.filter(({ acted }) => acted.valid).length;
      if (episode.reflection && episode.note) {
        notes++;
        if (episode.note.valid) validNotes++;
        noteTokens += episode.reflection.ids.length;
      }
    }
    for (const record of records) if (record.type === 'responded') tokens += record.ids.length;
  }
  let within = 0;
  return {
    trials: trials.length,
    success: wonIn.map((count) => (within += count) / Math.max(1, trials.length)),
    validShare: valid / Math.max(1, turns),
    validNotes: notes > 0 ? validNotes / notes : null,
    noteLength: notes > 0 ? noteTokens / notes : null,
    turns,
    sampledTokens: tokens,
  };
}
