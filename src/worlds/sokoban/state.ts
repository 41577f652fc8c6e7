/** Tasks, states and turns of Sokoban. */
import { InputError } from '../config.ts';
import { finish, type Steps } from '../steps.ts';
import type { Answer, End, Turn } from '../world.ts';
import type { SokobanAction } from './answer.ts';
import { parseConfig, type SokobanConfig } from './config.ts';
import { generating } from './generate.ts';
import { countOnGoals, directions, move, solved, type Level, type Position } from './level.ts';
import { provenDead } from './solve.ts';
import { formatXsb, parseXsb } from './xsb.ts';

/** Plain data, self-contained: the level itself as XSB rows. */
export interface SokobanTask {
  readonly world: 'sokoban';
  readonly config: SokobanConfig;
  readonly level: readonly string[];
  /** drawn or brought along by a person; absent: made from a seed, or not known */
  readonly own?: true;
}

export interface SokobanState extends Position {
  readonly world: 'sokoban';
  readonly task: SokobanTask;
  /** turns played */
  readonly turn: number;
  readonly end: End | null;
  /** solved at some moment of this episode; under `released` play can go on after that */
  readonly won: boolean;
  /** moves made, "still" not counted; the released code stops at exactly 30 */
  readonly moves: number;
  /** boxes on goals as last counted; the released code starts at 0 whatever the level looks like */
  readonly counted: number;
}

export interface SokobanTurn extends Turn<SokobanState, SokobanAction> {
  readonly state: SokobanState;
  /** solved at some moment of this turn */
  readonly won: boolean;
}

/** The same for the same config and seed. @throws InputError when the seed has no such level */
export function makeTask(config: SokobanConfig, seed: number): SokobanTask {
  return finish(makingTask(config, seed));
}

/** The same, room by room. */
export function* makingTask(config: SokobanConfig, seed: number): Steps<SokobanTask> {
  return { world: 'sokoban', config, level: formatXsb(yield* generating(config, seed)) };
}

/** A task on a level in XSB text; `size`, `boxes` and the solution range of the config say nothing about it. @throws InputError */
export function taskFromXsb(text: string | readonly string[], config: SokobanConfig): SokobanTask {
  return { world: 'sokoban', config, level: formatXsb(parseXsb(text)) };
}

/** @throws InputError */
export function parseTask(value: unknown): SokobanTask {
  if (typeof value !== 'object' || value === null || !('config' in value) || !('level' in value)) {
    throw new InputError('A Sokoban task needs config and level (XSB rows).');
  }
  const { config, level } = value;
  if (typeof level === 'string') return taskFromXsb(level, parseConfig(config));
  if (!Array.isArray(level) || !level.every((row): row is string => typeof row === 'string')) {
    throw new InputError(`The level of a Sokoban task must be XSB rows (a list of texts); it is ${JSON.stringify(level)?.slice(0, 40)}.`);
  }
  return taskFromXsb(level, parseConfig(config));
}

const levels = new WeakMap<SokobanTask, Level>();
const levelsByText = new Map<string, Level>();

/** The level of a task; equal levels share one object while they are in use, and with it what was worked out about them. */
export function levelOf(task: SokobanTask): Level {
  const known = levels.get(task);
  if (known !== undefined) return known;
  const text = task.level.join('\n');
  const level = levelsByText.get(text) ?? parseXsb(text);
  if (levelsByText.size >= 1000) levelsByText.clear();
  levelsByText.set(text, level);
  levels.set(task, level);
  return level;
}

export function initial(task: SokobanTask): SokobanState {
  const level = levelOf(task);
  const { player, boxes } = level.start;
  const released = task.config.fidelity === 'released';
  const won = !released && solved(level, boxes);
  const counted = released ? 0 : countOnGoals(level, boxes);
  return { world: 'sokoban', task, player, boxes, turn: 0, end: won ? 'won' : null, won, moves: 0, counted };
}

interface StepOptions {
  /** false: play on without asking whether the level is lost; the episode then never ends as `dead` (much faster) */
  readonly proof?: boolean;
}

