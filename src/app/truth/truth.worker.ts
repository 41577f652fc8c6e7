/** Searches for the truth, off the page's thread: a plan may take a moment. */
import { insightOf as mineInsight } from '../../worlds/minesweeper/index.ts';
import { insightOf as sokobanInsight, parseXsb } from '../../worlds/sokoban/index.ts';
import type { Answer, Ask, Truth } from './truth.ts';

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (!isAsk(event.data)) return;
  const answer: Answer = { id: event.data.id, truth: truthOf(event.data) };
  self.postMessage(answer);
});

function truthOf({ world, rows, mines }: Ask): Truth | null {
  try {
    if (world === 'minesweeper') {
      const { chances } = mineInsight(rows.join(''), rows[0].length, mines);
      return { world, chances: chances.map((chance) => chance && { fraction: chance.fraction, value: chance.value }) };
    }
    const level = parseXsb(rows);
    const { solvable, plan, deadSquares } = sokobanInsight(level, level.start);
    return { world, solvable, plan, dead: deadSquares.map(([row, column]): [number, number] => [row, column]) };
  } catch {
    // Boards that break the rules (released quirks, hand-made ones) have no truth.
    return null;
  }
}

function isAsk(message: unknown): message is Ask {
  return typeof message === 'object' && message !== null && 'id' in message && 'world' in message && 'rows' in message && 'mines' in message;
}
