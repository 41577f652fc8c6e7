/**
 * Search from a single position, for levels whose table of distances would be too big. States are positions just after a push; the cost is
 * moves, the estimate of what is left the sum of the pushes that each box would need alone, which never overestimates: A* finds a
 * shortest solution. Going by the estimate alone finds some solution far sooner, which is all that a proof of life needs.
 */
import { lone } from './dead.ts';
import { moveBox, offsets, solved, type Direction, type Level, type Position } from './level.ts';
import { flood, pushesOf } from './pushes.ts';

export interface Found {
  /** true: there is a solution; false: proven that there is none; null: the limit came first */
  readonly solvable: boolean | null;
  /** a shortest one if that was asked for, else any */
  readonly plan: Direction[] | null;
}

interface Node {
  readonly position: Position;
  readonly parent: Node | null;
  readonly cost: number;
  /** pushes left at least */
  readonly rest: number;
}

/** @param limit most positions that may be expanded; each takes some µs and some hundred bytes */
export function search(level: Level, start: Position, limit: number, want: 'shortest' | 'any' = 'shortest'): Found {
  const { pushes } = lone(level);
  const steps = offsets(level);
  const inside = new Uint8Array(level.wall.length);
  for (const cell of level.floor) inside[cell] = 1;
  // a box that the player can never touch has to be on a goal already
  const lost = start.boxes.some((box) => (inside[box] === 1 ? pushes[box] < 0 : level.goal[box] === 0) || frozen(level, start.boxes, box));
  if (lost) return { solvable: false, plan: null };

  const buckets: Node[][] = [];
  const best = new Map<string, number>();
  let lowest = 0;
  const add = (node: Node): void => {
    const key = keyOf(node.position);
    const known = best.get(key);
    if (known !== undefined && (known <= node.cost || want === 'any')) return;
    best.set(key, node.cost);
    const priority = want === 'shortest' ? node.cost + node.rest : node.rest;
    (buckets[priority] ??= []).push(node);
    lowest = Math.min(lowest, priority);
  };
  add({ position: start, parent: null, cost: 0, rest: start.boxes.reduce((sum, box) => sum + pushes[box], 0) });

  for (let expanded = 0; lowest < buckets.length; ) {
    const node = buckets[lowest]?.pop();
    if (node === undefined) {
      lowest++;
      continue;
    }
    const { position, cost, rest } = node;
    if (solved(level, position.boxes)) return { solvable: true, plan: pathTo(level, node) };
    if (best.get(keyOf(position)) !== cost) continue;
    if (++expanded > limit) return { solvable: null, plan: null };
    const seen = flood(level, position);
    for (let i = 0; i < seen.count; i++) {
      const from = seen.from[i];
      const step = steps[seen.direction[i]];
      const box = from + step;
      const to = box + step;
      if (pushes[to] < 0) continue;
      const boxes = moveBox(position.boxes, box, to);
      if (frozen(level, boxes, to)) continue;
      add({ position: { player: box, boxes }, parent: node, cost: cost + seen.steps[from] + 1, rest: rest - pushes[box] + pushes[to] });
    }
  }
  return { solvable: false, plan: null };
}

function keyOf({ player, boxes }: Position): string {
  return String.fromCharCode(player, ...boxes);
}

function pathTo(level: Level, end: Node): Direction[] {
  const parts: Direction[][] = [];
  for (let node = end; node.parent !== null; node = node.parent) {
    const key = keyOf(node.position);
    const found = pushesOf(level, node.parent.position).find(({ after }) => keyOf(after) === key);
    if (found !== undefined) parts.push([...found.walk, found.direction]);
  }
  return parts.reverse().flat();
}

/** Is `box` part of a 2×2 block of walls and boxes in which a box is off its goal? Nothing in such a block ever moves again. */
function frozen({ width, wall, goal }: Level, boxes: readonly number[], box: number): boolean {
  for (const across of [-1, 1]) {
    if (wall[box + across] === 0 && !boxes.includes(box + across)) continue;
    for (const down of [-width, width]) {
      const rest = [box + across, box + down, box + across + down];
      if (!rest.every((cell) => wall[cell] === 1 || boxes.includes(cell))) continue;
      if (goal[box] === 0 || rest.some((cell) => wall[cell] === 0 && goal[cell] === 0)) return true;
    }
  }
  return false;
}
