/** What MineSweeper is made of. Tasks and states are plain JSON; rows and columns count from 1. */
import { type Fields, parseFields } from '../config.ts';
import type { End } from '../world.ts';

export interface MineConfig {
  readonly size: number;
  readonly mines: number;
  readonly turns: number;
  readonly firstClick: 'world' | 'policy';
  readonly reward: 'sparse' | 'shaped';
  readonly fidelity: 'ours' | 'released';
}

export const fields: Fields<MineConfig> = {
  size: { kind: 'int', default: 6, min: 4, max: 10, help: 'Rows and columns of the board.' },
  mines: { kind: 'int', default: 3, min: 3, max: 6, help: 'Mines on the board; the policy is told how many.' },
  turns: { kind: 'int', default: 7, min: 7, max: 12, help: 'Clicks in one episode.' },
  firstClick: {
    kind: 'choice',
    default: 'world',
    options: ['world', 'policy'],
    help: 'Who opens the first cell: the world (always safe, before the first turn) or the policy (may hit a mine).',
  },
  reward: {
    kind: 'choice',
    default: 'sparse',
    options: ['sparse', 'shaped'],
    help: 'sparse: 10 for a win, else 0. shaped: 10 win, 2 several cells, 0.5 one cell, -0.1 mine, -1 a click without effect.',
  },
  fidelity: {
    kind: 'choice',
    default: 'ours',
    options: ['ours', 'released'],
    help: 'released: shaped rewards, parser and end of game exactly as in the released code, boards that start dead included.',
  },
};

/** Six mines leave ten safe cells on the smallest board, so every size takes every number of mines. @throws InputError */
export function parseConfig(value: unknown): MineConfig {
  const given = parseFields(fields, value ?? {});
  const int = (name: string): number => Number(given.get(name));
  const fidelity = given.get('fidelity') === 'released' ? 'released' : 'ours';
  return {
    size: int('size'),
    mines: int('mines'),
    turns: int('turns'),
    firstClick: given.get('firstClick') === 'policy' ? 'policy' : 'world',
    reward: fidelity === 'released' || given.get('reward') === 'shaped' ? 'shaped' : 'sparse',
    fidelity,
  };
}

/** Row and column from 1; may lie outside the board when a policy says so. */
export interface Cell {
  readonly row: number;
  readonly col: number;
}

export interface MineTask {
  readonly world: 'minesweeper';
  readonly config: MineConfig;
  /** in reading order */
  readonly mines: readonly Cell[];
  /** opened before the first turn; null = the policy clicks first. A mine only under `released` (a board that starts dead). */
  readonly first: Cell | null;
  /** drawn or brought along by a person; absent: made from a seed, or not known */
  readonly own?: true;
}

/** What the last turn did; the last three leave the board as it was. */
export type MineEvent = 'start' | 'opened' | 'flooded' | 'won' | 'mine' | 'alreadyOpen' | 'outOfRange' | 'unparsed';

export interface MineState {
  readonly world: 'minesweeper';
  readonly task: MineTask;
  /** turns played */
  readonly turn: number;
  readonly end: End | null;
  /** the visible cells in reading order, size × size characters: `?` hidden, `.` blank, `1`–`8`, `*` the mine that was hit */
  readonly board: string;
  readonly event: MineEvent;
}
