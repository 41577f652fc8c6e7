/**
 * Where everything stands in the picture of a strip, in pixels. Up to three episodes make one line, board – note – board, as on the page;
 * more go into lines of up to four boards with each note under the episode that it was written after. Pure.
 */
import { wrap, type Measure } from './text.ts';

export const sizes = {
  margin: 40,
  head: 92,
  foot: 44,
  padding: 12,
  /** between an episode and what comes next */
  gap: 26,
  row: 34,
  /** under the board: turns, name, outcome */
  caption: 66,
  noteTitle: 26,
  line: 19,
  mostLines: 16,
} as const;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface NoteBox extends Box {
  readonly episode: number;
  readonly lines: readonly string[];
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** side of a board */
  readonly board: number;
  readonly episodes: readonly Box[];
  readonly notes: readonly NoteBox[];
  /** what joins them; those that carry a note are of memory's colour */
  readonly threads: readonly { readonly path: string; readonly memory: boolean }[];
}

/** @param notes the note after each episode; null: none */
export function layout(notes: readonly (string | null)[], measure: Measure): Layout {
  return notes.length <= 3 ? inLine(notes, measure) : inRows(notes, measure);
}

function inLine(notes: readonly (string | null)[], measure: Measure): Layout {
  const board = 208;
  const cardWidth = board + 2 * sizes.padding;
  const cardHeight = board + sizes.padding + sizes.caption;
  const noteWidth = notes.length === 2 ? 320 : 260;
  const top = sizes.margin + sizes.head;
  const own = notes.map((note) => note !== null && lines(note, noteWidth, measure));
  const tallest = Math.max(cardHeight, ...own.map((each) => (each ? noteHeight(each) : 0)));
  const episodes: Box[] = [];
  const placed: NoteBox[] = [];
  const threads: Layout['threads'][number][] = [];
  const centre = top + tallest / 2;
  let x: number = sizes.margin;
  for (const [episode, each] of own.entries()) {
    episodes.push({ x, y: centre - cardHeight / 2, width: cardWidth, height: cardHeight });
    x += cardWidth;
    const last = episode === notes.length - 1;
    if (each) {
      threads.push({ path: `M${x} ${centre}h${sizes.gap}`, memory: true });
      x += sizes.gap;
      placed.push({ episode, lines: each, x, y: centre - noteHeight(each) / 2, width: noteWidth, height: noteHeight(each) });
      x += noteWidth;
    }
    if (last) continue;
    threads.push({ path: `M${x} ${centre}h${sizes.gap}`, memory: each !== false });
    x += sizes.gap;
  }
  return { width: Math.max(x + sizes.margin, 760), height: top + tallest + sizes.foot + sizes.margin, board, episodes, notes: placed, threads };
}

function inRows(notes: readonly (string | null)[], measure: Measure): Layout {
  const board = 196;
  const cardWidth = board + 2 * sizes.padding;
  const cardHeight = board + sizes.padding + sizes.caption;
  const perRow = notes.length === 4 ? 4 : Math.ceil(notes.length / 2);
  const width = 2 * sizes.margin + perRow * cardWidth + (perRow - 1) * sizes.gap;
  const episodes: Box[] = [];
  const placed: NoteBox[] = [];
  const threads: Layout['threads'][number][] = [];
  let y = sizes.margin + sizes.head;
  for (let from = 0; from < notes.length; from += perRow) {
    let below = 0;
    for (const [column, note] of notes.slice(from, from + perRow).entries()) {
      const episode = from + column;
      const x = sizes.margin + column * (cardWidth + sizes.gap);
      const middle = y + sizes.padding + board / 2;
      episodes.push({ x, y, width: cardWidth, height: cardHeight });
      if (note !== null) {
        const own = lines(note, cardWidth, measure);
        const top = y + cardHeight + sizes.gap / 2;
        placed.push({ episode, lines: own, x, y: top, width: cardWidth, height: noteHeight(own) });
        threads.push({ path: `M${x + cardWidth / 2} ${y + cardHeight}v${sizes.gap / 2}`, memory: true });
        below = Math.max(below, sizes.gap / 2 + noteHeight(own));
      }
      if (episode === notes.length - 1) continue;
      // where a line ends the thread runs out of it, and comes in again on the next
      const ends = column === perRow - 1;
      threads.push({ path: `M${x + cardWidth} ${middle}h${ends ? sizes.margin : sizes.gap}`, memory: note !== null });
      if (ends) threads.push({ path: `M0 ${middle + cardHeight + sizes.row}h${sizes.margin}`, memory: note !== null });
    }
    y += cardHeight + below + sizes.row;
  }
  const height = y - sizes.row + sizes.foot + sizes.margin;
  return { width, height, board, episodes, notes: placed, threads: settled(threads, episodes, board) };
}

/** A line's height is known only when its notes are: the threads that come in from the left are set level with their boards. */
function settled(threads: Layout['threads'], episodes: readonly Box[], board: number): Layout['threads'] {
  const lefts = [...new Set(episodes.map(({ y }) => y))].slice(1).map((y) => y + sizes.padding + board / 2);
  let next = 0;
  return threads.map((thread) => (thread.path.startsWith('M0 ') ? { ...thread, path: `M0 ${lefts[next++]}h${sizes.margin}` } : thread));
}

function lines(note: string, width: number, measure: Measure): string[] {
  return wrap(note, width - 2 * sizes.padding, measure, sizes.mostLines);
}

function noteHeight(own: readonly string[]): number {
  return sizes.noteTitle + own.length * sizes.line + 2 * sizes.padding - 4;
}
