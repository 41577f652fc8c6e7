/**
 * Exact log-probs of many continuations of one beginning, say of every answer a player could give. What they have in common is computed
 * once: each slot walks through a part of them in alphabetical order, one token a pass, and steps back only to where the next one turns off.
 */
import type { Decoder } from '../model/config.ts';
import { logSumExp } from './sample.ts';
import type { Slots } from './slots.ts';

export interface ContinuationScorer {
  /**
   * @param prefix token ids, at least one
   * @returns for each continuation the natural log-prob of each of its tokens given all before it, at temperature 1
   */
  scoreContinuations(prefix: readonly number[], continuations: readonly (readonly number[])[]): Promise<Float32Array[]>;
}

/** Slots that one scoring takes at most; more mean fewer passes, and less left of what others held. */
const mostLanes = 8;

/**
 * On slots that nobody uses, which are given back with the prefix in them. @param chunk tokens of the prefix that one pass computes at most
 * @returns null when no slot is free
 */
export async function scoreOnFreeSlots(
  decoder: Decoder,
  slots: Slots,
  chunk: number,
  prefix: readonly number[],
  continuations: readonly (readonly number[])[],
): Promise<Float32Array[] | null> {
  const most = Math.min(mostLanes, continuations.filter(({ length }) => length > 0).length);
  if (most === 0) return continuations.map(() => new Float32Array(0));
  const lanes: number[] = [];
  let held = 0;
  try {
    const tenant = { context: prefix };
    const first = slots.lend(tenant);
    if (first === null) return null;
    lanes.push(first);
    for (let known = decoder.held(first); known < prefix.length - 1; known = decoder.held(first)) {
      await decoder.forward([{ slot: first, tokens: prefix.slice(known, Math.min(known + chunk, prefix.length - 1)) }]);
    }
    while (lanes.length < most) {
      const slot = slots.lend(tenant, first);
      if (slot === null) break;
      lanes.push(slot);
    }
    const scores = await scoreOnSlots(decoder, lanes, prefix, continuations);
    held = prefix.length;
    return scores;
  } finally {
    for (const slot of lanes) {
      decoder.truncate(slot, Math.min(held, decoder.held(slot)));
      slots.leave(slot);
    }
  }
}

/** One slot and the continuations it walks through. */
interface Lane {
  readonly slot: number;
  readonly walk: readonly number[];
  at: number;
}

/** @param slots each holds the prefix without its last token; afterwards they hold more */
async function scoreOnSlots(
  decoder: Decoder,
  slots: readonly number[],
  prefix: readonly number[],
  continuations: readonly (readonly number[])[],
): Promise<Float32Array[]> {
  const { vocabulary } = decoder.config;
  const base = prefix.length - 1;
  const scores = continuations.map(({ length }) => new Float32Array(length));
  /** how many tokens of each continuation have been scored */
  const known = continuations.map(() => 0);
  const order = [...continuations.keys()].sort((a, b) => compare(continuations[a], continuations[b]));
  const lanes = slots.map((slot, index): Lane => {
    const [from, to] = [index, index + 1].map((part) => Math.round((part * order.length) / slots.length));
    return { slot, walk: order.slice(from, to), at: 0 };
  });
  for (;;) {
    const active = lanes.filter((lane) => {
      while (lane.at < lane.walk.length && known[lane.walk[lane.at]] === continuations[lane.walk[lane.at]].length) lane.at++;
      return lane.at < lane.walk.length;
    });
    if (active.length === 0) return scores;
    const steps = active.map(({ slot, walk, at }) => {
      const continuation = continuations[walk[at]];
      const depth = known[walk[at]];
      decoder.truncate(slot, base + depth);
      return { slot, continuation, depth, tokens: [depth === 0 ? prefix[base] : continuation[depth - 1]] };
    });
    const logits = await decoder.forward(steps.map(({ slot, tokens }) => ({ slot, tokens })));
    for (const [row, { walk, at }] of active.entries()) {
      const { continuation, depth } = steps[row];
      const own = logits.subarray(row * vocabulary, (row + 1) * vocabulary);
      const total = logSumExp(own);
      // in alphabetical order all that share this context follow at once
      for (const other of walk.slice(at)) {
        if (!sharesStart(continuations[other], continuation, depth)) break;
        if (known[other] !== depth || depth >= continuations[other].length) continue;
        scores[other][depth] = own[continuations[other][depth]] - total;
        known[other]++;
      }
    }
  }
}

/** A continuation that ends where another goes on comes first. */
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((token, index) => token !== b[index]);
  return at < 0 ? a.length - b.length : at >= b.length ? 1 : a[at] - b[at];
}

function sharesStart(a: readonly number[], b: readonly number[], length: number): boolean {
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return false;
  return true;
}
