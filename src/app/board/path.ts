/** Where the player went in a turn, cell by cell. Pure. */
import { directions, move, rowColumn, type Position } from '../../worlds/sokoban/level.ts';
import { levelOf } from '../../worlds/sokoban/state.ts';
import type { State } from '../../worlds/index.ts';
import type { Cell } from './geometry.ts';

/** @param state before the turn. Moves against a wall leave no trace; other worlds have no paths. */
export function pathOf(state: State, actions: readonly string[]): Cell[] {
  if (state.world !== 'sokoban') return [];
  const level = levelOf(state.task);
  const cell = ({ player }: Position): Cell => {
    const [row, column] = rowColumn(level, player);
    return { row, column };
  };
  const path = [cell(state)];
  let at: Position = state;
  for (const action of actions) {
    const direction = directions.find((name) => name === action);
    const next = direction && move(level, at, direction);
    if (!next) continue;
    at = next;
    path.push(cell(at));
  }
  return path;
}
