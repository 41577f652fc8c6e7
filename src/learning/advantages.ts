/**
 * From turns to advantages, with everything on the way that a reader may want to see. In all estimators credit crosses episodes:
 *
 *   reinforce  A = G − mean of G over the batch
 *   rloo       A = E − mean of E over the other trials of the group (never divided by a spread)
 *   grpo       the same in units of the spread (norm meanStd)
 *   gigpo      A = A_episode + ω·A_step; A_step compares the returns G of turns that met the same state within the group (GiGPO, arXiv 2505.10978)
 *   ppo        G less the penalty is the reward at a response's last token; gae.ts makes token advantages of it
 *
 * A penalty for an unreadable response is taken off that row alone, after centring.
 */
import { indicesBy, type Row } from './rows.ts';
import { returnsOf, type ReturnOptions } from './returns.ts';
import { entriesOf, releasedScores, type Entry } from './episodeScores.ts';
import { mean, spread } from './spread.ts';

export interface CreditOptions extends ReturnOptions {
  /** `episode`: as with γ_traj = 0 */
  readonly horizon: 'episode' | 'crossEpisode';
  /** `released`: every row is an entry with the score of its own episode, penalty included; `releasedTrials`: means over the first row of each trial */
  readonly scores: 'ours' | 'released' | 'releasedTrials';
}

export interface AdvantageOptions {
  readonly estimator: 'reinforce' | 'rloo' | 'grpo' | 'gigpo' | 'ppo';
  readonly norm: 'none' | 'mean' | 'meanStd';
  /** ω */
  readonly stepWeight: number;
  readonly anchorScope: 'group' | 'group+episode';
  /**
   * `episode`: against the same episode of the other trials (of all their episodes where none played that one);
   * `group`: against all episodes of the group, the trial's own among them
   */
  readonly baselineScope: 'episode' | 'group';
  readonly invalidPenalty: number;
}

/** A value beside those that it is compared with. */
export interface Comparison {
  readonly value: number;
  readonly mean: number;
  /** what the difference is divided by; 1 without meanStd */
  readonly spread: number;
  /** rows compared with (of an episode: its first row), the own one included where it counts */
  readonly with: readonly number[];
  readonly advantage: number;
}

/** All about one row. */
export interface TurnCredit {
  /** g */
  readonly own: number;
  /** the cross-episode part of G */
  readonly across: number;
  /** G = own + across */
  readonly total: number;
  /** A_episode; of reinforce and ppo the comparison of G */
  readonly episode: Comparison;
  /** A_step, before ω; null where the estimator has none */
  readonly step: Comparison | null;
  /** 0 where the response could be read */
  readonly penalty: number;
  /** A; of ppo the reward that the response is given */
  readonly advantage: number;
}

const epsilon = 1e-6;
/** Rewards are tenths at the least: what differs by less differs by rounding alone, and divided by a spread that is rounding too it would look like something. */
const rounding = 1e-12;

/** @param rows of whole groups, each trial's in time order. @returns one entry per row */
export function creditOf(rows: readonly Row[], credit: CreditOptions, options: AdvantageOptions): TurnCredit[] {
  const gammaTraj = credit.horizon === 'episode' ? 0 : credit.gammaTraj;
  const returns = returnsOf(rows, { ...credit, gammaTraj });
  const totals = returns.map(({ total }) => total);
  const released = credit.scores !== 'ours';
  const penalties = rows.map(({ valid }) => (valid || released ? 0 : options.invalidPenalty));
  const episodes = episodePart(rows, totals, gammaTraj, credit, options);
  const steps = options.estimator === 'gigpo' ? stepPart(rows, totals, options) : null;
  return returns.map((earned, i) => {
    const [episode, step, penalty] = [episodes[i], steps?.[i] ?? null, penalties[i]];
    return { ...earned, episode, step, penalty, advantage: episode.advantage + options.stepWeight * (step?.advantage ?? 0) - penalty };
  });
}

function episodePart(rows: readonly Row[], totals: readonly number[], gammaTraj: number, credit: CreditOptions, options: AdvantageOptions): Comparison[] {
  const { estimator, norm } = options;
  if (estimator === 'ppo') return totals.map((value) => ({ value, mean: 0, spread: 1, with: [], advantage: value }));
  if (estimator === 'reinforce') {
    const batch = crowd(rows.map((_, i) => i), (row) => totals[row], norm);
    return totals.map((value) => against(value, batch));
  }
  return credit.scores === 'ours' ? ourScores(rows, gammaTraj, options) : ofRelease(rows, credit.scores, options);
}

