import { expect, it } from 'vitest';
import { makeTask } from '../../worlds/index.ts';
import { tables } from '../strings/index.ts';
import { runTitle, taskTitle } from './names.ts';

const chosen = { setting: 'mines-3-7', seed: '16', level: null };
const task = makeTask('minesweeper', { size: 6, mines: 3, turns: 7 }, 16);

it('A run is named by its task, with the seed that made it as far as that is known', () => {
  expect(runTitle(task, chosen, tables.en)).toBe('MineSweeper 6×6, 3 mines, 7 turns · seed 16');
  expect(runTitle(task, chosen, tables.ja)).toMatch(/・?シード 16$/);
});

it('A seed that makes another task, or none, names nothing', () => {
  for (const other of [{ seed: '17' }, { seed: 'x' }, { setting: 'mines-4-7' }, { setting: 'sokoban-6-2' }, { level: task }]) {
    expect(runTitle(task, { ...chosen, ...other }, tables.en)).toBe(taskTitle(task, tables.en));
  }
});
