import { describe, expect, it } from 'vitest';
import { symbols } from '../experiment/scout/vocabulary.ts';
import { makeTask, type WorldId } from '../worlds/index.ts';
import { levelOf } from '../worlds/sokoban/index.ts';
import { random } from '../worlds/random.ts';
import { vagueNotes } from './brief/vagueNotes.ts';
import { words } from './brief/words.ts';
import { fold } from './fold.ts';
import { cellPhrase, nextPieces, noteTokens, pointAt, readNote, tidyNote, type BoardSize } from './notePhrases.ts';
import { playAll } from './scheduler.ts';
import { readMineNote } from './teachers/minesweeperNotes.ts';
import { readSokobanNote } from './teachers/sokobanNotes.ts';
import { teacher } from './teachers/teacher.ts';
import type { NoteQuality } from './teachers/style.ts';

const vocabulary = [...symbols, ...words];
const worlds = ['sokoban', 'minesweeper'] as const satisfies readonly WorldId[];
const board = (world: WorldId): BoardSize => ({ world, rows: 6, columns: 6 });
const read = (text: string, world: WorldId = 'minesweeper') => readNote(text, board(world), vocabulary);

/** Notes of lost episodes of the random teacher. */
function taught(world: WorldId, note: NoteQuality): { readonly text: string; readonly size: BoardSize }[] {
  const specs = Array.from({ length: 40 }, (_, index) => ({
    task: makeTask(world, {}, index + 1),
    config: { episodes: 2, memory: 'reflection' as const },
    style: 'brief' as const,
    seed: 3,
    trial: index,
  }));
  return playAll(specs, teacher('random', { note })).flatMap((records) => {
    const view = fold(records);
    const { task } = view.start;
    const size = task.world === 'sokoban' ? { rows: levelOf(task).height, columns: levelOf(task).width } : { rows: task.config.size, columns: task.config.size };
    return view.episodes.flatMap((episode) => (episode.note ? [{ text: episode.note.text, size: { world, ...size } }] : []));
  });
}

describe.each(worlds)('notes about %s', (world) => {
  it('offers exactly the vague notes that the teachers write', () => {
    expect(new Set(taught(world, 'vague').map(({ text }) => text))).toEqual(new Set(vagueNotes[world]));
  });

  it.each(['informative', 'wrong'] as const)('finds nothing unknown and nothing but phrases in the teachers’ %s notes', (quality) => {
    const notes = taught(world, quality);
    expect(notes.length).toBeGreaterThan(20);
    for (const { text, size } of notes) {
      const reading = readNote(text, size, vocabulary);
      expect(reading).toMatchObject({ unknown: [], outside: [] });
      expect(reading.tokens).toBeLessThanOrEqual(noteTokens);
      expect(reading.parts.filter(({ kind, text: part }) => kind !== 'phrase' && part.trim() !== ''), text).toEqual([]);
      expect(reading.parts.map((part) => part.text).join('')).toBe(text);
    }
  });

  it('leads by its suggestions alone to notes that the teachers’ players understand', () => {
    const rng = random(5);
    for (let trial = 0; trial < 50; trial++) {
      let text = '';
      let cells = 0;
      while (cells < 3 || nextPieces(world, text).cell || /\)$/.test(text) !== (world === 'minesweeper')) {
        const next = nextPieces(world, text);
        const piece = next.cell ? cellPhrase(world, rng.below(6), rng.below(6)) : rng.pick(next.words);
        if (next.cell) cells++;
        text = `${text} ${piece}`.trim();
        if (/^late/.test(text)) text = '';
      }
      expect(read(text, world).parts.filter(({ kind, text: part }) => kind !== 'phrase' && part.trim() !== ''), text).toEqual([]);
      const understood = world === 'sokoban' ? Object.values(readSokobanNote(text)).flat() : readMineNote(text);
      expect(understood, text).toHaveLength(cells);
    }
  });
});

