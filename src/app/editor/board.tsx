/**
 * The drawing board: press or drag with a tool; by keyboard one tab stop, arrows move (with Shift they draw along), letters and the symbols
 * of the text format place.
 */
import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Axis } from '../board/axis.tsx';
import { neighbour, OneCell, stepOf } from '../board/cells.tsx';
import { corner, outline, unit, type Cell } from '../board/geometry.ts';
import { Mine } from '../board/minesweeper.tsx';
import { DeadSquares, Plan } from '../board/overlay.tsx';
import { Box, lines, Player, Target } from '../board/sokoban.tsx';
import { useStrings } from '../preferences.ts';
import type { Strings } from '../strings/index.ts';
import type { SokobanTruth } from '../truth/truth.ts';
import { open } from '../../worlds/minesweeper/board.ts';
import { outsideOf, truthOf, type Fault } from './check.ts';
import { erases, place, symbolAt, toolKeys, type Draft, type Tool } from './draft.ts';
import { useDrawing } from './store.ts';

interface EditorBoardProps {
  readonly draft: Draft;
  readonly faults: readonly Fault[];
  /** drawn over the level: a shortest plan and the squares where a box is lost */
  readonly truth: SokobanTruth | null;
  /** MineSweeper: the cell that is opened first, also where nobody has chosen one */
  readonly first: Cell | null;
}

let strokes = 0;

