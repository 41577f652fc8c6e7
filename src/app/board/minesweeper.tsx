/** MineSweeper as a picture: raised and flat cells, bold digits, a ring on the chosen cell, the fatal mine on its own ground. */
import { memo } from 'react';
import type { Strings } from '../strings/index.ts';
import type { BoardProps } from './board.tsx';
import { Axis } from './axis.tsx';
import { Cells } from './cells.tsx';
import { corner, unit, type Cell } from './geometry.ts';
import { ClickOdds, MineChances, oddsInWords, visitsOfCell, VisitTints } from './overlay.tsx';

/** Rows of `?` hidden, `.` blank, digits, `*` the mine that was hit. */
export function MineBoard({ rows, before, actions, strings, mini = false, truth, visits, odds, marks = null, flags, onPick }: Omit<BoardProps, 'world'>) {
  const columns = rows[0]?.length ?? 0;
  const hidden = rows.join('').replace(/[^?]/g, '').length;
  const chosen = chosenCell(actions.at(-1));
  const isChosen = ({ row, column }: Cell): boolean => row === chosen?.row && column === chosen.column;
  const margin = mini ? 2 : 22;

  return (
    <svg
      className="board"
      viewBox={`${-margin} ${-margin} ${columns * unit + margin + (mini ? margin : 3)} ${rows.length * unit + margin + (mini ? margin : 3)}`}
      {...(mini ? { 'aria-hidden': true } : { role: 'grid', 'aria-label': strings.board.minesweeper(rows.length, columns, hidden) })}
    >
      {rows.map((line, row) =>
        [...line].map((symbol, column) => {
          const fresh = !mini && chosen !== null && before?.[row]?.[column] === '?' && symbol !== '?';
          return <Square key={`${row},${column}`} row={row} column={column} symbol={symbol} delay={fresh ? 35 * apart({ row, column }, chosen) : null} />;
        }),
      )}
      {truth?.world === 'minesweeper' && <MineChances chances={truth.chances} columns={columns} />}
      {visits && <VisitTints visits={visits} />}
      {odds && <ClickOdds odds={odds} marks={marks} />}
      {chosen && <Ring cell={chosen} />}
      {flags && rows.map((line, row) => [...line].map((symbol, column) => symbol === '?' && flags.has(`${row},${column}`) && <Flag key={`${row},${column}`} cell={{ row, column }} />))}
      {!mini && <Axis rows={rows.length} columns={columns} from={1} />}
      {!mini && (
        <Cells
          rows={rows.length}
          columns={columns}
          onPick={onPick}
          nameOf={(cell) => {
            const what = [nameOf(rows[cell.row][cell.column], strings)];
            const chance = truth?.world === 'minesweeper' ? truth.chances[cell.row * columns + cell.column] : null;
            if (chance) what.push(strings.overlay.chance(chance.fraction));
            if (visits) what.push(...visitsOfCell(visits, cell, strings));
            if (odds) what.push(...oddsInWords({ odds, marks }, `${cell.row + 1},${cell.column + 1}`, strings));
            if (rows[cell.row][cell.column] === '?' && flags?.has(`${cell.row},${cell.column}`)) what.push(strings.hand.flagged);
            if (isChosen(cell)) what.push(strings.cell.chosen);
            return strings.cell.at(cell.row + 1, cell.column + 1, what.join(', '));
          }}
        />
      )}
    </svg>
  );
}

/** Rows and columns of actions count from 1, those of cells from 0. */
function chosenCell(action: string | undefined): Cell | null {
  const match = /^(\d+),(\d+)$/.exec(action ?? '');
  return match ? { row: Number(match[1]) - 1, column: Number(match[2]) - 1 } : null;
}

function nameOf(symbol: string, strings: Strings): string {
  if (symbol === '?') return strings.cell.hidden;
  if (symbol === '.') return strings.cell.blank;
  if (symbol === '*') return strings.cell.mine;
  return strings.cell.near(symbol);
}

interface SquareProps extends Cell {
  readonly symbol: string;
  /** milliseconds after which it opens: a region opens outward from the chosen cell; null: it was open before */
  readonly delay: number | null;
}

function apart(a: Cell, b: Cell): number {
  return Math.max(Math.abs(a.row - b.row), Math.abs(a.column - b.column));
}

/** A turn opens a few of many. */
const Square = memo(function Square({ row, column, symbol, delay }: SquareProps) {
  const { x, y } = corner({ row, column });
  if (symbol === '?') {
    return (
      <>
        <rect className="b-raised" x={x + 1.5} y={y + 1.5} width={unit - 3} height={unit - 3} rx={5} />
        <rect className="b-raised-top" x={x + 1.5} y={y + 1.5} width={unit - 3} height={unit - 6} rx={5} />
      </>
    );
  }
  return (
    <g className={delay === null ? undefined : 'b-open'} style={delay === null ? undefined : { animationDelay: `${delay}ms` }}>
      <rect className={symbol === '*' ? 'b-fatal' : 'b-flat'} x={x + 1.5} y={y + 1.5} width={unit - 3} height={unit - 3} rx={3} />
      {symbol === '*' && <Mine x={x + unit / 2} y={y + unit / 2} />}
      {/\d/.test(symbol) && (
        <text className="b-digit" x={x + unit / 2} y={y + unit / 2 + 1}>
          {symbol}
        </text>
      )}
    </g>
  );
});

export function Mine({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path className="b-spark" d="M0 -12V12M-12 0H12M-8.5 -8.5L8.5 8.5M-8.5 8.5L8.5 -8.5" />
      <circle className="b-mine" r={7.5} />
    </g>
  );
}

function Ring({ cell }: { readonly cell: Cell }) {
  const { x, y } = corner(cell);
  return <rect className="b-chosen" x={x + 0.5} y={y + 0.5} width={unit - 1} height={unit - 1} rx={6} />;
}

function Flag({ cell }: { readonly cell: Cell }) {
  const { x, y } = corner(cell);
  return (
    <g transform={`translate(${x} ${y})`} aria-hidden>
      <path className="b-flag" d="M15 9L29 15.5L15 22Z" />
      <path className="b-flag-pole" d="M15 9V31M10 31H20" />
    </g>
  );
}
