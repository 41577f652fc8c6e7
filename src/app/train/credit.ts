/** Who earned what in an iteration, for one trial of it, under any discounts. Pure; the arithmetic is the trainer's own. */
import { creditOf, type Comparison, type TurnCredit } from '../../learning/advantages.ts';
import type { ExperimentConfig } from '../../experiment/config.ts';
import type { Row } from '../../learning/rows.ts';

export interface CreditLine {
  /** index among all rows of the iteration */
  readonly index: number;
  readonly row: Row;
  /** from 1; of a note the episode that it stands behind */
  readonly episode: number;
  /** from 1; null: a note */
  readonly turn: number | null;
  readonly credit: TurnCredit;
}

export interface Gammas {
  readonly gammaStep: number;
  readonly gammaTraj: number;
}

export function creditWith(rows: readonly Row[], { credit, advantage }: ExperimentConfig, gammas: Gammas): TurnCredit[] {
  return creditOf(rows, { ...credit, ...gammas }, advantage);
}

/** Turns and notes of one trial in order. */
export function linesOf(rows: readonly Row[], credit: readonly TurnCredit[], group: number, trial: number): CreditLine[] {
  return rows.flatMap((row, index) => (row.group === group && row.trial === trial ? [{ index, row, ...placeOf(rows, index), credit: credit[index] }] : []));
}

/** Where a row stands in its trial, as people count. */
export function placeOf(rows: readonly Row[], index: number): { readonly episode: number; readonly turn: number | null } {
  const { group, trial, episode, phase } = rows[index];
  if (phase === 'reflect') return { episode, turn: null };
  let turn = 1;
  for (let i = index - 1; i >= 0; i--) {
    const before = rows[i];
    if (before.group !== group || before.trial !== trial || before.episode !== episode) break;
    if (before.phase === 'play') turn++;
  }
  return { episode: episode + 1, turn };
}

export interface Member {
  readonly trial: number;
  readonly episode: number;
  readonly turn: number | null;
  /** what was compared: E of the episode, or G of the turn */
  readonly value: number;
  readonly own: boolean;
}

/** Those that a comparison was made with. @param part of what the values are read */
export function membersOf(rows: readonly Row[], credit: readonly TurnCredit[], comparison: Comparison, part: 'episode' | 'step', trial: number): Member[] {
  return comparison.with.map((index) => ({
    trial: rows[index].trial + 1,
    ...placeOf(rows, index),
    value: part === 'episode' ? credit[index].episode.value : credit[index].total,
    own: rows[index].trial === trial,
  }));
}

/** A trial (by its place in the iteration) with something to tell: one that lost first and then won, else any that was won. */
export function interesting(wonIn: readonly number[]): number {
  const later = wonIn.findIndex((episode) => episode > 1);
  return later >= 0 ? later : Math.max(0, wonIn.findIndex((episode) => episode > 0));
}

/** Groups whose trials all fared alike have no gradient. */
export function isFlat(rows: readonly Row[], credit: readonly TurnCredit[], group: number): boolean {
  return rows.every((row, i) => row.group !== group || Math.abs(credit[i].advantage) < 1e-9);
}

/** In how many turns the probability went the way of the advantage, of those that have one. */
export function agreement(lines: readonly CreditLine[], before: readonly number[], after: readonly number[]): { readonly agree: number; readonly of: number } {
  const judged = lines.flatMap(({ credit }, i) => (Math.abs(credit.advantage) < 1e-9 ? [] : [Math.sign(after[i] - before[i]) === Math.sign(credit.advantage)]));
  return { agree: judged.filter(Boolean).length, of: judged.length };
}