/** One turn. After the end nothing happens any more. An invalid answer spends the turn; its shaped reward is that of standing still. */
export function step(state: SokobanState, answer: Answer<SokobanAction>, { proof = true }: StepOptions = {}): SokobanTurn {
  if (state.end !== null) return { state, valid: false, applied: [], reward: 0, end: state.end, won: false };
  const { config } = state.task;
  const level = levelOf(state.task);
  const actions = answer.actions.slice(0, config.movesPerTurn);
  const valid = answer.valid && actions.length > 0;
  const played = (config.fidelity === 'released' ? playReleased : playOurs)(level, state, valid ? actions : ['still'], proof);
  const turn = state.turn + 1;
  const won = state.won || played.won;
  const end = played.end ?? (turn >= config.turns ? 'turns' : null);
  const next: SokobanState = {
    world: 'sokoban',
    task: state.task,
    player: played.player,
    boxes: played.boxes,
    turn,
    // an episode that was solved at any moment counts as won, however it ends
    end: end !== null && won ? 'won' : end,
    won,
    moves: played.moves,
    counted: played.counted,
  };
  const reward = config.reward === 'sparse' ? (played.end === 'won' ? 10 : 0) : played.tenths / 10;
  return { state: next, valid, applied: valid ? actions.slice(0, played.applied) : [], reward, end: next.end, won: played.won };
}

interface Played extends Position {
  readonly moves: number;
  readonly counted: number;
  readonly applied: number;
  /** shaped reward in tenths, so that sums stay exact */
  readonly tenths: number;
  readonly won: boolean;
  readonly end: End | null;
}

type Play = (level: Level, state: SokobanState, actions: readonly SokobanAction[], proof: boolean) => Played;

/** Stops when solved and when a push is proven to have lost the level; rewards add up. */
const playOurs: Play = (level, state, actions, proof) => {
  let position: Position = state;
  let { moves, counted } = state;
  let tenths = 0;
  let applied = 0;
  let end: End | null = null;
  for (const action of actions) {
    applied++;
    tenths -= 1;
    if (action === 'still') continue;
    const next = move(level, position, action);
    const changed = next !== null && next.boxes !== position.boxes;
    if (next !== null) position = next;
    if (changed) {
      const count = countOnGoals(level, position.boxes);
      tenths += 10 * (count - counted);
      counted = count;
      if (counted === position.boxes.length) {
        tenths += 100;
        end = 'won';
      }
    }
    // walking never loses a level, so only pushes are asked about, and the very first move (an imported level may be lost from the start)
    if (end === null && proof && (changed || moves === 0) && provenDead(level, position)) end = 'dead';
    moves++;
    if (end !== null) break;
  }
  return { player: position.player, boxes: position.boxes, moves, counted, applied, tenths, won: end === 'won', end };
};

/**
 * As the code released with the paper plays (mlbio-epfl/LaMer at 9a4756c): all actions are carried out, reward and end are those of the
 * last one, the turn is won if any action left the level solved, and "still" neither wins nor ends anything.
 */
const playReleased: Play = (level, state, actions, proof) => {
  let position: Position = state;
  let { moves, counted } = state;
  let tenths = 0;
  let won = false;
  let end: End | null = null;
  for (const action of actions) {
    const after = action === 'still' ? null : releasedMove(level, position, moves, counted, action, proof);
    tenths = after?.tenths ?? -1;
    end = after?.end ?? null;
    if (after === null) continue;
    ({ position, moves, counted } = after);
    won ||= end === 'won';
  }
  return { player: position.player, boxes: position.boxes, moves, counted, applied: actions.length, tenths, won, end };
};

const releasedCap = 30;

/** One action other than "still" in the released environment; `end` null means its `done` is false. */
export function releasedMove(
  level: Level,
  from: Position,
  movesBefore: number,
  countedBefore: number,
  direction: (typeof directions)[number],
  proof = true,
): { position: Position; moves: number; counted: number; tenths: number; end: End | null } {
  const position = move(level, from, direction) ?? from;
  const moves = movesBefore + 1;
  const counted = countOnGoals(level, position.boxes);
  const won = counted === position.boxes.length;
  const tenths = -1 + 10 * Math.sign(counted - countedBefore) + (won ? 100 : 0);
  const end = won ? 'won' : moves === releasedCap ? 'turns' : proof && provenDead(level, position) ? 'dead' : null;
  return { position, moves, counted, tenths, end };
}
