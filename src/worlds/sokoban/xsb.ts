/** Levels as standard XSB text, both ways: `#` wall, space floor, `.` goal, `$` box, `*` box on goal, `@` player, `+` player on goal. */
import { InputError } from '../config.ts';
import { reach, type Level, type Position } from './level.ts';
import { plural } from '../plural.ts';

export const maxSide = 20;

const symbols = '# .$*@+-_';

/**
 * Rows of a level in any shape up to 20×20. Comments (`;`), `Title: …` lines, blank lines around the level, CRLF and rows of uneven
 * length are fine; `-` and `_` also mean floor.
 * @throws InputError saying what is wrong with the level; rows and columns count from 0 at the first row of the level.
 */
export function parseXsb(text: string | readonly string[]): Level {
  const rows = levelRows(typeof text === 'string' ? text : text.join('\n'));
  const height = rows.length;
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (height > maxSide || width > maxSide) {
    throw new InputError(`The level has ${plural(height, 'row')} and ${plural(width, 'column')}; at most ${maxSide} of each are possible.`);
  }
  const found: { players: number[]; boxes: number[]; goals: number[] } = { players: [], boxes: [], goals: [] };
  const wall = new Uint8Array(width * height);
  rows.forEach((row, r) => {
    for (let c = 0; c < row.length; c++) {
      const symbol = row[c];
      const cell = r * width + c;
      if (!symbols.includes(symbol)) {
        throw new InputError(`There is an unknown character "${String.fromCodePoint(row.codePointAt(c) ?? 0)}" at row ${r}, column ${c} of the level; XSB has # @ + $ * . and space.`);
      }
      if (symbol === '#') wall[cell] = 1;
      if (symbol === '@' || symbol === '+') found.players.push(cell);
      if (symbol === '$' || symbol === '*') found.boxes.push(cell);
      if (symbol === '.' || symbol === '*' || symbol === '+') found.goals.push(cell);
    }
  });
  const at = (cell: number): string => `row ${Math.floor(cell / width)}, column ${cell % width}`;
  const { players, boxes, goals } = found;
  if (players.length === 0) throw new InputError('The level has no player; put one @ (or + on a goal) into it.');
  if (players.length > 1) throw new InputError(`The level has ${plural(players.length, 'player')}, the second at ${at(players[1])}; keep one.`);
  if (boxes.length === 0) throw new InputError('The level has no box; put at least one $ and one goal into it.');
  if (boxes.length !== goals.length) {
    throw new InputError(`The level has ${plural(boxes.length, 'box', 'boxes')} and ${plural(goals.length, 'goal')}; make them equal.`);
  }
  const outside = outsideOf(wall, width, height);
  if (outside[players[0]] === 1) {
    throw new InputError(`The level is not enclosed: the player can walk out of it${hole(wall, width, height, players[0])}; close the walls.`);
  }
  const stray = [...boxes, ...goals].find((cell) => outside[cell] === 1);
  if (stray !== undefined) throw new InputError(`The level is not enclosed: what is at ${at(stray)} lies outside the walls; close them around it.`);
  for (let cell = 0; cell < wall.length; cell++) if (outside[cell] === 1) wall[cell] = 1;
  const goal = new Uint8Array(width * height);
  for (const cell of goals) goal[cell] = 1;
  const floor = reach(wall, width, players[0]);
  return { width, height, wall, outside, goal, goals, floor, start: { player: players[0], boxes } };
}

/** The rows that parseXsb reads back to the same level and position. */
export function formatXsb(level: Level, position: Position = level.start): string[] {
  const rows: string[] = [];
  for (let r = 0; r < level.height; r++) {
    let row = '';
    for (let c = 0; c < level.width; c++) row += symbolAt(level, position, r * level.width + c);
    rows.push(row.trimEnd());
  }
  return rows;
}

function symbolAt(level: Level, position: Position, cell: number): string {
  if (level.outside[cell] === 1) return ' ';
  if (level.wall[cell] === 1) return '#';
  const onGoal = level.goal[cell] === 1;
  if (position.player === cell) return onGoal ? '+' : '@';
  if (position.boxes.includes(cell)) return onGoal ? '*' : '$';
  return onGoal ? '.' : ' ';
}

function levelRows(text: string): string[] {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((row) => !/^\s*;|^\s*[A-Za-z][\w ]*:/.test(row))
    .map((row) => row.trimEnd());
  const first = rows.findIndex((row) => row !== '');
  if (first < 0) throw new InputError('The level is empty; give its rows in XSB text.');
  const last = rows.findLastIndex((row) => row !== '');
  const level = rows.slice(first, last + 1);
  const blank = level.indexOf('');
  if (blank >= 0) throw new InputError(`There is a blank line at row ${blank} of the level; give one level, without blank lines in it.`);
  return level;
}

/** Cells that a flood from beyond the edge reaches. */
function outsideOf(wall: Uint8Array, width: number, height: number): Uint8Array {
  const padded = new Uint8Array((width + 4) * (height + 4)).fill(1);
  const at = (r: number, c: number): number => (r + 2) * (width + 4) + c + 2;
  for (let r = -1; r <= height; r++) {
    for (let c = -1; c <= width; c++) padded[at(r, c)] = r < 0 || c < 0 || r === height || c === width ? 0 : wall[r * width + c];
  }
  const outside = new Uint8Array(width * height);
  for (const cell of reach(padded, width + 4, at(-1, -1))) {
    const r = Math.floor(cell / (width + 4)) - 2;
    const c = (cell % (width + 4)) - 2;
    if (r >= 0 && c >= 0 && r < height && c < width) outside[r * width + c] = 1;
  }
  return outside;
}

/** Where a player who is not enclosed first comes to the edge. */
function hole(wall: Uint8Array, width: number, height: number, player: number): string {
  const seen = new Set([player]);
  for (const cell of seen) {
    const r = Math.floor(cell / width);
    const c = cell % width;
    if (r === 0 || c === 0 || r === height - 1 || c === width - 1) return ` at row ${r}, column ${c}`;
    for (const next of [cell - width, cell + width, cell - 1, cell + 1]) if (wall[next] === 0) seen.add(next);
  }
  return '';
}

/**
 * What makes two levels the same puzzle: cells the player can never touch count as walls, and walls around the rest are cut off,
 * so a shift or a thicker wall makes no new level.
 */
export function levelKey(level: Level): string {
  const floor = new Set(level.floor);
  const rows = level.floor.map((cell) => Math.floor(cell / level.width));
  const columns = level.floor.map((cell) => cell % level.width);
  const out: string[] = [];
  for (let r = Math.min(...rows); r <= Math.max(...rows); r++) {
    let row = '';
    for (let c = Math.min(...columns); c <= Math.max(...columns); c++) {
      const cell = r * level.width + c;
      row += floor.has(cell) ? symbolAt(level, level.start, cell) : '#';
    }
    out.push(row);
  }
  return out.join('/');
}
