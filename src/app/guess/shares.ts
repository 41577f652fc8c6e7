/** How likely the policy was to do what was guessed, and what it did: the first action of a turn, a move or the cell that is opened. Pure. */
import type { Odds } from '../../trial/answers.ts';
import type { Responded } from '../../trial/records.ts';
import type { WorldId } from '../../worlds/index.ts';

/** How likely the policy was to take an action; `most`: at most so likely, more is not known. */
export interface Share {
  readonly value: number;
  readonly most: boolean;
}

/** Exact odds, by first action. @returns null: the action is no legal answer */
export function shareIn(odds: Odds, action: string): Share | null {
  const found = odds.first.find((each) => each.action === action);
  return found ? { value: found.share, most: false } : null;
}

/**
 * What the tokens on record say: after the thought, the likeliest tokens in place of the action's first were kept. A cell may take two tokens
 * (row, then column): cells of other rows are then known to be at most as likely as their row.
 * @returns null where nothing is known (a teacher, a link without tokens)
 */
export function recordedShare({ pieces, alternatives }: Pick<Responded, 'pieces' | 'alternatives'>, world: WorldId, action: string): Share | null {
  if (!pieces || !alternatives) return null;
  const at = pieces.findIndex((_, index) => pieces.slice(0, index).join('').trimEnd().endsWith('<action>'));
  const first = at < 0 ? undefined : alternatives[at];
  if (!first || first.length === 0) return null;
  const chance = (list: readonly { readonly text: string; readonly logprob: number }[], text: string): Share => {
    const found = list.find((each) => each.text.trim() === text);
    // Among the likeliest that were kept, or less likely than all of these.
    return found ? { value: Math.exp(found.logprob), most: false } : { value: Math.min(...list.map(({ logprob }) => Math.exp(logprob))), most: true };
  };
  if (world === 'sokoban') return chance(first, action);
  const [row, column] = action.split(',');
  if (first.some(({ text }) => text.includes(')'))) return chance(first, `(${row}, ${column})`);
  const rowShare = chance(first, `(${row},`);
  const second = alternatives[at + 1];
  if (pieces[at].trim() !== `(${row},` || !second) return { value: rowShare.value, most: true };
  const columnShare = chance(second, `${column})`);
  return { value: rowShare.value * columnShare.value, most: rowShare.most || columnShare.most };
}

/** Was the policy at least as likely to do what was guessed as what it did? null: not known */
export function asLikely(guess: Share | null, actual: Share | null): boolean | null {
  if (guess === null || actual === null) return null;
  if (!guess.most && !actual.most) return guess.value >= actual.value;
  // What is at most so likely can be told to be less likely, never more.
  return guess.most && !actual.most && guess.value < actual.value ? false : null;
}
