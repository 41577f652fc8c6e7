/** Cells of a square MineSweeper board as indices in reading order. */
import { cell } from '../brief/words.ts';

const tables = new Map<number, readonly (readonly number[])[]>();

/** The up to eight neighbours of a cell, ascending. */
export function around(size: number, index: number): readonly number[] {
  let table = tables.get(size);
  if (!table) {
    table = Array.from({ length: size * size }, (_, i) => neighbours(size, i));
    tables.set(size, table);
  }
  return table[index];
}

function neighbours(size: number, index: number): number[] {
  const row = Math.floor(index / size);
  const column = index % size;
  const out: number[] = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(size - 1, row + 1); r++) {
    for (let c = Math.max(0, column - 1); c <= Math.min(size - 1, column + 1); c++) if (r !== row || c !== column) out.push(r * size + c);
  }
  return out;
}

/** ` (3, 4)`, counting from 1. */
export function cellText(size: number, index: number): string {
  return cell(Math.floor(index / size) + 1, (index % size) + 1);
}
