/**
 * From logits to a token. Order as in the usual samplers: temperature, then top-k, then top-p (over what top-k left). The draw walks
 * the candidates in order of their ids, so that logits which differ in the last bits still give the same token for the same uniform.
 */
import type { Sampling, Token } from '../contract.ts';

/** Largest logit. @throws Error when there is none (empty, NaN, or all −∞). */
function largest(logits: Float32Array | readonly number[]): number {
  let max = -Infinity;
  for (const value of logits) {
    if (value > max) max = value;
    else if (value !== value) throw new Error('The model gave a logit that is not a number; its weights or adapter are broken.');
  }
  if (max === -Infinity || max === Infinity) throw new Error(`The largest of ${logits.length} logits is ${max}; its weights or adapter are broken.`);
  return max;
}

/** log Σ exp(logits), in float64. @throws Error as `largest` */
export function logSumExp(logits: Float32Array | readonly number[]): number {
  const max = largest(logits);
  let sum = 0;
  for (const value of logits) sum += Math.exp(value - max);
  return max + Math.log(sum);
}

/** Ids of the `count` largest logits, best first; equal logits by id. */
export function topIds(logits: Float32Array, count: number): number[] {
  if (count * 4 > logits.length) return sortedIds(logits, Array.from(logits.keys())).slice(0, count);
  const best: number[] = [];
  let worst = -Infinity;
  for (let id = 0; id < logits.length; id++) {
    const value = logits[id];
    if (value <= worst && best.length === count) continue;
    if (best.length === count) best.pop();
    let at = best.length;
    while (at > 0 && logits[best[at - 1]] < value) at--;
    best.splice(at, 0, id);
    if (best.length === count) worst = logits[best[count - 1]];
  }
  return best;
}

function sortedIds(logits: Float32Array, ids: number[]): number[] {
  return ids.sort((a, b) => logits[b] - logits[a] || a - b);
}

/** Ids, best first, that are sure to contain the nucleus: everything above a floor that falls until the mass reaches `topP`. */
function aboveFloor(logits: Float32Array, temperature: number, topP: number): number[] {
  const max = largest(logits);
  let total = 0;
  for (const value of logits) total += Math.exp((value - max) / temperature);
  for (let depth = 4; depth < 64; depth *= 2) {
    const floor = max - depth * temperature;
    const ids: number[] = [];
    let mass = 0;
    for (let id = 0; id < logits.length; id++) {
      if (logits[id] < floor) continue;
      ids.push(id);
      mass += Math.exp((logits[id] - max) / temperature);
    }
    // A little more than topP, so that rounding in the sums can not end the nucleus too early.
    if (mass > (topP + 1e-9) * total) return sortedIds(logits, ids);
  }
  return sortedIds(logits, Array.from(logits.keys()));
}

/** What may be drawn, in order of ids, with weights that need not sum to 1. */
interface Candidates {
  readonly ids: readonly number[];
  readonly weights: readonly number[];
}

/** The candidates that temperature, top-k and top-p leave; temperature must be above 0. */
export function candidates(logits: Float32Array, { temperature, topK, topP }: Sampling): Candidates {
  const max = largest(logits);
  const weight = (id: number): number => Math.exp((logits[id] - max) / temperature);
  let ids: number[];
  if (topK > 0 && topK < logits.length) ids = topIds(logits, topK);
  else if (topP < 1) ids = aboveFloor(logits, temperature, topP);
  else ids = Array.from(logits.keys());

  if (topP < 1) {
    let total = 0;
    if (topK > 0 && topK < logits.length) for (const id of ids) total += weight(id);
    else for (const value of logits) total += Math.exp((value - max) / temperature);
    // Smallest set of the likeliest whose mass reaches topP: a token stays while the mass before it is below topP.
    let mass = 0;
    let kept = 0;
    while (kept < ids.length && (kept === 0 || mass < topP * total)) mass += weight(ids[kept++]);
    ids.length = kept;
  }
  ids.sort((a, b) => a - b);
  return { ids, weights: ids.map(weight) };
}

/** Inverse of the cumulative distribution at `u` in [0, 1). */
export function draw({ ids, weights }: Candidates, u: number): number {
  let total = 0;
  for (const weight of weights) total += weight;
  const target = u * total;
  let mass = 0;
  let last = ids[0];
  for (let i = 0; i < ids.length; i++) {
    if (weights[i] === 0) continue;
    last = ids[i];
    mass += weights[i];
    if (target < mass) return last;
  }
  return last;
}

/**
 * @param logits [vocabulary], raw
 * @param u uniform in [0, 1); not read at temperature 0
 * @param top how many alternatives to report
 */
export function sample(logits: Float32Array, sampling: Sampling, u: number, top = 0): Token {
  const id = sampling.temperature === 0 ? topIds(logits, 1)[0] : draw(candidates(logits, sampling), u);
  const norm = logSumExp(logits);
  const token = { id, logprob: logits[id] - norm };
  if (top === 0) return token;
  return { ...token, top: topIds(logits, top).map((other) => [other, logits[other] - norm] as const) };
}
