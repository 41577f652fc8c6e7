/**
 * Exact mine probabilities by counting, not by trying: the cells next to numbers fall into independent components, each is
 * counted by a sweep, and all are joined by convolution with the binomials of the cells that touch no number.
 */
import { InputError } from '../config.ts';
import { type Arithmetic, type Chance, doubles, fitsDoubles, integers } from './arithmetic.ts';
import { toCell } from './board.ts';
import { frontier } from './frontier.ts';
import { sweep } from './sweep.ts';
import type { Cell } from './types.ts';
import { plural } from '../plural.ts';

export interface MineInsight {
  /** probability of a mine by cell in reading order; null = not hidden */
  readonly chances: readonly (Chance | null)[];
  readonly safe: readonly Cell[];
  readonly mines: readonly Cell[];
  /** number of ways to place the mines, as a decimal */
  readonly placements: string;
}

/**
 * All placements that fit the numbers count the same.
 * @param board visible cells in reading order: `?`, `.`, `1`–`8`, `*` (a mine that was hit); at most 100
 * @param total mines on the whole board, hit ones included
 * @throws InputError when no placement of so many mines fits.
 */
export function insightOf(board: string, width: number, total: number): MineInsight {
  let hidden = 0;
  let left = total;
  for (let i = 0; i < board.length; i++) {
    if (board[i] === '?') hidden++;
    else if (board[i] === '*') left--;
  }
  if (left < 0) throw new InputError(`The board shows ${plural(total - left, 'mine')} but only ${total} are given; raise the number of mines.`);
  if (left > hidden) throw new InputError(`${plural(left, 'mine')} can not fit into ${plural(hidden, 'hidden cell')}; lower the number of mines.`);
  return fitsDoubles(hidden, left) ? solve(board, width, left, doubles) : solve(board, width, left, integers);
}

function solve<N>(board: string, width: number, left: number, math: Arithmetic<N>): MineInsight {
  const { components, outside } = frontier(board, width);
  const sweeps = components.map((groups) => sweep(groups, left, math));

  // after[i]: ways of components i, i + 1, …; before: ways of the free cells and the components so far
  const after: (readonly N[])[] = [Array.from({ length: left + 1 }, (_, m) => (m === 0 ? math.one : math.zero))];
  for (let i = sweeps.length - 1; i >= 0; i--) after.unshift(convolve(sweeps[i].ways, after[0], math));
  let before: readonly N[] = Array.from({ length: left + 1 }, (_, m) => math.choose(outside.length, m));

  const placements = convolve(before, after[0], math)[left];
  if (math.isZero(placements)) {
    throw new InputError(`No placement of ${plural(left, 'more mine')} fits the numbers of the board; check the rows and the number of mines.`);
  }

  const chances = new Array<Chance | null>(board.length).fill(null);
  const give = (cells: readonly number[], mined: N): void => {
    const chance = math.ratio(mined, placements);
    for (const cell of cells) chances[cell] = chance;
  };
  if (outside.length > 0 && left > 0) {
    const withCell = Array.from({ length: left + 1 }, (_, m) => (m === 0 ? math.zero : math.choose(outside.length - 1, m - 1)));
    give(outside, convolve(withCell, after[0], math)[left]);
  } else {
    give(outside, math.zero);
  }
  for (const [i, swept] of sweeps.entries()) {
    const mined = swept.mined(convolve(before, after[i + 1], math));
    for (const [j, group] of components[i].entries()) give(group.cells, mined[j]);
    before = convolve(before, swept.ways, math);
  }
  return { chances, safe: certain(chances, '0/1', width), mines: certain(chances, '1/1', width), placements: String(placements) };
}

/** Ways to place m mines in two independent parts together, for every m; equally long. */
function convolve<N>(a: readonly N[], b: readonly N[], math: Arithmetic<N>): N[] {
  const result = new Array<N>(a.length).fill(math.zero);
  for (let i = 0; i < a.length; i++) {
    if (math.isZero(a[i])) continue;
    for (let j = 0; i + j < a.length; j++) result[i + j] = math.add(result[i + j], math.multiply(a[i], b[j]));
  }
  return result;
}

function certain(chances: readonly (Chance | null)[], fraction: string, width: number): Cell[] {
  const cells: Cell[] = [];
  for (let cell = 0; cell < chances.length; cell++) if (chances[cell]?.fraction === fraction) cells.push(toCell(cell, width));
  return cells;
}

/** `row,col` of every hidden cell → its fraction. */
export function fractions(insight: MineInsight, width: number): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [cell, chance] of insight.chances.entries()) {
    if (chance === null) continue;
    const { row, col } = toCell(cell, width);
    result[`${row},${col}`] = chance.fraction;
  }
  return result;
}
