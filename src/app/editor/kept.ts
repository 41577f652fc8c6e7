/** The drawing as it is kept between visits. What comes back may be from another version or another hand. Pure. */
import { z } from 'zod';
import { worldIds } from '../../worlds/index.ts';
import { boundsOf, type Bounds, type Draft } from './draft.ts';
import { troubleWith } from './text.ts';

const whole = z.int().nonnegative();
const draft = z.object({
  world: z.enum(worldIds),
  rows: z.array(z.string()).min(1),
  first: z.object({ row: whole, column: whole }).nullable(),
  turns: whole,
  movesPerTurn: whole,
});
const drawing = z.object({ draft, synced: z.string().nullable() });

/** null: nothing, or nothing that can be drawn on */
export function readDrawing(value: unknown): { readonly draft: Draft; readonly synced: string | null } | null {
  const read = drawing.safeParse(value).data;
  return read && fits(read.draft) ? read : null;
}

function fits({ world, rows, first, turns, movesPerTurn }: Draft): boolean {
  const bounds = boundsOf(world);
  const within = (number: number, [least, most]: Bounds): boolean => number >= least && number <= most;
  return (
    rows.every((row) => row.length === rows[0].length) &&
    troubleWith(world, rows) === null &&
    (first === null || (first.row < rows.length && first.column < rows[0].length)) &&
    within(turns, bounds.turns) &&
    within(movesPerTurn, bounds.moves)
  );
}
