/** What the training graph says of the tokens that were sampled: under the adapter, and under the policy without it. */
import { mapOnEngines } from './mapOnEngines.ts';
import type { IterationMetrics } from './metrics.ts';
import type { PolicyEngine, Scores } from './policyEngine.ts';
import { passesOf, toRowBatch, type PassOptions, type PolicySequence } from './policySequences.ts';
import type { ObjectiveOptions } from './updates.ts';

/** One list per sequence. */
export interface TokenScores {
  readonly logp: readonly Float32Array[];
  readonly entropy: readonly Float32Array[];
  readonly value: readonly Float32Array[];
  /** by the policy without its adapter; of some sequences only where it is no part of the loss */
  readonly reference: readonly (Float32Array | undefined)[];
}

interface ScoreSetup {
  readonly engines: readonly PolicyEngine[];
  readonly passes: PassOptions;
  readonly context: number;
}

/** Sequences that are scored by the reference where only the report asks for it. */
const referenceSample = 32;

/** Scores of all sequences by the adapter, and by the policy without it where the loss or the report asks for it. @returns null when `after` said stop */
export async function scoreTokens(
  parameters: Float32Array,
  sequences: readonly PolicySequence[],
  { kl }: Pick<ObjectiveOptions, 'kl'>,
  { engines, passes, context }: ScoreSetup,
  after: (done: number, of: number) => boolean,
): Promise<TokenScores | null> {
  const lengths = sequences.map(({ ids }) => ids.length);
  const all = sequences.map((_, i) => i);
  const some = kl > 0 ? all : all.filter((i) => i % Math.ceil(all.length / referenceSample) === 0);
  const jobs = [
    ...passesOf(lengths, all, passes, context).map((pass) => ({ ...pass, parameters })),
    ...passesOf(lengths, some, passes, context).map((pass) => ({ ...pass, parameters: null })),
  ];
  let [done, stopped] = [0, false];
  const results = await mapOnEngines(engines, jobs, async (engine, job): Promise<Scores | null> => {
    if (stopped) return null;
    const found = await engine.score(job.parameters, toRowBatch(job.members.map((i) => sequences[i]), job.length));
    stopped ||= !after(++done, jobs.length);
    return found;
  });
  if (stopped) return null;
  const nothing = new Float32Array(0);
  const out = { logp: all.map(() => nothing), entropy: all.map(() => nothing), value: all.map(() => nothing), reference: all.map((): Float32Array | undefined => undefined) };
  jobs.forEach(({ members, parameters: given }, j) => {
    const found = results[j];
    if (!found) return;
    let from = 0;
    for (const i of members) {
      const to = from + sequences[i].at.length;
      if (given) {
        out.logp[i] = found.logp.slice(from, to);
        out.entropy[i] = found.entropy.slice(from, to);
        out.value[i] = found.value.slice(from, to);
      } else out.reference[i] = found.logp.slice(from, to);
      from = to;
    }
  });
  return out;
}

/** What the scores say of the policy that played. */
export function tokenMetrics(sequences: readonly PolicySequence[], { logp, entropy, reference }: TokenScores): Pick<IterationMetrics, 'entropy' | 'kl' | 'gap' | 'largestGap'> {
  let [tokens, entropies, gaps, largestGap, kl, compared] = [0, 0, 0, 0, 0, 0];
  sequences.forEach(({ rollout }, s) => {
    rollout.forEach((reported, t) => {
      const gap = Math.abs(logp[s][t] - reported);
      tokens++;
      entropies += entropy[s][t];
      gaps += gap;
      largestGap = Math.max(largestGap, gap);
      const other = reference[s];
      if (!other) return;
      const d = other[t] - logp[s][t];
      kl += Math.exp(d) - d - 1;
      compared++;
    });
  });
  const mean = (sum: number, of: number): number | null => (of > 0 ? sum / of : null);
  return { entropy: mean(entropies, tokens), kl: mean(kl, compared), gap: mean(gaps, tokens), largestGap: tokens > 0 ? largestGap : null };
}
