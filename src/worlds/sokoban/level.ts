/**
 * A level is what never changes during play (walls, goals) and where everything starts; a position is what changes.
 * A cell is a number, row · width + column. Rows and columns count from 0. Knows nothing of turns or rewards.
 */

export interface Level {
  readonly width: number;
  readonly height: number;
  /** 1 for a wall and for every cell outside the walls */
  readonly wall: Uint8Array;
  /** 1 for a cell outside the walls: blank in XSB */
  readonly outside: Uint8Array;
  readonly goal: Uint8Array;
  readonly goals: readonly number[];
  /** cells the player can reach when there are no boxes, ascending */
  readonly floor: readonly number[];
  readonly start: Position;
}

export interface Position {
  readonly player: number;
  /** ascending */
  readonly boxes: readonly number[];
}

export const directions = ['up', 'down', 'left', 'right'] as const;
export type Direction = (typeof directions)[number];

/** How a step in each direction (in the order of `directions`) changes a cell number; the opposite of d is d ^ 1. */
export function offsets(level: Level): [number, number, number, number] {
  return [-level.width, level.width, -1, 1];
}

export function solved(level: Level, boxes: readonly number[]): boolean {
  for (const box of boxes) if (level.goal[box] === 0) return false;
  return true;
}

export function countOnGoals(level: Level, boxes: readonly number[]): number {
  let count = 0;
  for (const box of boxes) count += level.goal[box];
  return count;
}

export function rowColumn(level: Level, cell: number): [number, number] {
  return [Math.floor(cell / level.width), cell % level.width];
}

/** The boxes with the one at `from` now at `to`, ascending. */
export function moveBox(boxes: readonly number[], from: number, to: number): number[] {
  const out = boxes.slice();
  let i = out.indexOf(from);
  for (; i > 0 && out[i - 1] > to; i--) out[i] = out[i - 1];
  for (; i < out.length - 1 && out[i + 1] < to; i++) out[i] = out[i + 1];
  out[i] = to;
  return out;
}

/** The position after one move, or null if nothing moves. After a walk `boxes` is the same array, after a push another one. */
export function move(level: Level, position: Position, direction: Direction): Position | null {
  const { wall, width } = level;
  const { player, boxes } = position;
  const step = direction === 'up' ? -width : direction === 'down' ? width : direction === 'left' ? -1 : 1;
  const to = player + step;
  if (wall[to] === 1) return null;
  if (!boxes.includes(to)) return { player: to, boxes };
  const beyond = to + step;
  if (wall[beyond] === 1 || boxes.includes(beyond)) return null;
  return { player: to, boxes: moveBox(boxes, to, beyond) };
}

/** Cells reachable from `from` through non-walls (boxes do not block), ascending. */
export function reach(wall: Uint8Array, width: number, from: number): number[] {
  const seen = new Uint8Array(wall.length);
  const queue = [from];
  seen[from] = 1;
  for (const cell of queue) {
    for (const next of [cell - width, cell + width, cell - 1, cell + 1]) {
      if (wall[next] !== 0 || seen[next] === 1) continue;
      seen[next] = 1;
      queue.push(next);
    }
  }
  return queue.sort((a, b) => a - b);
}
