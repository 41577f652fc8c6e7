/**
 * MineSweeper players. A thought after the style word says what a small reader needs to find the cell: the number that proves it (and a
 * mine beside that number), where the risk is low, or what a note named. Knows only the visible board and what memory shows.
 */
import { insightOf, localCertain, type Cell, type MineState } from '../../worlds/minesweeper/index.ts';
import { InputError } from '../../worlds/index.ts';
import type { Random } from '../../worlds/random.ts';
import type { Scene } from '../contract.ts';
import { remembered } from '../memory.ts';
import { around, cellText } from './grid.ts';
import { mineNote, readMineNote } from './minesweeperNotes.ts';
import { warningWord, type Brain, type Choice, type Mix, type Style } from './style.ts';

export const minesweeper: Brain = { choose, note: mineNote };

interface View {
  readonly board: string;
  readonly size: number;
  readonly mines: number;
  readonly hidden: readonly number[];
}

/** What memory tells of cells that are hidden now. */
interface Known {
  readonly mines: ReadonlySet<number>;
  /** index → `.` or a digit */
  readonly numbers: ReadonlyMap<number, string>;
  readonly source: 'note' | 'seen';
}

function choose(scene: Scene, mix: Mix, random: Random): Choice {
  const state = scene.states[scene.states.length - 1];
  if (state.world !== 'minesweeper') throw new Error('The MineSweeper teacher was asked about another world.');
  const view = look(state);
  const known = mix.follow ? recall(scene, state) : null;
  const { index, thought } = random.uniform() < mix.skill ? decide(view, known, mix.style, random) : slip(view, known, random);
  return answer(view, index, thought);
}

/** Any cell at all, honestly named. */
function slip(view: View, known: Known | null, random: Random): Wanted {
  return guess(view, known, random.pick(spared(view, known)));
}

interface Wanted {
  readonly index: number;
  readonly thought: string;
}

function decide(view: View, known: Known | null, style: Style, random: Random): Wanted {
  const named = known ? open(view, known) : null;
  if (named) return named;
  const cells = spared(view, known);
  const edge = cells.filter((index) => numbersAround(view, index).length > 0);
  const risk = risks(view, known);
  switch (style) {
    case 'random': {
      const index = random.pick(cells);
      return { index, thought: warning(view, known) + at(view, index) };
    }
    // beside the number with the smallest share of mines, without asking what the others say
    case 'greedy':
      return guess(view, known, lowest(edge.length > 0 ? edge : cells, away(view, known, (index) => smallestShare(view, index)), random));
    // what one number proves, closest to what is open already, so it seldom opens a region; else the least risk beside numbers
    case 'cautious': {
      const proven = cells.filter((index) => risk.safe.has(index));
      if (proven.length > 0) return certain(view, risk, lowest(proven, (index) => hiddenAround(view, index).length, random));
      return guess(view, known, lowest(edge.length > 0 ? edge : cells, away(view, known, risk.local), random));
    }
    // far from what is known a click tells most and may open a whole region; nothing is proven first
    case 'probing': {
      const far = cells.filter((index) => numbersAround(view, index).length === 0);
      return guess(view, known, far.length > 0 ? random.pick(far) : lowest(cells, (index) => smallestShare(view, index), random));
    }
    case 'perfect':
      return exact(view, known, risk, cells, random);
  }
}

/** Hidden cells that no memory warns of; where everything is a named mine the notes must be wrong. */
function spared(view: View, known: Known | null): readonly number[] {
  const free = view.hidden.filter((index) => !known?.mines.has(index));
  return free.length > 0 ? free : view.hidden;
}

/** Once burnt, of two guesses that are as good the one that does not touch a named mine. */
function away(view: View, known: Known | null, cost: (index: number) => number): (index: number) => number {
  const touches = (index: number): boolean => around(view.size, index).some((n) => view.board[n] === '?' && known?.mines.has(n) === true);
  return (index) => cost(index) + (touches(index) ? 1e-6 : 0);
}

function smallestShare(view: View, index: number): number {
  return Math.min(...numbersAround(view, index).map((n) => Number(view.board[n]) / hiddenAround(view, n).length));
}

/** Least exact probability of a mine; among those within a hair, the cell most likely to open a region. */
function exact(view: View, known: Known | null, risk: Risks, cells: readonly number[], random: Random): Wanted {
  const board = known ? withMines(view, known.mines) : view.board;
  const { chances } = insightOf(board, view.size, view.mines);
  const chance = (index: number): number => chances[index]?.value ?? 0;
  const blank = (index: number): number => hiddenAround(view, index).reduce((p, n) => p * (1 - chance(n)), 1);
  const worth = (index: number): number => -(1 - chance(index)) * (1 + regionWorth * blank(index)) + (chance(index) > 0 ? provenWorth : 0);
  const index = lowest(cells, worth, random);
  if (chance(index) > 0) return guess(view, known, index);
  if (risk.safe.has(index)) return certain(view, risk, index);
  const numbers = numbersAround(view, index);
  const two = numbers.length >= 2 ? numbers : [...numbers, ...view.hidden.flatMap((h) => numbersAround(view, h)).filter((n) => !numbers.includes(n))];
  return { index, thought: two.slice(0, 2).map((n) => at(view, n) + digit(view, n)).join('') + ' safe' };
}

/** How much the chance of opening a region weighs against risk, and a proven cell against both; chosen by trial (bench.ts). */
const regionWorth = 0.3;
const provenWorth = 0.3;

interface Risks {
  readonly safe: ReadonlySet<number>;
  readonly mines: ReadonlySet<number>;
  /** greatest share of missing mines among the undecided neighbours of any one number; elsewhere the density of what is left */
  readonly local: (index: number) => number;
}