describe('reading a note', () => {
  it('marks words that fall to bytes, whole, and counts those bytes', () => {
    const reading = read('mine (3, 4) dragon');
    expect(reading.unknown).toEqual(['dragon']);
    expect(reading.parts).toEqual([
      { kind: 'phrase', text: 'mine (3, 4)' },
      { kind: 'known', text: ' ' },
      { kind: 'unknown', text: 'dragon' },
    ]);
    expect(reading.tokens - read('mine (3, 4)').tokens).toBe(' dragon'.length);
  });

  it('takes a word for unknown that only begins with a known one, and one in capitals', () => {
    expect(read('minesweepers Mine downtown').unknown).toEqual(['minesweepers', 'Mine', 'downtown']);
  });

  it('knows words outside any phrase, and phrases of the other world as no phrases here', () => {
    expect(read('think before a push').parts).toEqual([{ kind: 'known', text: 'think before a push' }]);
    expect(read('locked box (3, 2) left').parts.map(({ kind }) => kind)).toEqual(['known']);
  });

  it('marks cells outside the board: MineSweeper counts from 1, Sokoban from 0', () => {
    expect(read('mine (0, 1) blank (6, 6) 2 (7, 1)').outside).toEqual(['(0, 1)', '(7, 1)']);
    expect(read('locked box (0, 5) up first box (6, 1) up', 'sokoban').outside).toEqual(['(6, 1)']);
    expect(read('mine (99, 1)').outside).toEqual(['(99, 1)']);
  });

  it('keeps every character, whatever it is', () => {
    for (const text of ['', '  ', ' mine  (3, 4) ', '<img src=x onerror=alert(1)>', 'mine (3,4)\n地雷 🚩', '\ud800x']) {
      expect(read(text).parts.map((part) => part.text).join('')).toBe(text);
    }
    expect(read('🚩').tokens).toBe(5);
    expect(read('').tokens).toBe(0);
  });

  it('takes no longer for a word without end than for as many words', () => {
    const size: BoardSize = { world: 'minesweeper', rows: 6, columns: 6 };
    const spent = (text: string): number => {
      const { user } = process.cpuUsage();
      for (let i = 0; i < 20; i++) readNote(text, size, vocabulary);
      return process.cpuUsage().user - user;
    };
    spent('warm up');
    // A key must not wait: 2,000 characters in a few milliseconds of the processor, however the machine is used otherwise.
    for (const text of ['q'.repeat(2000), '1'.repeat(2000), '('.repeat(2000), 'qx '.repeat(666)]) expect(spent(text) / 20).toBeLessThan(30_000);
  });
});

describe('tidying a note', () => {
  it.each([
    ['Mine at (3,4).', 'mine at (3, 4)'],
    ['mine ( 3 , 4 ), blank(5,1); 2 (2, 2)', 'mine (3, 4) blank (5, 1) 2 (2, 2)'],
    ['  Locked box (3, 2)  left\n', 'locked box (3, 2) left'],
    ['', ''],
  ])('makes %j into %j', (text, tidy) => {
    expect(tidyNote(text)).toBe(tidy);
    expect(tidyNote(tidy)).toBe(tidy);
  });
});

describe('pointing at a cell', () => {
  it('says what the board shows there, or the cell alone where one is due', () => {
    expect(pointAt('minesweeper', '', '*', 2, 3)).toBe('mine (3, 4)');
    expect(pointAt('minesweeper', '', '?', 2, 3)).toBe('mine (3, 4)');
    expect(pointAt('minesweeper', 'mine (1, 1) ', '.', 4, 0)).toBe('blank (5, 1)');
    expect(pointAt('minesweeper', 'mine (1, 1)', '2', 1, 1)).toBe('2 (2, 2)');
    expect(pointAt('minesweeper', 'blank', '2', 1, 1)).toBe('(2, 2)');
    expect(pointAt('sokoban', '', 'X', 2, 4)).toBe('first box (2, 4)');
    expect(pointAt('sokoban', 'first box (2, 4) up', '√', 3, 3)).toBe('then box (3, 3)');
    expect(pointAt('sokoban', 'locked box ', '_', 3, 2)).toBe('(3, 2)');
    expect(pointAt('sokoban', '', '_', 3, 2)).toBe('(3, 2)');
  });
});
