import { describe, expect, it } from 'vitest';
import { layout, sizes, type Box } from './layout.ts';
import { wrap } from './text.ts';

/** Seven pixels a character. */
const measure = (text: string): number => 7 * text.length;
const note = 'locked box (3, 3) down first box (2, 2) up then box (3, 3) left';

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe('The picture of a strip', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('has room for everything, apart, inside its frame: %i episodes', (count) => {
    for (const text of [note, note.repeat(12), 'x']) {
      const notes = Array.from({ length: count }, (_, index) => (index < count - 1 ? text : null));
      const { width, height, episodes, notes: placed, threads } = layout(notes, measure);
      const boxes = [...episodes, ...placed];
      expect([episodes.length, placed.length]).toEqual([count, count - 1]);
      for (const [index, box] of boxes.entries()) {
        expect(box.x >= sizes.margin && box.x + box.width <= width - sizes.margin).toBe(true);
        expect(box.y >= sizes.margin + sizes.head && box.y + box.height <= height - sizes.margin).toBe(true);
        for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false);
      }
      expect(threads.length).toBeGreaterThanOrEqual(count - 1);
    }
  });

  it('joins episodes without a note by a plain thread', () => {
    const { threads, notes } = layout([null, null], measure);
    expect(notes).toEqual([]);
    expect(threads).toMatchObject([{ memory: false }]);
  });
});

describe('Lines', () => {
  it('are as wide as they may be and no wider, and lose no word', () => {
    const lines = wrap(note, 150, measure);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(150);
    expect(lines.join(' ').replaceAll('\u00a0', ' ')).toBe(note);
    // a cell stays on one line
    for (const line of lines) expect(line).not.toMatch(/\(\d,$/);
  });

  it('break words that are wider, keep line breaks, and end in an ellipsis where there is no more room', () => {
    expect(wrap('abcdefghij', 35, measure)).toEqual(['abcde', 'fghij']);
    expect(wrap('a\nb', 100, measure)).toEqual(['a', 'b']);
    const cut = wrap(note.repeat(9), 150, measure, 3);
    expect(cut).toHaveLength(3);
    expect(cut[2]).toMatch(/…$/);
    expect(measure(cut[2])).toBeLessThanOrEqual(150);
  });
});
