/** The exact text that a policy read, cut into named blocks without losing or adding a character; boards cell by cell. Pure. */
import type { Message } from '../policy/contract.ts';
import type { Cell } from './board/geometry.ts';
import type { WorldId } from '../worlds/index.ts';

export type BlockName = 'rules' | 'history' | 'notes' | 'turn' | 'reply' | 'board' | 'ask';

export interface Block {
  readonly name: BlockName;
  readonly text: string;
  /** this is the board that the policy is to act on, not an earlier one */
  readonly current: boolean;
  /** whose message begins here, as the conversation names it; null: the one before goes on */
  readonly role: Message['role'] | null;
}

/** Boards of both worlds as they are printed: lines of a label and symbols. */
const boardLines = /(?:^|(?<=\n))(?:\d+:|Row \d+:)(?: \S(?!\S))+(?:\n(?:\d+:|Row \d+:)(?: \S(?!\S))+)*/g;
/** Where memory begins in an opening, in either style of prompts. */
const memoryStart = / try 1(?= )|You have tried this very task before/;
/** Where the account of an earlier try begins. */
const tryStart = / try \d+ (?:did|done|died|late)\b|(?<=\n\n)Try \d+, not solved: /g;
/** Where such an account turns from what was done to the note. */
const noteStart = / note |\nYour note: |\nYou left no note\./;
/** It tells moves and boards, not the outcome alone. */
const tellsMoves = /^ try \d+ did\b|\nAction 1: /;
/** Where memory ends: the count of turns left before the board. */
const memoryEnd = /(?: try \d+)? \d+ turns\n|This is (?:try \d+\.|the last turn)|\d+ turns are left\. The board now/g;

export function blocksOf(messages: readonly Message[]): Block[] {
  const first = messages.findIndex((message) => message.role !== 'system');
  const blocks = messages.flatMap((message, index): Block[] => {
    const cut = cutUp(message, index === first);
    const [head, ...rest] = cut.filter(({ text }) => text !== '');
    // A message that says nothing is one all the same.
    return [{ ...(head ?? cut[0]), role: message.role }, ...rest];
  });
  const last = blocks.findLastIndex(({ name }) => name === 'board');
  return blocks.map((each, index) => (index === last ? { ...each, current: true } : each));
}

/** @returns at least one */
function cutUp({ role, content }: Message, opens: boolean): Block[] {
  if (role === 'assistant') return [block('reply', content)];
  if (role === 'system') return [block('rules', content)];
  return opens ? opening(content) : split(content, 'turn');
}

function opening(content: string): Block[] {
  const start = memoryStart.exec(content)?.index ?? -1;
  if (start < 0) return split(content, 'rules');
  const ends = [...content.matchAll(memoryEnd)].map(({ index }) => index).filter((index) => index > start);
  const end = ends.at(-1) ?? content.length;
  return [block('rules', content.slice(0, start)), ...memory(content.slice(start, end)), ...split(content.slice(end), 'turn')];
}

/** What is remembered of each earlier try: what was done, and the note. The words that lead in go with the first. */
function memory(text: string): Block[] {
  const starts = [0, ...[...text.matchAll(tryStart)].slice(1).map(({ index }) => index)];
  return starts.flatMap((start, at) => {
    const account = text.slice(start, starts[at + 1] ?? text.length);
    if (!tellsMoves.test(account)) return [block('notes', account)];
    const note = noteStart.exec(account)?.index ?? account.length;
    return [block('history', account.slice(0, note)), block('notes', account.slice(note))];
  });
}

/** All that a prompt tells of earlier tries; empty: nothing. */
export function memoryIn(content: string): string {
  return blocksOf([{ role: 'user', content }])
    .filter(({ name }) => name === 'history' || name === 'notes')
    .map(({ text }) => text)
    .join('');
}

/** The last board in a text, and what stands before and behind it. */
function split(content: string, before: 'rules' | 'turn'): Block[] {
  const board = [...content.matchAll(boardLines)].at(-1);
  if (!board) return [block(before, content)];
  const end = board.index + board[0].length;
  return [block(before, content.slice(0, board.index)), block('board', board[0]), block('ask', content.slice(end))];
}

function block(name: BlockName, text: string): Block {
  return { name, text, current: false, role: null };
}

interface BoardLine {
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

type Piece = { readonly text: string; readonly cell?: Cell };

const pairs = /\((\d+), (\d+)\)/g;

/** Is there a pair of coordinates in a text? */
export function namesCells(text: string): boolean {
  return text.search(pairs) !== -1;
}

/** Coordinates in running text, `(3, 5)` as the policy counts: from 1 in MineSweeper, from 0 in Sokoban. */
export function mentions(text: string, world: WorldId): Piece[] {
  const from = world === 'minesweeper' ? 1 : 0;
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of text.matchAll(pairs)) {
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
