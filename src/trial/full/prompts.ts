/**
 * The full style: prompts for general instruct models, in our own words. Blocks in the order of lamer.md 2.1, except that an episode is
 * one growing conversation: later turns only add what happened and the new board.
 */
import { describe, type End, type State, type Task } from '../../worlds/index.ts';
import { levelOf } from '../../worlds/sokoban/index.ts';
import type { Scene } from '../contract.ts';
import { remembered, type Remembered } from '../memory.ts';

/** How many boards of an earlier episode are shown whole; older ones stand as "…". */
const wholeBoards = 2;

export function opening(scene: Scene): string {
  const { task } = scene;
  const blocks = [role(task), rules(task)];
  const past = remembered(scene);
  if (past.length > 0) {
    blocks.push('You have tried this very task before. It starts from the same position every time. What you know of the earlier tries:');
    blocks.push(...past.map((item) => paragraph(task, item)));
    blocks.push(`This is try ${past.length + 1}.`);
  }
  blocks.push(position(scene), answerFormat(task));
  return blocks.join('\n\n');
}

export function observation(scene: Scene): string {
  const last = scene.actions.at(-1) ?? [];
  const said =
    last.length === 0
      ? 'Your answer held no action that could be read, so nothing happened and the turn is spent.'
      : `Done: ${played(scene.task, last)}.`;
  return [said, position(scene), shortFormat(scene.task)].join('\n\n');
}

export function reflect(scene: Scene): string {
  return [
    `This try is over and the task is not solved: ${cause(scene.task, scene.end ?? 'turns')}.`,
    `The final board:\n${describe(current(scene))}`,
    'Look back over the turns of this try. Find what went wrong, which moves were wasted, and what you learned about this board that stays true ' +
      'when it starts again. Then write a note to yourself for the next try: name the cells and the actions that matter, what to avoid, and what to do first.',
    'You may reason first. Put the note itself between tags at the end, at most a few sentences: <remark>your note</remark>',
  ].join('\n\n');
}

function role(task: Task): string {
  return task.world === 'sokoban' ? 'You are playing Sokoban on a small grid.' : 'You are playing MineSweeper on a small grid.';
}

function rules(task: Task): string {
  if (task.world === 'sokoban') {
    const { turns, movesPerTurn } = task.config;
    // the level's own: an imported one may have more than the config can say
    const boxes = levelOf(task).start.boxes.length;
    return [
      `Goal: push ${boxes === 1 ? 'the box onto the target' : `all ${boxes} boxes onto the targets`}.`,
      'Symbols: # wall, _ floor, O target, X box, √ box on a target, P you, S you on a target. Rows are numbered from 0 at the top, columns from 0 at the left.',
      'Moves: up, down, left, right. Walking into a box pushes it one cell, if the cell behind it is free; a box can never be pulled, and two boxes can not be pushed at once. ' +
        'A box in a corner that is no target is lost, and so is one that can not leave a wall without targets.',
      `You have ${turns} turns of up to ${movesPerTurn} move${movesPerTurn === 1 ? '' : 's'} each.`,
    ].join('\n');
  }
  const { size, mines, turns } = task.config;
  return [
    `Goal: open every cell of the ${size}×${size} board that holds no mine. There are ${mines} mines.`,
    'Symbols: ? unopened, . opened with no mine around it, 1 to 8 the number of mines in the eight cells around, * a mine that went off. Rows and columns are numbered from 1.',
    'Opening a mine ends the try. Opening a cell without mines around it opens its whole neighbourhood.',
    `You have ${turns} turns and open one cell in each.`,
  ].join('\n');
}

function answerFormat(task: Task): string {
  return task.world === 'sokoban'
    ? `Think step by step, briefly. Then give up to ${task.config.movesPerTurn} move${task.config.movesPerTurn === 1 ? '' : 's'}, separated by commas, between tags. For example: <action>up, left</action>`
    : 'Think step by step, briefly. Then give the row and the column of the one cell to open, between tags. For example: <action>(2, 5)</action>';
}

function shortFormat(task: Task): string {
  return task.world === 'sokoban' ? 'Your next moves? End with <action>…</action>.' : 'Which cell next? End with <action>(row, column)</action>.';
}

function position(scene: Scene): string {
  const left = scene.task.config.turns - scene.actions.length;
  return `${left === 1 ? 'This is the last turn' : `${left} turns are left`}. The board now:\n${describe(current(scene))}`;
}

function current(scene: Scene): State {
  return scene.states[scene.states.length - 1];
}

function paragraph(task: Task, item: Remembered): string {
  const lines = [`Try ${item.episode + 1}, not solved: ${cause(task, item.end)}.`];
  const { history, note } = item;
  if (history) {
    history.actions.forEach((turn, index) => {
      lines.push(`Action ${index + 1}: ${played(task, turn)}`);
      lines.push(`Board ${index + 1}:${index < history.actions.length - wholeBoards ? ' …' : `\n${describe(history.states[index + 1])}`}`);
    });
  }
  if (note !== undefined) lines.push(note === null ? 'You left no note.' : `Your note: ${note}`);
  return lines.join('\n');
}

function cause(task: Task, end: End): string {
  if (end === 'won') return 'it was solved';
  if (end === 'turns') return 'the turns ran out';
  return task.world === 'sokoban' ? 'the boxes can no longer all reach targets' : 'a mine was opened';
}

function played(task: Task, actions: readonly string[]): string {
  if (actions.length === 0) return 'nothing (the answer could not be read)';
  return task.world === 'sokoban' ? actions.join(', ') : `opened (${actions[0].replace(',', ', ')})`;
}
