import { describe, expect, it } from 'vitest';
import { makeTask } from '../worlds/index.ts';
import { random } from '../worlds/random.ts';
import { playAll } from '../trial/scheduler.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import { creditOf, type AdvantageOptions, type CreditOptions } from './advantages.ts';
import { creditFixture } from './fixtures/credit.ts';
import { gae, whitened } from './gae.ts';
import { returnsOf } from './returns.ts';
import { rowsOf, type Row } from './rows.ts';
import { releasedScores } from './episodeScores.ts';

const credit: CreditOptions = { horizon: 'crossEpisode', gammaStep: 0.95, gammaTraj: 0.6, returns: 'paper', scores: 'ours' };
const gigpo: AdvantageOptions = { estimator: 'gigpo', norm: 'mean', stepWeight: 1, anchorScope: 'group', baselineScope: 'episode', invalidPenalty: 0.5 };
const advantages = (rows: readonly Row[], c: Partial<CreditOptions> = {}, a: Partial<AdvantageOptions> = {}): number[] =>
  creditOf(rows, { ...credit, ...c }, { ...gigpo, ...a }).map((turn) => turn.advantage);

function close(found: readonly number[], wanted: readonly number[], digits: number): void {
  expect(found).toHaveLength(wanted.length);
  found.forEach((value, i) => expect(value, `row ${i}`).toBeCloseTo(wanted[i], digits));
}

const row = (trial: number, episode: number, phase: Row['phase'], reward: number, anchor: string, valid = true): Row => ({ group: 0, trial, episode, phase, reward, valid, anchor });
/** lamer.md 6.6 */
const golden: readonly Row[] = [
  row(0, 0, 'play', -0.1, 's0'),
  row(0, 0, 'play', -0.1, 's1', false),
  row(0, 1, 'reflect', 0, 'reflection'),
  row(0, 1, 'play', -0.1, 's0'),
  row(0, 1, 'play', 9.9, 's2'),
  row(1, 0, 'play', -0.1, 's0'),
  row(1, 0, 'play', 9.9, 's2'),
];

describe('returns', () => {
  it('of two lost episodes before a won one are those of the formula by hand', () => {
    const rows = [0, 1, 2].flatMap((episode) => [
      ...(episode > 0 ? [row(0, episode, 'reflect', 0, 'reflection')] : []),
      ...Array.from({ length: 7 }, (_, turn) => row(0, episode, 'play', episode === 2 && turn === 6 ? 10 : 0, 's')),
    ]);
    const paper = returnsOf(rows, credit).map(({ total }) => total);
    close(paper.slice(0, 7), new Array<number>(7).fill(2.6463), 4);
    close([paper[7], paper[8], paper[14], paper[15], paper[16], paper[22]], [4.4106, 4.4106, 4.4106, 7.3509, 7.3509, 10], 4);
    const released = returnsOf(rows, { ...credit, returns: 'released' }).map(({ total }) => total);
    close([released[0], released[6], released[7], released[8], released[14], released[15]], [1.43, 1.9453, 3.2422, 3.2422, 4.4106, 7.3509], 4);
  });

  it.each(creditFixture.returns)('$id: equal those of the released code and of the paper', ({ gamma_step: gammaStep, gamma_traj: gammaTraj, rows, ...wanted }) => {
    close(returnsOf(rows, { gammaStep, gammaTraj, returns: 'released' }).map(({ total }) => total), wanted.return_released, 7);
    close(returnsOf(rows, { gammaStep, gammaTraj, returns: 'paper' }).map(({ total }) => total), wanted.return_paper, 7);
    close(releasedScores(rows, 0), wanted.episode_score_released, 7);
  });

  it('come in two parts that add up: from the own episode, and from later ones', () => {
    for (const { rows } of creditFixture.advantages) {
      for (const returns of ['paper', 'released'] as const) {
        const whole = returnsOf(rows, { ...credit, returns });
        const alone = returnsOf(rows, { ...credit, returns, gammaTraj: 0 });
        whole.forEach(({ own, across, total }, i) => {
          expect(total).toBe(own + across);
          expect([alone[i].own, Math.abs(alone[i].across), alone[i].total]).toEqual([own, 0, own]);
        });
      }
    }
  });

  it('of a note that no episode followed are nothing', () => {
    expect(returnsOf([row(0, 0, 'play', 1, 's'), row(0, 1, 'reflect', 0, 'reflection')], credit)).toEqual([
      { own: 1, across: 0, total: 1 },
      { own: 0, across: 0, total: 0 },
    ]);
  });
});

