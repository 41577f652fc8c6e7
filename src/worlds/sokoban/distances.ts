/**
 * Exact distances of a whole level: fewest moves (pushes included) from every position to a solution, by one breadth-first search
 * backwards from the solved positions. A position is numbered by the rank of its set of box cells (combinatorial number system; only
 * cells where a box is not lost) times the number of floor cells, plus the player's floor number.
 */
import { lone } from './dead.ts';
import { directions, move, offsets, type Direction, type Level, type Position } from './level.ts';

export interface Distances {
  /** numbered positions; of these, only the solvable ones have a distance */
  readonly size: number;
  /** fewest moves to a solution, 0 = solved, −1 = there is none */
  moves(position: Position): number;
  /** a shortest solution, or null if there is none; of equal moves the first of up, down, left, right */
  plan(position: Position): Direction[] | null;
  /** how many positions have a solution */
  readonly solvable: number;
  /** the i-th of them, in ascending order of distance */
  at(i: number): Position;
  /** how many of them are nearer than `moves` */
  nearer(moves: number): number;
}

/** stands for "no solution" in a table */
const none = 0xffff;

/** Positions that a level's table would number. */
export function tableSize(level: Level): number {
  const { dead } = lone(level);
  const boxes = level.start.boxes.filter((box) => level.floor.includes(box)).length;
  return binomial(level.floor.length - dead.length, boxes) * level.floor.length;
}

/**
 * The table, or null if it would number more than `limit` positions. 6×6 with 2 boxes: ≈ 500 positions, 0.1 ms.
 * @param furthest positions further away than this are left out (they read as −1)
 */
export function distances(level: Level, limit = 4_000_000, furthest = none - 1): Distances | null {
  const size = tableSize(level);
  return size <= limit ? build(level, size, furthest) : null;
}

