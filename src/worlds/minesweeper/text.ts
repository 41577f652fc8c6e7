/** Boards as text: what the policy reads, visible rows as data, board files, and tasks from JSON. */
import { InputError } from '../config.ts';
import { hash32, random } from '../random.ts';
import { inside, isWon, open, toCell, toIndex, truth } from './board.ts';
import { fields, parseConfig, type Cell, type MineConfig, type MineState, type MineTask } from './types.ts';
import { plural } from '../plural.ts';

/** `Row 1: ? ? 1`, one line a row. */
export function describe(state: MineState): string {
  return rows(state).map((row, i) => `Row ${i + 1}: ${[...row].join(' ')}`).join('\n');
}

export function rows(state: MineState): string[] {
  return split(state.board, state.task.config.size);
}

/** The mines as a board file: rows of `.` and `*`. */
export function mineRows(task: MineTask): string[] {
  return split(truth(task).replace(/[^*]/g, '.'), task.config.size);
}

function split(board: string, width: number): string[] {
  return Array.from({ length: board.length / width }, (_, i) => board.slice(i * width, (i + 1) * width));
}

/** Lines without trailing blanks; empty lines at the ends do not count. Windows line ends are fine. */
function toLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  while (lines.at(0) === '') lines.shift();
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

function checkRows(lines: readonly string[], allowed: RegExp, legend: string): void {
  if (lines.length === 0) throw new InputError(`The board is empty; give rows of ${legend}.`);
  for (const [i, line] of lines.entries()) {
    for (const [j, character] of [...line].entries()) {
      if (!allowed.test(character)) {
        throw new InputError(`Row ${i + 1}, column ${j + 1} of the board is ${JSON.stringify(character)}; only ${legend} are known.`);
      }
    }
    if (line.length !== lines[0].length) {
      throw new InputError(`Row ${i + 1} of the board has ${plural(line.length, 'cell')} and row 1 has ${lines[0].length}; make all rows equally long.`);
    }
  }
}

/**
 * A visible board, as in `insight --state`: rows of `?`, `.`, `1`–`8` and `*`, up to 10 × 10; blanks between cells and a
 * leading `Row 1:` are allowed, so what the policy reads can be pasted.
 * @throws InputError
 */
export function parseVisible(text: string): string[] {
  const lines = toLines(text).map((line) => line.replace(/^\s*Row \d+:/, '').replace(/\s+/g, ''));
  checkRows(lines, /[?.1-8*]/, '? . 1 2 3 4 5 6 7 8 *');
  const { max } = fields.size;
  if (lines.length > max || lines[0].length > max) {
    throw new InputError(`The board is ${lines.length} × ${lines[0].length}; at most ${max} × ${plural(max, 'cell')} are supported.`);
  }
  return lines;
}

/**
 * A task from a board file: rows of `.` and `*` (mine). Size and number of mines are the file's, whatever the settings say.
 * Where the world clicks first and no cell is given, the content decides on one.
 * @throws InputError
 */
export function parseBoard(text: string, first: Cell | null, settings: unknown): MineTask {
  const lines = toLines(text);
  checkRows(lines, /[.*]/, '. and *');
  const { size } = fields;
  if (lines.length !== lines[0].length) {
    throw new InputError(`The board has ${plural(lines.length, 'row')} of ${plural(lines[0].length, 'cell')}; a square of ${size.min} to ${size.max} is needed.`);
  }
  const mines = [...lines.join('')].flatMap((cell, i) => (cell === '*' ? [toCell(i, lines.length)] : []));
  return fromMines(settings, lines.length, mines, first);
}

/** @throws InputError */
export function parseTask(value: unknown): MineTask {
  if (typeof value !== 'object' || value === null || !('config' in value) || !('mines' in value) || !Array.isArray(value.mines)) {
    throw new InputError('A MineSweeper task needs config, mines and first.');
  }
  const config = parseConfig(value.config);
  const given: readonly unknown[] = value.mines;
  const mines = given.map((mine) => parseCell(mine, 'A mine'));
  for (const mine of mines) if (!inside(mine, config.size)) throw new InputError(`The mine at ${show(mine)} is outside the board.`);
  mines.sort((a, b) => a.row - b.row || a.col - b.col);
  for (const [i, mine] of mines.entries()) {
    if (i > 0 && show(mines[i - 1]) === show(mine)) throw new InputError(`The mine at ${show(mine)} is named twice.`);
  }
  if (mines.length !== config.mines) throw new InputError(`The task has ${plural(mines.length, 'mine')}; its config says ${config.mines}.`);
  const first = !('first' in value) || value.first === null ? null : parseCell(value.first, 'The first click');
  return fromMines(config, config.size, mines, first);
}

function parseCell(value: unknown, what: string): Cell {
  if (typeof value === 'object' && value !== null && 'row' in value && 'col' in value) {
    const { row, col } = value;
    if (typeof row === 'number' && Number.isInteger(row) && typeof col === 'number' && Number.isInteger(col)) return { row, col };
  }
  throw new InputError(`${what} is ${JSON.stringify(value)}; {"row": 1, "col": 1} is needed.`);
}

function fromMines(settings: unknown, size: number, mines: readonly Cell[], first: Cell | null): MineTask {
  const given = typeof settings === 'object' && settings !== null ? settings : {};
  const config = parseConfig({ ...given, size, mines: mines.length });
  const task: MineTask = { world: 'minesweeper', config, mines, first };
  if (first !== null) checkFirst(task, first);
  return first === null && config.firstClick === 'world' ? { ...task, first: chooseFirst(task) } : task;
}

function checkFirst(task: MineTask, first: Cell): void {
  const { config } = task;
  if (config.firstClick === 'policy') {
    throw new InputError(`firstClick is policy, but ${show(first)} is given as the first click; leave one of the two out.`);
  }
  if (!inside(first, config.size)) {
    throw new InputError(`The first click ${show(first)} is outside the board; rows and columns go from 1 to ${config.size}.`);
  }
  if (config.fidelity !== 'released' && truth(task)[toIndex(first, config.size)] === '*') {
    throw new InputError(`The first click ${show(first)} is a mine; choose a safe cell.`);
  }
  if (winsAtOnce(task, config, toIndex(first, config.size))) {
    throw new InputError(`The first click ${show(first)} would win at once; choose another cell.`);
  }
}

function winsAtOnce(task: MineTask, config: MineConfig, cell: number): boolean {
  const full = truth(task);
  return full[cell] !== '*' && isWon(open('?'.repeat(full.length), full, config.size, cell), full);
}

function chooseFirst(task: MineTask): Cell {
  const full = truth(task);
  const live = [...full].flatMap((shown, i) => (shown !== '*' && !winsAtOnce(task, task.config, i) ? [i] : []));
  return toCell(random(hash32('first click', full)).pick(live), task.config.size);
}

function show(cell: Cell): string {
  return `${cell.row},${cell.col}`;
}
