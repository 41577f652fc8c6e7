/**
 * Notes as the embedded policy has learnt to read them: the phrases of the teachers' notes, what may come next in one, and which parts of a
 * text it has never met. Pure; the vocabulary is handed in as the texts of its tokens.
 */
import type { WorldId } from '../worlds/index.ts';
import { vagueNotes } from './brief/vagueNotes.ts';
import { cell } from './brief/words.ts';

/** Longest note that the embedded policy writes, in tokens between its tags (see `limits`). A person's may be longer: that it has not learnt. */
export const noteTokens = 30;

const items: Readonly<Record<WorldId, RegExp>> = {
  sokoban: /(?:locked|first|then) box \(\d+, \d+\) (?:up|down|left|right)|late/g,
  minesweeper: /(?:mine|blank|[1-8]) \(\d+, \d+\)|late/g,
};

export interface BoardSize {
  readonly world: WorldId;
  readonly rows: number;
  readonly columns: number;
}

/** `phrase`: of a kind that notes have; `known`: words it has tokens for, in no such phrase; `unknown`: falls to bytes; `outside`: no cell of this board. */
type PartKind = 'phrase' | 'known' | 'unknown' | 'outside';

export interface NotePart {
  readonly kind: PartKind;
  /** the parts of a note, spaces between them included, make up the text */
  readonly text: string;
}

export interface NoteReading {
  readonly parts: readonly NotePart[];
  /** as the policy will read the note, the space before it included */
  readonly tokens: number;
  readonly unknown: readonly string[];
  readonly outside: readonly string[];
}

/** @param vocabulary texts of the tokens that are more than bytes */
export function readNote(text: string, { world, rows, columns }: BoardSize, vocabulary: readonly string[]): NoteReading {
  const trimmed = text.trim();
  if (trimmed === '') return { parts: text === '' ? [] : [{ kind: 'known', text }], tokens: 0, unknown: [], outside: [] };
  // Prompts put one space before a note, and every word carries one.
  const read = ` ${trimmed}`;
  const { count, learnt } = tokensOf(read, vocabulary);
  const kinds = Array.from({ length: read.length }, (): PartKind => 'known');
  for (const { index, 0: found } of read.matchAll(items[world])) {
    const alone = /\s/.test(read[index - 1]) && !/\S/.test(read[index + found.length] ?? ' ');
    if (alone) kinds.fill('phrase', index, index + found.length);
  }
  if (vagueNotes[world].includes(trimmed)) kinds.fill('phrase');
  const unknown = new Set<string>();
  for (const { index, 0: word } of read.matchAll(/\S+/g)) {
    if (learnt.slice(index - 1, index + word.length).every(Boolean)) continue;
    kinds.fill('unknown', index, index + word.length);
    unknown.add(word);
  }
  const outside = new Set<string>();
  for (const { index, 0: found, 1: row, 2: column } of read.matchAll(/\((\d+), (\d+)\)/g)) {
    const [r, c] = [Number(row) - firstIndex[world], Number(column) - firstIndex[world]];
    if (r >= 0 && r < rows && c >= 0 && c < columns) continue;
    kinds.fill('outside', index, index + found.length);
    outside.add(found);
  }
  const start = text.indexOf(trimmed);
  return { parts: partsOf(text, (at) => kinds[at - start + 1] ?? 'known'), tokens: count, unknown: [...unknown], outside: [...outside] };
}

/** Rows and columns count from here in the policy's text. */
export const firstIndex: Readonly<Record<WorldId, number>> = { sokoban: 0, minesweeper: 1 };

const sorted = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>();

/** The tokens of a vocabulary by their first characters, longest first. Sorted once: notes are read at every key. */
function byFirst(vocabulary: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = sorted.get(vocabulary);
  if (known) return known;
  const groups = new Map<string, string[]>();
  for (const token of [...vocabulary].sort((a, b) => b.length - a.length)) groups.set(token[0], [...(groups.get(token[0]) ?? []), token]);
  sorted.set(vocabulary, groups);
  return groups;
}

