import type { Command } from 'commander';
import { InputError } from '../../worlds/index.ts';
import * as minesweeper from '../../worlds/minesweeper/index.ts';
import * as sokoban from '../../worlds/sokoban/index.ts';
import { plural } from '../../worlds/plural.ts';
import { print, readLevel, UsageError, wholeNumber } from '../shell.ts';
import { worldOf } from '../taskFlags.ts';

interface Options {
  readonly world: string;
  readonly state: string;
  readonly mines?: string;
}

/** Of the paper's boards. */
const usualMines = 3;

export function register(program: Command): void {
  program
    .command('insight')
    .description('The rule-based truth about a state: a shortest plan and dead squares, or exact mine probabilities.')
    .requiredOption('--world <name>', 'sokoban | minesweeper')
    .requiredOption('--state <file>', 'rows in XSB; or rows of ? . digits and *')
    .option('--mines <n>', 'MineSweeper: mines on the whole board (3)')
    .action((options: Options) => {
      const world = worldOf(options);
      if (world === 'sokoban' && options.mines !== undefined) throw new UsageError('--mines goes with --world minesweeper; leave it out for Sokoban.');
      if (world === 'sokoban') {
        const level = readLevel('--state', options.state, sokoban.parseXsb);
        print(JSON.stringify({ version: 1, ...sokoban.insightOf(level, level.start) }));
        return;
      }
      const rows = readLevel('--state', options.state, minesweeper.parseVisible);
      const insight = mineInsight(rows, options.mines);
      const pairs = (cells: readonly minesweeper.Cell[]): number[][] => cells.map(({ row, col }) => [row, col]);
      print(
        JSON.stringify({
          version: 1,
          probabilities: minesweeper.fractions(insight, rows[0].length),
          safe: pairs(insight.safe),
          mines: pairs(insight.mines),
        }),
      );
    });
}

/** @param given what `--mines` says @throws UsageError, InputError */
function mineInsight(rows: readonly string[], given: string | undefined): minesweeper.MineInsight {
  const [board, width] = [rows.join(''), rows[0].length];
  if (given !== undefined) return minesweeper.insightOf(board, width, wholeNumber('--mines', given, 0, board.length));
  try {
    return minesweeper.insightOf(board, width, usualMines);
  } catch (error) {
    if (error instanceof InputError) throw new UsageError(`${error.message} The board is taken to have ${plural(usualMines, 'mine')}; --mines says otherwise.`);
    throw error;
  }
}
