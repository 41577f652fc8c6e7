/** What the rules know about a board, and what that makes of the action that was taken. Pure; the searches run in truth.worker.ts. */
import { z } from 'zod';
import { rows, type State } from '../../worlds/index.ts';
import type { TurnView } from '../../trial/fold.ts';

export interface Ask {
  readonly id: number;
  readonly world: State['world'];
  readonly rows: readonly string[];
  readonly mines: number;
}

const sokoban = z.object({
  world: z.literal('sokoban'),
  /** null: not known within the limits */
  solvable: z.boolean().nullable(),
  /** a shortest solution as LURD text, pushes in upper case */
  plan: z.string().nullable(),
  /** [row, column] from 0 */
  dead: z.array(z.tuple([z.number(), z.number()])),
});
const minesweeper = z.object({
  world: z.literal('minesweeper'),
  /** by cell in reading order; null = not hidden */
  chances: z.array(z.object({ fraction: z.string(), value: z.number() }).nullable()),
});
const answer = z.object({ id: z.number(), truth: z.discriminatedUnion('world', [sokoban, minesweeper]).nullable() });

export type SokobanTruth = z.infer<typeof sokoban>;
export type MineTruth = z.infer<typeof minesweeper>;
export type Truth = SokobanTruth | MineTruth;
/** `truth` is null where the board can't be judged */
export type Answer = z.infer<typeof answer>;

/** null: nothing that the worker says */
export function parseAnswer(message: unknown): Answer | null {
  const parsed = answer.safeParse(message);
  return parsed.success ? parsed.data : null;
}

export function askOf(state: State): Omit<Ask, 'id'> {
  return { world: state.world, rows: rows(state), mines: state.world === 'minesweeper' ? state.task.mines.length : 0 };
}

/** How an action stands to the truth. Numbers are moves, or fractions as text. */
export type Verdict =
  | { readonly kind: 'safe' | 'won' | 'wasted' | 'lostBefore' }
  | { readonly kind: 'erred' | 'guessed' | 'worse'; readonly chance: string; readonly best: string }
  | { readonly kind: 'straight'; readonly left: number }
  | { readonly kind: 'detour'; readonly extra: number; readonly left: number }
  | { readonly kind: 'lost'; readonly needed: number | null };

/** @returns null where nothing certain can be said */
export function verdictOf({ acted }: TurnView, before: Truth, after: Truth, columns: number): Verdict | null {
  if (!acted.valid) return { kind: 'wasted' };
  if (before.world === 'minesweeper') return mineVerdict(before, acted.actions[0] ?? '', columns, acted.end === 'won');
  if (after.world !== 'sokoban') return null;
  if (acted.end === 'won') return { kind: 'won' };
  if (before.solvable === false) return { kind: 'lostBefore' };
  if (after.solvable === false) return { kind: 'lost', needed: before.plan?.length ?? null };
  if (before.plan === null || after.plan === null) return null;
  const extra = after.plan.length + acted.actions.length - before.plan.length;
  return extra <= 0 ? { kind: 'straight', left: after.plan.length } : { kind: 'detour', extra, left: after.plan.length };
}

function mineVerdict(truth: MineTruth, action: string, columns: number, won: boolean): Verdict | null {
  const chance = chanceAt(truth, action, columns);
  const best = leastChance(truth);
  if (!chance || !best) return { kind: 'wasted' };
  const numbers = { chance: chance.fraction, best: best.fraction };
  if (chance.value === 0) return { kind: won ? 'won' : 'safe' };
  if (best.value === 0) return { kind: 'erred', ...numbers };
  return { kind: chance.value > best.value ? 'worse' : 'guessed', ...numbers };
}

type Chance = NonNullable<MineTruth['chances'][number]>;

/** Of a mine in a cell. @param action `row,column` from 1 @returns null: no hidden cell of the board */
export function chanceAt({ chances }: MineTruth, action: string, columns: number): Chance | null {
  const [row, column] = action.split(',').map(Number);
  return row >= 1 && column >= 1 && column <= columns ? (chances[(row - 1) * columns + column - 1] ?? null) : null;
}

/** null: no cell is hidden */
export function leastChance({ chances }: MineTruth): Chance | null {
  return chances.reduce((least, each) => (least === null || (each !== null && each.value < least.value) ? each : least), null);
}