/** Those that values are compared with. */
type Crowd = Omit<Comparison, 'value' | 'advantage'>;

/** @param more values that count for the spread only */
function crowd(rows: readonly number[], at: (row: number) => number, norm: AdvantageOptions['norm'], ...more: number[]): Crowd {
  const values = rows.map(at);
  return { with: rows, mean: norm === 'none' ? 0 : mean(values), spread: norm === 'meanStd' ? spread([...values, ...more]) + epsilon : 1 };
}

/** @param factor k / (k − 1): leaving the own entry out of the mean of k is the same as this times the difference */
function against(value: number, those: Crowd, factor = 1): Comparison {
  const difference = value - those.mean;
  const apart = Math.abs(difference) > rounding * Math.max(1, Math.abs(value));
  return { value, ...those, advantage: apart ? (difference / those.spread) * factor : 0 };
}

/** Nothing to compare with: no advantage. */
function alone(value: number, row: number): Comparison {
  return { value, mean: value, spread: 1, with: [row], advantage: 0 };
}

function ourScores(rows: readonly Row[], gammaTraj: number, { estimator, norm: asked, baselineScope }: AdvantageOptions): Comparison[] {
  const out = new Array<Comparison>(rows.length);
  const all = entriesOf(rows, gammaTraj);
  const rloo = estimator === 'rloo';
  const norm = rloo ? 'mean' : asked;
  for (const indices of indicesBy(all, ({ group }) => String(group))) {
    const entries = indices.map((index) => all[index]);
    const scores = new Map(entries.map((entry) => [entry.rows[0], entry.score]));
    const scoreAt = (row: number): number => scores.get(row) ?? 0;
    const whole = crowd([...scores.keys()], scoreAt, norm);
    const withoutOwn = (entry: Entry): Comparison => {
      const others = entries.filter(({ trial }) => trial !== entry.trial);
      const same = others.filter(({ episode }) => episode === entry.episode);
      const used = (same.length > 0 ? same : others).map((other) => other.rows[0]);
      return used.length === 0 ? alone(entry.score, entry.rows[0]) : against(entry.score, crowd(used, scoreAt, norm, entry.score));
    };
    for (const entry of entries) {
      const k = entries.length;
      const inGroup = (): Comparison => (k === 1 ? alone(entry.score, entry.rows[0]) : against(entry.score, whole, rloo ? k / (k - 1) : 1));
      const found = baselineScope === 'group' ? inGroup() : withoutOwn(entry);
      for (const row of entry.rows) out[row] = found;
    }
  }
  return out;
}

/** The released code's episode part: entries are rows, a single one has mean 0 and spread 1. */
function ofRelease(rows: readonly Row[], scores: 'released' | 'releasedTrials', { estimator, norm: asked, invalidPenalty }: AdvantageOptions): Comparison[] {
  const out = new Array<Comparison>(rows.length);
  const score = releasedScores(rows, invalidPenalty);
  const rloo = estimator === 'rloo';
  const norm = rloo ? 'mean' : asked;
  for (const indices of indicesBy(rows, ({ group }) => String(group))) {
    const first = indicesBy(indices.map((index) => rows[index]), ({ trial }) => String(trial)).map(([member]) => indices[member]);
    const used = scores === 'released' ? indices : first;
    const k = used.length;
    const those = k === 1 ? { with: used, mean: 0, spread: norm === 'meanStd' ? 1 + epsilon : 1 } : crowd(used, (row) => score[row], norm);
    for (const index of indices) out[index] = against(score[index], those, rloo && k > 1 ? k / (k - 1) : 1);
  }
  return out;
}

function stepPart(rows: readonly Row[], totals: readonly number[], { norm, anchorScope }: AdvantageOptions): Comparison[] {
  const out = new Array<Comparison>(rows.length);
  const perEpisode = anchorScope === 'group+episode';
  for (const indices of indicesBy(rows, ({ group, episode, anchor }) => `${group} ${perEpisode ? episode : ''} ${anchor}`)) {
    const those = crowd(indices, (row) => totals[row], norm);
    for (const index of indices) out[index] = indices.length === 1 ? alone(totals[index], index) : against(totals[index], those);
  }
  return out;
}