/** Longest token first, as every reader of the vocabulary does; whatever none begins at falls to the bytes of its characters. */
function tokensOf(text: string, vocabulary: readonly string[]): { readonly count: number; readonly learnt: readonly boolean[] } {
  const tokens = byFirst(vocabulary);
  const learnt: boolean[] = [];
  let count = 0;
  while (learnt.length < text.length) {
    const at = learnt.length;
    const token = tokens.get(text[at])?.find((each) => text.startsWith(each, at));
    if (token !== undefined) count += 1;
    else count += new TextEncoder().encode(String.fromCodePoint(text.codePointAt(at) ?? 0)).length;
    const length = token?.length ?? ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
    for (let i = 0; i < length; i++) learnt.push(token !== undefined);
  }
  return { count, learnt };
}

function partsOf(text: string, kindAt: (at: number) => PartKind): NotePart[] {
  const parts: { kind: PartKind; text: string }[] = [];
  for (let at = 0; at < text.length; at++) {
    const kind = kindAt(at);
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text[at];
    else parts.push({ kind, text: text[at] });
  }
  return parts;
}

/** The same written as the policy writes: small letters, single spaces, `(3, 4)`, no other punctuation. */
export function tidyNote(text: string): string {
  return text
    .toLowerCase()
    .replace(/\(\s*(\d+)\s*,\s*(\d+)\s*\)/g, ' ($1; $2) ')
    .replace(/[.,:!?'"‘’“”]+/g, ' ')
    .replace(/;(?! \d+\))/g, ' ')
    .replace(/;/g, ',')
    .replace(/\s+/g, ' ')
    .trim();
}

export interface NextPieces {
  /** a cell is what comes next: `mine …`, `locked box …` */
  readonly cell: boolean;
  /** words that may come next */
  readonly words: readonly string[];
  /** whole notes, offered while there is none */
  readonly whole: readonly string[];
}

/** How a note may go on. @param before what stands before the caret */
export function nextPieces(world: WorldId, before: string): NextPieces {
  const text = before.trim();
  const say = (...words: readonly string[]): NextPieces => ({ cell: false, words, whole: text === '' ? vagueNotes[world] : [] });
  const cellNext: NextPieces = { cell: true, words: [], whole: [] };
  if (world === 'minesweeper') {
    if (/(?:^|\s)(?:mine|blank|[1-8])$/.test(text)) return cellNext;
    return say('mine', 'blank', '1', '2', '3', '4', ...(text === '' ? ['late'] : []));
  }
  if (/(?:^|\s)box$/.test(text)) return cellNext;
  if (/(?:^|\s)box \(\d+, \d+\)$/.test(text)) return say('up', 'down', 'left', 'right');
  if (/(?:^|\s)(?:locked|first|then)$/.test(text)) return say('box');
  if (/(?:^|\s)(?:first|then) box /.test(text)) return say('then box');
  return text === '' ? say('locked box', 'first box', 'late') : say('first box');
}

/** The text of a cell. @param row @param column from 0, as on the picture */
export function cellPhrase(world: WorldId, row: number, column: number): string {
  return cell(row + firstIndex[world], column + firstIndex[world]).trim();
}

/**
 * What pointing at a cell says, given what stands before the caret and what the board shows there (a symbol of the policy's text): the cell
 * alone where a cell is due, else the whole phrase that the board gives reason for.
 */
export function pointAt(world: WorldId, before: string, symbol: string, row: number, column: number): string {
  const here = cellPhrase(world, row, column);
  if (nextPieces(world, before).cell) return here;
  if (world === 'minesweeper') return `${symbol === '.' ? 'blank' : /[1-8]/.test(symbol) ? symbol : 'mine'} ${here}`;
  if (!/[X√]/.test(symbol)) return here;
  return `${/(?:^|\s)first box /.test(before) ? 'then' : 'first'} box ${here}`;
}
