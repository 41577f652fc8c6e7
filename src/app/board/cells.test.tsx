import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Cells, neighbour, OneCell } from './cells.tsx';

const at = (row: number, column: number) => ({ row, column });

it('An arrow key leads to the cell beside, and at the edge nowhere else', () => {
  expect(neighbour('ArrowUp', at(1, 1), 3, 4)).toEqual(at(0, 1));
  expect(neighbour('ArrowDown', at(1, 1), 3, 4)).toEqual(at(2, 1));
  expect(neighbour('ArrowLeft', at(1, 1), 3, 4)).toEqual(at(1, 0));
  expect(neighbour('ArrowRight', at(1, 1), 3, 4)).toEqual(at(1, 2));
  expect(neighbour('ArrowUp', at(0, 3), 3, 4)).toEqual(at(0, 3));
  expect(neighbour('ArrowRight', at(0, 3), 3, 4)).toEqual(at(0, 3));
  expect(neighbour('Enter', at(1, 1), 3, 4)).toBeNull();
});

it('A cell of the drawing board is one of the stage that points nowhere else', () => {
  const cell = (mark?: 'data-place') => renderToStaticMarkup(<OneCell row={2} column={1} name="row 2" stop focused={() => undefined} mark={mark} />);
  expect(cell()).toContain(' data-cell="2,1"');
  expect(cell('data-place')).toBe(cell().replace('data-cell', 'data-place'));
});

it('Tab leads to one cell of a board', () => {
  const board = renderToStaticMarkup(<Cells rows={3} columns={4} nameOf={({ row, column }) => `${row} ${column}`} />);
  expect(board.match(/role="gridcell"/g)).toHaveLength(12);
  expect(board.match(/tabindex="0"/g)).toHaveLength(1);
});
