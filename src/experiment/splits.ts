/**
 * Which split a task belongs to is decided by its content alone, so train, validation and held-out tasks are disjoint by
 * construction, whatever seed or setting they come from. Rotated and mirrored boards count as the same content here.
 */
import { contentKey, type Task } from '../worlds/index.ts';
import { mineRows } from '../worlds/minesweeper/index.ts';
import { hash32 } from '../worlds/random.ts';

export const splits = ['train', 'validation', 'heldout'] as const;
export type Split = (typeof splits)[number];

/** Of a hundred contents: 20 held out, 10 for validation, 70 to train on. */
export function splitOf(task: Task): Split {
  const share = hash32('split', task.world, canonical(grid(task))) % 100;
  return share < 20 ? 'heldout' : share < 30 ? 'validation' : 'train';
}

/** The content as a picture: the mines, or the level's key, which is rows joined by slashes after the world's name. */
function grid(task: Task): readonly string[] {
  return task.world === 'minesweeper' ? mineRows(task) : contentKey(task).slice('sokoban '.length).split('/');
}

/** The same text for all eight rotations and reflections of a picture (rows equally long): the smallest of them. */
export function canonical(rows: readonly string[]): string {
  let smallest: string | null = null;
  for (const turned of [rows, transpose(rows)]) {
    for (const upright of [turned, turned.toReversed()]) {
      for (const side of [upright, upright.map((row) => [...row].reverse().join(''))]) {
        const text = side.join('/');
        if (smallest === null || text < smallest) smallest = text;
      }
    }
  }
  return smallest ?? '';
}

function transpose(rows: readonly string[]): string[] {
  return Array.from({ length: rows[0]?.length ?? 0 }, (_, column) => rows.map((row) => row[column]).join(''));
}
