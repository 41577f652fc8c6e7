/**
 * A person in the policy's seat: the trial asks, the page waits for moves, a click or a note, and what is sent goes into the records like
 * any policy's answer. Moves of a turn can be taken back until the turn is sent.
 */
import { create } from 'zustand';
import { personActs, personSays } from '../../trial/branch.ts';
import type { TrialRequest, TrialResponse } from '../../trial/contract.ts';
import { person } from '../../trial/runner.ts';
import { replay, rows, type State } from '../../worlds/index.ts';
import { directions, type Direction } from '../../worlds/sokoban/index.ts';
import type { Cell } from '../board/geometry.ts';
import { cellKey } from '../linked.ts';
import { source } from '../source.ts';

export interface Seat {
  readonly request: TrialRequest;
  readonly answer: (response: TrialResponse) => void;
}

/** null: nobody waits for a person */
export const seat = source<Seat | null>(null);

/** What has not been sent yet. */
interface Hand {
  /** of this turn */
  readonly moves: readonly Direction[];
  /** for the next episode, as far as it is written */
  readonly note: string;
  /** cells (`row,column` from 0) that the person takes for mines, for the whole trial */
  readonly flags: ReadonlySet<string>;
  /** a press flags instead of opening */
  readonly flagging: boolean;
}

export const useHand = create<Hand>()(() => ({ moves: [], note: '', flags: new Set(), flagging: false }));

/** Answers when the person does; when the trial is stopped, with nothing that anybody reads. */
export function personAt(signal: AbortSignal): { readonly hash: string; respond(request: TrialRequest): Promise<TrialResponse> } {
  useHand.setState({ moves: [], note: '', flags: new Set(), flagging: false });
  return {
    hash: person,
    respond: (request) =>
      new Promise((resolve) => {
        const answer = (response: TrialResponse): void => {
          signal.removeEventListener('abort', leave);
          if (seat.get() === own) seat.set(null);
          resolve(response);
        };
        const leave = (): void => answer(personSays(''));
        const own: Seat = { request, answer };
        useHand.setState({ moves: [], note: '' });
        seat.set(own);
        if (signal.aborted) leave();
        else signal.addEventListener('abort', leave);
      }),
  };
}

/** The state that the person looks at, before the moves that are not sent. */
export function stateOf({ request }: Seat): State {
  return request.scene.states[request.scene.states.length - 1];
}

/** The state after moves that are not sent. */
export function preview(state: State, moves: readonly string[]): State {
  return moves.length === 0 ? state : replay(state, moves).state;
}

/** Moves that one turn may hold; 0: a turn is a click. */
export function movesOf(state: State): number {
  return state.world === 'sokoban' ? state.task.config.movesPerTurn : 0;
}

/** One more move of this turn. @returns false where it would change nothing, or the turn is full */
export function press(direction: Direction): boolean {
  const now = seat.get();
  const { moves } = useHand.getState();
  if (now?.request.purpose !== 'play') return false;
  const state = stateOf(now);
  if (moves.length >= movesOf(state)) return false;
  const before = preview(state, moves);
  const next = [...moves, direction];
  if (before.end !== null || rows(preview(state, next)).join() === rows(before).join()) return false;
  useHand.setState({ moves: next });
  return true;
}

/** Take back the last move that is not sent. */
export function takeBack(): void {
  useHand.setState(({ moves }) => ({ moves: moves.slice(0, -1) }));
}

/** Play the turn. */
export function send(): void {
  const { moves } = useHand.getState();
  if (moves.length > 0) sendActions(moves);
}

/** Open a cell, or flag it. A flagged cell is not opened. */
export function pick(cell: Cell, flag: boolean): void {
  const now = seat.get();
  if (now?.request.purpose !== 'play') return;
  const state = stateOf(now);
  if (state.world === 'sokoban') {
    const way = directionTo(preview(state, useHand.getState().moves), cell);
    if (way) press(way);
    return;
  }
  if (rows(state)[cell.row]?.[cell.column] !== '?') return;
  const key = cellKey(cell.row, cell.column);
  const { flags, flagging } = useHand.getState();
  if (flag || flagging) {
    const next = new Set(flags);
    if (!next.delete(key)) next.add(key);
    useHand.setState({ flags: next });
  } else if (!flags.has(key)) sendActions([`${cell.row + 1},${cell.column + 1}`]);
}

/** The direction of a cell beside the player; null: it is not beside. */
function directionTo(state: State, cell: Cell): Direction | null {
  const at = rows(state).flatMap((line, row) => [...line].flatMap((symbol, column) => ('@+'.includes(symbol) ? [{ row, column }] : [])))[0];
  if (!at) return null;
  const [down, right] = [cell.row - at.row, cell.column - at.column];
  if (Math.abs(down) + Math.abs(right) !== 1) return null;
  return directions[down < 0 ? 0 : down > 0 ? 1 : right < 0 ? 2 : 3];
}

function sendActions(actions: readonly string[]): void {
  const now = seat.get();
  if (now?.request.purpose === 'play') now.answer(personActs(now.request.scene.task, actions, 'brief'));
}

/** Hand in the note as it stands; empty: none. */
export function writeNote(): void {
  const now = seat.get();
  const { note } = useHand.getState();
  if (now?.request.purpose === 'reflect') now.answer(personSays(`<remark>${note.replace(/<\/?remark>/g, '')}</remark>`));
}
