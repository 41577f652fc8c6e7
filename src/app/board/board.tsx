/** A board of whichever world the trial is in, drawn from the world's rows. */
import type { WorldId } from '../../worlds/index.ts';
import type { Strings } from '../strings/index.ts';
import type { Cell } from './geometry.ts';
import { MineBoard } from './minesweeper.tsx';
import { SokobanBoard } from './sokoban.tsx';

export interface BoardProps {
  readonly world: WorldId;
  readonly rows: readonly string[];
  readonly before?: readonly string[];
  /** where the player went in the last turn */
  readonly path?: readonly Cell[];
  /** what the last turn did, as canonical text */
  readonly actions: readonly string[];
  readonly strings: Strings;
  readonly mini?: boolean;
}

export function Board({ world, ...rest }: BoardProps) {
  switch (world) {
    case 'sokoban':
      return <SokobanBoard {...rest} />;
    case 'minesweeper':
      return <MineBoard rows={rest.rows} actions={rest.actions} strings={rest.strings} mini={rest.mini} />;
  }
}
