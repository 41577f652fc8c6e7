import { describe, expect, it } from 'vitest';
import type { TrainReports } from '../../platform/web/trainDisk.ts';
import { csvColumns, csvOf, currentIteration, doing, isAlone, measures, pointsOf, sameSeries, scoresOf, secondsLeft, shareDone, speedsOf, tableOf, timesOf, widest, type Series } from './figures.ts';

function iterated(iteration: number, value: number): TrainReports['metrics'][number] {
  return {
    iteration, trials: 4, success: [value / 2, value], validShare: 1, validNotes: null, noteLength: null, turns: 8, sampledTokens: 90, return: value, groups: 2, flatGroups: 0, sequences: 4,
    tokens: 90, entropy: 1, kl: 0, gap: 0, largestGap: 0, loss: 0, gradientNorm: 1, clipShare: 0, rate: 1e-3, steps: iteration, seconds: { rollout: 1, credit: 0, score: 1, update: 1 },
  };
}

function validated(iteration: number, success: readonly number[]): TrainReports['validations'][number] {
  return { iteration, success, intervals: success.map((share) => [share - 0.1, share + 0.1] as const), invalidTurns: 0, validNotes: null, emptyNotes: null };
}

const found: TrainReports = {
  metrics: [iterated(1, 0.2), iterated(2, 0.4), iterated(3, 0.8)],
  validations: [validated(0, [0.1, 0.2, 0.3]), validated(3, [0.2, 0.3, 0.5])],
};

describe('Curves as numbers', () => {
  it('measure success on the validation list where it was measured, with its interval and without smoothing', () => {
    expect(pointsOf(found, 'p3', 0.9)).toEqual([
      { iteration: 0, value: 0.3, smooth: 0.3, interval: [0.3 - 0.1, 0.3 + 0.1] },
      { iteration: 3, value: 0.5, smooth: 0.5, interval: [0.4, 0.6] },
    ]);
  });

  it('have no p@3 where a trial has two episodes', () => {
    expect(pointsOf({ ...found, validations: [validated(0, [0.1, 0.2])] }, 'p3', 0)).toEqual([]);
  });

  it('smooth towards the last, begin at the first value, and pass over what was not measured', () => {
    expect(pointsOf(found, 'return', 0).map(({ smooth }) => smooth)).toEqual([0.2, 0.4, 0.8]);
    const [first, second, third] = pointsOf(found, 'return', 0.5).map(({ smooth }) => smooth ?? NaN);
    expect(first).toBeCloseTo(0.2, 12);
    // (0.5 · 0.2 + 1 · 0.4) / 1.5, and so on
    expect(second).toBeCloseTo((0.5 * 0.2 + 0.4) / 1.5, 12);
    expect(third).toBeCloseTo((0.25 * 0.2 + 0.5 * 0.4 + 0.8) / 1.75, 12);
    expect(pointsOf(found, 'noteLength', 0.5).map(({ value, smooth }) => [value, smooth])).toEqual([[null, null], [null, null], [null, null]]);
  });

  it('are a dot where there is a single point, with or without gaps beside it', () => {
    const point = (value: number | null) => ({ iteration: 0, value, smooth: value, interval: null });
    expect([[], [point(null)], [point(1)], [point(null), point(1)], [point(1), point(2)]].map(isAlone)).toEqual([false, false, true, true, false]);
  });

  it('take success within all episodes from the trials that are trained on', () => {
    expect(pointsOf(found, 'success', 0).map(({ value }) => value)).toEqual([0.2, 0.4, 0.8]);
  });

  it('make a table with a line for every iteration that has anything', () => {
    const table = tableOf(found);
    expect(table.map(({ iteration }) => iteration)).toEqual([0, 1, 2, 3]);
    expect(table[0].values).toEqual([0.1, 0.2, 0.3, ...measures.slice(3).map(() => null)]);
    expect(table[3].values[measures.indexOf('return')]).toBe(0.8);
  });

  it('make a file that other programs read, whatever a run is called', () => {
    const lines = csvOf([{ name: 'a, "b"', reports: found }, { name: 'c', reports: found }]).split('\n');
    expect(lines[0]).toBe(csvColumns.join(','));
    expect(lines[1]).toMatch(/^"a, ""b""",0,0\.1,0\.2,0\.3,,,,,,,,/);
    expect(lines).toHaveLength(1 + 8 + 1);
    expect(lines.at(-1)).toBe('');
  });

  it('make a file with all that was reported: intervals of validations, groups left out, the gap between the two engines', () => {
    const [header, ...lines] = csvOf([{ name: 'a', reports: found }]).trimEnd().split('\n').map((line) => line.split(','));
    expect(new Set(header).size).toBe(header.length);
    for (const line of lines) expect(line).toHaveLength(header.length);
    const at = (iteration: number): Record<string, string> => Object.fromEntries(header.map((name, i) => [name, lines[iteration][i]]));
    expect(at(0)).toMatchObject({ p3: '0.3', p1Low: '0', p1High: '0.2', p3High: '0.4', groups: '', 'validation.invalidTurns': '0', 'validation.validNotes': '' });
    expect(at(1)).toMatchObject({ p3: '', p1Low: '', groups: '2', flatGroups: '0', gap: '0', loss: '0', gradientNorm: '1', steps: '1', 'validation.invalidTurns': '' });
    expect(at(3)).toMatchObject({ return: '0.8', p3: '0.5', p3Low: '0.4', tokens: '90' });
  });

  it('make a file with columns for each episode of a validation, also where one run has more than another', () => {
    const long: TrainReports = { metrics: [], validations: [validated(0, [0.1, 0.2, 0.3, 0.4, 0.5])] };
    const [header, ...lines] = csvOf([{ name: 'a', reports: found }, { name: 'b', reports: long }]).trimEnd().split('\n').map((line) => line.split(','));
    expect(header).toEqual([...csvColumns, 'p4', 'p4Low', 'p4High', 'p5', 'p5Low', 'p5High']);
    for (const line of lines) expect(line).toHaveLength(header.length);
    expect(lines[0].slice(-6)).toEqual(['', '', '', '', '', '']);
    expect(lines[4].slice(-6)).toEqual(['0.4', `${0.4 - 0.1}`, '0.5', '0.5', '0.4', '0.6']);
  });

  it('are told by the last p@k that there is, up to the third', () => {
    expect([1, 2, 3, 8].map(widest)).toEqual(['p1', 'p2', 'p3', 'p3']);
  });
});

