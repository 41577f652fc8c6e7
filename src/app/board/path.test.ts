import { describe, expect, it } from 'vitest';
import { act, initial, makeTask, parseTask, rows } from '../../worlds/index.ts';
import { pathOf } from './path.ts';

const task = parseTask({ world: 'sokoban', config: { size: 6, boxes: 1 }, level: ['######', '#@ $.#', '#    #', '######'] });

describe('pathOf', () => {
  it('follows walks and pushes', () => {
    expect(pathOf(initial(task), ['right', 'right'])).toEqual([
      { row: 1, column: 1 },
      { row: 1, column: 2 },
      { row: 1, column: 3 },
    ]);
  });

  it('leaves no trace of a move against a wall', () => {
    expect(pathOf(initial(task), ['up', 'down'])).toEqual([
      { row: 1, column: 1 },
      { row: 2, column: 1 },
    ]);
  });

  it('ends where the rules put the player, also in the last turn', () => {
    const actions = ['down', 'right', 'right'];
    const turn = act(initial(task), actions);
    const { row, column } = pathOf(initial(task), actions).at(-1) ?? { row: 0, column: 0 };
    expect(rows(turn.state)[row][column]).toBe('@');
  });

  it('has nothing to say of MineSweeper', () => {
    expect(pathOf(initial(makeTask('minesweeper', {}, 1)), ['3,3'])).toEqual([]);
  });
});
