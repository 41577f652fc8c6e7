/** How often each cell was stepped on (Sokoban) or asked to be opened (MineSweeper) in the first turns of an episode. Pure. */
import type { EpisodeView } from '../trial/fold.ts';
import type { WorldId } from '../worlds/index.ts';
import type { Cell } from './board/geometry.ts';
import { pathOf } from './board/path.ts';
import type { Strings } from './strings/index.ts';

export type Visits = readonly { readonly cell: Cell; readonly count: number }[];

export function visitsOf({ states, turns }: EpisodeView, played: number): Visits {
  const counts = new Map<string, { cell: Cell; count: number }>();
  const visit = (cell: Cell): void => {
    const key = `${cell.row},${cell.column}`;
    counts.set(key, { cell, count: (counts.get(key)?.count ?? 0) + 1 });
  };
  turns.slice(0, played).forEach(({ acted }, index) => {
    const state = states[index];
    if (state.world === 'minesweeper') {
      for (const action of acted.actions) {
        const [row, column] = action.split(',').map(Number);
        visit({ row: row - 1, column: column - 1 });
      }
    } else {
      // the place where an earlier turn ended is not a new visit
      pathOf(state, acted.actions).slice(index === 0 ? 0 : 1).forEach(visit);
    }
  });
  return [...counts.values()];
}

export function mostOf(visits: Visits): number {
  return Math.max(0, ...visits.map(({ count }) => count));
}

export function visitsInWords(visits: Visits, world: WorldId, strings: Strings): string {
  const text = strings.overlay.visited;
  const most = mostOf(visits);
  if (most === 0) return text.nowhere;
  const said = text[world](visits.length);
  if (most === 1) return `${said} ${text.once}`;
  const from = world === 'minesweeper' ? 1 : 0;
  const places = visits.filter(({ count }) => count === most).map(({ cell }) => strings.talk.cell(String(cell.row + from), String(cell.column + from)));
  return `${said} ${places.length === 1 ? text.most(places[0], most) : text.severalMost(places.length, most)}`;
}
