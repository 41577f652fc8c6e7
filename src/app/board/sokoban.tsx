/** Sokoban as a picture: merged walls, targets as rings, boxes that show by shape whether they stand on one. */
import { Fragment, memo, useId } from 'react';
import type { BoardProps } from './board.tsx';
import { Axis } from './axis.tsx';
import { Cells } from './cells.tsx';
import { corner, middle, unit, type Cell } from './geometry.ts';
import { DeadSquares, moveBetween, MoveOdds, oddsInWords, Plan, visitsOfCell, VisitTints } from './overlay.tsx';
import { follow, partsOf, type Ground as Shapes } from './sokobanModel.ts';

const facing: Readonly<Record<string, number>> = { up: 0, right: 90, down: 180, left: 270 };

/** Boxes and player slide from `before`, the board one turn earlier. */
export function SokobanBoard({ rows, before, take = 0, path = [], actions, strings, mini = false, truth, visits, odds, marks = null, oddsRows, onPick }: Omit<BoardProps, 'world'>) {
  const clip = useId();
  const { grid, ground, boxes: standing, player } = partsOf(rows);
  const columns = grid[0]?.length ?? 0;
  const boxes = before ? follow(partsOf(before).boxes, standing) : standing;
  const asked = oddsRows ? partsOf(oddsRows).player : player;
  const lastMove = actions.findLast((action) => action in facing);
  const isDone = ({ row, column }: Cell): boolean => grid[row][column] === 'boxOnTarget';
  const known = truth?.world === 'sokoban' ? truth : null;
  const isDead = ({ row, column }: Cell): boolean => known?.dead.some(([r, c]) => r === row && c === column) === true;
  const margin = mini ? 2 : 22;

  return (
    <svg
      className="board"
      viewBox={`${-margin} ${-margin} ${columns * unit + margin + (mini ? margin : 2)} ${grid.length * unit + margin + (mini ? margin : 2)}`}
      {...(mini ? { 'aria-hidden': true } : { role: 'grid', 'aria-label': strings.board.sokoban(grid.length, columns, standing.filter(isDone).length, standing.length) })}
    >
      <Ground shapes={ground} clip={clip} rows={grid.length} columns={columns} />
      {visits && <VisitTints visits={visits} />}
      {known && <DeadSquares dead={known.dead} />}
      <Targets cells={ground.targets} />
      {!mini && path.length > 1 && <Trail path={path} />}
      <Fragment key={take}>
        {boxes.map((cell, index) => (
          <Box key={index} cell={cell} done={isDone(cell)} />
        ))}
        {player && <Player cell={player} angle={lastMove === undefined ? 180 : facing[lastMove]} />}
      </Fragment>
      {known?.plan && player && <Plan plan={known.plan} from={player} />}
      {odds && asked && <MoveOdds odds={odds} marks={marks} from={asked} />}
      {!mini && <Axis rows={grid.length} columns={columns} from={0} />}
      {!mini && (
        <Cells
          rows={grid.length}
          columns={columns}
          onPick={onPick}
          nameOf={(cell) => {
            const what = [strings.cell[grid[cell.row][cell.column]]];
            if (isDead(cell)) what.push(strings.overlay.dead);
            if (visits) what.push(...visitsOfCell(visits, cell, strings));
            if (odds && asked) what.push(...oddsInWords({ odds, marks }, moveBetween(asked, cell), strings));
            return strings.cell.at(cell.row, cell.column, what.join(', '));
          }}
        />
      )}
    </svg>
  );
}

interface GroundProps {
  readonly shapes: Shapes;
  /** an id of its own */
  readonly clip: string;
  readonly rows: number;
  readonly columns: number;
}

const Ground = memo(function Ground({ shapes: { floor, wall }, clip, rows, columns }: GroundProps) {
  return (
    <>
      <clipPath id={clip}>
        <path d={floor} />
      </clipPath>
      <path className="b-floor" d={floor} />
      <path className="b-grid" clipPath={`url(#${clip})`} d={lines(rows, columns)} />
      <path className="b-wall" d={wall} fillRule="evenodd" />
    </>
  );
});

const Targets = memo(function Targets({ cells }: { readonly cells: readonly Cell[] }) {
  return cells.map((cell) => <Target key={`${cell.row},${cell.column}`} cell={cell} />);
});

export function Target({ cell }: { readonly cell: Cell }) {
  const { x, y } = middle(cell);
  return (
    <g>
      <circle className="b-target" cx={x} cy={y} r={11.5} />
      <circle className="b-target-dot" cx={x} cy={y} r={3.2} />
    </g>
  );
}

export function Box({ cell, done }: { readonly cell: Cell; readonly done: boolean }) {
  const { x, y } = corner(cell);
  return (
    <g className="b-box b-slide" data-done={done ? '' : undefined} style={{ transform: `translate(${x}px, ${y}px)` }}>
      <rect x={5} y={5} width={30} height={30} rx={4.5} />
      {done ? <path d="M12.5 20.5l5.3 5.3 10-11.3" /> : <path d="M10.5 10.5l19 19m0-19l-19 19" />}
    </g>
  );
}

/** Footprints of the last turn: a dotted line with a small ring where it began. */
function Trail({ path }: { readonly path: readonly Cell[] }) {
  const points = path.map(middle);
  return (
    <g aria-hidden>
      <polyline className="b-trail" points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      <circle className="b-trail-start" cx={points[0].x} cy={points[0].y} r={4} />
    </g>
  );
}

/** A disc with a nose that shows which way it moved last. A target below shows through as a ring around it. */
export function Player({ cell, angle }: { readonly cell: Cell; readonly angle: number }) {
  const { x, y } = middle(cell);
  return (
    <g className="b-slide" style={{ transform: `translate(${x}px, ${y}px)` }}>
      <circle className="b-player-body" r={9.4} />
      <path className="b-player-nose" d="M0 -6.6L4.6 0.8H-4.6Z" transform={`rotate(${angle})`} />
    </g>
  );
}

export function lines(rows: number, columns: number): string {
  const across = Array.from({ length: rows + 1 }, (_, row) => `M0 ${row * unit}H${columns * unit}`);
  const down = Array.from({ length: columns + 1 }, (_, column) => `M${column * unit} 0V${rows * unit}`);
  return [...across, ...down].join('');
}
