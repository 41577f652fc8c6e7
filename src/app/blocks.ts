/** The exact text that a policy read, cut into named blocks without losing or adding a character; boards cell by cell. Pure. */
import type { Message } from '../policy/contract.ts';
import type { Cell } from './board/geometry.ts';
import type { WorldId } from '../worlds/index.ts';

export type BlockName = 'rules' | 'memory' | 'turn' | 'reply' | 'board' | 'ask';

export interface Block {
  readonly name: BlockName;
  readonly text: string;
  /** this is the board that the policy is to act on, not an earlier one */
  readonly current: boolean;
}

/** Boards of both worlds as they are printed: lines of a label and symbols. */
const boardLines = /(?:^|(?<=\n))(?:\d+:|Row \d+:)(?: \S(?!\S))+(?:\n(?:\d+:|Row \d+:)(?: \S(?!\S))+)*/g;
/** Where memory begins in an opening, in either style of prompts. */
const memoryStart = / try 1(?= )|You have tried this very task before/;
/** Where memory ends: the count of turns left before the board. */
const memoryEnd = /(?: try \d+)? \d+ turns\n|This is (?:try \d+\.|the last turn)|\d+ turns are left\. The board now/g;

export function blocksOf(messages: readonly Message[]): Block[] {
  const blocks = messages.flatMap(({ role, content }, index): Block[] => {
    if (role === 'assistant') return [block('reply', content)];
    if (role === 'system') return [block('rules', content)];
    return index === messages.findIndex((message) => message.role !== 'system') ? opening(content) : split(content, 'turn');
  });
  const last = blocks.findLastIndex(({ name }) => name === 'board');
  return blocks.map((each, index) => (index === last ? { ...each, current: true } : each)).filter(({ text }) => text !== '');
}

function opening(content: string): Block[] {
  const start = memoryStart.exec(content)?.index ?? -1;
  if (start < 0) return split(content, 'rules');
  const ends = [...content.matchAll(memoryEnd)].map(({ index }) => index).filter((index) => index > start);
  const end = ends.at(-1) ?? content.length;
  return [block('rules', content.slice(0, start)), block('memory', content.slice(start, end)), ...split(content.slice(end), 'turn')];
}

/** The last board in a text, and what stands before and behind it. */
function split(content: string, before: 'rules' | 'turn'): Block[] {
  const board = [...content.matchAll(boardLines)].at(-1);
  if (!board) return [block(before, content)];
  const end = board.index + board[0].length;
  return [block(before, content.slice(0, board.index)), block('board', board[0]), block('ask', content.slice(end))];
}

function block(name: BlockName, text: string): Block {
  return { name, text, current: false };
}

export interface BoardLine {
  readonly label: string;
  readonly symbols: readonly { readonly text: string; readonly cell: Cell }[];
}

/** The lines of a board block; cells count from 0, as on the picture. */
export function boardOf(text: string): BoardLine[] {
  return text.split('\n').map((line, row) => {
    const [label, ...symbols] = line.split(/(?<=:) | (?!\d+:)/);
    return { label, symbols: symbols.map((symbol, column) => ({ text: symbol, cell: { row, column } })) };
  });
}

export type Piece = { readonly text: string; readonly cell?: Cell };

/** Coordinates in running text, `(3, 5)` as the policy counts: from 1 in MineSweeper, from 0 in Sokoban. */
export function mentions(text: string, world: WorldId): Piece[] {
  const from = world === 'minesweeper' ? 1 : 0;
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of text.matchAll(/\((\d+), (\d+)\)/g)) {
    if (found.index > at) pieces.push({ text: text.slice(at, found.index) });
    pieces.push({ text: found[0], cell: { row: Number(found[1]) - from, column: Number(found[2]) - from } });
    at = found.index + found[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

/** Characters that turn the direction of what comes after them are shown by their names, so that a text can not pose as another one. */
export function shown(text: string): string {
  return text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, named);
}

/** `U+202E`: a character that can not be seen, in words. */
export function named(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
