import { expect, test } from 'vitest';
import levels from './fixtures/levels.json';
import { random } from '../random.ts';
import { lone } from './dead.ts';
import { distances } from './distances.ts';
import { generate } from './generate.ts';
import { insightOf } from './insight.ts';
import { directions, move, solved, type Level, type Position } from './level.ts';
import { pushesOf } from './pushes.ts';
import { search } from './search.ts';
import { bestMoves, locks, provenDead, solve } from './solve.ts';
import { parseConfig } from './config.ts';
import { parseXsb } from './xsb.ts';

// Optima and dead squares by other programs (exact search in C++, checked by a second one in Python).
test.each(levels)('$id: optimum, solvability and dead squares are as computed elsewhere', ({ xsb, moves, dead }) => {
  const level = parseXsb(xsb);
  const insight = insightOf(level, level.start);
  expect(insight).toMatchObject({ solvable: moves !== null, planLength: moves, deadSquares: dead });
  const found = search(level, level.start, 100_000);
  expect([found.solvable, found.plan?.length ?? null]).toEqual([moves !== null, moves]);
  expect(provenDead(level, level.start)).toBe(moves === null);
});

test('a plan is LURD text with pushes in upper case that solves the level', () => {
  const level = parseXsb('#######\n#@  . #\n#  $  #\n#     #\n#######');
  expect(insightOf(level, level.start).plan).toBe('drRdrU');
  for (const { xsb } of levels) {
    const each = parseXsb(xsb);
    let position = each.start;
    for (const letter of insightOf(each, each.start).plan ?? '') {
      const before = position.boxes;
      const direction = directions.find((name) => name.startsWith(letter.toLowerCase()));
      position = (direction && move(each, position, direction)) ?? position;
      expect(letter === letter.toUpperCase()).toBe(position.boxes !== before);
    }
    expect(solved(each, position.boxes)).toBe(insightOf(each, each.start).solvable);
  }
});

/** Random play from a generated level, all positions on the way. */
function walk(level: Level, seed: number, moves: number): Position[] {
  const draw = random(seed);
  const out = [level.start];
  for (let i = 0; i < moves; i++) out.push(move(level, out[out.length - 1], draw.pick(directions)) ?? out[out.length - 1]);
  return out;
}

test('the table, A* and the greedy search agree on positions met in play', () => {
  for (let seed = 0; seed < 8; seed++) {
    const level = generate(parseConfig(seed % 2 === 0 ? {} : { size: 7, boxes: 3 }), seed);
    const table = distances(level);
    for (const position of walk(level, seed, 25)) {
      const moves = table?.moves(position) ?? -2;
      expect(search(level, position, 50_000).plan?.length ?? -1).toBe(moves);
      expect(search(level, position, 50_000, 'any').solvable).toBe(moves >= 0);
    }
  }
});

test('one move changes the distance by one at most upwards or downwards, and best moves lower it', () => {
  const level = generate(parseConfig({ size: 7, boxes: 3 }), 3);
  const table = distances(level);
  for (const position of walk(level, 1, 100)) {
    const here = table?.moves(position) ?? -1;
    if (here <= 0) continue;
    const next = directions.map((direction) => {
      const after = move(level, position, direction);
      return after === null ? null : (table?.moves(after) ?? -1);
    });
    expect(Math.min(...next.flatMap((moves) => (moves === null || moves < 0 ? [] : moves)))).toBe(here - 1);
    expect(bestMoves(level, position)).toEqual(directions.filter((_, d) => next[d] === here - 1));
    directions.forEach((direction, d) => {
      const after = move(level, position, direction);
      expect(locks(level, position, direction)).toBe(after !== null && after.boxes !== position.boxes && next[d] === -1);
    });
  }
});

test('positions of a table come in order of distance', () => {
  const level = generate(parseConfig({}), 8);
  const table = distances(level);
  if (table === null) throw new Error('no table');
  const moves = Array.from({ length: table.solvable }, (_, i) => table.moves(table.at(i)));
  expect(moves).toEqual([...moves].sort((a, b) => a - b));
  expect(table.nearer(5)).toBe(moves.filter((n) => n < 5).length);
  expect(table.nearer(0)).toBe(0);
});

test('a table that would be too big is not made, and a search says when it gave up', () => {
  const open = ['############', '#@         #', '# $ $ $ $  #', ...Array<string>(6).fill('#          #'), '#  . . . . #', '############'];
  const level = parseXsb(open);
  expect(distances(level, 1000)).toBeNull();
  expect(search(level, level.start, 10)).toEqual({ solvable: null, plan: null });
  expect(solve(level, level.start, { table: 0, nodes: 200 })).toEqual({ solvable: true, plan: null });
  expect(provenDead(level, level.start)).toBe(false);
});

test('a box that can not be reached must be on a goal', () => {
  expect(solve(...both('########\n#@$.#* #\n########')).plan).toEqual(['right']);
  expect(solve(...both('########\n#@*.#$ #\n########')).solvable).toBe(false);
  expect(search(...both('########\n#@$.#* #\n########'), 100).plan).toEqual(['right']);
  expect(search(...both('########\n#@*.#$ #\n########'), 100).solvable).toBe(false);
});

function both(xsb: string): [Level, Position] {
  const level = parseXsb(xsb);
  return [level, level.start];
}

test('the player has to walk round a box, so more squares are dead than by pulling in line', () => {
  // the goal is at the end of a corridor one cell wide: the box in the corridor's mouth can only be pushed from the room
  const level = parseXsb('#######\n#.   ##\n####  #\n#### @#\n####$ #\n#######');
  expect(lone(level).dead.map((cell) => [Math.floor(cell / 7), cell % 7])).toEqual([
    [1, 4],
    [2, 4],
    [2, 5],
    [3, 4],
    [3, 5],
    [4, 4],
    [4, 5],
  ]);
});

test('pushes come with a shortest walk to them, nearest first', () => {
  const level = parseXsb('#######\n#@    #\n# $ . #\n#     #\n#######');
  expect(pushesOf(level, level.start).map(({ box, direction, walk: steps }) => [box, direction, steps.length])).toEqual([
    [16, 'right', 1],
    [16, 'down', 1],
    [16, 'up', 3],
    [16, 'left', 3],
  ]);
  for (const { direction, walk: steps, after } of pushesOf(level, level.start)) {
    let position = level.start;
    for (const one of [...steps, direction]) position = move(level, position, one) ?? position;
    expect(position).toEqual(after);
  }
});
