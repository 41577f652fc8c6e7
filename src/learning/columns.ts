/** From the credit of turns to columns of tokens: each token has its turn's advantage, or with PPO what generalised advantage estimation makes of it. */
import type { AdvantageOptions, TurnCredit } from './advantages.ts';
import { gae, whitened } from './gae.ts';
import type { PolicySequence } from './policySequences.ts';
import { indicesBy } from './rows.ts';
import type { TokenScores } from './tokenScores.ts';
import { mean } from './spread.ts';
import type { TokenColumns } from './updates.ts';

export interface ColumnOptions extends AdvantageOptions {
  /** λ of generalised advantage estimation (ppo) */
  readonly gaeLambda: number;
}

/** What the objective is given for each token. */
export function columnsOf(sequences: readonly PolicySequence[], credit: readonly TurnCredit[], scored: TokenScores, { estimator, norm, gaeLambda }: ColumnOptions): TokenColumns {
  const common = { old_logp: scored.logp, ref_logp: scored.logp.map((logp, i) => scored.reference[i] ?? logp) };
  if (estimator !== 'ppo') {
    return { ...common, advantages: sequences.map(({ row }) => Float32Array.from(row, (at) => credit[at].advantage)) };
  }
  // the tokens of a row lie one after the other: one response, whose last token is given the reward
  const places = sequences.flatMap(({ row }, s) => indicesBy([...row], String).map((tokens) => ({ s, tokens, row: row[tokens[0]] })));
  const estimated = gae(
    places.map(({ row }) => credit[row].advantage),
    places.map(({ s, tokens }) => tokens.map((t) => scored.value[s][t])),
    1,
    gaeLambda,
  );
  const normed = norm === 'meanStd' ? whitened(estimated.advantages) : norm === 'mean' ? centred(estimated.advantages) : estimated.advantages;
  const [advantages, targets] = [normed, estimated.returns].map((values) => {
    const column = sequences.map(({ row }) => new Float32Array(row.length));
    places.forEach(({ s, tokens }, p) => tokens.forEach((t, k) => (column[s][t] = values[p][k])));
    return column;
  });
  return { ...common, advantages, value_target: targets, old_value: scored.value };
}

function centred(advantages: readonly (readonly number[])[]): number[][] {
  const all = advantages.flat();
  const centre = all.length > 0 ? mean(all) : 0;
  return advantages.map((ofRow) => ofRow.map((value) => value - centre));
}
