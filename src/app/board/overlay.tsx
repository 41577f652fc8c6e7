/**
 * What is drawn over a board: the truth of the rules, or what the policy would do with a mark of how good that is. Shapes and numbers carry it,
 * colour helps.
 */
import { directions } from '../../worlds/sokoban/index.ts';
import { IconLines, type IconName } from '../icons.tsx';
import type { Odds } from '../odds.ts';
import type { Strings } from '../strings/index.ts';
import { leastShare, type Quality } from '../truth/quality.ts';
import type { MineTruth, SokobanTruth } from '../truth/truth.ts';
import { mostOf, type Visits } from '../visits.ts';
import { corner, middle, unit, type Cell } from './geometry.ts';

/** Under boxes and player: squares where a box is lost. */
export function DeadSquares({ dead }: { readonly dead: SokobanTruth['dead'] }) {
  return (
    <g aria-hidden>
      {dead.map(([row, column]) => {
        const { x, y } = corner({ row, column });
        return <path key={`${row},${column}`} className="b-dead" d={hatch(x, y)} />;
      })}
    </g>
  );
}

function hatch(x: number, y: number): string {
  const [from, to] = [5, unit - 5];
  return [-1, 0, 1]
    .map((shift) => {
      const [a, b] = [Math.max(from, from + shift * 12), Math.min(to, to + shift * 12)];
      return `M${x + a} ${y + unit - a + shift * 12}L${x + b} ${y + unit - b + shift * 12}`;
    })
    .join('');
}

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };

