/** What a person may want to know of a trial after an update. */
import type { TrialRecord } from '../trial/records.ts';
import type { PolicyEngine } from './policyEngine.ts';
import { defaultPasses, passesOf, sequencesOf, toRowBatch, type PassOptions } from './policySequences.ts';

/**
 * log-prob of each response of a trial, as a whole, in order of its rows; 0 for a person's.
 * @param parameters null: the policy without an adapter
 */
export async function responseLogProbs(
  records: readonly TrialRecord[],
  parameters: Float32Array | null,
  engine: PolicyEngine,
  context: number,
  passes: PassOptions = defaultPasses,
): Promise<number[]> {
  const sequences = sequencesOf(records, 0);
  const out = new Array<number>(records.filter(({ type }) => type === 'responded').length).fill(0);
  for (const { length, members } of passesOf(sequences.map(({ ids }) => ids.length), sequences.map((_, i) => i), passes, context)) {
    const found = await engine.score(parameters, toRowBatch(members.map((i) => sequences[i]), length));
    const rows = members.flatMap((i) => [...sequences[i].row]);
    rows.forEach((row, t) => (out[row] += found.logp[t]));
  }
  return out;
}
