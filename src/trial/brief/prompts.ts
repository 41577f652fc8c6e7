/**
 * The brief style: prompts for the embedded policy in a closed vocabulary. Every word carries one leading space, so that each is one token;
 * boards are exactly what the worlds print. Rules ≈ 10 tokens, a turn = turns left + board.
 */
import { describe, type End, type State, type Task } from '../../worlds/index.ts';
import { levelOf } from '../../worlds/sokoban/index.ts';
import type { Scene } from '../contract.ts';
import { remembered, type Remembered } from '../memory.ts';
import { cell } from './words.ts';

const endWords = { won: ' done', dead: ' died', turns: ' late' } as const satisfies Record<End, string>;

export function opening(scene: Scene): string {
  const past = remembered(scene);
  const count = past.length === 0 ? '' : ` try ${past.length + 1}`;
  return rules(scene.task) + past.map((item) => paragraph(scene.task, item)).join('') + count + position(scene);
}

export function observation(scene: Scene): string {
  return (scene.actions.at(-1)?.length === 0 ? ' invalid' : '') + position(scene);
}

export function reflect(scene: Scene): string {
  return endWords[scene.end ?? 'turns'] + board(current(scene)) + ' reflect';
}

function rules(task: Task): string {
  return task.world === 'sokoban'
    ? ` sokoban push all ${levelOf(task).start.boxes.length} boxes to targets ${task.config.movesPerTurn} moves a turn`
    : ` minesweeper open all safe cells ${task.config.mines} mines`;
}

function position(scene: Scene): string {
  return ` ${scene.task.config.turns - scene.actions.length} turns${board(current(scene))}`;
}

function board(state: State): string {
  return `\n${describe(state)}`;
}

function current(scene: Scene): State {
  return scene.states[scene.states.length - 1];
}

function paragraph(task: Task, item: Remembered): string {
  const { history, note } = item;
  const did = history
    ? ` did${history.actions.map((turn) => played(task, turn)).join(' then')}${endWords[item.end]}${board(history.states[history.states.length - 1])}`
    : endWords[item.end];
  return ` try ${item.episode + 1}${did}${note === undefined ? '' : ` note ${note ?? 'none'}`}`;
}

/** The actions of one turn as they stand between the action tags. */
export function played(task: Task, actions: readonly string[]): string {
  if (actions.length === 0) return ' nothing';
  if (task.world === 'sokoban') return actions.map((action) => ` ${action}`).join(',');
  const [row, column] = actions[0].split(',').map(Number);
  return cell(row, column);
}