function build(level: Level, size: number, furthest: number): Distances {
  const { pushes } = lone(level);
  const cells = level.floor;
  const alive = cells.filter((cell) => pushes[cell] >= 0);
  const floorOf = numbering(level, cells);
  const aliveOf = numbering(level, alive);
  const isFloor = (cell: number): boolean => floorOf[cell] >= 0;
  // boxes that the player can never touch stay where they are: a solution needs each of them on a goal
  const fixed = level.start.boxes.filter((box) => !isFloor(box));
  const k = level.start.boxes.length - fixed.length;
  const goals = level.goals.filter(isFloor);
  const possible = fixed.every((box) => level.goal[box] === 1) && goals.length === k;

  const count = cells.length;
  const ranks = rankTable(alive.length, k);
  const sets = Math.round(size / count);
  const boxesOf = combinations(alive.length, k, sets);
  const table = new Uint16Array(size).fill(none);
  let queue = new Int32Array(size);
  let tail = 0;

  const rank = (boxes: ArrayLike<number>): number => {
    let r = 0;
    for (let i = 0; i < k; i++) r += ranks[i * alive.length + boxes[i]];
    return r;
  };

  const neighbours = neighbourTable(level, cells, floorOf);
  const aliveOfFloor = Int16Array.from(cells, (cell) => aliveOf[cell]);
  const floorOfAlive = Int16Array.from(alive, (cell) => floorOf[cell]);

  if (possible) {
    const first = rank(goals.map((cell) => aliveOf[cell]).sort((a, b) => a - b)) * count;
    const taken = new Set(goals);
    for (let player = 0; player < count; player++) {
      if (taken.has(cells[player])) continue;
      table[first + player] = 0;
      queue[tail++] = first + player;
    }
  }

  // the box set changes rarely along the queue, so its occupancy is kept
  const occupied = new Int8Array(count).fill(-1);
  const pulled = new Int32Array(k);
  let shown = -1;
  for (let head = 0; head < tail; head++) {
    const state = queue[head];
    const set = Math.floor(state / count);
    const player = state - set * count;
    const base = set * k;
    if (set !== shown) {
      if (shown >= 0) for (let i = 0; i < k; i++) occupied[floorOfAlive[boxesOf[shown * k + i]]] = -1;
      for (let i = 0; i < k; i++) occupied[floorOfAlive[boxesOf[base + i]]] = i;
      shown = set;
    }
    const next = table[state] + 1;
    if (next > furthest) break;
    for (let d = 0; d < 4; d++) {
      // the player came here by a step in direction d, from `from`
      const from = neighbours[player * 4 + (d ^ 1)];
      if (from < 0 || occupied[from] >= 0) continue;
      const walked = set * count + from;
      if (table[walked] === none) {
        table[walked] = next;
        queue[tail++] = walked;
      }
      const ahead = neighbours[player * 4 + d];
      if (ahead < 0 || occupied[ahead] < 0) continue;
      const box = aliveOfFloor[player];
      if (box < 0) continue;
      const moved = occupied[ahead];
      let out = 0;
      let placed = false;
      for (let i = 0; i < k; i++) {
        if (i === moved) continue;
        const other = boxesOf[base + i];
        if (!placed && other > box) {
          pulled[out++] = box;
          placed = true;
        }
        pulled[out++] = other;
      }
      if (!placed) pulled[out] = box;
      const before = rank(pulled) * count + from;
      if (table[before] === none) {
        table[before] = next;
        queue[tail++] = before;
      }
    }
  }

  const scratch = new Int32Array(k);
  const moves = (position: Position): number => {
    let n = 0;
    for (const box of position.boxes) {
      if (floorOf[box] < 0) continue;
      if (aliveOf[box] < 0) return -1;
      scratch[n++] = aliveOf[box];
    }
    const value = table[rank(scratch) * count + floorOf[position.player]];
    return value === none ? -1 : value;
  };

  const positionOf = (state: number): Position => {
    const set = Math.floor(state / count);
    const boxes = [...fixed];
    for (let i = 0; i < k; i++) boxes.push(alive[boxesOf[set * k + i]]);
    return { player: cells[state - set * count], boxes: boxes.sort((a, b) => a - b) };
  };
  queue = queue.slice(0, tail);

  return {
    size,
    moves,
    plan: (position) => descend(level, position, moves),
    solvable: tail,
    at: (i) => positionOf(queue[i]),
    nearer: (bound) => {
      let low = 0;
      for (let high = tail; low < high; ) {
        const middle = (low + high) >> 1;
        if (table[queue[middle]] < bound) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}

function descend(level: Level, start: Position, moves: (position: Position) => number): Direction[] | null {
  const plan: Direction[] = [];
  let position = start;
  for (let left = moves(start); left > 0; left--) {
    const better = directions.find((direction) => {
      const next = move(level, position, direction);
      if (next === null || moves(next) !== left - 1) return false;
      position = next;
      return true;
    });
    if (better === undefined) return null;
    plan.push(better);
  }
  return moves(position) === 0 ? plan : null;
}

function numbering(level: Level, cells: readonly number[]): Int16Array {
  const out = new Int16Array(level.wall.length).fill(-1);
  cells.forEach((cell, i) => (out[cell] = i));
  return out;
}

/** by floor number and direction: the floor number next to it, −1 for a wall */
function neighbourTable(level: Level, cells: readonly number[], floorOf: Int16Array): Int16Array {
  const steps = offsets(level);
  return Int16Array.from(cells.flatMap((cell) => steps.map((step) => floorOf[cell + step])));
}

function binomial(n: number, k: number): number {
  let value = 1;
  for (let i = 0; i < k; i++) value = (value * (n - i)) / (i + 1);
  return Math.round(value);
}

/** At i · n + cell: C(cell, i + 1); the rank of an ascending set is the sum over its members. */
function rankTable(n: number, k: number): Int32Array {
  return Int32Array.from({ length: k * n }, (_, at) => binomial(at % n, Math.floor(at / n) + 1));
}

/** All ascending k-sets of 0…n−1, in order of their rank. */
function combinations(n: number, k: number, sets: number): Int16Array {
  const out = new Int16Array(sets * k);
  const now = Array.from({ length: k }, (_, i) => i);
  for (let s = 0; s < sets; s++) {
    out.set(now, s * k);
    let i = 0;
    while (i < k - 1 && now[i] + 1 === now[i + 1]) {
      now[i] = i;
      i++;
    }
    now[i]++;
  }
  return k <= n ? out : new Int16Array(0);
}