/** A shortest plan: the walk as a thin line, each push as an arrow with its number. */
export function Plan({ plan, from }: { readonly plan: string; readonly from: Cell }) {
  let at = from;
  let pushes = 0;
  const moves = [...plan].map((letter) => {
    const [rows, columns] = steps[letter.toLowerCase()] ?? [0, 0];
    const start = at;
    at = { row: at.row + rows, column: at.column + columns };
    const push = letter !== letter.toLowerCase();
    if (push) pushes++;
    return { start, end: at, push, number: pushes, rows, columns };
  });
  return (
    <g aria-hidden className="b-plan">
      <polyline points={[from, ...moves.map(({ end }) => end)].map((cell) => `${middle(cell).x},${middle(cell).y}`).join(' ')} />
      {moves.map(({ end, push, number, rows, columns }, index) => {
        if (!push) return null;
        const { x, y } = middle(end);
        const [tx, ty] = [x + columns * unit * 0.72, y + rows * unit * 0.72];
        return (
          <g key={index} opacity={Math.max(0.35, 1 - index * 0.06)}>
            <path className="b-plan-push" d={`M${x} ${y}L${tx} ${ty}`} />
            <path className="b-plan-head" transform={`translate(${tx} ${ty}) rotate(${angle(rows, columns)})`} d="M-7 4L0 -7L7 4Z" />
            <circle className="b-plan-dot" cx={x} cy={y} r={7.5} />
            <text className="b-plan-number" x={x} y={y + 0.5}>
              {number}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function angle(rows: number, columns: number): number {
  return rows < 0 ? 0 : rows > 0 ? 180 : columns > 0 ? 90 : 270;
}

/** Chance of a mine on every hidden cell: a tint with its fraction; a tick where it is safe, a cross where it is one. */
export function MineChances({ chances, columns }: { readonly chances: MineTruth['chances']; readonly columns: number }) {
  return (
    <g aria-hidden>
      {chances.map((chance, index) => {
        if (chance === null) return null;
        const cell = { row: Math.floor(index / columns), column: index % columns };
        return <Tint key={index} cell={cell} share={chance.value} role={chance.value === 0 ? 'good' : 'bad'} text={chance.fraction} />;
      })}
    </g>
  );
}

interface TintProps {
  readonly cell: Cell;
  readonly share: number;
  readonly role: 'good' | 'bad' | 'agent';
  readonly text: string;
}

function Tint({ cell, share, role, text }: TintProps) {
  const { x, y } = corner(cell);
  const certain = role !== 'agent' && (share === 0 || share === 1);
  return (
    <g className="b-tint" data-role={role}>
      <rect x={x + 1.5} y={y + 1.5} width={unit - 3} height={unit - 3} rx={5} fillOpacity={role === 'good' ? 0.3 : 0.12 + 0.7 * share} />
      {certain ? (
        <path d={share === 0 ? `M${x + 12} ${y + 20.5}l5.5 5.5 10.5 -12` : `M${x + 12} ${y + 12}l16 16m0 -16l-16 16`} />
      ) : (
        <text x={x + unit / 2} y={y + unit / 2 + 0.5}>
          {text}
        </text>
      )}
    </g>
  );
}

/** Where the policy has been: a tint with the count. */
export function VisitTints({ visits }: { readonly visits: Visits }) {
  const most = mostOf(visits);
  return (
    <g aria-hidden>
      {visits.map(({ cell, count }) => (
        <VisitTint key={`${cell.row},${cell.column}`} cell={cell} count={count} most={most} />
      ))}
    </g>
  );
}

function VisitTint({ cell, count, most }: { readonly cell: Cell; readonly count: number; readonly most: number }) {
  return <Tint cell={cell} share={(0.85 * count) / most} role="agent" text={String(count)} />;
}

/** The tints of a few counts, from the least to the most there is. */
export function VisitsKey({ most }: { readonly most: number }) {
  const counts = [...new Set([1, Math.ceil(most / 2), most])];
  return (
    <svg className="visits-key" viewBox={`0 0 ${counts.length * unit} ${unit}`} width={`${1.5 * counts.length}em`} aria-hidden>
      {counts.map((count, column) => (
        <VisitTint key={count} cell={{ row: 0, column }} count={count} most={most} />
      ))}
    </svg>
  );
}

/** How often a cell was visited, in words; nothing where it was not. */
export function visitsOfCell(visits: Visits, { row, column }: Cell, strings: Strings): string[] {
  const found = visits.find(({ cell }) => cell.row === row && cell.column === column);
  return found ? [strings.overlay.visits(found.count)] : [];
}

interface OddsProps {
  readonly odds: Odds;
  /** how good what it would do first is, by the rules; null: not known */
  readonly marks: ReadonlyMap<string, Quality> | null;
}

/** Sokoban: an arrow for every first move, as thick as it is likely. */
export function MoveOdds({ odds, marks, from }: OddsProps & { readonly from: Cell }) {
  const { x, y } = middle(from);
  return (
    <g aria-hidden>
      {odds.first.map(({ action, share }) => {
        const [rows, columns] = steps[action[0]] ?? [0, 0];
        const quality = marks?.get(action);
        const [sx, sy] = [x + columns * 13, y + rows * 13];
        const [tx, ty] = [x + columns * unit * 0.86, y + rows * unit * 0.86];
        const [px, py] = [x + columns * unit * 1.16, y + rows * unit * 1.1 + 0.5];
        return (
          <g key={action}>
            {share >= leastShare && (
              <g className="b-odds">
                <path strokeWidth={2 + 12 * share} d={`M${sx} ${sy}L${tx} ${ty}`} />
                <text x={px} y={py}>
                  {percent(share)}
                </text>
              </g>
            )}
            {quality && <QualityMark quality={quality} x={px} y={py + (rows < 0 ? -13 : 13)} />}
          </g>
        );
      })}
    </g>
  );
}

/** MineSweeper: a tint on every cell, as strong as it is likely. */
export function ClickOdds({ odds, marks }: OddsProps) {
  return (
    <g aria-hidden>
      {odds.first.map(({ action, share }) => {
        const cell = cellOf(action);
        const quality = marks?.get(action);
        const { x, y } = corner(cell);
        return (
          <g key={action}>
            {share >= leastShare && <Tint cell={cell} share={share} role="agent" text={percent(share)} />}
            {quality && <QualityMark quality={quality} x={x + unit - 9} y={y + 9} />}
          </g>
        );
      })}
    </g>
  );
}

/** Rows and columns of actions count from 1. */
function cellOf(action: string): Cell {
  const [row, column] = action.split(',').map(Number);
  return { row: row - 1, column: column - 1 };
}

/** A tick where nothing better was to be had, a wave where there was better, a cross for what loses, a ring for what changes nothing. */
export const qualityIcons = { best: 'won', worse: 'worse', lost: 'dead', wasted: 'wasted' } as const satisfies Record<Quality, IconName>;

function QualityMark({ quality, x, y }: { readonly quality: Quality; readonly x: number; readonly y: number }) {
  const lines = <IconLines name={qualityIcons[quality]} />;
  return (
    <g className="b-mark" data-quality={quality} transform={`translate(${x - 6} ${y - 6}) scale(0.75)`}>
      <g className="b-mark-edge">{lines}</g>
      {lines}
    </g>
  );
}

/** The move that leads from a cell to one beside it. */
export function moveBetween(from: Cell, to: Cell): string | undefined {
  return directions.find((direction) => {
    const [rows, columns] = steps[direction[0]] ?? [0, 0];
    return from.row + rows === to.row && from.column + columns === to.column;
  });
}

/** What is drawn of an action, in words: how likely, and how good. */
export function oddsInWords({ odds, marks }: OddsProps, action: string | undefined, strings: Strings): string[] {
  const quality = action === undefined ? undefined : marks?.get(action);
  const share = odds.first.find((each) => each.action === action)?.share ?? 0;
  if (share < leastShare && quality === undefined) return [];
  return [strings.overlay.share(percent(share)), ...(quality === undefined ? [] : [strings.guess.quality[quality]])];
}

export function percent(share: number): string {
  return share > 0 && share < 0.01 ? '<1%' : `${Math.round(100 * share)}%`;
}
