/**
 * The cells of a board as a grid widget on top of the picture: one tab stop, arrow keys move (without wrapping), every cell
 * has a name. https://www.w3.org/WAI/ARIA/apg/patterns/grid/
 */
import { useState, type KeyboardEvent } from 'react';
import { unit, type Cell } from './geometry.ts';

interface CellsProps {
  readonly rows: number;
  readonly columns: number;
  readonly nameOf: (cell: Cell) => string;
}

const arrows: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export function Cells({ rows, columns, nameOf }: CellsProps) {
  const [at, setAt] = useState<Cell>({ row: 0, column: 0 });
  const stop = { row: Math.min(at.row, rows - 1), column: Math.min(at.column, columns - 1) };

  const onKeyDown = (event: KeyboardEvent<SVGGElement>): void => {
    const arrow = arrows[event.key];
    if (arrow === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const row = Math.min(Math.max(stop.row + arrow[0], 0), rows - 1);
    const column = Math.min(Math.max(stop.column + arrow[1], 0), columns - 1);
    setAt({ row, column });
    event.currentTarget.querySelector<SVGElement>(`[data-cell="${row},${column}"]`)?.focus();
  };

  return (
    <g onKeyDown={onKeyDown} role="rowgroup">
      {Array.from({ length: rows }, (_, row) => (
        <g key={row} role="row">
          {Array.from({ length: columns }, (_, column) => (
            <rect
              key={column}
              role="gridcell"
              aria-label={nameOf({ row, column })}
              data-cell={`${row},${column}`}
              tabIndex={row === stop.row && column === stop.column ? 0 : -1}
              className="b-cell"
              x={column * unit + 1.5}
              y={row * unit + 1.5}
              width={unit - 3}
              height={unit - 3}
              rx={4}
              onFocus={() => setAt({ row, column })}
            />
          ))}
        </g>
      ))}
    </g>
  );
}