describe('A chart', () => {
  const line = (changed: Partial<Series> = {}): Series => ({ key: 'a', name: 'A', colour: 'red', points: pointsOf(found, 'return', 0.5), plain: false, band: false, ...changed });

  it('is the same while its lines are, however often they are worked out', () => {
    expect(sameSeries([line()], [line()])).toBe(true);
    expect(sameSeries([line({ points: pointsOf(found, 'p3', 0) })], [line({ points: pointsOf(found, 'p3', 0) })])).toBe(true);
  });

  it('is another one when anything that is drawn differs', () => {
    const others: Partial<Series>[] = [{ key: 'b' }, { name: 'B' }, { colour: 'blue' }, { dash: '6 3' }, { plain: true }, { band: true }, { points: pointsOf(found, 'return', 0.4) }, { points: pointsOf(found, 'return', 0.5).slice(1) }];
    for (const other of others) expect(sameSeries([line()], [line(other)])).toBe(false);
    expect(sameSeries([line()], [])).toBe(false);
  });
});

describe('An iteration', () => {
  it('goes from nothing to all, phase by phase, and a validation is no part of it', () => {
    const way = (['rollout', 'score', 'update'] as const).flatMap((phase) => [0, 2, 4].map((done) => shareDone({ phase, done, of: 4 })));
    expect(way).toEqual([...way].sort((a, b) => a - b));
    expect([way[0], way.at(-1)]).toEqual([0, 1]);
    expect(shareDone({ phase: 'validate', done: 3, of: 4 })).toBe(0);
    expect(shareDone({ phase: 'score', done: 0, of: 0 })).toBe(0);
  });

  it('is counted from 1, up to the last', () => {
    expect([0, 1, 28, 29, 30].map((done) => currentIteration(done, 30))).toEqual([1, 2, 29, 30, 30]);
  });

  it('scores as soon as all is played, works out its first update as soon as all is scored, and then the one after those that are over', () => {
    expect(doing({ phase: 'score', done: 33, of: 34 })).toEqual({ phase: 'score', n: 33, of: 34 });
    expect(doing({ phase: 'score', done: 34, of: 34 })).toEqual({ phase: 'update', n: 1, of: null });
    expect([1, 3, 4].map((done) => doing({ phase: 'update', done, of: 4 }).n)).toEqual([2, 4, 4]);
    expect(doing({ phase: 'rollout', done: 5, of: 24 })).toEqual({ phase: 'rollout', n: 5, of: 24 });
    expect(doing({ phase: 'rollout', done: 24, of: 24 })).toEqual({ phase: 'score', n: 0, of: null });
  });

  it('takes the time of its parts', () => {
    const { all, rollout, score, update } = timesOf({ rollout: 4, credit: 1, score: 1, update: 2 });
    expect([all, rollout, score, update]).toEqual([8, 0.5, 0.25, 0.25]);
  });

  it('has two speeds: of play, and of training as often as its data are used', () => {
    const seconds = { rollout: 4, credit: 1, score: 1, update: 2 };
    expect(speedsOf({ sampledTokens: 800, tokens: 600, seconds }, 1)).toEqual({ played: 200, trained: 300 });
    expect(speedsOf({ sampledTokens: 800, tokens: 600, seconds }, 3)).toEqual({ played: 200, trained: 900 });
    expect(speedsOf({ sampledTokens: 800, tokens: 0, seconds: { ...seconds, update: 0 } }, 1)).toEqual({ played: 200, trained: null });
  });
});

describe('The score of a run', () => {
  it('is none of its own before a validation after training', () => {
    expect(scoresOf([])).toEqual({ before: null, after: null });
    expect(scoresOf([validated(0, [0.1, 0.53])])).toEqual({ before: 0.53, after: null });
    expect(scoresOf([...found.validations, validated(5, [0.2, 0.6])])).toEqual({ before: 0.3, after: 0.6 });
    expect(scoresOf([validated(5, [0.2, 0.6])])).toEqual({ before: null, after: 0.6 });
  });
});

describe('The time that is left', () => {
  it('goes by the iterations of this session, and is unknown before one is over', () => {
    expect(secondsLeft({ count: 0, seconds: 0 }, 30, 0.7)).toBeNull();
    expect(secondsLeft({ count: 2, seconds: 60 }, 8, 0)).toBe(240);
  });

  it('only shrinks while an iteration runs, and passes into the next one without a leap', () => {
    const finished = { count: 3, seconds: 90 };
    const way = (['rollout', 'score', 'update'] as const).flatMap((phase) => [0, 1, 2, 3, 4].map((done) => secondsLeft(finished, 27, shareDone({ phase, done, of: 4 }))));
    expect(way[0]).toBe(27 * 30);
    expect(way).toEqual([...way].sort((a, b) => Number(b) - Number(a)));
    expect(way.at(-1)).toBe(secondsLeft(finished, 26, 0));
    expect(secondsLeft(finished, 0, 0)).toBe('validation');
    expect(secondsLeft({ count: 0, seconds: 0 }, 0, 0)).toBe('validation');
  });
});
