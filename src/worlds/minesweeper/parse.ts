/** From a response to a click, and canonical action text. Out of range is readable: the rules decide what it costs. */
import { lastTagged } from '../tags.ts';
import type { Answer } from '../world.ts';
import type { Cell, MineTask } from './types.ts';

const unreadable: Answer<Cell> = { valid: false, actions: [] };

/** Ours: the last complete action tag, with one cell as `3,5` or `(3, 5)`. Released: see lamer.md 1.0. */
export function parse(response: string, task: MineTask): Answer<Cell> {
  const cell = task.config.fidelity === 'released' ? releasedCell(response) : ourCell(response);
  return cell === null ? unreadable : { valid: true, actions: [cell] };
}

function ourCell(response: string): Cell | null {
  const inner = lastTagged(response, 'action');
  return inner === null ? null : (firstPair(inner) ?? parseAction(inner));
}

/** First opening to first closing tag; the first `(int, int)` between them, else nothing. */
function releasedCell(response: string): Cell | null {
  const start = response.indexOf('<action>');
  const close = response.indexOf('</action>');
  return start < 0 || close < 0 ? null : firstPair(response.slice(start + '<action>'.length, close));
}

function firstPair(text: string): Cell | null {
  const found = /\(\s*(\d+)\s*,\s*(\d+)\s*\)/.exec(text);
  return found === null ? null : toCell(found[1], found[2]);
}

export function formatAction(cell: Cell): string {
  return `${cell.row},${cell.col}`;
}

/** `3,5` or `(3, 5)`; null for anything else. */
export function parseAction(text: string): Cell | null {
  const found = /^\s*(?:(\d+)\s*,\s*(\d+)|\(\s*(\d+)\s*,\s*(\d+)\s*\))\s*$/.exec(text);
  return found === null ? null : toCell(found[1] ?? found[3], found[2] ?? found[4]);
}

/** Absurdly long numbers stay outside of any board, and exact. */
function toCell(row: string, col: string): Cell {
  return { row: Math.min(Number(row), 9999), col: Math.min(Number(col), 9999) };
}
