import { describe, expect, it } from 'vitest';
import { duration, timeLeft } from './shell.ts';
import { columns, harmless, painter, screenOf, wrap } from './terminal.ts';

describe('time left', () => {
  it('goes by what this session did, not by what an earlier one had done', () => {
    expect(timeLeft(1000, 900, 800, 50_000)).toBe(50_000);
    expect(timeLeft(1000, 800, 800, 0)).toBeNaN();
  });

  it('is told in words', () => {
    expect([8_400, 80_000, 5_400_000].map(duration)).toEqual(['8 s', '1 min 20 s', '1 h 30 min']);
  });
});

describe('the terminal', () => {
  it('gets colour only if it is one and nobody asked for none', () => {
    expect(screenOf({ isTTY: true, columns: 120 }, {})).toEqual({ colour: true, width: 80 });
    expect(screenOf({ isTTY: true, columns: 60 }, { NO_COLOR: '1' })).toEqual({ colour: false, width: 60 });
    expect(screenOf({}, {})).toEqual({ colour: false, width: 80 });
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
