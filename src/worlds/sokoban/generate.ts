/**
 * Levels from a seed: a room carved by a random walk, goals anywhere in it, and a start chosen among all positions from which the
 * goals can be reached in a wanted number of moves (the table of exact distances is reverse play carried through to the end).
 */
import { InputError } from '../config.ts';
import { plural } from '../plural.ts';
import { hash32, random, type Random } from '../random.ts';
import type { SokobanConfig } from './config.ts';
import { distances, type Distances } from './distances.ts';
import { finish, type Steps } from '../steps.ts';
import { countOnGoals, reach, type Level, type Position } from './level.ts';

type Shape = Pick<SokobanConfig, 'size' | 'boxes' | 'minSolution' | 'maxSolution'>;

/** Rooms tried before giving up; small ones cost little and fit seldom. */
const tries = ({ size }: Shape): number => (size < 7 ? 2000 : 300);
const largestTable = 1_500_000;

/** @throws InputError saying which bound to loosen if no level is found in a fixed number of tries. */
export function generate(config: Shape, seed: number): Level {
  return finish(generating(config, seed));
}

/** The same, room by room. */
export function* generating(config: Shape, seed: number): Steps<Level> {
  if (!Number.isInteger(seed)) throw new InputError(`The seed is ${seed}; it must be a whole number.`);
  for (let attempt = 0; attempt < tries(config); attempt++) {
    const draw = random(hash32('sokoban', config.size, config.boxes, seed, attempt));
    const level = solvedLevel(config, draw);
    const table = level && distances(level, largestTable, config.maxSolution);
    const start = table && pickStart(level, table, config, draw);
    if (start) return { ...level, start };
    yield;
  }
  throw new InputError(yield* reason(config, seed));
}

/** A room with its boxes on the goals, or null if the room is too small for them. */
function solvedLevel({ size, boxes }: Shape, draw: Random): Level | null {
  const room = carve(size, draw);
  if (room.floor.length < 2 * boxes + 1) return null;
  const goals = draw.shuffle(room.floor).slice(0, boxes);
  return withGoals(
    room,
    goals.sort((a, b) => a - b),
  );
}

/** Any position in the wanted range with every box off the goals, all equally likely; null if there is none. */
function pickStart(level: Level, table: Distances, { minSolution, maxSolution }: Shape, draw: Random): Position | null {
  const first = table.nearer(minSolution);
  const count = table.nearer(maxSolution + 1) - first;
  // drawing at random needs few positions, looking at all of them is the way out where hardly any fits
  for (let i = 0; i < 30 && count > 0; i++) {
    const position = table.at(first + draw.below(count));
    if (offGoals(level, position)) return position;
  }
  const all: Position[] = [];
  for (let i = 0; i < count; i++) {
    const position = table.at(first + i);
    if (offGoals(level, position)) all.push(position);
  }
  return all.length > 0 ? draw.pick(all) : null;
}

/** What to change, from the lengths that there are in some rooms. */
function* reason(config: Shape, seed: number): Steps<string> {
  const { size, boxes, minSolution, maxSolution } = config;
  const range = minSolution === maxSolution ? `exactly ${plural(minSolution, 'move')}` : `${minSolution} to ${plural(maxSolution, 'move')}`;
  const what = `No ${size}×${size} level with ${plural(boxes, 'box', 'boxes')} and a shortest solution of ${range} was found`;
  let shortest = Infinity;
  let longest = 0;
  for (let attempt = 0; attempt < (longest > 0 ? 40 : tries(config)); attempt++) {
    yield;
    const level = solvedLevel(config, random(hash32('sokoban', size, boxes, seed, attempt)));
    const table = level && distances(level, largestTable);
    if (!table) continue;
    for (let i = 0; i < table.solvable; i++) {
      const position = table.at(i);
      if (!offGoals(level, position)) continue;
      shortest = Math.min(shortest, table.moves(position));
      longest = Math.max(longest, table.moves(position));
    }
  }
  if (longest === 0) return `${what}, nor any other; raise size or lower boxes.`;
  if (longest < minSolution) return `${what}; the longest had ${longest}: lower minSolution, or raise size or boxes.`;
  if (shortest > maxSolution) return `${what}; the shortest had ${shortest}: raise maxSolution or lower boxes.`;
  return `${what}; lower minSolution or raise maxSolution.`;
}

/** As in the paper's generator, no box starts on a goal. */
function offGoals(level: Level, position: Position): boolean {
  return countOnGoals(level, position.boxes) === 0;
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