describe('the golden example of the reference', () => {
  it('comes out of the released rules to six digits', () => {
    const released = { returns: 'released', scores: 'released' } as const;
    const turns = creditOf(golden, { ...credit, ...released }, gigpo);
    close(turns.map(({ total }) => total), [5.10885, 5.483, 9.305, 9.305, 9.9, 9.305, 9.9], 6);
    close(turns.map(({ episode }) => episode.value), [-0.2, -0.7, 0, 9.8, 9.8, 9.8, 9.8], 6);
    expect(turns[0].episode.mean).toBeCloseTo(5.471429, 6);
    close(turns.map(({ episode }) => episode.advantage), [-5.671429, -6.171429, -5.471429, 4.328571, 4.328571, 4.328571, 4.328571], 6);
    close(turns.map(({ step }) => step?.advantage ?? NaN), [-2.797433, 0, 0, 1.398717, 0, 1.398717, 0], 6);
    close(turns.map(({ advantage }) => advantage), [-8.468862, -6.171429, -5.471429, 5.727288, 4.328571, 5.727288, 4.328571], 6);
    const paper = creditOf(golden, { ...credit, scores: 'released' }, gigpo);
    close(paper.map(({ total }) => total), [5.388, 5.483, 9.305, 9.305, 9.9, 9.305, 9.9], 6);
    close(paper.map(({ step }) => step?.advantage ?? NaN), [-2.611333, 0, 0, 1.305667, 0, 1.305667, 0], 6);
    close(paper.map(({ advantage }) => advantage), [-8.282762, -6.171429, -5.471429, 5.634238, 4.328571, 5.634238, 4.328571], 6);
    const std = [-2.204442, -1.142288, -1.012723, 1.378538, 0.801188, 1.378538, 0.801188];
    close(advantages(golden, released, { norm: 'meanStd' }), std, 6);
    close(advantages(golden, { scores: 'released' }, { norm: 'meanStd' }), std, 6);
    close(advantages(golden, released, { estimator: 'grpo', norm: 'meanStd' }), [-1.049742, -1.142288, -1.012723, ...new Array<number>(4).fill(0.801188)], 6);
    close(advantages(golden, released, { estimator: 'rloo' }), [-6.616667, -7.2, -6.383333, 5.05, 5.05, 5.05, 5.05], 6);
  });

  it('comes out of our rules over the group to six digits', () => {
    const group = { baselineScope: 'group' } as const;
    const turns = creditOf(golden, credit, { ...gigpo, ...group });
    close(turns.map(({ episode }) => episode.value), [5.68, 5.68, 9.8, 9.8, 9.8, 9.8, 9.8], 6);
    expect(turns[0].episode.mean).toBeCloseTo(8.426667, 6);
    close(turns.map(({ episode, penalty }) => episode.advantage - penalty), [-2.746667, -3.246667, ...new Array<number>(5).fill(1.373333)], 6);
    close(turns.map(({ advantage }) => advantage), [-5.358, -3.246667, 1.373333, 2.679, 1.373333, 2.679, 1.373333], 6);
    close(advantages(golden, {}, { ...group, estimator: 'grpo', norm: 'meanStd' }), [-1.1547, -1.6547, ...new Array<number>(5).fill(0.57735)], 6);
    close(advantages(golden, {}, { ...group, estimator: 'rloo' }), [-4.12, -4.62, ...new Array<number>(5).fill(2.06)], 6);
  });

  it('compares an episode with the same episode of the other trials, or with all of theirs where none played that one', () => {
    const turns = creditOf(golden, credit, { ...gigpo, estimator: 'grpo' });
    // A's second episode: trial B won its first and has no second, so B's only episode it is
    close(turns.map(({ advantage }) => advantage), [-4.12, -4.62, 0, 0, 0, 4.12, 4.12], 6);
    close(advantages(golden, {}, { estimator: 'rloo' }), [-4.12, -4.62, 0, 0, 0, 4.12, 4.12], 6);
    expect(turns.map(({ episode }) => episode.with)).toEqual([[5], [5], [5], [5], [5], [0], [0]]);
    // meanStd: the spread of 5.68 and 9.8 is 2.913280
    close(advantages(golden, {}, { estimator: 'grpo', norm: 'meanStd' }), [-4.12, -4.12, 0, 0, 0, 4.12, 4.12].map((a, i) => a / 2.91328 - (i === 1 ? 0.5 : 0)), 5);
  });

  it('shows the cross-episode part of each turn beside the group it is compared with', () => {
    const [first, , note] = creditOf(golden, credit, gigpo);
    expect(first).toMatchObject({ own: -0.195, step: { with: [0, 3, 5] } });
    expect(first.across).toBeCloseTo(0.6 * 9.305, 12);
    expect(note).toMatchObject({ across: 0, step: { with: [2], advantage: 0 }, penalty: 0 });
    expect(note.own).toBeCloseTo(9.305, 12);
  });
});

