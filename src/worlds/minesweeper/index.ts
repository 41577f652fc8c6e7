/** MineSweeper as a world, and what players, pages and commands need beside it. */
import type { World } from '../world.ts';
import { makeTask } from './generate.ts';
import { insightOf, type MineInsight } from './insight.ts';
import { formatAction, parse, parseAction } from './parse.ts';
import { initial, legal, step } from './rules.ts';
import { describe, parseTask, rows } from './text.ts';
import { type Cell, fields, type MineConfig, type MineState, type MineTask, parseConfig } from './types.ts';

export { truth } from './board.ts';
export type { Chance } from './arithmetic.ts';
export { fractions, insightOf, type MineInsight } from './insight.ts';
export { type Local, localCertain, localMines, localSafe } from './local.ts';
export { startsDead } from './rules.ts';
export { mineRows, parseBoard, parseVisible } from './text.ts';
export { type Cell, fields, type MineConfig, type MineEvent, type MineState, type MineTask, parseConfig } from './types.ts';

export const world: World<MineConfig, MineTask, MineState, Cell, MineInsight> = {
  fields,
  parseConfig,
  makeTask,
  parseTask,
  contentKey: (task) => `minesweeper ${task.config.size} ${task.mines.map(formatAction).join(' ')}`,
  initial,
  parse,
  step,
  describe,
  rows,
  formatAction,
  parseAction,
  legal,
  insight: (state) => insightOf(state.board, state.task.config.size, state.task.config.mines),
};
