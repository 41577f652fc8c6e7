/** Tasks from seeds. The mines depend on size, number and seed alone, so every other setting keeps the content. */
import { hash32, random } from '../random.ts';
import { isWon, open, toCell, uncover } from './board.ts';
import type { MineConfig, MineTask } from './types.ts';

/**
 * Uniform mines, then a uniform first click among the safe cells that do not win at once; there always is one: a safe cell
 * next to a mine shows one number, and every config has more safe cells than that.
 */
export function makeTask(config: MineConfig, seed: number): MineTask {
  const { size } = config;
  const rng = random(hash32('minesweeper', size, config.mines, seed));
  const cells = Array.from({ length: size * size }, (_, i) => i);
  for (let i = 0; i < config.mines; i++) {
    const j = i + rng.below(cells.length - i);
    [cells[i], cells[j]] = [cells[j], cells[i]];
  }
  const mines = cells.slice(0, config.mines).sort((a, b) => a - b);
  const safe = cells.slice(config.mines).sort((a, b) => a - b);
  const full = uncover(size, mines);
  const hidden = '?'.repeat(size * size);
  const winsAtOnce = (cell: number): boolean => full[cell] !== '*' && isWon(open(hidden, full, size, cell), full);

  // The release redraws a winning click among all cells, mines included: that is how its boards come to start dead.
  const redraw = config.fidelity === 'released' ? Array.from({ length: size * size }, (_, i) => i) : safe;
  let first = rng.pick(safe);
  while (winsAtOnce(first)) first = rng.pick(redraw);
  return {
    world: 'minesweeper',
    config,
    mines: mines.map((cell) => toCell(cell, size)),
    first: config.firstClick === 'world' ? toCell(first, size) : null,
  };
}
