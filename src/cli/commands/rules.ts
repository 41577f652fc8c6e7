import type { Command } from 'commander';
import { act, describe, initial, rows, type PlayedTurn, type State } from '../../worlds/index.ts';
import { note, print, readText } from '../shell.ts';
import { addTaskFlags, taskOf, type TaskOptions } from '../taskFlags.ts';

interface Options extends TaskOptions {
  readonly actions: string;
}

export function register(program: Command): void {
  addTaskFlags(program.command('rules'))
    .description('Play actions from a file by the rules alone; no policy. One JSON line for the start and one per turn.')
    .requiredOption('--actions <file>', 'one turn a line: up,left,left or 3,5; a line that cannot be read is an invalid turn')
    .action(async (options: Options) => {
      const makeTask = taskOf(options);
      const lines = readText('--actions', options.actions).split(/\r\n|\r|\n/);
      if (lines.at(-1) === '') lines.pop();
      const task = await makeTask();
      let state = initial(task);
      print(line({ state, valid: true, reward: 0, won: state.end === 'won' }));
      let played = 0;
      for (const text of lines) {
        if (state.end !== null) break;
        const turn = act(state, actionsIn(state, text));
        state = turn.state;
        played++;
        print(line(turn));
      }
      const left = lines.length - played;
      if (left > 0) note(`${left} ${left === 1 ? 'line' : 'lines'} after the end ${left === 1 ? 'was' : 'were'} not played.`);
    });
}

/** In Sokoban a turn holds several actions with commas between them, in MineSweeper the comma is part of the one action. */
function actionsIn(state: State, text: string): string[] {
  return state.world === 'sokoban' ? text.split(',').map((piece) => piece.trim()) : [text.trim()];
}

/** `won`: this turn solved the task. The released environment leaves the turn limit to its caller, so there it is not `done`. */
function line({ state, valid, reward, won }: Pick<PlayedTurn, 'state' | 'valid' | 'reward' | 'won'>): string {
  const { config } = state.task;
  const limit = config.fidelity === 'released' && state.turn >= config.turns && state.end !== 'dead' && !won;
  return JSON.stringify({
    version: 1,
    turn: state.turn,
    text: describe(state),
    rows: rows(state),
    valid,
    reward,
    done: state.end !== null && !limit,
    won,
    dead: state.end === 'dead',
  });
}
