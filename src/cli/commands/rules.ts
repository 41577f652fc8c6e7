import type { Command } from 'commander';
import { act, describe, initial, rows, type State } from '../../worlds/index.ts';
import { note, print, readText } from '../shell.ts';
import { addTaskFlags, taskOf, type TaskOptions } from '../taskFlags.ts';

interface Options extends TaskOptions {
  readonly actions: string;
}

export function register(program: Command): void {
  addTaskFlags(program.command('rules'))
    .description('Play actions from a file by the rules alone; no policy. One JSON line for the start and one per turn.')
    .requiredOption('--actions <file>', 'one turn a line: up,left,left or 3,5; a line that cannot be read is an invalid turn')
    .action((options: Options) => {
      const task = taskOf(options);
      const lines = readText('--actions', options.actions).split(/\r?\n/);
      if (lines.at(-1) === '') lines.pop();
      let state = initial(task);
      print(line(state, 0));
      let played = 0;
      for (const text of lines) {
        if (state.end !== null) break;
        const turn = act(state, actionsIn(state, text));
        state = turn.state;
        played++;
        print(line(state, turn.reward));
      }
      if (played < lines.length) note(`${lines.length - played} line(s) after the end were not played.`);
    });
}

/** In Sokoban a turn holds several actions with commas between them, in MineSweeper the comma is part of the one action. */
function actionsIn(state: State, text: string): string[] {
  return state.world === 'sokoban' ? text.split(',').map((piece) => piece.trim()) : [text.replaceAll(' ', '')];
}

function line(state: State, reward: number): string {
  return JSON.stringify({
    version: 1,
    turn: state.turn,
    text: describe(state),
    rows: rows(state),
    reward,
    done: state.end !== null,
    won: state.end === 'won',
    dead: state.end === 'dead',
  });
}
