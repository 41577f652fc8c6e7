import { describe, expect, it } from 'vitest';
import { differences } from './config.ts';
import { pilotResult, pilotRuns } from './pilot.ts';

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

  it('measures gains on the same tasks and seeds', () => {
    const trial = (task: number, wonIn: number) => ({ task, repeat: 0, wonIn, turns: 1, invalidTurns: 0, notes: 0, validNotes: 0, emptyNotes: 0, tokens: 1 });
    const plain = [0, 1, 2, 3].map((task) => trial(task, task === 0 ? 1 : 0));
    const adapted = [0, 1, 2, 3].map((task) => trial(task, task === 0 ? 1 : task === 1 ? 3 : 0));
    const { success, gain } = pilotResult(adapted, plain, 3);
    expect(success.map(({ value }) => value)).toEqual([0.25, 0.25, 0.5]);
    expect(gain.map(({ value }) => value)).toEqual([0, 0, 0.25]);
  });
});
