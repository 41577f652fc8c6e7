import { expect, test } from 'vitest';
import { InputError } from '../config.ts';
import { benchSokoban } from './bench.ts';
import { parseConfig } from './config.ts';
import { generate } from './generate.ts';
import { countOnGoals } from './level.ts';
import { solve } from './solve.ts';
import { makeTask } from './state.ts';
import { formatXsb, levelKey, parseXsb } from './xsb.ts';

// Golden: these levels must come out on every platform and in every later version.
test.each([
  [{}, 0, ['######', '# .###', '# . ##', '# $$ #', '#   @#', '######']],
  [{}, -7, ['######', '# @ ##', '#$ ###', '#. ###', '# $.##', '######']],
  [{}, 4294967299, ['######', '#    #', '# $  #', '#  $##', '# +.##', '######']],
  [{ size: 7, boxes: 3 }, 1, ['#######', '# .$ ##', '##.. ##', '###$$ #', '##@   #', '###   #', '#######']],
])('%j with seed %i is always the same level', (settings, seed, rows) => {
  expect(makeTask(parseConfig(settings), seed).level).toEqual(rows);
});

test('a setting that is not about the level does not change it', () => {
  expect(makeTask(parseConfig({ turns: 12, movesPerTurn: 1, reward: 'shaped' }), 4).level).toEqual(makeTask(parseConfig({}), 4).level);
});

test.each([{}, { boxes: 1 }, { boxes: 3, minSolution: 3, maxSolution: 40 }, { minSolution: 21 }, { size: 7, boxes: 3 }, { size: 8, boxes: 4 }, { size: 5, boxes: 2 }])(
  'levels of %j have their boxes off the goals and a shortest solution in the range',
  (settings) => {
    const config = parseConfig(settings);
    for (let seed = 0; seed < 40; seed++) {
      const level = generate(config, seed);
      const { plan } = solve(level, level.start);
      expect(plan?.length).toBeGreaterThanOrEqual(config.minSolution);
      expect(plan?.length).toBeLessThanOrEqual(config.maxSolution);
      expect(level.start.boxes.length).toBe(config.boxes);
      expect(countOnGoals(level, level.start.boxes)).toBe(0);
      expect(formatXsb(parseXsb(formatXsb(level)))).toEqual(formatXsb(level));
    }
  },
);

test('at the paper’s setting lengths are as measured on the released generator (mean 9, median 8), and levels differ', () => {
  const made = Array.from({ length: 1000 }, (_, seed) => generate(parseConfig({}), seed));
  const lengths = made.map((level) => solve(level, level.start).plan?.length ?? 0).sort((a, b) => a - b);
  expect(lengths.reduce((a, b) => a + b) / 1000).toBeGreaterThan(8.5);
  expect(lengths.reduce((a, b) => a + b) / 1000).toBeLessThan(9.5);
  expect(lengths[500]).toBe(8);
  expect(new Set(made.map(levelKey)).size).toBeGreaterThan(970);
});

test.each([
  [{ minSolution: 1, maxSolution: 1 }, 'raise maxSolution'],
  [{ size: 5, boxes: 1, minSolution: 100, maxSolution: 200 }, 'lower minSolution'],
  [{ size: 5, boxes: 4 }, 'raise size or lower boxes'],
  // few rooms of this size take three boxes, and those that do have a say
  [{ size: 5, boxes: 3, minSolution: 30, maxSolution: 30 }, 'the longest had 4: lower minSolution, or raise size or boxes'],
])('where there is no level the bound to loosen is named: %j', (settings, advice) => {
  expect(() => generate(parseConfig(settings), 1)).toThrow(InputError);
  expect(() => generate(parseConfig(settings), 1)).toThrow(advice);
});

test('a seed that is no whole number is refused', () => {
  expect(() => generate(parseConfig({}), 0.5)).toThrow('whole number');
});

test('the bench measures by the given clock', () => {
  let time = 0;
  const bench = benchSokoban(() => (time += 1000));
  // 50 rounds of 100 episodes of 21 moves in one tick of a second
  expect(bench.movesPerSecond).toBeGreaterThan(30_000);
  expect(bench.movesPerSecond).toBeLessThanOrEqual(105_000);
  expect(bench.msPerLevel['6×6/2']).toBe(10);
});
