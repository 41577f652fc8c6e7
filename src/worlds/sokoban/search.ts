/**
 * Shortest solutions of a single position where a table of the whole level would be too big: A* over pushes
 * (cost = moves, estimate = sum of the pushes that each box would need alone, which never overestimates).
 */
import { lone } from './dead.ts';
import { directions, moveBox, offsets, solved, type Direction, type Level, type Position } from './level.ts';

export interface Found {
  /** true: `plan` is a shortest solution; false: proven that there is none; null: the limit came first */
  readonly solvable: boolean | null;
  readonly plan: Direction[] | null;
}

interface Node {
  /** just after a push (or the start) */
  readonly position: Position;
  readonly parent: Node | null;
  readonly cost: number;
}

/** @param limit most positions (just after a push) that may be expanded; each takes some µs and some hundred bytes */
export function search(level: Level, start: Position, limit: number): Found {
  const { pushes } = lone(level);
  const inside = new Set(level.floor);
  const estimate = (boxes: readonly number[]): number => {
    let sum = 0;
    for (const box of boxes) {
      if (!inside.has(box) ? level.goal[box] === 0 : pushes[box] < 0) return -1;
      sum += pushes[box];
    }
    return sum;
  };
  const buckets: Node[][] = [];
  const best = new Map<string, number>();
  const add = (position: Position, parent: Node | null, cost: number): void => {
    const rest = estimate(position.boxes);
    if (rest < 0 || frozen(level, position.boxes)) return;
    const key = keyOf(position);
    const known = best.get(key);
    if (known !== undefined && known <= cost) return;
    best.set(key, cost);
    (buckets[cost + rest] ??= []).push({ position, parent, cost });
  };
  add(start, null, 0);
  let expanded = 0;
  for (let f = 0; f < buckets.length; f++) {
    for (let node = buckets[f]?.pop(); node !== undefined; node = buckets[f].pop()) {
      const { position, cost } = node;
      if (solved(level, position.boxes)) return { solvable: true, plan: pathTo(level, node) };
      if (best.get(keyOf(position)) !== cost) continue;
      if (++expanded > limit) return { solvable: null, plan: null };
      const { pushable, steps } = flood(level, position);
      for (const [from, d] of pushable) {
        const after = push(level, position, from, d);
        add(after, node, cost + steps[from] + 1);
      }
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

export interface Push {
  /** the cell of the box before the push */
  readonly box: number;
  readonly direction: Direction;
  /** a shortest walk to the box, without the push itself */
  readonly walk: readonly Direction[];
  readonly after: Position;
}

/** Every push that the player can make next, with a shortest walk to it; nearest first. */
export function pushesOf(level: Level, position: Position): Push[] {
  const offset = offsets(level);
  const { pushable, cameBy } = flood(level, position);
  return pushable.map(([from, d]) => {
    const walk: Direction[] = [];
    for (let at = from; at !== position.player; at -= offset[cameBy[at]]) walk.push(directions[cameBy[at]]);
    return { box: from + offset[d], direction: directions[d], walk: walk.reverse(), after: push(level, position, from, d) };
  });
}

function push(level: Level, { boxes }: Position, from: number, d: number): Position {
  const step = offsets(level)[d];
  return { player: from + step, boxes: moveBox(boxes, from + step, from + 2 * step) };
}

/** Where the player can walk, and [cell, direction] of every push. */
function flood(level: Level, { player, boxes }: Position): { pushable: [number, number][]; cameBy: Int8Array; steps: Int16Array } {
  const offset = offsets(level);
  const blocked = new Uint8Array(level.wall);
  for (const box of boxes) blocked[box] = 2;
  const cameBy = new Int8Array(blocked.length).fill(-1);
  const steps = new Int16Array(blocked.length).fill(-1);
  steps[player] = 0;
  const queue = [player];
  const pushable: [number, number][] = [];
  for (const cell of queue) {
    for (let d = 0; d < 4; d++) {
      const to = cell + offset[d];
      if (blocked[to] === 0 && steps[to] < 0) {
        cameBy[to] = d;
        steps[to] = steps[cell] + 1;
        queue.push(to);
      } else if (blocked[to] === 2 && blocked[to + offset[d]] === 0) {
        pushable.push([cell, d]);
      }
    }
  }
  return { pushable, cameBy, steps };
}

/** A 2×2 block of walls and boxes with a box off its goal can never be solved. */
function frozen(level: Level, boxes: readonly number[]): boolean {
  const { width, wall, goal } = level;
  const solid = (cell: number): boolean => wall[cell] === 1 || boxes.includes(cell);
  for (const box of boxes) {
    if (goal[box] === 1) continue;
    for (const across of [-1, 1]) {
      for (const down of [-width, width]) {
        if (solid(box + across) && solid(box + down) && solid(box + across + down)) return true;
      }
    }
  }
  return false;
}
