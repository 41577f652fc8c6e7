/** The game: initial state, one turn, legal clicks. */
import type { Answer, End, Turn } from '../world.ts';
import { inside, isWon, open, toCell, toIndex, truth } from './board.ts';
import type { Cell, MineEvent, MineState, MineTask } from './types.ts';

/** Rewards of the released code; `sparse` keeps only the win. */
const shaped: Readonly<Record<Exclude<MineEvent, 'start'>, number>> = {
  won: 10,
  flooded: 2,
  opened: 0.5,
  mine: -0.1,
  alreadyOpen: -1,
  outOfRange: -1,
  unparsed: -1,
};

export function initial(task: MineTask): MineState {
  const { size } = task.config;
  const hidden = '?'.repeat(size * size);
  const live = task.first !== null && !startsDead(task);
  const board = live ? open(hidden, truth(task), size, toIndex(task.first, size)) : hidden;
  return { world: 'minesweeper', task, turn: 0, end: null, board, event: 'start' };
}

/** Only under `released`: nothing shows, and the first click inside the board ends the game. */
export function startsDead(task: MineTask): boolean {
  return task.first !== null && truth(task)[toIndex(task.first, task.config.size)] === '*';
}

/**
 * One click. By our rules an ended episode stays as it is. The released world can be stepped on: after a loss (or on a board
 * that starts dead) every click inside ends it again, and a click without effect is reported as not done.
 */
export function step(state: MineState, answer: Answer<Cell>): Turn<MineState, Cell> {
  const { config } = state.task;
  const released = config.fidelity === 'released';
  if (state.end !== null && !released) return { state, valid: answer.valid, applied: [], reward: 0, end: state.end };

  const cell = answer.valid ? answer.actions.at(0) : undefined;
  const lost = released && (state.end === 'dead' || startsDead(state.task));
  const [event, board] = cell === undefined ? idle('unparsed', state) : click(state, cell, lost);
  const turn = state.turn + 1;
  const end = outcome(event) ?? (turn >= config.turns ? 'turns' : null);
  const after: MineState = { ...state, turn, end: outcome(event) ?? state.end ?? end, board, event };
  const reward = config.reward === 'shaped' ? shaped[event] : event === 'won' ? shaped.won : 0;
  return { state: after, valid: answer.valid, applied: cell === undefined ? [] : [cell], reward, end };
}

type Event = Exclude<MineEvent, 'start'>;

function click(state: MineState, cell: Cell, lost: boolean): [Event, string] {
  const { size } = state.task.config;
  if (!inside(cell, size)) return idle('outOfRange', state);
  if (lost) return idle('mine', state);
  const index = toIndex(cell, size);
  if (state.board[index] !== '?') return idle('alreadyOpen', state);
  const full = truth(state.task);
  const board = open(state.board, full, size, index);
  if (full[index] === '*') return ['mine', board];
  if (isWon(board, full)) return ['won', board];
  return [countHidden(state.board) - countHidden(board) > 1 ? 'flooded' : 'opened', board];
}

function idle(event: Event, state: MineState): [Event, string] {
  return [event, state.board];
}

function outcome(event: Event): End | null {
  return event === 'won' ? 'won' : event === 'mine' ? 'dead' : null;
}

function countHidden(board: string): number {
  let count = 0;
  for (let i = 0; i < board.length; i++) if (board[i] === '?') count++;
  return count;
}

/** Hidden cells, in reading order; none once the episode is over. */
export function legal(state: MineState): Cell[] {
  if (state.end !== null) return [];
  const { size } = state.task.config;
  return [...state.board].flatMap((shown, index) => (shown === '?' ? [toCell(index, size)] : []));
}
