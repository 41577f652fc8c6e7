/** A board of whichever world the trial is in, drawn from the world's rows. */
import { memo } from 'react';
import type { WorldId } from '../../worlds/index.ts';
import type { Quality } from '../truth/quality.ts';
import type { Odds } from '../odds.ts';
import type { Visits } from '../visits.ts';
import type { Strings } from '../strings/index.ts';
import type { Truth } from '../truth/truth.ts';
import type { Cell } from './geometry.ts';
import { MineBoard } from './minesweeper.tsx';
import { SokobanBoard } from './sokoban.tsx';

export interface BoardProps {
  readonly world: WorldId;
  readonly rows: readonly string[];
  readonly before?: readonly string[];
  /** Which episode it is of: within one, pieces slide to where they go; in another one they stand elsewhere. */
  readonly take?: number;
  /** where the player went in the last turn */
  readonly path?: readonly Cell[];
  /** what the last turn did, as canonical text */
  readonly actions: readonly string[];
  readonly strings: Strings;
  readonly mini?: boolean;
  /** drawn over the board: what the rules know */
  readonly truth?: Truth | null;
  /** drawn over the board: where the policy has been */
  readonly visits?: Visits | null;
  /** drawn over the board: what the policy would do */
  readonly odds?: Odds | null;
  /** with the odds: how good what it would do first is, by the rules */
  readonly marks?: ReadonlyMap<string, Quality> | null;
  /** the board that those were answers to; default: the one that is shown */
  readonly oddsRows?: readonly string[];
  /** MineSweeper: cells (`row,column` from 0) that a person takes for mines */
  readonly flags?: ReadonlySet<string>;
  /** cells can be pressed; see Cells */
  readonly onPick?: (cell: Cell, flag: boolean) => void;
}

export const Board = memo(function Board({ world, ...rest }: BoardProps) {
  switch (world) {
    case 'sokoban':
      return <SokobanBoard {...rest} />;
    case 'minesweeper':
      return <MineBoard {...rest} />;
  }
});
