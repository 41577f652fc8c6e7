import { describe, expect, it } from 'vitest';
import { excerptOf, hitAfter, hitFrom, hitsOf, patternOf } from './hits.ts';
import type { Passage, PassageKind } from './passages.ts';

const said = (text: string, turn: number, kind: PassageKind = 'thought'): Passage => ({ kind, at: { episode: 0, turn, beat: null }, text, block: null, from: 0, side: null });
const found = (query: string, text: string): readonly string[] => hitsOf([said(text, 1)], patternOf(query)).map(({ start, end }) => text.slice(start, end));

describe('Finding', () => {
  it.each([
    ['Box', 'box (2, 3) left, no BOX', ['box', 'BOX']],
    ['(2, 3)', 'box (2, 3) left', ['(2, 3)']],
    ['2 3', 'box 2\n 3, 23', ['2\n 3']],
    ['[a-z]* .', '[a-z]*  .', ['[a-z]*  .']],
    ['# _', '0: # _ #\n1: # # _', ['# _', '# _']],
    ['aa', 'aaaa', ['aa', 'aa']],
    ['ÄÖ', 'äö', ['äö']],
    ['\\', 'a\\b', ['\\']],
    ['🙂', 'x🙂y', ['🙂']],
    ['行 2', '行 2列', ['行 2']],
  ])('“%s” in “%s”', (query, text, expected) => expect(found(query, text)).toEqual(expected));

  it('finds no part of a character', () => {
    expect(found('\ud83d', 'x🙂y')).toEqual([]);
  });

  it('looks for nothing where nothing is typed', () => {
    expect(patternOf('')).toBeNull();
    expect(patternOf('  \n')).toBeNull();
    expect(hitsOf([said('text', 1)], null)).toEqual([]);
  });

  it('takes whatever is typed as it is', () => {
    for (let code = 32; code < 127; code++) {
      const sign = String.fromCharCode(code);
      expect(found(`a${sign}b`, `a${sign}b`).join(), sign).toBe(`a${sign}b`);
    }
  });
});

describe('From hit to hit', () => {
  const hits = hitsOf([said('a', 1), said('a a', 1), said('a', 1, 'answer'), said('a', 4), said('b', 6)], patternOf('a'));
  const at = (turn: number) => ({ episode: 0, turn, beat: null });

  it('hits of one kind and moment are counted together', () => {
    expect(hits.map(({ nth }) => nth)).toEqual([0, 1, 2, 0, 0]);
  });

  it('a search begins at the moment on stage, and anew where nothing comes after it', () => {
    expect([0, 1, 2, 4, 5].map((turn) => hitFrom(hits, at(turn)))).toEqual([0, 0, 4, 4, 0]);
    expect(hitFrom([], at(0))).toBe(-1);
  });

  it('goes round both ways', () => {
    expect(hitAfter(hits, 4, at(4), 1)).toBe(0);
    expect(hitAfter(hits, 0, at(1), -1)).toBe(4);
    expect(hitAfter(hits, 1, at(1), 1)).toBe(2);
    expect(hitAfter([], -1, at(1), 1)).toBe(-1);
  });

  it('goes on from the moment on stage where that is another one', () => {
    expect(hitAfter(hits, -1, at(2), 1)).toBe(4);
    expect(hitAfter(hits, -1, at(2), -1)).toBe(3);
    expect(hitAfter(hits, -1, at(0), -1)).toBe(4);
    expect(hitAfter(hits, -1, at(6), 1)).toBe(0);
  });
});

describe('A hit in its sentence', () => {
  const of = (text: string, query: string, around: number) => {
    const { before, found: hit, after } = excerptOf(hitsOf([said(text, 1)], patternOf(query))[0], around);
    return `${before}[${hit}]${after}`;
  };

  it('is whole where it is short, and cut between words where it is long', () => {
    expect(of('push box left', 'box', 40)).toBe('push [box] left');
    expect(of(`${'far '.repeat(9)}box${' away'.repeat(9)}`, 'box', 10)).toBe('…far far [box] away…');
    expect(of(`${'x'.repeat(50)}box${'y'.repeat(50)}`, 'box', 5)).toBe('…xxxxx[box]yyyyy…');
  });

  it('stands on one line', () => expect(of('0: # P\n1: # _', 'P 1:', 40)).toBe('0: # [P 1:] # _'));
});
