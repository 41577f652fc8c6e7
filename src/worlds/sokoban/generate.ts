/**
 * Levels from a seed: a room carved by a random walk, goals anywhere in it, and a start chosen among all positions from which the
 * goals can be reached in a wanted number of moves (the table of exact distances is reverse play carried through to the end).
 */
import { InputError } from '../config.ts';
import { hash32, random, type Random } from '../random.ts';
import type { SokobanConfig } from './config.ts';
import { distances, type Distances } from './distances.ts';
import { countOnGoals, reach, type Level, type Position } from './level.ts';

type Shape = Pick<SokobanConfig, 'size' | 'boxes' | 'minSolution' | 'maxSolution'>;

const tries = 300;
const largestTable = 1_500_000;

/** @throws InputError saying which bound to loosen if no level is found in a fixed number of tries. */
export function generate(config: Shape, seed: number): Level {
  if (!Number.isInteger(seed)) throw new InputError(`The seed is ${seed}; it must be a whole number.`);
  let longest = 0;
  for (let attempt = 0; attempt < tries; attempt++) {
    const draw = random(hash32('sokoban', config.size, config.boxes, seed, attempt));
    const room = carve(config.size, draw);
    if (room.floor.length < 2 * config.boxes + 1) continue;
    const goals = draw
      .shuffle(room.floor)
      .slice(0, config.boxes)
      .sort((a, b) => a - b);
    const level = withGoals(room, goals);
    const table = distances(level, largestTable, config.maxSolution);
    if (table === null) continue;
    if (table.solvable > 0) longest = Math.max(longest, table.moves(table.at(table.solvable - 1)));
    const start = pickStart(level, table, config, draw);
    if (start !== null) return { ...level, start };
  }
  throw new InputError(reason(config, longest));
}

/** Any position in the wanted range with every box off the goals, all equally likely; null if there is none. */
function pickStart(level: Level, table: Distances, { minSolution, maxSolution }: Shape, draw: Random): Position | null {
  const first = table.nearer(minSolution);
  const count = table.nearer(maxSolution + 1) - first;
  const fits = (position: Position): boolean => countOnGoals(level, position.boxes) === 0;
  // drawing at random needs few positions, looking at all of them is the way out where hardly any fits
  for (let i = 0; i < 30 && count > 0; i++) {
    const position = table.at(first + draw.below(count));
    if (fits(position)) return position;
  }
  const all: Position[] = [];
  for (let i = 0; i < count; i++) {
    const position = table.at(first + i);
    if (fits(position)) all.push(position);
  }
  return all.length > 0 ? draw.pick(all) : null;
}

function reason({ size, boxes, minSolution, maxSolution }: Shape, longest: number): string {
  const what = `No ${size}×${size} level with ${boxes} box${boxes > 1 ? 'es' : ''} and a shortest solution of ${minSolution} to ${maxSolution} moves was found`;
  if (longest === 0) return `${what}; raise size or lower boxes.`;
  if (longest < minSolution) return `${what}; the longest had ${longest}: lower minSolution or raise size.`;
  return `${what}; raise maxSolution or lower minSolution.`;
}

interface Room {
  readonly size: number;
  readonly wall: Uint8Array;
  readonly floor: readonly number[];
}

/** Cells (row, column around the walker) that a step opens: lines, corners and a square. */
const stamps: readonly (readonly (readonly [number, number])[])[] = [
  [[0, -1], [0, 0], [0, 1]],
  [[-1, 0], [0, 0], [1, 0]],
  [[0, 0], [1, 0], [0, 1]],
  [[0, 0], [-1, 0], [0, -1]],
  [[0, 0], [0, 1], [1, 0], [1, 1]],
];

/** A random walk that turns with probability 0.35 and opens cells around it; the border stays wall. */
function carve(size: number, draw: Random): Room {
  const wall = new Uint8Array(size * size).fill(1);
  const clamp = (x: number): number => Math.min(size - 2, Math.max(1, x));
  const ways = [[-1, 0], [1, 0], [0, -1], [0, 1]];
  let row = 1 + draw.below(size - 2);
  let column = 1 + draw.below(size - 2);
  let way = draw.pick(ways);
  const first = row * size + column;
  for (let step = 0; step < Math.floor(3.4 * size); step++) {
    if (draw.uniform() < 0.35) way = draw.pick(ways);
    row = clamp(row + way[0]);
    column = clamp(column + way[1]);
    for (const [down, across] of draw.pick(stamps)) {
      const r = row + down;
      const c = column + across;
      if (r > 0 && c > 0 && r < size - 1 && c < size - 1) wall[r * size + c] = 0;
    }
  }
  wall[first] = 0;
  return { size, wall, floor: reach(wall, size, first) };
}

/** The solved level: boxes on their goals, the player anywhere else. Unreachable cells become wall. */
function withGoals({ size, floor }: Room, goals: readonly number[]): Level {
  const wall = new Uint8Array(size * size).fill(1);
  for (const cell of floor) wall[cell] = 0;
  const goal = new Uint8Array(size * size);
  for (const cell of goals) goal[cell] = 1;
  const player = floor.find((cell) => goal[cell] === 0) ?? floor[0];
  return { width: size, height: size, wall, outside: new Uint8Array(size * size), goal, goals, floor, start: { player, boxes: goals } };
}
