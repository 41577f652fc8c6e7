/**
 * Answers about positions: the whole level's table where it is small enough (exact and fast), else a bounded search. What was worked
 * out is kept for the levels used last; answers never depend on what is kept.
 */
import { lone } from './dead.ts';
import { distances, tableSize, type Distances } from './distances.ts';
import { directions, move, type Direction, type Level, type Position } from './level.ts';
import { search, type Found } from './search.ts';

/** A table of up to so many positions is made to prove a deadlock during play (some 30 ms at most, once a level). */
const proofTable = 500_000;
/** Otherwise so many positions are searched for each proof. */
const proofNodes = 3_000;

export interface Limits {
  /** most positions of a table of the whole level */
  readonly table: number;
  /** most positions that a search may expand */
  readonly nodes: number;
}

export const defaultLimits: Limits = { table: 4_000_000, nodes: 100_000 };

/** A node costs by floor and boxes: large crowded levels get fewer, so that no answer takes a minute. */
function nodesFor(level: Level): number {
  return Math.min(defaultLimits.nodes, Math.ceil(20_000_000 / (level.floor.length * level.start.boxes.length)));
}

/**
 * A shortest solution in moves, or the proof that there is none, or neither within the limits. Where the limit came before a
 * shortest solution but some solution is known, `solvable` is true and `plan` null.
 */
export function solve(level: Level, position: Position, limits: Partial<Limits> = {}): Found {
  const { table, nodes } = { ...defaultLimits, nodes: nodesFor(level), ...limits };
  const known = tableOf(level, table);
  if (known === null) {
    const found = search(level, position, nodes);
    return found.solvable === null ? { solvable: search(level, position, nodes, 'any').solvable, plan: null } : found;
  }
  const plan = known.plan(position);
  return { solvable: plan !== null, plan };
}

/** True only if it is proven that no solution is left. */
export function provenDead(level: Level, position: Position): boolean {
  const { pushes } = lone(level);
  for (const box of position.boxes) if (pushes[box] < 0) return true;
  const known = tableOf(level, proofTable);
  return known === null ? searchedDead(level, position) : known.moves(position) < 0;
}

/** Does this move push a box so that a level that was solvable (or not proven otherwise) is proven lost? */
export function locks(level: Level, position: Position, direction: Direction): boolean {
  const next = move(level, position, direction);
  return next !== null && next.boxes !== position.boxes && provenDead(level, next) && !provenDead(level, position);
}

/** The moves that begin a shortest solution; none where the level is lost or solved, or too big for a table. */
export function bestMoves(level: Level, position: Position): Direction[] {
  const known = tableOf(level, defaultLimits.table);
  const left = known?.moves(position) ?? -1;
  if (known === null || left <= 0) return [];
  return directions.filter((direction) => {
    const next = move(level, position, direction);
    return next !== null && known.moves(next) === left - 1;
  });
}

const tables = new Map<Level, Distances>();
const kept = 8_000_000;
let held = 0;
let last: { readonly level: Level; readonly table: Distances } | null = null;

/** The level's table, kept for the levels used last; null if it would number more than `limit` positions. */
export function tableOf(level: Level, limit: number = defaultLimits.table): Distances | null {
  if (last?.level === level) return last.table.size <= limit ? last.table : null;
  let table = tables.get(level) ?? null;
  if (table === null) {
    if (tableSize(level) > limit) return null;
    table = distances(level, limit);
    if (table === null) return null;
    held += table.size;
  } else {
    tables.delete(level);
  }
  tables.set(level, table);
  for (const [old, { size }] of tables) {
    if (held <= kept || old === level) break;
    tables.delete(old);
    held -= size;
  }
  last = { level, table };
  return table.size <= limit ? table : null;
}

const searched = new WeakMap<Level, Map<string, boolean>>();

function searchedDead(level: Level, position: Position): boolean {
  const memo = searched.get(level) ?? new Map<string, boolean>();
  searched.set(level, memo);
  const key = `${position.player} ${position.boxes.join(' ')}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  const dead = search(level, position, proofNodes, 'any').solvable === false;
  if (memo.size >= 10_000) memo.clear();
  memo.set(key, dead);
  return dead;
}
