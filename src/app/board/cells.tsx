/**
 * The cells of a board as a grid widget on top of the picture: one tab stop, arrow keys move (without wrapping), every cell
 * has a name. https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
import { memo, useState, type KeyboardEvent } from 'react';
import { unit, type Cell } from './geometry.ts';

interface CellsProps {
  readonly rows: number;
  readonly columns: number;
  readonly nameOf: (cell: Cell) => string;
  /** A cell was pressed, or Enter or Space on it; `flag`: with the other button, or by F. */
  readonly onPick?: (cell: Cell, flag: boolean) => void;
}

/** Where an arrow key leads from a cell, without wrapping; null: it was no arrow key. The event is used up. */
export function stepOf(event: KeyboardEvent, at: Cell, rows: number, columns: number): Cell | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const next = neighbour(event.key, at, rows, columns);
  if (next === null) return null;
  event.preventDefault();
  event.stopPropagation();
  return next;
}

/** The cell beside another in the direction of an arrow key, or the same one at the edge; null: it is no arrow key. */
export function neighbour(key: string, at: Cell, rows: number, columns: number): Cell | null {
  const arrow = arrows[key];
  if (arrow === undefined) return null;
  return { row: Math.min(Math.max(at.row + arrow[0], 0), rows - 1), column: Math.min(Math.max(at.column + arrow[1], 0), columns - 1) };
}

const arrows: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export function Cells({ rows, columns, nameOf, onPick }: CellsProps) {
  const [at, setAt] = useState<Cell>({ row: 0, column: 0 });
  const stop = { row: Math.min(at.row, rows - 1), column: Math.min(at.column, columns - 1) };

  const onKeyDown = (event: KeyboardEvent<SVGGElement>): void => {
    if (onPick && ['Enter', ' ', 'f'].includes(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      return onPick(stop, event.key === 'f');
    }
    const next = stepOf(event, stop, rows, columns);
    if (!next) return;
    const { row, column } = next;
    setAt(next);
    event.currentTarget.querySelector<SVGElement>(`[data-cell="${row},${column}"]`)?.focus();
  };

  return (
    <g onKeyDown={onKeyDown} role="rowgroup">
      {Array.from({ length: rows }, (_, row) => (
        <Row
          key={row}
          row={row}
          names={Array.from({ length: columns }, (_, column) => nameOf({ row, column }))}
          stop={row === stop.row ? stop.column : null}
          focused={setAt}
          onPick={onPick}
        />
      ))}
    </g>
  );
}

interface RowProps {
  readonly row: number;
  /** of its cells */
  readonly names: readonly string[];
  /** the column that Tab leads to; null: it leads to another row */
  readonly stop: number | null;
  readonly focused: (cell: Cell) => void;
  readonly onPick: CellsProps['onPick'];
}

/** A turn changes a few rows of many. */
const Row = memo(function Row({ row, names, stop, focused, onPick }: RowProps) {
  return (
    <g role="row">
      {names.map((name, column) => (
        <OneCell key={column} row={row} column={column} name={name} stop={column === stop} focused={focused} onPick={onPick} />
      ))}
    </g>
  );
}, sameRow);

function sameRow(a: RowProps, b: RowProps): boolean {
  return a.row === b.row && a.stop === b.stop && a.focused === b.focused && a.onPick === b.onPick && a.names.length === b.names.length && a.names.every((name, column) => name === b.names[column]);
}

interface OneCellProps extends Cell {
  readonly name: string;
  /** Tab leads to it */
  readonly stop: boolean;
  readonly focused: (cell: Cell) => void;
  readonly onPick?: CellsProps['onPick'];
  /** The attribute that says which cell it is. Those of the drawing board light nothing up elsewhere (linked.ts). */
  readonly mark?: 'data-cell' | 'data-place';
}

/** Of those, a few cells. */
export const OneCell = memo(function OneCell({ row, column, name, stop, focused, onPick, mark = 'data-cell' }: OneCellProps) {
  return (
    <rect
      role="gridcell"
      aria-label={name}
      {...{ [mark]: `${row},${column}` }}
      tabIndex={stop ? 0 : -1}
      className="b-cell"
      x={column * unit + 1.5}
      y={row * unit + 1.5}
      width={unit - 3}
      height={unit - 3}
      rx={4}
      onFocus={() => focused({ row, column })}
      {...(onPick && {
        'data-pick': '',
        onClick: () => onPick({ row, column }, false),
        onContextMenu: (event) => {
          event.preventDefault();
          onPick({ row, column }, true);
        },
      })}
    />
  );
});
