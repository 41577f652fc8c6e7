import { describe, expect, it } from 'vitest';
import { noteCap, parseNote, parseNoteReleased } from './note.ts';

describe('reading a note', () => {
  it('takes the last complete pair of tags, trimmed', () => {
    expect(parseNote('I will use <remark> tags. <remark> go left first \n</remark>').text).toBe('go left first');
    expect(parseNote('<remark>a</remark> or rather <remark>b</remark>')).toEqual({ text: 'b', valid: true, shortened: false });
    expect(parseNote('<remark>done</remark> <remark>cut off').text).toBe('done');
    expect(parseNote('<remark>go left</remark> I am done.</remark>').text).toBe('go left');
    expect(parseNote('<remark><remark>b</remark></remark>').text).toBe('b');
  });

  it.each(['none', '<remark>open', 'closed</remark>', '</remark>x<remark>', '<Remark>case</Remark>'])('finds no note in %s', (text) => {
    expect(parseNote(text)).toEqual({ text: '', valid: false, shortened: false });
  });

  it('keeps an empty note apart from none at all', () => {
    expect(parseNote('<remark>  </remark>')).toEqual({ text: '', valid: true, shortened: false });
  });

  it('cuts a long note, counts it as invalid and says so', () => {
    const note = parseNote(`<remark>${'x'.repeat(noteCap + 5)}</remark>`);
    expect(note).toEqual({ text: 'x'.repeat(noteCap), valid: false, shortened: true });
    expect(parseNote(`<remark>${'√'.repeat(noteCap)}</remark>`).valid).toBe(true);
  });

  // lamer.md 1.0 and 5b: first and first tag in Sokoban, last and last elsewhere, reverse order is empty but valid
  it('reads like the released code where that is asked for', () => {
    const two = '<remark>a</remark> <remark>b</remark>';
    expect(parseNoteReleased(two, 'sokoban').text).toBe('a');
    expect(parseNoteReleased(two, 'minesweeper').text).toBe('b');
    expect(parseNoteReleased('</remark> spaced <remark>', 'sokoban')).toEqual({ text: '', valid: true, shortened: false });
    expect(parseNoteReleased('<remark><remark>b</remark></remark>', 'sokoban').text).toBe('<remark>b');
    expect(parseNoteReleased('<remark><remark>b</remark></remark>', 'minesweeper').text).toBe('b</remark>');
    expect(parseNoteReleased(`<remark>${'x'.repeat(3000)}</remark>`, 'minesweeper')).toEqual({ text: 'x'.repeat(noteCap), valid: true, shortened: true });
  });
});
