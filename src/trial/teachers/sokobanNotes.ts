/** Notes about Sokoban levels: ` locked box (3, 2) left first box (2, 4) up then box (3, 3) left`. Only what the player saw or could work out. */
import {
  directions,
  levelOf,
  move,
  pushesOf,
  rowColumn,
  tableOf,
  type Level,
  type Push,
  type SokobanTask,
} from '../../worlds/sokoban/index.ts';
import { initial, type State } from '../../worlds/index.ts';
import type { Random } from '../../worlds/random.ts';
import { vagueNotes } from '../brief/vagueNotes.ts';
import { cell } from '../brief/words.ts';
import type { Scene } from '../contract.ts';
import { lockedWord, type Mix } from './style.ts';

/** The cell of the box before the push, from 0. */
export interface NamedPush {
  readonly row: number;
  readonly column: number;
  readonly direction: string;
}

const item = /(?:^|\s)(locked|first|then) box \((\d+), (\d+)\) (up|down|left|right)(?=\s|$)/g;

/** Everything in a note that names a push in the teachers' way. */
export function readSokobanNote(text: string): { readonly avoid: NamedPush[]; readonly first: NamedPush[] } {
  const avoid: NamedPush[] = [];
  const first: NamedPush[] = [];
  for (const [, what, row, column, direction] of text.matchAll(item)) {
    (what === 'locked' ? avoid : first).push({ row: Number(row), column: Number(column), direction });
  }
  return { avoid, first };
}

export function sokobanNote(scene: Scene, mix: Mix, random: Random): string {
  if (scene.task.world !== 'sokoban') throw new Error('The Sokoban teacher was asked about another world.');
  switch (mix.note) {
    case 'informative':
      return warning(scene) + advice(scene, scene.task, random);
    case 'bare':
      return warning(scene);
    case 'vague':
      return ` ${random.pick(vagueNotes.sokoban)}`;
    case 'wrong':
      return wrong(scene, scene.task, random);
    case 'empty':
      return '';
  }
}

/** How many of a plan's pushes a note names. */
const advisedPushes = 2;

/** What locked a box. */
function warning(scene: Scene): string {
  const locked = lockedBy(scene);
  return locked ? lockedWord + text(locked) : ' late';
}

/** How to begin: the plan as far as it leaves the locked box's place alone, so that warning and advice are never about the same. */
function advice(scene: Scene, task: SokobanTask, random: Random): string {
  const locked = lockedBy(scene);
  const apart = (push: NamedPush): boolean => push.row !== locked?.row || push.column !== locked.column;
  const plan = planPushes(task).slice(0, advisedPushes);
  const near = plan.findIndex((push) => !apart(push));
  const begin = near < 0 ? plan : plan.slice(0, near);
  const [made] = madePushes(scene);
  const first = begin.length > 0 ? begin : otherFirst(task, (push) => apart(push) && !samePush(push, made), random);
  return first.map((push, index) => (index === 0 ? ' first' : ' then') + text(push)).join('');
}

function lockedBy(scene: Scene): NamedPush | undefined {
  return scene.end === 'dead' ? madePushes(scene).at(-1) : undefined;
}

/** Blames a push that did no harm, or advises one at random. */
function wrong(scene: Scene, task: SokobanTask, random: Random): string {
  const level = levelOf(task);
  const made = madePushes(scene);
  const blame = made.length > 1 ? lockedWord + text(random.pick(made.slice(0, -1))) : '';
  const box = random.pick(level.start.boxes);
  const [row, column] = rowColumn(level, box);
  return `${blame} first${text({ row, column, direction: random.pick(directions) })}`;
}

/** A push of the start that keeps the level solvable, so far as that is known. */
function otherFirst(task: SokobanTask, wanted: (push: NamedPush) => boolean, random: Random): NamedPush[] {
  const level = levelOf(task);
  const others = pushesOf(level, level.start)
    .filter((push) => tableOf(level)?.plan(push.after) !== null)
    .map((push) => named(level, push))
    .filter(wanted);
  return others.length > 0 ? [random.pick(others)] : [];
}

function planPushes(task: SokobanTask): NamedPush[] {
  const level = levelOf(task);
  const plan = tableOf(level)?.plan(level.start) ?? [];
  const state = initial(task);
  return state.world === 'sokoban' ? madePushes({ states: [state], actions: [plan] }) : [];
}

/** Every push of an episode, in order. */
export function madePushes(episode: { readonly states: readonly State[]; readonly actions: readonly (readonly string[])[] }): NamedPush[] {
  return episode.actions.flatMap((turn, index) => {
    const state = episode.states[index];
    if (state.world !== 'sokoban') return [];
    const level = levelOf(state.task);
    const pushes: NamedPush[] = [];
    let position: { readonly player: number; readonly boxes: readonly number[] } = state;
    for (const action of turn) {
      const direction = directions.find((d) => d === action);
      const next = direction ? move(level, position, direction) : null;
      if (!direction || !next) continue;
      if (next.boxes !== position.boxes) pushes.push(named(level, { box: next.player, direction }));
      position = next;
    }
    return pushes;
  });
}

export function named(level: Level, { box, direction }: Pick<Push, 'box' | 'direction'>): NamedPush {
  const [row, column] = rowColumn(level, box);
  return { row, column, direction };
}

export function samePush(a: NamedPush | undefined, b: NamedPush | undefined): boolean {
  return a !== undefined && b !== undefined && a.row === b.row && a.column === b.column && a.direction === b.direction;
}

function text({ row, column, direction }: NamedPush): string {
  return ` box${cell(row, column)} ${direction}`;
}
