import { describe, expect, it } from 'vitest';
import { preset } from '../../experiment/methods.ts';
import { rowsOf } from '../../learning/rows.ts';
import { playAll } from '../../trial/scheduler.ts';
import { teacher } from '../../trial/teachers/teacher.ts';
import { makeTask } from '../../worlds/index.ts';
import { agreement, creditWith, interesting, isFlat, linesOf, membersOf, placeOf } from './credit.ts';

const group = 4;
const config = preset('lamer', 'minesweeper', { mines: 3 });
const specs = [1, 2].flatMap((seed) =>
  Array.from({ length: group }, (_, trial) => ({ task: makeTask('minesweeper', { mines: 3 }, seed), config: { episodes: 3, memory: 'reflection' as const }, style: 'brief' as const, seed: 4, trial })),
);
const rows = playAll(specs, teacher('random')).flatMap((records, i) => rowsOf(records, Math.floor(i / group), i % group));
const trained = { gammaStep: config.credit.gammaStep, gammaTraj: config.credit.gammaTraj };
const credit = creditWith(rows, config, trained);

describe('Who earned what', () => {
  it('is told of every turn and note of a trial, in order, as people count', () => {
    const lines = linesOf(rows, credit, 1, 2);
    expect(lines).toHaveLength(rows.filter((row) => row.group === 1 && row.trial === 2).length);
    expect(lines[0]).toMatchObject({ episode: 1, turn: 1 });
    for (const [i, { index, row, episode, turn }] of lines.entries()) {
      expect(rows[index]).toBe(row);
      if (row.phase === 'reflect') expect([turn, lines[i - 1].episode, episode]).toEqual([null, episode, row.episode]);
      else expect([episode, turn]).toEqual([row.episode + 1, lines.slice(0, i).filter((other) => other.row.phase === 'play' && other.episode === episode).length + 1]);
    }
  });

  it('gives the own episode and what later ones add apart, and nothing from later ones without γ_traj', () => {
    for (const { own, across, total } of credit) expect(total).toBeCloseTo(own + across, 9);
    const alone = creditWith(rows, config, { ...trained, gammaTraj: 0 });
    expect(alone.every(({ across }) => across === 0)).toBe(true);
  });

  it('names those that a turn was compared with, and which of them are its own trial', () => {
    const [line] = linesOf(rows, credit, 0, 1);
    const members = membersOf(rows, credit, line.credit.episode, 'episode', 1);
    expect(members.length).toBeGreaterThan(1);
    for (const { own, trial } of members) expect(own).toBe(trial === 2);
    const mean = members.reduce((sum, { value }) => sum + value, 0) / members.length;
    expect(mean).toBeCloseTo(line.credit.episode.mean, 9);
    expect(placeOf(rows, line.index)).toEqual({ episode: 1, turn: 1 });
  });

  it('knows a group in which all fared alike', () => {
    const same = rows.map((row) => ({ ...row, reward: 0, valid: true }));
    const flat = creditWith(same, config, trained);
    expect([isFlat(same, flat, 0), isFlat(same, flat, 1)]).toEqual([true, true]);
    const one = same.map((row, i) => (i === 0 ? { ...row, reward: 10 } : row));
    expect([isFlat(one, creditWith(one, config, trained), 0), isFlat(one, creditWith(one, config, trained), 1)]).toEqual([false, true]);
  });

  it('counts the turns whose probability went the way of their advantage', () => {
    const lines = linesOf(rows, credit, 0, 0).map((line, i) => ({ ...line, credit: { ...line.credit, advantage: [1, -1, 0][i % 3] } }));
    const before = lines.map(() => -1);
    const after = lines.map(() => -0.5);
    expect(agreement(lines, before, after)).toEqual({ agree: lines.filter((_, i) => i % 3 === 0).length, of: lines.filter((_, i) => i % 3 !== 2).length });
  });

  it('begins with a trial that lost first and then won, else with one that won, else with the first', () => {
    expect(interesting([0, 1, 0, 2, 3])).toBe(3);
    expect(interesting([0, 1, 0])).toBe(1);
    expect(interesting([0, 0])).toBe(0);
  });
});
