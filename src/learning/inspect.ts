/** What a person may want to know of a trial after an update. */
import type { ChatFormat } from '../policy/contract.ts';
import { thoughtIds } from '../trial/answers.ts';
import type { Responded, TrialRecord } from '../trial/records.ts';
import type { PolicyEngine } from './policyEngine.ts';
import { defaultPasses, passesOf, sequencesOf, toRowBatch, type PassOptions } from './policySequences.ts';
import { actAtOnce } from './trainer.ts';

/** One log-prob for each response of a trial, in order of its rows; 0 for a person's. */
export interface ResponseLogProbs {
  /** of all that was written */
  readonly whole: readonly number[];
  /** of the action after its thought; of the whole where there is no action (a note, an answer that can't be read) */
  readonly action: readonly number[];
}

/** @param parameters null: the policy without an adapter @param format of the policy that wrote the trial */
export async function responseLogProbs(
  records: readonly TrialRecord[],
  parameters: Float32Array | null,
  engine: PolicyEngine,
  context: number,
  format: ChatFormat,
  passes: PassOptions = defaultPasses,
): Promise<ResponseLogProbs> {
  const sequences = sequencesOf(records, 0);
  const thoughts = records.flatMap((record) => (record.type === 'responded' ? [thoughtLength(record, format)] : []));
  const [whole, action, seen] = [0, 0, 0].map((zero) => thoughts.map(() => zero));
  for (const { length, members } of passesOf(sequences.map(({ ids }) => ids.length), sequences.map((_, i) => i), passes, context)) {
    const found = await engine.score(parameters, toRowBatch(members.map((i) => sequences[i]), length));
    const rows = members.flatMap((i) => [...sequences[i].row]);
    rows.forEach((row, t) => {
      whole[row] += found.logp[t];
      if (seen[row]++ >= thoughts[row]) action[row] += found.logp[t];
    });
  }
  return { whole, action };
}

/** in tokens */
function thoughtLength({ purpose, ids }: Responded, format: ChatFormat): number {
  return purpose === 'play' && format.decode(ids).includes(actAtOnce) ? thoughtIds(ids, format).ids.length : 0;
}
