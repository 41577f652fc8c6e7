/**
 * All worlds as one: functions over the unions of their tasks and states, with actions as canonical text. Trials, records,
 * the command line and the page use these and never ask which world they are in.
 */
import { InputError } from './config.ts';
import * as minesweeper from './minesweeper/index.ts';
import * as sokoban from './sokoban/index.ts';
import type { Steps } from './steps.ts';
import type { Answer, End, Turn } from './world.ts';

export { decimal, InputError, SettingError, wholeDecimal, type SettingProblem } from './config.ts';
export type { End } from './world.ts';

export const worldIds = ['sokoban', 'minesweeper'] as const;
export type WorldId = (typeof worldIds)[number];

export type Task = sokoban.SokobanTask | minesweeper.MineTask;
export type State = sokoban.SokobanState | minesweeper.MineState;

/** One turn with its actions as text. */
export interface PlayedTurn {
  readonly state: State;
  readonly valid: boolean;
  readonly applied: readonly string[];
  readonly reward: number;
  readonly end: End | null;
  /** solved at some moment of this turn; under Sokoban's `released` rules play can go on after that */
  readonly won: boolean;
}

/** @throws InputError */
export function makeTask(world: WorldId, settings: unknown, seed: number): Task {
  switch (world) {
    case 'sokoban':
      return sokoban.world.makeTask(sokoban.world.parseConfig(settings), seed);
    case 'minesweeper':
      return minesweeper.world.makeTask(minesweeper.world.parseConfig(settings), seed);
  }
}

/** The same in steps: a level can take minutes to be found, or not to be. @throws InputError */
export function* makingTask(world: WorldId, settings: unknown, seed: number): Steps<Task> {
  if (world === 'sokoban') return yield* sokoban.makingTask(sokoban.world.parseConfig(settings), seed);
  return makeTask(world, settings, seed);
}

/** @throws InputError */
export function parseTask(value: unknown): Task {
  const task = parseContent(value);
  return typeof value === 'object' && value !== null && 'own' in value && value.own === true ? { ...task, own: true } : task;
}

function parseContent(value: unknown): Task {
  const world = typeof value === 'object' && value !== null && 'world' in value ? value.world : undefined;
  if (world === 'sokoban') return sokoban.world.parseTask(value);
  if (world === 'minesweeper') return minesweeper.world.parseTask(value);
  throw new InputError(`A task must name its world (${worldIds.join(' or ')}); this one names ${JSON.stringify(world) ?? 'none'}.`);
}

export function contentKey(task: Task): string {
  return task.world === 'sokoban' ? sokoban.world.contentKey(task) : minesweeper.world.contentKey(task);
}

export function initial(task: Task): State {
  return task.world === 'sokoban' ? sokoban.world.initial(task) : minesweeper.world.initial(task);
}

/** Read the policy's response and play it as one turn. */
export function respond(state: State, response: string): PlayedTurn {
  switch (state.world) {
    case 'sokoban':
      return play(sokoban.world, state, sokoban.world.parse(response, state.task));
    case 'minesweeper':
      return play(minesweeper.world, state, minesweeper.world.parse(response, state.task));
  }
}

/** Play actions given as canonical text as one turn; an unreadable action makes the turn invalid. */
export function act(state: State, actions: readonly string[]): PlayedTurn {
  switch (state.world) {
    case 'sokoban':
      return play(sokoban.world, state, toAnswer(sokoban.world.parseAction, actions));
    case 'minesweeper':
      return play(minesweeper.world, state, toAnswer(minesweeper.world.parseAction, actions));
  }
}

/**
 * Play recorded actions again. Nobody asks whether a Sokoban level is lost: that is the costly part of a turn, and how far its proof goes may
 * change; so `end` is never a proven loss here, and whoever has a record knows it from there.
 */
export function replay(state: State, actions: readonly string[]): PlayedTurn {
  if (state.world === 'minesweeper') return act(state, actions);
  const unproven = { ...sokoban.world, step: (from: sokoban.SokobanState, answer: Answer<sokoban.SokobanAction>) => sokoban.step(from, answer, { proof: false }) };
  return play(unproven, state, toAnswer(sokoban.world.parseAction, actions));
}

/** The board as the policy reads it. */
export function describe(state: State): string {
  return state.world === 'sokoban' ? sokoban.world.describe(state) : minesweeper.world.describe(state);
}

/** The board as data, a text a row: what the policy can see of it. */
export function rows(state: State): string[] {
  return state.world === 'sokoban' ? sokoban.world.rows(state) : minesweeper.world.rows(state);
}

/** Legal actions as canonical text. */
export function legal(state: State): string[] {
  return state.world === 'sokoban'
    ? sokoban.world.legal(state).map(sokoban.world.formatAction)
    : minesweeper.world.legal(state).map(minesweeper.world.formatAction);
}

interface Player<S, A> {
  step(state: S, answer: Answer<A>): Turn<S, A>;
  formatAction(this: void, action: A): string;
}

function play<S extends State, A>(world: Player<S, A>, state: S, answer: { valid: boolean; actions: readonly A[] }): PlayedTurn {
  const turn = world.step(state, answer);
  return { ...turn, applied: turn.applied.map((action) => world.formatAction(action)), won: turn.won ?? turn.end === 'won' };
}

function toAnswer<A>(parse: (text: string) => A | null, texts: readonly string[]): { valid: boolean; actions: A[] } {
  const actions = texts.flatMap((text) => parse(text) ?? []);
  return { valid: texts.length > 0 && actions.length === texts.length, actions };
}
