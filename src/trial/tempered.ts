/**
 * The odds of answers at another temperature of sampling, from the log-probs of their tokens at temperature 1. Temperature works on tokens, not
 * on answers: after each beginning that answers share, p(token)^(1/T) is weighed anew. What leads to no legal answer is known only by its mass
 * there, so it counts as one token. At T = 1 that changes nothing; below 1 the mass outside is at most what comes out, above 1 at least.
 */
import { logSumExp } from '../policy/engine/sample.ts';
import { oddsOf, type Answer, type Odds } from './answers.ts';

/** What a policy was asked for each answer, and what came back. */
export interface Scored {
  /** token ids */
  readonly continuations: readonly (readonly number[])[];
  /** natural log-prob of each of these tokens given all before it, at temperature 1 */
  readonly scores: readonly ArrayLike<number>[];
}

/** @param temperature above 0 */
export function temperedOdds(answers: readonly Answer[], scored: Scored, temperature: number): Odds {
  const logprobs = answers.map(() => 0);
  weigh([...answers.keys()], 0, scored, temperature, logprobs);
  return oddsOf(answers, logprobs.map((logprob) => [logprob]));
}

/** Adds to `logprobs` what the tokens from `depth` on weigh. @param at answers that are the same up to there */
function weigh(at: readonly number[], depth: number, scored: Scored, temperature: number, logprobs: number[]): void {
  const next = new Map<number, number[]>();
  for (const index of at) {
    const token = scored.continuations[index].at(depth);
    if (token !== undefined) next.set(token, [...(next.get(token) ?? []), index]);
  }
  if (next.size === 0) return;
  const groups = [...next.values()].map((group) => ({ group, score: scored.scores[group[0]][depth] }));
  // rounding may put the sum a hair over 1
  const outside = Math.max(0, 1 - groups.reduce((sum, { score }) => sum + Math.exp(score), 0));
  const weights = [...groups.map(({ score }) => score), Math.log(outside)].map((score) => score / temperature);
  const total = weights.some((weight) => weight !== -Infinity) ? logSumExp(weights) : 0;
  for (const [place, { group }] of groups.entries()) {
    for (const index of group) logprobs[index] += weights[place] - total;
    weigh(group, depth + 1, scored, temperature, logprobs);
  }
}
