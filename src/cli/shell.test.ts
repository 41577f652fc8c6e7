import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withValues } from '../experiment/config.ts';
import { preset } from '../experiment/methods.ts';
import { makeTask } from '../worlds/index.ts';
import { table } from './commands/evaluate.ts';
import { duration, growOut, messageOf, note, numberIn, oneLine, Pace, passing, print, progress, reason, steadyProgress, stopSignal, wholeNumber } from './shell.ts';
import { columns, harmless, painter, screenOf, wrap } from './terminal.ts';

/** What `left` says at each of the times, in order. */
function lefts(pace: Pace, marks: readonly (readonly [done: number, seconds: number])[]): (number | null)[] {
  return marks.map(([done, seconds]) => pace.left(done, 1000 * seconds)).map((left) => (left === null ? null : left / 1000));
}

describe('time left', () => {
  it('goes by what this session did, not by what an earlier one had done', () => {
    const steady = Array.from({ length: 20 }, (_, i) => [800 + 10 * (i + 1), 2 * (i + 1)] as const);
    expect(lefts(new Pace(1000, 800, 0), steady)).toEqual(steady.map(([done, seconds]) => (seconds < 4 ? null : (1000 - done) / 5)));
  });

  it('is not told before it is sensible, and does not count the time that loading took', () => {
    // Ten seconds of loading, the first ones late, then ten a second: 140 of 1400 are done after 24 seconds.
    const marks = Array.from({ length: 14 }, (_, i) => [10 * (i + 1), 11 + i] as const);
    const told = lefts(new Pace(1400, 0, 0), marks);
    expect(told.slice(0, 6)).toEqual(Array(6).fill(null));
    for (const [i, left] of told.entries()) if (left !== null) expect(left).toBeCloseTo((1400 - marks[i][0]) / 10, 0);
    expect(told.at(-1)).not.toBeNull();
  });

  it('is not spoilt by a slow beginning: the speed is that of the last half', () => {
    const slowThenFast = Array.from({ length: 100 }, (_, i) => (i < 20 ? ([i + 1, 3 * (i + 1)] as const) : ([i + 1, 60 + (i - 19)] as const)));
    const told = lefts(new Pace(1000, 0, 0), [...slowThenFast, ...Array.from({ length: 200 }, (_, i) => [101 + i, 141 + i] as const)]);
    expect(told.at(-1)).toBeCloseTo(700, 0);
  });

  it('is told for slow work after half a minute, whatever the share that is done', () => {
    const told = lefts(new Pace(10_000, 0, 0), Array.from({ length: 40 }, (_, i) => [i + 1, i + 1] as const));
    expect(told.slice(0, 29)).toEqual(Array(29).fill(null));
    expect(told.at(-1)).toBe(9960);
  });

  it('is told in words', () => {
    expect([8_400, 80_000, 5_400_000].map(duration)).toEqual(['8 s', '1 min 20 s', '1 h 30 min']);
  });
});

describe('progress', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('tells the longest that it can take until there is an estimate', () => {
    vi.useFakeTimers({ now: 0 });
    const lines: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0);
    const show = progress('trials', 10);
    const told = ([seconds, done, most]: readonly [number, number, number | null]): void => {
      vi.setSystemTime(1000 * seconds);
      show(done, '', most);
    };
    ([[1, 0, null], [3, 0, null], [13, 0, 600_000], [20, 1, null], [40, 2, 500_000], [60, 3, 400_000], [200, 10, null]] as const).forEach(told);
    expect(lines).toEqual([
      'trials: 0 % (0/10)\n',
      'trials: 0 % (0/10), 10 min 0 s left at most\n',
      'trials: 20 % (2/10), 8 min 20 s left at most\n',
      'trials: 30 % (3/10), 2 min 20 s left\n',
      'trials: 100 % (10/10), 3 min 20 s\n',
    ]);
  });
});

