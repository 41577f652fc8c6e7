/** Generalised advantage estimation (Schulman et al. 2016, arXiv 1506.02438, eq. 16) over the tokens of responses. */
import { mean } from './spread.ts';

interface TokenAdvantages {
  /** one list per response, one number per token */
  readonly advantages: number[][];
  /** what the value of each token should have been: advantage + value */
  readonly returns: number[][];
}

/**
 * Each response ends with its last token; its reward comes there.
 * @param rewards one per response
 * @param values predicted, per token
 * @param gamma from token to token; 1 where credit between turns is settled already
 */
export function gae(rewards: readonly number[], values: readonly (readonly number[])[], gamma: number, lambda: number): TokenAdvantages {
  const advantages = values.map((ofRow, row) => {
    const out = new Array<number>(ofRow.length);
    let [later, next] = [0, 0];
    for (let t = ofRow.length - 1; t >= 0; t--) {
      const delta = (t === ofRow.length - 1 ? rewards[row] : 0) + gamma * next - ofRow[t];
      later = delta + gamma * lambda * later;
      out[t] = later;
      next = ofRow[t];
    }
    return out;
  });
  return { advantages, returns: advantages.map((ofRow, row) => ofRow.map((advantage, t) => advantage + values[row][t])) };
}

/** All tokens together to mean 0 and variance 1. */
export function whitened(advantages: readonly (readonly number[])[]): number[][] {
  const all = advantages.flat();
  if (all.length < 2) return advantages.map((ofRow) => ofRow.map(() => 0));
  const centre = mean(all);
  const variance = all.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (all.length - 1);
  return advantages.map((ofRow) => ofRow.map((value) => (value - centre) / Math.sqrt(variance + 1e-8)));
}
