/** The rule-based truth about a state. */
import { lone } from './dead.ts';
import { move, rowColumn, type Direction, type Level, type Position } from './level.ts';
import { solve, type Limits } from './solve.ts';

export interface SokobanInsight {
  /** null: not known within the limits */
  readonly solvable: boolean | null;
  /** a shortest solution in moves as LURD text, pushes in upper case */
  readonly plan: string | null;
  readonly planLength: number | null;
  /** [row, column] of the floor cells where a box is lost, counting from 0 */
  readonly deadSquares: readonly (readonly [number, number])[];
}

/** @param limits of the search, in positions; default: those of `solve` */
export function insightOf(level: Level, position: Position, limits: Partial<Limits> = {}): SokobanInsight {
  const { solvable, plan } = solve(level, position, limits);
  const deadSquares = lone(level).dead.map((cell) => rowColumn(level, cell));
  return { solvable, plan: plan && lurd(level, position, plan), planLength: plan?.length ?? null, deadSquares };
}

/** Moves as LURD text. */
export function lurd(level: Level, start: Position, plan: readonly Direction[]): string {
  let position = start;
  let text = '';
  for (const direction of plan) {
    const next = move(level, position, direction);
    const pushed = next !== null && next.boxes !== position.boxes;
    text += pushed ? direction[0].toUpperCase() : direction[0];
    position = next ?? position;
  }
  return text;
}