function risks(view: View, known: Known | null): Risks {
  const board = known ? withMines(view, known.mines) : view.board;
  const local = localCertain(board, view.size);
  const mines = new Set([...local.mines.map((cell) => toIndex(view, cell)), ...(known?.mines ?? [])]);
  const safe = new Set(local.safe.map((cell) => toIndex(view, cell)));
  const undecided = view.hidden.filter((index) => !mines.has(index) && !safe.has(index)).length;
  const density = Math.max(0, view.mines - mines.size) / Math.max(1, undecided);
  return {
    safe,
    mines,
    local: (index) => {
      if (mines.has(index)) return 1;
      if (safe.has(index)) return 0;
      const around = numbersAround(view, index);
      if (around.length === 0) return density;
      return Math.max(
        ...around.map((n) => {
          const open = hiddenAround(view, n).filter((h) => !mines.has(h) && !safe.has(h));
          const missing = Number(view.board[n]) - hiddenAround(view, n).filter((h) => mines.has(h)).length;
          return missing / Math.max(1, open.length);
        }),
      );
    },
  };
}

/** A cell that a note or history names as open: blanks first, they open a region. */
function open(view: View, known: Known): Wanted | null {
  const [first] = [...known.numbers].sort(([a, shownA], [b, shownB]) => Number(shownB === '.') - Number(shownA === '.') || a - b);
  if (!first) return null;
  const [index, shown] = first;
  return { index, thought: ` ${known.source}${at(view, index)}${shown === '.' ? ' blank' : ` ${shown}`}` };
}

/** A cell proven by one number: the number, and one of its mines. */
function certain(view: View, risk: Risks, index: number): Wanted {
  for (const n of numbersAround(view, index)) {
    const mines = hiddenAround(view, n).filter((h) => risk.mines.has(h));
    if (mines.length === Number(view.board[n])) return { index, thought: `${at(view, n)}${digit(view, n)} mine${at(view, mines[0])} safe` };
  }
  return { index, thought: ' safe' };
}

function guess(view: View, known: Known | null, index: number): Wanted {
  const [number] = numbersAround(view, index);
  return { index, thought: warning(view, known) + (number === undefined ? ' far' : ` near${at(view, number)}${digit(view, number)}`) };
}

/** The mine that memory names, repeated before a cell is chosen. */
function warning(view: View, known: Known | null): string {
  const mine = known ? [...known.mines].find((m) => view.board[m] === '?') : undefined;
  return mine === undefined ? '' : warningWord + at(view, mine);
}

/** Null: memory tells nothing of use, or it is mistrusted because the board shows that some of it is wrong. */
function recall(scene: Scene, state: MineState): Known | null {
  const mines = new Set<number>();
  const numbers = new Map<number, string>();
  const { size } = state.task.config;
  let source: Known['source'] = 'note';
  for (const { note, history } of remembered(scene)) {
    for (const { what, row, column } of readMineNote(note ?? '')) {
      if (row < 1 || column < 1 || row > size || column > size) continue;
      const index = (row - 1) * size + column - 1;
      if (what === '*') mines.add(index);
      else numbers.set(index, what);
    }
    const last = history?.states.at(-1);
    if (last?.world !== 'minesweeper') continue;
    source = 'seen';
    for (let index = 0; index < last.board.length; index++) {
      if (last.board[index] === '*') mines.add(index);
      else if (last.board[index] !== '?') numbers.set(index, last.board[index]);
    }
  }
  for (const index of mines) if (state.board[index] !== '?' || numbers.has(index)) return null;
  for (const [index, shown] of numbers) if (state.board[index] !== '?' && state.board[index] !== shown) return null;
  if (!fits(state, mines)) return null;
  const fresh = new Map([...numbers].filter(([index]) => state.board[index] === '?'));
  return mines.size + fresh.size === 0 ? null : { mines, numbers: fresh, source };
}

/** Is there any placement of all mines with these among them? */
function fits(state: MineState, mines: ReadonlySet<number>): boolean {
  if (mines.size === 0) return true;
  const view = look(state);
  try {
    insightOf(withMines(view, mines), view.size, view.mines);
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

function look(state: MineState): View {
  const { board } = state;
  const hidden: number[] = [];
  for (let index = 0; index < board.length; index++) if (board[index] === '?') hidden.push(index);
  return { board, size: state.task.config.size, mines: state.task.config.mines, hidden };
}

function withMines(view: View, mines: ReadonlySet<number>): string {
  return [...view.board].map((shown, index) => (mines.has(index) ? '*' : shown)).join('');
}

function hiddenAround(view: View, index: number): number[] {
  return around(view.size, index).filter((n) => view.board[n] === '?');
}

function numbersAround(view: View, index: number): number[] {
  return around(view.size, index).filter((n) => view.board[n] >= '1' && view.board[n] <= '8');
}

function toIndex(view: View, cell: Cell): number {
  return (cell.row - 1) * view.size + cell.col - 1;
}

function at(view: View, index: number): string {
  return cellText(view.size, index);
}

function digit(view: View, index: number): string {
  return ` ${view.board[index]}`;
}

function answer(view: View, index: number, thought: string): Choice {
  return { thought, actions: [`${Math.floor(index / view.size) + 1},${(index % view.size) + 1}`] };
}

/** The item of least value; ties at random. */
function lowest(items: readonly number[], value: (item: number) => number, random: Random): number {
  let best: number[] = [];
  let least = Infinity;
  for (const item of items) {
    const v = value(item);
    if (v > least + 1e-9) continue;
    if (v < least - 1e-9) best = [];
    least = Math.min(least, v);
    best.push(item);
  }
  return random.pick(best);
}