export function EditorBoard({ draft, faults, truth, first }: EditorBoardProps) {
  const strings = useStrings();
  const tool = useDrawing((drawing) => drawing.tool);
  const { rows } = draft;
  const columns = rows[0].length;
  const [at, setAt] = useState<Cell>({ row: 1, column: 1 });
  const stop = { row: Math.min(at.row, rows.length - 1), column: Math.min(at.column, columns - 1) };
  const stroke = useRef<{ readonly id: number; readonly erase: boolean } | null>(null);
  const picture = useRef<SVGSVGElement>(null);

  const draw = (cell: Cell, chosen: Tool, erase: boolean, id: number | null): void => {
    const { draft: now, change } = useDrawing.getState();
    change(place(now, cell, chosen, erase), id);
  };
  const focus = ({ row, column }: Cell): void => picture.current?.querySelector<SVGElement>(`[data-place="${row},${column}"]`)?.focus();

  const onPointerDown = (event: PointerEvent<SVGSVGElement>): void => {
    const cell = cellAt(event, draft);
    if (cell === null || (event.button !== 0 && event.button !== 2)) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const erase = event.button === 2 || erases(useDrawing.getState().draft, cell, tool);
    stroke.current = { id: ++strokes, erase };
    draw(cell, event.button === 2 ? 'floor' : tool, erase, strokes);
    setAt(cell);
    focus(cell);
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>): void => {
    const cell = stroke.current && cellAt(event, draft);
    if (cell && stroke.current) draw(cell, event.buttons === 2 ? 'floor' : tool, stroke.current.erase, stroke.current.id);
  };
  const end = (): void => {
    stroke.current = null;
  };

  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const along = event.shiftKey && event.key.startsWith('Arrow');
    const next = along ? neighbour(event.key, stop, rows.length, columns) : stepOf(event, stop, rows.length, columns);
    if (next) {
      if (along) draw(next, tool, false, null);
      event.preventDefault();
      setAt(next);
      return focus(next);
    }
    const cell = stop;
    const placed = event.key === 'Enter' || event.key === ' ' ? tool : event.key === 'Delete' || event.key === 'Backspace' ? 'floor' : toolKeys[draft.world][event.key.toLowerCase()];
    if (placed === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    draw(cell, placed, erases(draft, cell, placed), null);
  };

  return (
    <svg
      ref={picture}
      className="board editor-board"
      viewBox={`-22 -22 ${columns * unit + 25} ${rows.length * unit + 25}`}
      role="grid"
      aria-label={strings.editor.board(rows.length, columns)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      {draft.world === 'sokoban' ? <SokobanPicture draft={draft} enclosed={!faults.some(({ kind }) => kind === 'open')} truth={truth} /> : <MinePicture draft={draft} first={first} />}
      <g aria-hidden>
        {faults.flatMap(({ cells }) => cells).map((cell) => {
          const { x, y } = corner(cell);
          return <rect key={`${cell.row},${cell.column}`} className="e-fault" x={x + 2} y={y + 2} width={unit - 4} height={unit - 4} rx={6} />;
        })}
      </g>
      <Axis rows={rows.length} columns={columns} from={draft.world === 'sokoban' ? 0 : 1} />
      {rows.map((line, row) => (
        <g key={row} role="row">
          {[...line].map((_, column) => (
            <OneCell
              key={column}
              row={row}
              column={column}
              name={nameOf(draft, { row, column }, strings)}
              stop={row === stop.row && column === stop.column}
              focused={setAt}
              mark="data-place"
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

function cellAt(event: PointerEvent<SVGSVGElement>, { rows }: Draft): Cell | null {
  const box = event.currentTarget.getBoundingClientRect();
  const scale = (rows[0].length * unit + 25) / box.width;
  const cell = { row: Math.floor(((event.clientY - box.top) * scale - 22) / unit), column: Math.floor(((event.clientX - box.left) * scale - 22) / unit) };
  return rows[cell.row]?.[cell.column] === undefined ? null : cell;
}

const tiles = { '#': 'wall', ' ': 'floor', '.': 'target', $: 'box', '*': 'boxOnTarget', '@': 'player', '+': 'playerOnTarget' } as const;

function nameOf(draft: Draft, cell: Cell, strings: Strings): string {
  const symbol = symbolAt(draft, cell);
  const first = draft.first?.row === cell.row && draft.first.column === cell.column;
  if (draft.world === 'minesweeper') {
    const what = symbol === '*' ? strings.editor.mine : strings.editor.noMine;
    return strings.cell.at(cell.row + 1, cell.column + 1, first ? `${what}, ${strings.editor.tools.first}` : what);
  }
  const found = Object.entries(tiles).find(([each]) => each === symbol)?.[1] ?? 'floor';
  return strings.cell.at(cell.row, cell.column, strings.cell[found]);
}

function SokobanPicture({ draft, enclosed, truth }: { readonly draft: Draft; readonly enclosed: boolean; readonly truth: SokobanTruth | null }) {
  const clip = useId();
  const all = draft.rows.flatMap((line, row) => [...line].map((symbol, column) => ({ symbol, cell: { row, column } })));
  const outside = enclosed ? outsideOf(draft) : new Set<string>();
  const floor = all.filter(({ symbol, cell }) => symbol !== '#' && !outside.has(`${cell.row},${cell.column}`)).map(({ cell }) => cell);
  const has = (symbols: string): Cell[] => all.filter(({ symbol }) => symbols.includes(symbol)).map(({ cell }) => cell);
  const [player] = has('@+');
  return (
    <>
      <clipPath id={clip}>
        <path d={outline(floor, 0)} />
      </clipPath>
      <path className="e-lines" d={lines(draft.rows.length, draft.rows[0].length)} />
      <path className="b-floor" d={outline(floor, 0)} />
      <path className="b-grid" clipPath={`url(#${clip})`} d={lines(draft.rows.length, draft.rows[0].length)} />
      <path className="b-wall" d={outline(has('#'), 5)} fillRule="evenodd" />
      {truth && <DeadSquares dead={truth.dead} />}
      {has('.*+').map((cell) => (
        <Target key={`${cell.row},${cell.column}`} cell={cell} />
      ))}
      {has('$*').map((cell) => (
        <Box key={`${cell.row},${cell.column}`} cell={cell} done={symbolAt(draft, cell) === '*'} />
      ))}
      {has('@+').map((cell) => (
        <Player key={`${cell.row},${cell.column}`} cell={cell} angle={180} />
      ))}
      {truth?.plan && player && <Plan plan={truth.plan} from={player} />}
    </>
  );
}

/** Everything shows: mines, numbers, and raised what the policy does not see at its start. */
function MinePicture({ draft, first: opened }: { readonly draft: Draft; readonly first: Cell | null }) {
  const size = draft.rows.length;
  const full = truthOf(draft);
  const hidden = '?'.repeat(size * size);
  const at = opened ? opened.row * size + opened.column : -1;
  const start = at >= 0 && full[at] !== '*' ? open(hidden, full, size, at) : hidden;
  return (
    <g className="e-mines">
      {[...full].map((symbol, index) => {
        const cell = { row: Math.floor(index / size), column: index % size };
        const { x, y } = corner(cell);
        return (
          <g key={index}>
            <rect className={start[index] === '?' ? 'b-raised-top' : 'b-flat'} x={x + 1.5} y={y + 1.5} width={unit - 3} height={unit - 3} rx={4} />
            {symbol === '*' && <Mine x={x + unit / 2} y={y + unit / 2} />}
            {/\d/.test(symbol) && (
              <text className="b-digit" x={x + unit / 2} y={y + unit / 2 + 1}>
                {symbol}
              </text>
            )}
            {index === at && <rect className="b-chosen" data-open={draft.first ? undefined : ''} x={x + 0.5} y={y + 0.5} width={unit - 1} height={unit - 1} rx={6} />}
          </g>
        );
      })}
    </g>
  );
}
