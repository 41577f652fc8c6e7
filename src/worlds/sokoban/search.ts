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
  readonly position: Position;
  readonly parent: Node | null;
  /** what leads here from the parent: a walk and a push */
  readonly path: readonly Direction[];
  readonly cost: number;
}

/** @param limit most positions (just after a push) that may be expanded */
export function search(level: Level, start: Position, limit: number): Found {
  const { pushes } = lone(level);
  const inside = new Set(level.floor);
  if (solved(level, start.boxes)) return { solvable: true, plan: [] };
  const estimate = (boxes: readonly number[]): number => {
    let sum = 0;
    for (const box of boxes) {
      if (!inside.has(box) ? level.goal[box] === 0 : pushes[box] < 0) return -1;
      sum += Math.max(0, pushes[box]);
    }
    return sum;
  };
  const buckets: Node[][] = [];
  const best = new Map<string, number>();
  const add = (node: Node): void => {
    const rest = estimate(node.position.boxes);
    if (rest < 0 || frozen(level, node.position.boxes)) return;
    const key = String.fromCharCode(node.position.player, ...node.position.boxes);
    const known = best.get(key);
    if (known !== undefined && known <= node.cost) return;
    best.set(key, node.cost);
    (buckets[node.cost + rest] ??= []).push(node);
  };
  add({ position: start, parent: null, path: [], cost: 0 });
  let expanded = 0;
  for (let f = 0; f < buckets.length; f++) {
    for (let node = buckets[f]?.pop(); node !== undefined; node = buckets[f].pop()) {
      const { position, cost } = node;
      if (solved(level, position.boxes)) return { solvable: true, plan: pathTo(node) };
      const key = String.fromCharCode(position.player, ...position.boxes);
      if ((best.get(key) ?? 0) < cost) continue;
      if (++expanded > limit) return { solvable: null, plan: null };
      for (const push of pushesFrom(level, position)) {
        add({ position: push.after, parent: node, path: [...push.walk, push.direction], cost: cost + push.walk.length + 1 });
      }
    }
  }
  return { solvable: false, plan: null };
}

function pathTo(end: Node): Direction[] {
  const parts: (readonly Direction[])[] = [];
  for (let node: Node | null = end; node !== null; node = node.parent) parts.push(node.path);
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
export function pushesFrom(level: Level, position: Position): Push[] {
  const steps = offsets(level);
  const blocked = new Uint8Array(level.wall);
  for (const box of position.boxes) blocked[box] = 2;
  const cameBy = new Int8Array(level.wall.length).fill(-1);
  const queue = [position.player];
  cameBy[position.player] = 4;
  const found: Push[] = [];
  for (const cell of queue) {
    for (let d = 0; d < 4; d++) {
      const to = cell + steps[d];
      if (blocked[to] === 0 && cameBy[to] < 0) {
        cameBy[to] = d;
        queue.push(to);
      } else if (blocked[to] === 2 && blocked[to + steps[d]] === 0) {
        const walk: Direction[] = [];
        for (let at = cell; cameBy[at] !== 4; at -= steps[cameBy[at]]) walk.push(directions[cameBy[at]]);
        found.push({
          box: to,
          direction: directions[d],
          walk: walk.reverse(),
          after: { player: to, boxes: moveBox(position.boxes, to, to + steps[d]) },
        });
      }
    }
  }
  return found;
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
