/** Running text in which every mention of a cell lights that cell on the board. */
import type { WorldId } from '../worlds/index.ts';
import { mentions, shown } from './blocks.ts';
import { cellKey } from './linked.ts';

export function LinkedText({ text, world }: { readonly text: string; readonly world: WorldId }) {
  return mentions(text, world).map(({ text: piece, cell }, index) =>
    cell ? (
      <span key={index} className="mention" tabIndex={-1} data-cell={cellKey(cell.row, cell.column)}>
        {piece}
      </span>
    ) : (
      shown(piece)
    ),
  );
}
