import type { Command } from 'commander';
import { splits } from '../../experiment/tasks.ts';
import { initial, rows, type Task } from '../../worlds/index.ts';
import { mineRows } from '../../worlds/minesweeper/index.ts';
import { addWorldFlags, lastIndex, tasksOf, worldOf, worldSettingsOf, type WorldOptions } from '../taskFlags.ts';
import { oneOf, print, wholeNumber } from '../shell.ts';

interface Options extends WorldOptions {
  readonly split: string;
  readonly count: string;
  readonly from: string;
}

export function register(program: Command): void {
  addWorldFlags(program.command('tasks'))
    .description('Print tasks of a fixed list, one a line as JSON.')
    .option('--split <name>', splits.join(' | '), 'heldout')
    .option('--count <n>', 'how many', '10')
    .option('--from <index>', 'index of the first', '0')
    .action(async (options: Options) => {
      const world = worldOf(options);
      const settings = worldSettingsOf(options);
      const split = oneOf('--split', options.split, splits);
      const count = wholeNumber('--count', options.count, 1, 100_000);
      const from = wholeNumber('--from', options.from, 0, lastIndex);
      let index = from;
      for await (const task of tasksOf(world, settings, split, count, from, `--from ${from} --count ${count}`)) {
        print(JSON.stringify({ version: 1, split, index: index++, world, ...summary(task) }));
      }
    });
}

/** The task as others can use it: `xsb` is a --level for Sokoban; `rows` with `first` are one for MineSweeper. */
function summary(task: Task): object {
  if (task.world === 'sokoban') return { xsb: rows(initial(task)).join('\n'), config: task.config };
  return { rows: mineRows(task), first: task.first && [task.first.row, task.first.col], config: task.config };
}
