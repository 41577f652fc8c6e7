/** Notes about MineSweeper boards: ` mine (3, 4) blank (5, 1) 1 (2, 2)`. Only what the player saw or could work out. */
import { insightOf } from '../../worlds/minesweeper/index.ts';
import { initial } from '../../worlds/index.ts';
import type { Random } from '../../worlds/random.ts';
import { vagueNotes } from '../brief/vagueNotes.ts';
import type { Scene } from '../contract.ts';
import { around, cellText } from './grid.ts';
import type { Mix } from './style.ts';

/** Items of two tokens each: at most so many fit a note of 30 tokens. */
const mostItems = { mines: 2, blanks: 2, numbers: 5 } as const;

interface MineItem {
  /** `*` mine, `.` blank, or a digit */
  readonly what: string;
  /** from 1 */
  readonly row: number;
  readonly column: number;
}

const item = /(?:^|\s)(mine|blank|[1-8]) \((\d+), (\d+)\)/g;

/** Everything in a note that names a cell in the teachers' way. */
export function readMineNote(text: string): MineItem[] {
  return [...text.matchAll(item)].map(([, what, row, column]) => ({
    what: what === 'mine' ? '*' : what === 'blank' ? '.' : what,
    row: Number(row),
    column: Number(column),
  }));
}

export function mineNote(scene: Scene, mix: Mix, random: Random): string {
  switch (mix.note) {
    case 'informative':
      return informative(scene, random);
    case 'bare':
      return bare(scene);
    case 'vague':
      return ` ${random.pick(vagueNotes.minesweeper)}`;
    case 'wrong':
      return wrong(scene, random);
    case 'empty':
      return '';
  }
}

/** What a bare note says, regions opened since the start, and numbers next to what is still hidden. */
function informative(scene: Scene, random: Random): string {
  const { board, before, size } = boards(scene);
  const opened = [...board].flatMap((shown, index) => (before[index] === '?' && shown !== '?' && shown !== '*' ? [index] : []));
  const hiddenNear = (index: number): number => around(size, index).filter((n) => board[n] === '?' || board[n] === '*').length;
  const blanks = regions(board, opened, size);
  const numbers = random
    .shuffle(opened.filter((index) => board[index] !== '.' && hiddenNear(index) > 0 && !around(size, index).some((n) => blanks.includes(n))))
    .slice(0, mostItems.numbers);
  const words = [
    ...blanks.slice(0, mostItems.blanks).map((index) => ` blank${cellText(size, index)}`),
    ...numbers.sort((a, b) => a - b).map((index) => ` ${board[index]}${cellText(size, index)}`),
  ];
  return bare(scene) + words.join('');
}

/** The fatal cell, or else mines that are certain by now. */
function bare(scene: Scene): string {
  const { board, size, total } = boards(scene);
  const fatal = board.indexOf('*');
  const mines = fatal >= 0 ? [fatal] : certainMines(board, size, total);
  const words = mines.slice(0, mostItems.mines).map((index) => ` mine${cellText(size, index)}`);
  return (scene.end === 'turns' ? ' late' : '') + words.join('');
}

/** Says that a cell is a mine which is none, or a number where there is another. */
function wrong(scene: Scene, random: Random): string {
  const { board, size } = boards(scene);
  const safe = [...board].flatMap((shown, index) => (shown !== '*' ? [index] : []));
  const [mine, ...others] = random.shuffle(safe);
  const numbers = others.slice(0, 1 + random.below(2)).map((index) => ` ${1 + random.below(3)}${cellText(size, index)}`);
  return ` mine${cellText(size, mine)}${numbers.join('')}`;
}

/** One blank cell for each region of blanks, the largest first. */
function regions(board: string, cells: readonly number[], size: number): number[] {
  const left = new Set(cells.filter((index) => board[index] === '.'));
  const found: { readonly first: number; readonly count: number }[] = [];
  for (const first of left) {
    const queue = [first];
    left.delete(first);
    for (const index of queue) for (const n of around(size, index)) if (left.delete(n)) queue.push(n);
    found.push({ first, count: queue.length });
  }
  return found.sort((a, b) => b.count - a.count || a.first - b.first).map(({ first }) => first);
}

function certainMines(board: string, size: number, total: number): number[] {
  return insightOf(board, size, total).mines.map(({ row, col }) => (row - 1) * size + col - 1);
}

function boards(scene: Scene): { readonly board: string; readonly before: string; readonly size: number; readonly total: number } {
  const last = scene.states[scene.states.length - 1];
  const first = initial(scene.task);
  if (last.world !== 'minesweeper' || first.world !== 'minesweeper') throw new Error('The MineSweeper teacher was asked about another world.');
  return { board: last.board, before: first.board, size: last.task.config.size, total: last.task.config.mines };
}
