import { describe, expect, it } from 'vitest';
import { differences, withValues } from '../../experiment/config.ts';
import { methods } from '../../experiment/methods.ts';
import { changes, methodOf, pagePreset, primary, secondary, shown } from './defaults.ts';
import { colourOf, dashOf, nextName } from './names.ts';

describe('What the page proposes', () => {
  it('lets every method that trains play as many episodes an iteration', () => {
    const played = methods
      .map((method) => pagePreset(method, 'minesweeper'))
      .filter(({ schedule }) => schedule.iterations > 0)
      .map(({ rollout, trial }) => rollout.tasks * rollout.group * trial.episodes);
    expect(new Set(played).size).toBe(1);
  });

  it('is told from its own settings', () => {
    for (const method of methods) expect(methodOf(pagePreset(method, 'sokoban'))).toBe(method);
    expect(methodOf(withValues(pagePreset('gigpo', 'minesweeper'), [['optimizer.rate', 1e-3], ['schedule.seed', 7]]))).toBe('gigpo');
  });

  it('shows every setting once', () => {
    const paths = [...primary, ...secondary.map(({ path }) => path)];
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of differences(pagePreset('lamer', 'sokoban'), pagePreset('ppo', 'sokoban')).map((each) => each.path)) expect(paths).toContain(path);
  });
});

describe('What changed', () => {
  it('is one line of settings with both values', () => {
    const from = pagePreset('lamer', 'minesweeper');
    const to = withValues(from, [['credit.gammaTraj', 0], ['adapter.targets', ['q_proj', 'v_proj']]]);
    expect(changes(from, from, (path) => path)).toEqual([]);
    expect(changes(from, to, (path) => path)).toEqual([`credit.gammaTraj ${from.credit.gammaTraj} → 0`, `adapter.targets ${shown(from.adapter.targets)} → q v`]);
  });

  it('names the world’s own value where nothing else was chosen, and none where the world has no such setting', () => {
    const from = pagePreset('lamer', 'sokoban');
    const to = withValues(from, [['settings.boxes', 3]]);
    expect(changes(from, to, (path) => path)).toEqual(['settings.boxes 2 → 3']);
    expect(changes(to, from, (path) => path)).toEqual(['settings.boxes 3 → 2']);
    const other = withValues(from, [['world', 'minesweeper'], ['settings.mines', 5]]);
    expect(changes(from, other, (path) => path)).toEqual(['world sokoban → minesweeper', 'settings.mines – → 5']);
  });
});

describe('Runs', () => {
  it('have numbers that no other has, and keep a colour by them', () => {
    expect(nextName('LaMer', [])).toBe('LaMer 1');
    expect(nextName('GRPO', [{ name: 'LaMer 2' }, { name: 'LaMer 7' }])).toBe('GRPO 8');
    expect(colourOf({ name: 'LaMer 7' })).toBe(colourOf({ name: 'GRPO 1' }));
    expect([dashOf({ name: 'LaMer 7' }), dashOf({ name: 'GRPO 1' })]).toEqual(['6 3', undefined]);
  });
});
