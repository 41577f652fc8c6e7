import type { WorldId } from '../../worlds/index.ts';

/** Whole notes that name no cell: what teachers write when they are vague, and what is offered where a note begins. Never reorder: a teacher draws by place. */
export const vagueNotes: Readonly<Record<WorldId, readonly string[]>> = {
  sokoban: [
    'look before every move',
    'think before a push',
    'push less look more',
    'not near the wall',
    'avoid the corner',
    'try other box first',
    'too many moves',
  ],
  minesweeper: [
    'careful near numbers',
    'think before every move',
    'look near numbers more',
    'start far from the wall',
    'low risk first',
    'avoid the corner',
    'number was bad',
  ],
};
