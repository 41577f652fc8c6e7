/**
 * How a guess stands: to what the policy did, to how likely the policy was to do either, and to what the rules know. A guess is about the
 * first action of a turn: a move, or the cell that is opened. Pure.
 */
import { z } from 'zod';
import type { FirstOdds, Odds } from '../../trial/answers.ts';
import type { Responded } from '../../trial/records.ts';
import { replay, rows, type State, type WorldId } from '../../worlds/index.ts';
import { directions } from '../../worlds/sokoban/index.ts';
import type { MineTruth, Truth } from '../truth/truth.ts';

/** How likely the policy was to take an action; `most`: at most so likely, more is not known. */
export interface Share {
  readonly value: number;
  readonly most: boolean;
}

/** Actions that one may guess. */
export function choicesOf(state: State): readonly string[] {
  return state.world === 'sokoban' ? directions : [];
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

/** `best`: nothing better was to be had; `lost`: it lost what was still to be won. */
export type Quality = 'best' | 'worse' | 'lost' | 'wasted';

/** MineSweeper: the cell's chance of a mine beside the least there is. @param action `row,column` from 1 */
export function clickQuality({ chances }: MineTruth, columns: number, action: string): Quality {
  const [row, column] = action.split(',').map(Number);
  const chance = chances[(row - 1) * columns + column - 1];
  if (!chance) return 'wasted';
  const least = Math.min(...chances.flatMap((each) => (each ? [each.value] : [])));
  if (chance.value === 1) return 'lost';
  return chance.value <= least ? 'best' : 'worse';
}

/** Sokoban: moves of one turn, by shortest plans before and after them. @returns null where these are not known, or the level was lost before */
export function movesQuality(state: State, moves: readonly string[], before: Truth | null | undefined, after: Truth | null | undefined): Quality | null {
  if (before?.world !== 'sokoban' || before.plan === null) return null;
  const next = afterMoves(state, moves);
  if (next === null) return 'wasted';
  if (next.end === 'won') return 'best';
  if (after?.world !== 'sokoban') return null;
  if (after.solvable === false) return 'lost';
  if (after.plan === null) return null;
  return after.plan.length + moves.length <= before.plan.length ? 'best' : 'worse';
}

/** null: they change nothing, or what they change is not for the truth to judge */
export function afterMoves(state: State, moves: readonly string[]): State | null {
  if (state.world !== 'sokoban') return null;
  const next = replay(state, moves).state;
  return next.world === 'sokoban' && (next.player !== state.player || next.boxes !== state.boxes) ? next : null;
}

/** Of an answer in either world. @param after the truth of `afterMoves`; MineSweeper needs none */
export function qualityOf(state: State, actions: readonly string[], before: Truth | null | undefined, after: Truth | null | undefined): Quality | null {
  return before?.world === 'minesweeper' ? clickQuality(before, rows(state)[0].length, actions[0] ?? '') : movesQuality(state, actions, before, after);
}

/** A share that is drawn on the board; less is nothing to look at. */
export const leastShare = 0.005;

/**
 * Which first actions bear a mark on the board: all that the policy might take, and those that it should have taken where that is certain.
 * @param qualities in the order of the actions
 */
export function marksOf(first: readonly FirstOdds[], qualities: readonly (Quality | null)[], truth: Truth): ReadonlyMap<string, Quality> {
  const certain = truth.world === 'sokoban' || truth.chances.some((chance) => chance?.value === 0);
  return new Map(
    first.flatMap(({ action, share }, at): [string, Quality][] => {
      const quality = qualities[at];
      return quality !== null && (share >= leastShare || (certain && quality === 'best')) ? [[action, quality]] : [];
    }),
  );
}

/** What a class has done so far. */
export interface Score {
  readonly asked: number;
  readonly right: number;
  /** guesses of which it is known, and those at least as likely as what was done */
  readonly weighed: number;
  readonly likely: number;
  /** guesses that the rules could judge, and those that were best; the same of the policy */
  readonly judged: number;
  readonly best: number;
  readonly policyBest: number;
}

export const noScore: Score = { asked: 0, right: 0, weighed: 0, likely: 0, judged: 0, best: 0, policyBest: 0 };

const count = z.int().nonnegative();
const keptScore = z.object({ asked: count, right: count, weighed: count, likely: count, judged: count, best: count, policyBest: count });

/** What was kept may come from another version or another hand. */
export function readScore(text: string | null): Score {
  try {
    return keptScore.parse(JSON.parse(text ?? ''));
  } catch {
    return noScore;
  }
}
