import { describe, expect, it } from 'vitest';
import { differences } from './config.ts';
import { pilotContrasts, pilotDifference, pilotResult, pilotRuns } from './pilot.ts';

describe('the pilot', () => {
  it('has runs of different names, each beside one that it differs from', () => {
    const names = pilotRuns.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { against } of pilotRuns) if (against !== null) expect(names).toContain(against);
  });

  it('changes one factor at a time, but where the method itself is another', () => {
    for (const run of pilotRuns) {
      const base = pilotRuns.find(({ name }) => name === run.against);
      if (!base || run.name.includes('gigpo')) continue;
      const paths = differences(base.config, run.config).map(({ path }) => path);
      if (run.name.endsWith('memory-both')) expect(paths).toEqual(['trial.memory', 'evaluation.memory']);
      else expect(paths).toHaveLength(1);
    }
  });

  it('has runs that fit into an hour of one core', () => {
    for (const { name, minutes } of pilotRuns) expect(minutes, name).toBeGreaterThan(10);
    for (const { name, minutes } of pilotRuns) expect(minutes, name).toBeLessThanOrEqual(60);
  });

  it('contrasts runs of the same world and training seed, two seeds each, that differ in what the title says', () => {
    const named = (name: string) => pilotRuns.find((run) => run.name === name)?.config;
    for (const { title, pairs } of pilotContrasts) {
      const found = pairs.flatMap(([a, b]) => {
        const [left, right] = [named(a), named(b)];
        return left && right ? [[left, right] as const] : [];
      });
      expect(found.map(([left, right]) => [left.schedule.seed, right.schedule.seed])).toEqual([[1, 1], [2, 2]]);
      for (const [left, right] of found) {
        expect(left.evaluation).toEqual(right.evaluation);
        if (title.includes('γ_traj')) expect(differences(left, right).map(({ path, to }) => [path, to])).toEqual([['credit.gammaTraj', 0]]);
        else {
          expect(title).toContain('GiGPO (trained without memory, measured with notes)');
          expect([right.advantage.estimator, right.trial.episodes, right.trial.memory, right.evaluation.memory]).toEqual(['gigpo', 1, 'none', 'reflection']);
        }
      }
    }
  });

  it('counts a difference over all training seeds, each on its own pairs', () => {
    const won = (...episodes: number[]) => episodes.map((wonIn, task) => ({ task, repeat: 0, wonIn }));
    const pairs = [[won(1, 0, 0, 0), won(0, 0, 0, 0)], [won(2, 2, 2, 0), won(0, 0, 0, 1)]] as const;
    expect(pilotDifference(pairs, 3).value).toBe(3 / 8);
    expect(pilotDifference(pairs, 1).value).toBe(0);
  });

  it('measures gains on the same tasks and seeds', () => {
    const trial = (task: number, wonIn: number) => ({ task, repeat: 0, wonIn, turns: 1, invalidTurns: 0, notes: 0, validNotes: 0, emptyNotes: 0, tokens: 1 });
    const plain = [0, 1, 2, 3].map((task) => trial(task, task === 0 ? 1 : 0));
    const adapted = [0, 1, 2, 3].map((task) => trial(task, task === 0 ? 1 : task === 1 ? 3 : 0));
    const { success, gain } = pilotResult(adapted, plain, 3);
    expect(success.map(({ value }) => value)).toEqual([0.25, 0.25, 0.5]);
    expect(gain.map(({ value }) => value)).toEqual([0, 0, 0.25]);
  });
});
