/** How good an action is by what the rules know of the board: a turn that was played, a guess, or what the policy might do. Pure. */
import type { FirstOdds } from '../../trial/answers.ts';
import { replay, rows, type State } from '../../worlds/index.ts';
import { chanceAt, leastChance, type MineTruth, type Truth } from './truth.ts';

/** `best`: nothing better was to be had; `lost`: it lost what was still to be won. */
export type Quality = 'best' | 'worse' | 'lost' | 'wasted';

/** MineSweeper: the cell's chance of a mine beside the least there is. @param action `row,column` from 1 */
export function clickQuality(truth: MineTruth, columns: number, action: string): Quality {
  const [chance, least] = [chanceAt(truth, action, columns), leastChance(truth)];
  if (!chance || !least) return 'wasted';
  if (chance.value === 1) return 'lost';
  return chance.value <= least.value ? 'best' : 'worse';
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