describe.each(creditFixture.advantages)('$id', ({ gamma_step: gammaStep, gamma_traj: gammaTraj, invalid_penalty: invalidPenalty, rows, released, proposed_67: own, values, gae: tokens }) => {
  const both = (returns: CreditOptions['returns'], scores: CreditOptions['scores'], options: Partial<AdvantageOptions>) =>
    creditOf(rows, { horizon: 'crossEpisode', gammaStep, gammaTraj, returns, scores }, { ...gigpo, baselineScope: 'group', invalidPenalty, ...options });
  const total = (...args: Parameters<typeof both>): number[] => both(...args).map(({ advantage }) => advantage);

  it('has the advantages of the released code', () => {
    const check = (key: string, found: number[]): void => {
      if (released[key]) close(found, released[key], 4.7);
    };
    for (const [name, norm] of [['mean_norm', 'mean'], ['mean_std_norm', 'meanStd']] as const) {
      for (const returns of ['released', 'paper'] as const) {
        check(`gigpo_${name}_${returns}`, total(returns, 'released', { norm }));
        check(`step_${name}_${returns}`, both(returns, 'released', { norm }).map(({ step }) => step?.advantage ?? NaN));
      }
      check(`gigpo_${name}_released_w0.5`, total('released', 'released', { norm, stepWeight: 0.5 }));
      check(`episode_${name}_rows`, total('paper', 'released', { norm, stepWeight: 0 }));
      check(`episode_${name}_trajectories`, total('paper', 'releasedTrials', { norm, stepWeight: 0 }));
    }
    check('grpo', total('paper', 'released', { estimator: 'grpo', norm: 'meanStd' }));
    check('grpo_no_std', total('paper', 'released', { estimator: 'grpo' }));
    check('rloo', total('paper', 'released', { estimator: 'rloo' }));
    check('rloo_trajectories', total('paper', 'releasedTrials', { estimator: 'rloo' }));
    expect(Object.keys(released).length).toBeGreaterThan(5);
  });

  it('has the advantages of our rule over the group', () => {
    close(both('paper', 'ours', {}).map(({ episode }) => episode.value), own.E, 7);
    close(total('paper', 'ours', { estimator: 'grpo' }), own.episode_mean, 7);
    close(total('paper', 'ours', { estimator: 'grpo', norm: 'meanStd' }), own.grpo, 7);
    close(total('paper', 'ours', { estimator: 'rloo' }), own.rloo, 7);
    close(total('paper', 'ours', {}), own.gigpo_mean, 7);
    close(total('paper', 'ours', { norm: 'meanStd' }), own.gigpo_meanStd, 7);
  });

  it('has the token advantages of the released estimation', () => {
    const score = releasedScores(rows, invalidPenalty);
    const cut = (matrix: readonly (readonly number[])[]): number[] => matrix.flatMap((tokensOfRow, i) => tokensOfRow.slice(0, rows[i].response_length));
    for (const [key, wanted] of Object.entries(tokens)) {
      const [gamma, lambda] = key.split('_').map(Number);
      const found = gae(score, values.map((ofRow, i) => ofRow.slice(0, rows[i].response_length)), gamma, lambda);
      close(whitened(found.advantages).flat(), cut(wanted.advantages), 4.7);
      close(found.returns.flat(), cut(wanted.returns), 4.7);
    }
  });
});

