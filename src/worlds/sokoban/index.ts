/** Sokoban as a world. */
import type { World } from '../world.ts';
import { parseAction, parseAnswer, type SokobanAction } from './answer.ts';
import { fields, parseConfig, type SokobanConfig } from './config.ts';
import { describe } from './describe.ts';
import { insightOf, type SokobanInsight } from './insight.ts';
import { directions, move } from './level.ts';
import { initial, levelOf, makeTask, parseTask, step, type SokobanState, type SokobanTask } from './state.ts';
import { formatXsb, levelKey } from './xsb.ts';

export { benchSokoban, type SokobanBench } from './bench.ts';
export type { SokobanAction } from './answer.ts';
export type { SokobanConfig } from './config.ts';
export { lone } from './dead.ts';
export { distances, type Distances } from './distances.ts';
export { insightOf, lurd, type SokobanInsight } from './insight.ts';
export { directions, move, rowColumn, type Direction, type Level, type Position } from './level.ts';
export { pushesOf, type Push } from './pushes.ts';
export { search, type Found } from './search.ts';
export { bestMoves, defaultLimits, locks, provenDead, solve, tableOf, type Limits } from './solve.ts';
export { levelOf, makingTask, step, taskFromXsb, type SokobanState, type SokobanTask, type SokobanTurn } from './state.ts';
export { formatXsb, parseXsb } from './xsb.ts';

export const world: World<SokobanConfig, SokobanTask, SokobanState, SokobanAction, SokobanInsight> = {
  fields,
  parseConfig,
  makeTask,
  parseTask,
  contentKey: (task) => `sokoban ${levelKey(levelOf(task))}`,
  initial,
  parse: (response, task) => parseAnswer(response, task.config),
  step,
  describe: (state) => describe(levelOf(state.task), state),
  rows: (state) => formatXsb(levelOf(state.task), state),
  formatAction: (action) => action,
  parseAction,
  legal: (state) => (state.end === null ? directions.filter((direction) => move(levelOf(state.task), state, direction) !== null) : []),
  insight: (state) => insightOf(levelOf(state.task), state),
};