describe('work that is slow to begin', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('is told of from the second second on, with how long it has taken, until it is left', () => {
    vi.useFakeTimers({ now: 0 });
    const lines: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0);
    {
      using show = steadyProgress('trials', 10);
      vi.advanceTimersByTime(25_000);
      show(1, 'one');
      vi.advanceTimersByTime(10_000);
      show(10);
      vi.advanceTimersByTime(60_000);
    }
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual(['trials: 0 % (0/10)\n', 'trials: 0 % (0/10), 12 s so far\n', 'trials: 0 % (0/10), 22 s so far\n', 'trials: 10 % (1/10), 32 s so far, one\n', 'trials: 100 % (10/10), 35 s\n']);
  });
});

describe('Ctrl-C', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('is answered where the step in hand takes long', () => {
    vi.useFakeTimers();
    const told = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    const before = new Set(process.listeners('SIGINT'));
    const signal = stopSignal();
    const pressed = process.listeners('SIGINT').find((listener) => !before.has(listener));
    pressed?.('SIGINT');
    expect(signal.aborted).toBe(true);
    vi.advanceTimersByTime(900);
    expect(told).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(told.mock.calls).toEqual([['Stopping when the step in hand is over; Ctrl-C again ends at once.\n']]);
  });
});

describe('a table of figures', () => {
  const all = { value: 0.5, low: 0.25, high: 1 };
  it.each([40, 60, 80])('fits into %i columns', (width) => {
    const lines = table({ trials: 1, success: [all, all], invalidTurns: all, validNotes: all, emptyNotes: null, tokens: 0 }, painter(false), width);
    expect(lines).toHaveLength(5);
    expect(Math.max(...lines.map(columns))).toBeLessThanOrEqual(Math.max(width, 44));
    expect(lines.some((line) => line.includes('█'))).toBe(width > 50);
  });
});

describe('on a terminal', () => {
  const streams = ['stdout', 'stderr'] as const;
  const before = streams.map((name) => ({ name, isTTY: process[name].isTTY, columns: process[name].columns }));
  let shown = '';
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
    shown = '';
    for (const name of streams) {
      Object.assign(process[name], { isTTY: true, columns: 30 });
      vi.spyOn(process[name], 'write').mockImplementation((chunk) => (shown += String(chunk)) !== '');
    }
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    for (const { name, ...was } of before) Object.assign(process[name], was);
  });

  /** What a person sees: each line as it stands in the end. */
  const lines = (): string[] => shown.split('\n').map((line) => line.slice(line.lastIndexOf('\u001b[K') + 1).replace(/^\[K/, ''));

  it.each([
    ['a result', print],
    ['a note', note],
  ])('%s takes the place of the progress before it, which goes on below', (_what, tell) => {
    const show = progress('trials', 10);
    vi.setSystemTime(1000);
    show(2);
    tell('told');
    expect(lines()).toEqual(['told', '']);
    vi.setSystemTime(2000);
    show(4);
    expect(lines()).toEqual(['told', 'trials: 40 % (4/10)']);
    vi.setSystemTime(3000);
    show(10);
    tell('and told');
    expect(lines()).toEqual(['told', 'trials: 100 % (10/10), 3 s', 'and told', '']);
  });

  it('what passes never wraps, so that it can be taken back whole; and takes nothing else back', () => {
    passing('箱'.repeat(40));
    expect(lines()).toEqual(['箱'.repeat(14)]);
    print('one');
    process.stdout.write('the model says');
    print('');
    expect(lines()).toEqual(['one', 'the model says', '']);
  });
});