/** Three groups of four trials of one to three episodes with whole-number rewards, some states shared. */
function someRows(seed: number): Row[] {
  const rng = random(seed);
  return [0, 1, 2].flatMap((group) =>
    [0, 1, 2, 3].flatMap((trial) =>
      Array.from({ length: 1 + rng.below(3) }, (_, episode) => [
        ...(episode > 0 ? [{ group, trial, episode, phase: 'reflect', reward: 0, valid: rng.below(5) > 0, anchor: 'reflection' } as const] : []),
        ...Array.from({ length: 1 + rng.below(4) }, (): Row => ({ group, trial, episode, phase: 'play', reward: rng.below(4), valid: rng.below(5) > 0, anchor: `s${rng.below(4)}` })),
      ]).flat(),
    ),
  );
}

const estimators = ['reinforce', 'rloo', 'grpo', 'gigpo', 'ppo'] as const;
const scopes = ['episode', 'group'] as const;

describe('advantages', () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

  it.each(seeds)('sum to zero over the episodes of a group, and over the turns in one state (rows %i)', (seed) => {
    const rows = someRows(seed);
    const turns = creditOf(rows, credit, { ...gigpo, baselineScope: 'group', invalidPenalty: 0 });
    for (const group of [0, 1, 2]) {
      const episodes = new Map(turns.flatMap(({ episode }, i) => (rows[i].group === group ? [[`${rows[i].trial} ${rows[i].episode}`, episode.advantage]] : [])));
      expect([...episodes.values()].reduce((a, b) => a + b, 0)).toBeCloseTo(0, 9);
    }
    const states = new Map<string, number>();
    turns.forEach(({ step }, i) => {
      const key = `${rows[i].group} ${rows[i].anchor}`;
      states.set(key, (states.get(key) ?? 0) + (step?.advantage ?? NaN));
    });
    for (const sum of states.values()) expect(sum).toBeCloseTo(0, 9);
  });

  it.each(estimators)('of %s: γ_traj = 0 and the horizon of an episode are the same, and another than with credit across episodes', (estimator) => {
    for (const seed of seeds) {
      const rows = someRows(seed);
      const off = advantages(rows, { horizon: 'episode' }, { estimator });
      expect(advantages(rows, { gammaTraj: 0 }, { estimator })).toEqual(off);
      expect(advantages(rows, {}, { estimator })).not.toEqual(off);
    }
  });

  it('without credit across episodes are those of trials that consist of one episode each', () => {
    const rows = someRows(3).filter(({ phase }) => phase === 'play');
    const apart = rows.map((each) => ({ ...each, trial: each.trial * 10 + each.episode, episode: 0 }));
    for (const estimator of ['reinforce', 'gigpo', 'grpo'] as const) {
      const options = { estimator, baselineScope: 'group', norm: 'meanStd' } as const;
      close(advantages(rows, { horizon: 'episode' }, options), advantages(apart, {}, options), 9);
    }
  });

  it.each(estimators)('of %s do not depend on the order of groups and trials', (estimator) => {
    for (const seed of seeds) {
      for (const baselineScope of scopes) {
        const rows = someRows(seed);
        const trials = [...new Set(rows.map(({ group, trial }) => group * 4 + trial))];
        const order = random(seed).shuffle(trials);
        const at = order.flatMap((key) => rows.flatMap((each, i) => (each.group * 4 + each.trial === key ? [i] : [])));
        const options = { estimator, baselineScope, norm: 'meanStd' } as const;
        const found = advantages(rows, {}, options);
        close(advantages(at.map((i) => rows[i]), {}, options), at.map((i) => found[i]), 9);
      }
    }
  });

  it.each(['rloo', 'grpo', 'gigpo'] as const)('of %s are nothing where there is nothing to compare with', (estimator) => {
    for (const baselineScope of scopes) {
      for (const norm of ['mean', 'meanStd'] as const) {
        const alone = [row(0, 0, 'play', 3, 's0'), row(0, 0, 'play', 4, 's1', false)];
        expect(advantages(alone, {}, { estimator, baselineScope, norm })).toEqual([0, -0.5]);
      }
    }
  });

  it.each(['rloo', 'grpo', 'gigpo'] as const)('of %s are exactly nothing where all trials fared alike, whatever rounding makes of their mean', (estimator) => {
    for (const baselineScope of scopes) {
      for (const norm of ['mean', 'meanStd'] as const) {
        for (const last of [10, 11.7, 9.9, 0.1, -0.3]) {
          for (const count of [2, 3, 6, 7, 24]) {
            const trials = Array.from({ length: count }, (_, trial) => [-0.1, -0.1, last].map((reward, turn) => row(trial, 0, 'play', reward, `s${turn}`)));
            expect(new Set(advantages(trials.flat(), {}, { estimator, baselineScope, norm })), `${count} trials that end with ${last}`).toEqual(new Set([0]));
          }
        }
      }
    }
  });

  it('compare states across the episodes of a group or within one episode number only', () => {
    const step = (anchorScope: AdvantageOptions['anchorScope']): (readonly number[] | undefined)[] =>
      creditOf(golden, credit, { ...gigpo, anchorScope }).map((turn) => turn.step?.with);
    expect(step('group').slice(3)).toEqual([[0, 3, 5], [4, 6], [0, 3, 5], [4, 6]]);
    expect(step('group+episode').slice(3)).toEqual([[3], [4], [0, 5], [6]]);
  });

  it('are raw returns where nothing is taken out', () => {
    close(advantages(golden, {}, { estimator: 'reinforce', norm: 'none' }), [5.388, 4.983, 9.305, 9.305, 9.9, 9.305, 9.9], 9);
  });
});

describe('rows of a trial', () => {
  it('are its turns and notes in order; a note belongs to the episode that it precedes', () => {
    const task = makeTask('minesweeper', { mines: 5 }, 11);
    const [records] = playAll([{ task, config: { episodes: 3, memory: 'reflection' }, style: 'brief', seed: 1, trial: 0 }], teacher('random'));
    const rows = rowsOf(records, 2, 7);
    const ended = records.filter((record) => record.type === 'episodeEnded').length;
    expect(rows.map(({ response }) => response)).toEqual(records.filter((record) => record.type === 'responded'));
    expect(rows.filter(({ phase }) => phase === 'reflect').map(({ episode, anchor }) => [episode, anchor])).toEqual(
      Array.from({ length: ended - 1 }, (_, i) => [i + 1, 'reflection']),
    );
    expect(rows.every(({ group, trial }) => group === 2 && trial === 7)).toBe(true);
    const starts = rows.filter(({ phase, episode }, i) => phase === 'play' && rows.findIndex((other) => other.phase === 'play' && other.episode === episode) === i);
    expect(new Set(starts.map(({ anchor }) => anchor)).size).toBe(1);
  });
});
