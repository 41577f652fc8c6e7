/**
 * Which rows share a forward pass. Rows of one pass are padded to the longest, so rows of similar length go together, and rows with
 * and without a past apart.
 */
interface Prefill {
  /** new tokens */
  readonly length: number;
  /** tokens held already */
  readonly past: number;
}

/** Rows of one pass may differ by this share of the longest, or by this many tokens. */
const tolerance = { share: 0.25, tokens: 16 };

/** @param maxTokens rows × longest row of one pass; a single row may exceed it */
export function groupByLength<T extends Prefill>(rows: readonly T[], maxTokens: number): T[][] {
  const groups: T[][] = [];
  for (const withPast of [false, true]) {
    const sorted = rows.filter((row) => row.past > 0 === withPast).sort((a, b) => b.length - a.length);
    let group: T[] = [];
    for (const row of sorted) {
      const longest = group[0]?.length ?? row.length;
      const similar = longest - row.length <= Math.max(tolerance.tokens, longest * tolerance.share);
      if (group.length > 0 && (!similar || (group.length + 1) * longest > maxTokens)) {
        groups.push(group);
        group = [];
      }
      group.push(row);
    }
    if (group.length > 0) groups.push(group);
  }
  return groups;
}
