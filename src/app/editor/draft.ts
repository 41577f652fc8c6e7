/**
 * A level while it is being drawn: it may break every rule. Sokoban in XSB symbols (`#`, space, `.`, `$`, `*`, `@`, `+`), MineSweeper in
 * `.` and `*`. Rows and columns count from 0 here. Pure.
 */
import { formatXsb, levelOf } from '../../worlds/sokoban/index.ts';
import { fields as mineFields, mineRows } from '../../worlds/minesweeper/index.ts';
import { fields as sokobanFields } from '../../worlds/sokoban/config.ts';
import { maxSide } from '../../worlds/sokoban/xsb.ts';
import { wholeDecimal, type Task, type WorldId } from '../../worlds/index.ts';
import type { Cell } from '../board/geometry.ts';

export interface Draft {
  readonly world: WorldId;
  /** all equally long */
  readonly rows: readonly string[];
  /** MineSweeper: the cell that the world opens before the first turn; null: one that the content decides on */
  readonly first: Cell | null;
  readonly turns: number;
  /** Sokoban: moves that one answer may hold */
  readonly movesPerTurn: number;
}

export const sokobanTools = ['wall', 'floor', 'target', 'box', 'boxOnTarget', 'player'] as const;
const mineTools = ['mine', 'floor', 'first'] as const;
export type Tool = (typeof sokobanTools)[number] | (typeof mineTools)[number];

export function toolsOf(world: WorldId): readonly Tool[] {
  return world === 'sokoban' ? sokobanTools : mineTools;
}

/** Keys that place, by world: letters and the symbols of the text format. */
export const toolKeys: Readonly<Record<Draft['world'], Readonly<Record<string, Tool>>>> = {
  sokoban: { w: 'wall', '#': 'wall', f: 'floor', '-': 'floor', _: 'floor', t: 'target', '.': 'target', b: 'box', $: 'box', x: 'boxOnTarget', '*': 'boxOnTarget', p: 'player', '@': 'player' },
  minesweeper: { m: 'mine', '*': 'mine', f: 'floor', '.': 'floor', o: 'first' },
};

export type Bounds = readonly [least: number, most: number];

/** A whole number that is typed. null: it is none, or out of bounds */
export function numberIn(typed: string, [least, most]: Bounds): number | null {
  const value = wholeDecimal(typed);
  return value >= least && value <= most ? value : null;
}

/** Sides and turns that a level may have, and moves that one answer may hold. */
export function boundsOf(world: WorldId): { readonly side: Bounds; readonly turns: Bounds; readonly moves: Bounds } {
  const { turns, movesPerTurn } = sokobanFields;
  return world === 'sokoban'
    ? { side: [3, maxSide], turns: [turns.min, turns.max], moves: [movesPerTurn.min, movesPerTurn.max] }
    : { side: [mineFields.size.min, mineFields.size.max], turns: [mineFields.turns.min, mineFields.turns.max], moves: [1, 1] };
}

export function draftOf(task: Task): Draft {
  const { turns } = task.config;
  if (task.world === 'minesweeper') {
    const first = task.first && { row: task.first.row - 1, column: task.first.col - 1 };
    return { world: 'minesweeper', rows: mineRows(task), first, turns, movesPerTurn: 1 };
  }
  return { world: 'sokoban', rows: squared(formatXsb(levelOf(task))), first: null, turns, movesPerTurn: task.config.movesPerTurn };
}

/** A room with walls around it, or a board without mines. */
export function empty(world: WorldId, height: number, width: number, { turns, movesPerTurn }: Pick<Draft, 'turns' | 'movesPerTurn'>): Draft {
  const inner = `#${' '.repeat(width - 2)}#`;
  const rows =
    world === 'sokoban'
      ? Array.from({ length: height }, (_, row) => (row === 0 || row === height - 1 ? '#'.repeat(width) : inner))
      : Array.from({ length: height }, () => '.'.repeat(width));
  return { world, rows, first: null, turns, movesPerTurn };
}

