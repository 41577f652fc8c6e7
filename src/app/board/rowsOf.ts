/** The rows of a board, the same list each time: who draws it sees at once what has not changed, and what was read from them is kept. */
import { rows, type State } from '../../worlds/index.ts';
import { once } from '../once.ts';

export const rowsOf: (state: State) => readonly string[] = once(rows);
