/**
 * Returns that cross episodes (LaMer, arXiv 2512.16848). Inside an episode g_t = Σ_{l≥t} γ_step^(l−t) · r_l; across episodes
 * G_t^(n) = g_t^(n) + Σ_{m>n} γ_traj^(m−n) · g_0^(m). A reflection earns what the episode after it earns from its first turn: G_0^(n+1).
 */
import { indicesBy, type Row } from './rows.ts';

export interface ReturnOptions {
  readonly gammaStep: number;
  readonly gammaTraj: number;
  /** `released`: one recursion over all turns of a trial, so that later episodes are discounted by γ_step as well */
  readonly returns: 'paper' | 'released';
}

interface Return {
  /** g: from the episode itself; of a reflection, from the episode that follows */
  readonly own: number;
  /** from the episodes after that one */
  readonly across: number;
  /** G = own + across */
  readonly total: number;
}

/** @param rows of any number of trials, each trial's in time order. @returns one entry per row */
export function returnsOf(rows: readonly Row[], options: ReturnOptions): Return[] {
  const out = new Array<Return>(rows.length);
  for (const indices of indicesBy(rows, ({ group, trial }) => `${group} ${trial}`)) {
    const found = ofTrial(indices.map((index) => rows[index]), options);
    indices.forEach((index, i) => (out[index] = found[i]));
  }
  return out;
}

const nothing: Return = { own: 0, across: 0, total: 0 };

function ofTrial(rows: readonly Row[], { gammaStep, gammaTraj, returns }: ReturnOptions): Return[] {
  const out = new Array<Return>(rows.length);
  /** of the play row after this one */
  let next: { readonly episode: number; readonly value: Return } | undefined;
  for (let i = rows.length - 1; i >= 0; i--) {
    const { phase, episode, reward } = rows[i];
    if (phase === 'reflect') {
      out[i] = next?.episode === episode ? next.value : nothing;
      continue;
    }
    let [own, across] = [reward, 0];
    if (next?.episode === episode) {
      own += gammaStep * next.value.own;
      across = returns === 'released' ? gammaStep * next.value.across : next.value.across;
    } else if (next) {
      across = gammaTraj ** (next.episode - episode) * next.value.total;
    }
    out[i] = { own, across, total: own + across };
    next = { episode, value: out[i] };
  }
  return out;
}