describe('a growing file', () => {
  it('is new with its first piece and holds every piece at once', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-grow-'));
    const path = join(folder, 'records');
    try {
      using file = growOut('--out', path);
      expect(existsSync(path)).toBe(false);
      for (const [text, whole] of [['one\n', 'one\n'], ['箱\n', 'one\n箱\n'], ['', 'one\n箱\n']]) {
        file.append(text);
        expect(readFileSync(path, 'utf8')).toBe(whole);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(() => growOut('--out', join(folder, 'gone')).append('x')).toThrow(/^--out .*gone can't be written \(it does not exist\)\.$/);
  });
});

describe('two files that grow under one name', () => {
  it('do not mix: the name is that of the later one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-grow-'));
    const path = join(folder, 'records');
    try {
      using first = growOut('--out', path);
      using second = growOut('--out', path);
      for (const [file, text] of [[first, 'one\n'], [second, 'uno\n'], [first, 'two\n'], [second, 'due\n']] as const) file.append(text);
      expect(readFileSync(path, 'utf8')).toBe('uno\ndue\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('numbers', () => {
  const [config, leaf] = [preset('lamer'), 'credit.gammaTraj'];
  const whole: readonly [string, (text: string) => unknown][] = [
    ['a flag', (text) => wholeNumber('--n', text, -1000, 1000)],
    ['a setting of a world', (text) => makeTask('sokoban', { size: text }, 1)],
  ];
  const real: readonly [string, (text: string) => unknown][] = [
    ['a flag', (text) => numberIn('--n', text, 0, 1)],
    ['a setting of training', (text) => withValues(config, [[leaf, text]])],
  ];
  const never = ['', ' ', ' 6', '6 ', '6\n', 'NaN', 'Infinity', '1e400', '0x6', '0b110', '0o6', '6_0', '6,0', '٦', '6n', '--6', 'six', '99999999999999999999'];

  it.each(whole)('that are whole are written in digits alone, in %s', (_where, read) => {
    for (const text of [...never, '6e0', '6.0', '+6', '.', '-']) expect(() => read(text), JSON.stringify(text)).toThrow(/must be a whole number from/);
    expect(() => read('6')).not.toThrow();
  });

  it.each(real)('are written in decimal, with or without a point and an exponent, in %s', (_where, read) => {
    for (const text of [...never, '.', 'e5', '1e', '0x1p-2', '-0.5']) expect(() => read(text), JSON.stringify(text)).toThrow(/must be a number from/);
    for (const text of ['0.5', '5e-1', '.5', '5E-1', '+0.5']) expect(() => read(text), text).not.toThrow();
  });
});

describe('messages', () => {
  it('show what can not be seen, and what could change the terminal, as escapes', () => {
    expect(oneLine('a\u001b[31m\nb\t\u009b\u202e\u2028\ud800 箱 √')).toBe('a\\u{1b}[31m\\nb\\t\\u{9b}\\u{202e}\\u{2028}\\u{d800} 箱 √');
  });

  it('are cut in the middle where a value is endless: the end says what to do', () => {
    const shown = oneLine(`--world is "${'x'.repeat(1e6)}"; choose one of these.`);
    expect(shown.length).toBeLessThan(1300);
    expect(shown).toMatch(/^--world is "x.* … x+"; choose one of these\.$/);
  });

  it('say why the system refused, without its codes', () => {
    const failed = (work: () => unknown): unknown => {
      try {
        return work();
      } catch (error) {
        return error;
      }
    };
    const folder = tmpdir();
    expect(messageOf(failed(() => readFileSync(folder)))).toBe('it is a folder');
    expect(messageOf(failed(() => readFileSync(join(folder, 'no such file'))))).toBe(`${join(folder, 'no such file')}: it does not exist`);
    expect(messageOf(failed(() => readlinkSync(folder)))).toBe(`${folder}: invalid argument`);
    expect(reason(new Error('none of the system'))).toBe('none of the system');
  });
});

describe('the terminal', () => {
  it('gets colour only if it is one and nobody asked for none', () => {
    expect(screenOf({ isTTY: true, columns: 120 }, {})).toEqual({ colour: true, width: 80 });
    expect(screenOf({ isTTY: true, columns: 60 }, { NO_COLOR: '1' })).toEqual({ colour: false, width: 60 });
    expect(screenOf({}, {})).toEqual({ colour: false, width: 80 });
    expect([['60'], ['10'], ['500'], ['x'], ['']].map(([COLUMNS]) => screenOf({}, { COLUMNS }).width)).toEqual([60, 40, 80, 80, 80]);
    expect(painter(false)('x', 'red')).toBe('x');
  });

  it('is safe from what a model writes', () => {
    expect(harmless('a\u001b[31mred\u0007\u202e\r\nb')).toBe('a[31mred b');
  });

  it('has lines that fit, words kept whole where they can be', () => {
    expect(wrap('push the lower box first', 10)).toEqual(['push the', 'lower box', 'first']);
    expect(wrap('abcdefghijkl', 5)).toEqual(['abcde', 'fghij', 'kl']);
    expect(wrap('箱を押す。壁がある', 8).map(columns)).toEqual([8, 8, 2]);
  });
});