/** A level that was brought in, with the turns of the one before it as far as its world allows. */
export function likeBefore({ world: before, turns, movesPerTurn }: Draft, { world, rows }: Pick<Draft, 'world' | 'rows'>): Draft {
  const [least, most] = boundsOf(world).turns;
  const moves = world === 'minesweeper' ? 1 : before === world ? movesPerTurn : sokobanFields.movesPerTurn.default;
  return { world, rows, first: null, turns: Math.min(Math.max(turns, least), most), movesPerTurn: moves };
}

/** Rows made equally long. */
export function squared(rows: readonly string[]): string[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return rows.map((row) => row.padEnd(width));
}

export function symbolAt({ rows }: Pick<Draft, 'rows'>, { row, column }: Cell): string {
  return rows[row]?.[column] ?? ' ';
}

/** Does using the tool here take away what it would put there? */
export function erases(draft: Draft, cell: Cell, tool: Tool): boolean {
  const symbol = symbolAt(draft, cell);
  switch (tool) {
    case 'wall':
      return symbol === '#';
    case 'target':
      return '.*+'.includes(symbol);
    case 'box':
      return '$*'.includes(symbol);
    case 'boxOnTarget':
    case 'mine':
      return symbol === '*';
    case 'first':
      return draft.first?.row === cell.row && draft.first.column === cell.column;
    case 'player':
    case 'floor':
      return false;
  }
}

/**
 * Use a tool on a cell. A box or the player put on a target keeps it, and a target put under them keeps them; there is one player.
 * @param erase take away instead
 * @returns the same draft where nothing changes
 */
export function place(draft: Draft, cell: Cell, tool: Tool, erase = false): Draft {
  if (tool === 'first') return erase ? { ...draft, first: null } : erases(draft, cell, tool) ? draft : { ...draft, first: cell };
  const symbol = symbolAt(draft, cell);
  if (draft.world === 'minesweeper') return put(draft, cell, tool === 'mine' && !erase ? '*' : '.');
  const target = '.*+'.includes(symbol);
  switch (tool) {
    case 'wall':
      return put(draft, cell, erase ? ' ' : '#');
    case 'floor':
      return put(draft, cell, ' ');
    case 'target': {
      const thing = '$*'.includes(symbol) ? 'box' : '@+'.includes(symbol) ? 'player' : 'none';
      return put(draft, cell, { box: '$*', player: '@+', none: ' .' }[thing][erase ? 0 : 1]);
    }
    case 'box':
      return put(draft, cell, erase ? (target ? '.' : ' ') : target ? '*' : '$');
    case 'boxOnTarget':
      return put(draft, cell, erase ? ' ' : '*');
    case 'player': {
      if ('@+'.includes(symbol)) return draft;
      const alone = draft.rows.map((row) => row.replace(/@/g, ' ').replace(/\+/g, '.'));
      return put({ ...draft, rows: alone }, cell, target ? '+' : '@');
    }
    case 'mine':
      return draft;
  }
}

function put(draft: Draft, { row, column }: Cell, symbol: string): Draft {
  if (symbolAt(draft, { row, column }) === symbol) return draft;
  return { ...draft, rows: draft.rows.map((line, r) => (r === row ? line.slice(0, column) + symbol + line.slice(column + 1) : line)) };
}

/** Grows and shrinks at the right and below, just inside a wall along that edge, so that a closed border stays closed. */
export function resize(draft: Draft, height: number, width: number): Draft {
  const turned = transpose(stretch(draft.rows, height, draft.world));
  const rows = transpose(stretch(turned, width, draft.world));
  const { first } = draft;
  return { ...draft, rows, first: first && first.row < height && first.column < width ? first : null };
}

function stretch(rows: readonly string[], count: number, world: WorldId): string[] {
  const out = [...rows];
  const border = world === 'sokoban' && /^#+$/.test(out.at(-1) ?? '');
  while (out.length > count) out.splice(border && out.length > 1 ? out.length - 2 : out.length - 1, 1);
  while (out.length < count) {
    const like = out.at(border && out.length > 1 ? -2 : -1) ?? '';
    out.splice(border ? out.length - 1 : out.length, 0, world === 'sokoban' ? like.replace(/[^#]/g, ' ') : '.'.repeat(like.length));
  }
  return out;
}

function transpose(rows: readonly string[]): string[] {
  return Array.from({ length: rows[0]?.length ?? 0 }, (_, column) => rows.map((row) => row[column]).join(''));
}
