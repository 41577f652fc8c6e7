/** Levels as text: Sokoban in XSB (also collections of many levels), MineSweeper as rows of `.` and `*`. Pure. */
import type { WorldId } from '../../worlds/index.ts';
import { boundsOf, squared, type Draft } from './draft.ts';

export interface Found {
  readonly world: WorldId;
  readonly rows: readonly string[];
  /** which of the text's levels, from 1; those that can't be drawn count too */
  readonly number: number;
}

export type Trouble =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'symbol'; readonly symbol: string; readonly row: number; readonly column: number; readonly world: WorldId }
  | { readonly kind: 'size'; readonly rows: number; readonly columns: number; readonly world: WorldId };

/** Words after a sign that comments begin with; a wall is one of them. */
const comment = /^\s*(?:#+\s*\p{L}{2}.*[^#\s]|[;'%/].*)\s*$/u;

/**
 * All levels in a text, in order. Titles, comments and blank lines separate them. What one level of many lacks does not matter here;
 * only one that can't be drawn at all is trouble, and told by its first such row (rows and columns from 0 in Sokoban, from 1 in MineSweeper).
 * Whatever looks like a space is one.
 * @returns `left`: how many of several can't be drawn
 */
export function levelsIn(text: string): { readonly levels: readonly Found[]; readonly left: number; readonly trouble: Trouble | null } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/).map((line) => (comment.test(line) ? '' : line.replace(/[\t\p{Zs}]/gu, ' ').trimEnd()));
  const world: WorldId = lines.some((line) => /^[\s_-]*#/.test(line)) ? 'sokoban' : 'minesweeper';
  // A row of a level begins with a wall, or is made of a level's symbols alone.
  const belongs = world === 'sokoban' ? /^(?:[\s_-]*#.*|[\s_#.$*@+-]+)$/ : /^[.*?\s\dx]+$/i;
  const blocks: string[][] = [[]];
  for (const line of lines) {
    const heads = blocks[blocks.length - 1].length === 0 && /^\s*\d+(?:[\sx×,]+\d+)*$/i.test(line);
    if (line.trim() !== '' && belongs.test(line) && !heads) blocks[blocks.length - 1].push(line);
    else blocks.push([]);
  }
  const found = blocks.filter((rows) => rows.length > 0 && (world === 'minesweeper' || rows.some((row) => row.includes('#'))));
  const levels: Found[] = [];
  let trouble: Trouble | null = found.length === 0 ? { kind: 'nothing' } : null;
  for (const [index, block] of found.entries()) {
    const rows = world === 'sokoban' ? squared(unindented(block).map((row) => row.replace(/[-_]/g, ' '))) : squared(block.map((row) => row.replace(/\s/g, '')));
    const wrong = troubleWith(world, rows);
    if (wrong) trouble ??= wrong;
    else levels.push({ world, rows, number: index + 1 });
  }
  return { levels, left: levels.length > 0 ? found.length - levels.length : 0, trouble: levels.length > 0 ? null : trouble };
}

/** null: these rows can be drawn. All are equally long. */
export function troubleWith(world: WorldId, rows: readonly string[]): Trouble | null {
  const known = world === 'sokoban' ? '# .$*@+' : '.*';
  const from = world === 'sokoban' ? 0 : 1;
  for (const [row, line] of rows.entries()) {
    const column = [...line].findIndex((symbol) => !known.includes(symbol));
    if (column >= 0) return { kind: 'symbol', symbol: [...line][column], row: row + from, column: column + from, world };
  }
  const [height, width] = [rows.length, rows[0].length];
  const [least, most] = boundsOf(world).side;
  const fits = height >= least && width >= least && height <= most && width <= most && (world === 'sokoban' || height === width);
  return fits ? null : { kind: 'size', rows: height, columns: width, world };
}

function unindented(rows: readonly string[]): string[] {
  const indent = Math.min(...rows.map((row) => row.length - row.trimStart().length));
  return rows.map((row) => row.slice(indent));
}

export function toText({ rows }: Pick<Draft, 'rows'>): string {
  return rows.map((row) => row.trimEnd()).join('\n');
}
