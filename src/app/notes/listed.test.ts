import { describe, expect, it } from 'vitest';
import { tables } from '../strings/index.ts';
import { listed } from './listed.ts';

describe('The words of a note that Scout has never met', () => {
  const said = (words: readonly string[], { notes }: (typeof tables)['en']): string => notes.unknown(listed(words, notes.more, notes.quoted));

  it('stand in quotes, so that their punctuation is not taken for the sentence’s', () => {
    expect(said(['Push', 'first,', 'up!'], tables.en)).toBe('Words Scout has never met: “Push”, “first,”, “up!”. It reads them letter by letter.');
    expect(said(['up!'], tables.en)).toBe('A word Scout has never met: “up!”. It reads it letter by letter.');
    expect(said(['Push', 'first,'], tables.ja)).toBe('Scout が見たことのない語：「Push」、「first,」。一文字ずつ読みます。');
  });

  it('are a few, and cut where they have no end', () => {
    const many = Array.from({ length: 9 }, (_, index) => `w${index}`);
    expect(said(many, tables.en)).toContain('“w7”, and more. It reads');
    expect(said(many, tables.en)).not.toContain('w8');
    expect(listed(['x'.repeat(25)], 'and more')).toEqual([`${'x'.repeat(24)}…`]);
  });
});
