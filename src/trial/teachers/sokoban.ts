/**
 * Sokoban players. A thought after the style word names the next push (cell of the box, direction) and where the box is to go, or that a
 * note named the push, or the push that memory warns of. Knows only the board and what memory shows.
 */
import {
  directions,
  levelOf,
  lone,
  move,
  pushesOf,
  rowColumn,
  tableOf,
  type Direction,
  type Level,
  type Position,
  type Push,
} from '../../worlds/sokoban/index.ts';
import type { Random } from '../../worlds/random.ts';
import { cell as cellWord } from '../brief/words.ts';
import type { Scene } from '../contract.ts';
import { remembered } from '../memory.ts';
import { madePushes, named, readSokobanNote, samePush, sokobanNote, type NamedPush } from './sokobanNotes.ts';
import { warningWord, type Brain, type Choice, type Mix } from './style.ts';

export const sokoban: Brain = { choose, note: sokobanNote };

interface View {
  readonly level: Level;
  readonly position: Position;
  /** moves of one answer */
  readonly most: number;
}

/** What memory tells. */
interface Known {
  /** pushes that locked a box */
  readonly avoid: readonly NamedPush[];
  /** pushes to begin with, in order */
  readonly first: readonly NamedPush[];
  readonly source: 'note' | 'seen';
}

function choose(scene: Scene, mix: Mix, random: Random): Choice {
  const state = scene.states[scene.states.length - 1];
  if (state.world !== 'sokoban') throw new Error('The Sokoban teacher was asked about another world.');
  const view: View = { level: levelOf(state.task), position: state, most: state.task.config.movesPerTurn };
  const known = mix.follow ? recall(scene, view) : null;
  if (random.uniform() >= mix.skill) return warned(view, known, slip(view, known, random));
  return warned(view, known, (known && advised(scene, view, known)) ?? decide(view, known, mix, random));
}

/** The push that memory warns of is repeated before every thought, and a turn ends before it would be made. */
function warned(view: View, known: Known | null, { thought, actions }: Choice): Choice {
  const bad = known?.avoid.findLast((push) => view.position.boxes.includes(boxAt(view.level, push))) ?? known?.avoid.at(-1);
  if (!known || !bad) return { thought, actions };
  return { thought: `${warningWord}${cellWord(bad.row, bad.column)} ${bad.direction}${thought}`, actions: heeding(view, known, actions) };
}

/** The moves before the first push that memory warns of. */
function heeding({ level, position }: View, known: Known, actions: readonly string[]): readonly string[] {
  let at: Position = position;
  for (const [index, action] of actions.entries()) {
    const direction = directions.find((d) => d === action);
    const next = direction ? move(level, at, direction) : null;
    if (!direction || !next) continue;
    const pushed = next.boxes !== at.boxes ? next.player : -1;
    if (known.avoid.some((bad) => bad.direction === direction && boxAt(level, bad) === pushed)) return actions.slice(0, index);
    at = next;
  }
  return actions;
}

function decide(view: View, known: Known | null, mix: Mix, random: Random): Choice {
  switch (mix.style) {
    case 'random':
      return { thought: '', actions: wander(view, known, random) };
    case 'greedy':
      return greedy(view, known, random);
    case 'cautious':
      return cautious(view, known, random);
    case 'probing':
      return untouched(view) ? probe(view, known, random) : greedy(view, known, random);
    case 'perfect':
      return planned(view, known) ?? cautious(view, known, random);
  }
}

/** Any push at all, honestly named. */
function slip(view: View, known: Known | null, random: Random): Choice {
  const pushes = others(view, known, allowed(view, known));
  return pushes.length > 0 ? pushing(view, random.pick(pushes)) : { thought: ' stuck', actions: wander(view, known, random) };
}

/** The first moves of a shortest plan; null where there is none, where it pushes the box that memory warns of, or where the level is too large for its table. */
function planned(view: View, known: Known | null): Choice | null {
  const plan = tableOf(view.level)?.plan(view.position);
  if (!plan || plan.length === 0) return null;
  const { first, box, target } = follow(view, plan);
  if (known?.avoid.some((bad) => boxAt(view.level, bad) === box) === true) return null;
  return { thought: first + target, actions: plan.slice(0, view.most) };
}

/** The first push of a plan in words, the cell of its box, and the cell where that comes to rest. */
function follow(view: View, plan: readonly Direction[]): { readonly first: string; readonly box: number; readonly target: string } {
  let position = view.position;
  let first = '';
  let from = -1;
  let box = -1;
  for (const direction of plan) {
    const next = move(view.level, position, direction);
    if (next && next.boxes !== position.boxes) {
      const step = next.player - position.player;
      if (box < 0) {
        first = pushText(view.level, next.player, direction);
        from = next.player;
      }
      if (box < 0 || box === next.player) box = next.player + step;
    }
    position = next ?? position;
  }
  return { first, box: from, target: box < 0 ? '' : targetText(view.level, box) };
}

/** Walk to a push and make it, as far as the moves of one answer last; `on` keeps pushing while moves are left. */
function pushing(view: View, push: Push, on = false): Choice {
  const { level, most } = view;
  const actions = [...push.walk, push.direction];
  for (let position: Position | null = push.after; on && position && actions.length < most; ) {
    position = move(level, position, push.direction);
    if (position) actions.push(push.direction);
  }
  return { thought: pushText(level, push.box, push.direction) + goalText(level, push), actions: actions.slice(0, most) };
}

/** A push within reach of this very turn, better one that brings a box towards a goal in a straight count, on with all the moves there are, whatever comes of it. */
function greedy(view: View, known: Known | null, random: Random): Choice {
  const { level } = view;
  const pushes = others(view, known, allowed(view, known));
  const reach = pushes.filter((push) => push.walk.length < view.most);
  const choice = least(reach.length > 0 ? reach : pushes, (push) => gain(level, push));
  return choice.length > 0 ? pushing(view, random.pick(choice), true) : { thought: ' stuck', actions: wander(view, known, random) };
}

/** How much further a push brings its box from the nearest free goal, in cells. */
function gain(level: Level, push: Push): number {
  const to = landed(level, push);
  const others = push.after.boxes.filter((box) => box !== to);
  const free = level.goals.filter((goal) => !others.includes(goal));
  const distance = (box: number): number => Math.min(...free.map((goal) => apart(level, box, goal)));
  return distance(to) - distance(push.box);
}

/** One push at a time and a move less than allowed, never onto a lost square or into a block; any that helps a box on its own, so it dithers. */
function cautious(view: View, known: Known | null, random: Random): Choice {
  const { level } = view;
  const sound = others(view, known, allowed(view, known).filter((push) => harmless(level, push) && level.goal[push.box] === 0));
  const helping = sound.filter((push) => gain(level, push) < 0);
  const choice = helping.length > 0 ? helping : sound;
  return choice.length > 0 ? pushing({ ...view, most: Math.max(1, view.most - 1) }, random.pick(choice)) : { thought: ' stuck', actions: wander(view, known, random) };
}

/** Opens with any push that does no harm at sight but is not the usual one, to see what comes of it. */
function probe(view: View, known: Known | null, random: Random): Choice {
  const usual = planned(view, null)?.thought;
  const unusual = allowed(view, known).filter((push) => usual?.startsWith(pushText(view.level, push.box, push.direction)) !== true);
  const sound = others(view, known, unusual.filter((push) => harmless(view.level, push)));
  return sound.length > 0 ? pushing(view, random.pick(sound)) : cautious(view, known, random);
}

function untouched(view: View): boolean {
  return view.position.boxes.every((box, index) => box === view.level.start.boxes[index]);
}

/** The next of the pushes that a note advises to begin with, if it can be made. */
function advised(scene: Scene, view: View, known: Known): Choice | null {
  const made = madePushes(scene);
  const next = known.first[made.length];
  if (!next || made.some((push, index) => !samePush(push, known.first[index]))) return null;
  if (known.avoid.some((bad) => samePush(bad, next))) return null;
  const push = pushesOf(view.level, view.position).find((candidate) => samePush(named(view.level, candidate), next));
  if (!push) return null;
  return { thought: ` ${known.source}${pushText(view.level, push.box, push.direction)}`, actions: [...push.walk, push.direction].slice(0, view.most) };
}

/** Moves at random, into walls too, but not those that memory warns of. */
function wander(view: View, known: Known | null, random: Random): Direction[] {
  const actions: Direction[] = [];
  let position: Position = view.position;
  for (let turn = 0; turn < view.most; turn++) {
    const open = directions.filter((direction) => {
      const next = move(view.level, position, direction);
      if (next === null || next.boxes === position.boxes) return true;
      const [row, column] = rowColumn(view.level, next.player);
      return known?.avoid.some((push) => samePush(push, { row, column, direction })) !== true;
    });
    const direction = random.pick(open.length > 0 ? open : directions);
    actions.push(direction);
    position = move(view.level, position, direction) ?? position;
  }
  return actions;
}

function recall(scene: Scene, view: View): Known | null {
  const avoid: NamedPush[] = [];
  let first: readonly NamedPush[] = [];
  let source: Known['source'] = 'note';
  for (const { note, history, end } of remembered(scene)) {
    const read = readSokobanNote(note ?? '');
    avoid.push(...read.avoid);
    // the newest advice on how to begin replaces older advice
    if (read.first.length > 0) first = read.first;
    if (!history || end !== 'dead') continue;
    const last = madePushes(history).at(-1);
    if (last) avoid.push(last);
    if (read.avoid.length === 0) source = 'seen';
  }
  const [begin] = first;
  // Advice that begins with a box that is not there is not taken.
  if (begin && !view.level.start.boxes.includes(boxAt(view.level, begin))) first = [];
  return avoid.length + first.length === 0 ? null : { avoid, first, source };
}

/** The pushes that memory does not warn of. */
function allowed(view: View, known: Known | null): Push[] {
  return pushesOf(view.level, view.position).filter((push) => !known?.avoid.some((bad) => samePush(bad, named(view.level, push))));
}

/** Once burnt, a player takes another box than the one that memory warns of, and brings none to its place, where it has the choice. */
function others(view: View, known: Known | null, pushes: readonly Push[]): readonly Push[] {
  const free = pushes.filter((push) => !known?.avoid.some((bad) => [push.box, landed(view.level, push)].includes(boxAt(view.level, bad))));
  return free.length > 0 ? free : pushes;
}

/** Not onto a lost square, and not off a goal into a 2×2 block of walls and boxes, which never moves again. */
function harmless(level: Level, push: Push): boolean {
  const { boxes } = push.after;
  const box = landed(level, push);
  if (lone(level).pushes[box] < 0) return false;
  if (level.goal[box] === 1) return true;
  const solid = (at: number): boolean => level.wall[at] === 1 || boxes.includes(at);
  return ![-1, 1].some((across) => [-level.width, level.width].some((down) => solid(box + across) && solid(box + down) && solid(box + across + down)));
}

/** Where the box stands after a push. */
function landed(level: Level, push: Push): number {
  const step = { up: -level.width, down: level.width, left: -1, right: 1 }[push.direction];
  return push.box + step;
}

function boxAt(level: Level, { row, column }: NamedPush): number {
  return row * level.width + column;
}

function apart(level: Level, a: number, b: number): number {
  const [ra, ca] = rowColumn(level, a);
  const [rb, cb] = rowColumn(level, b);
  return Math.abs(ra - rb) + Math.abs(ca - cb);
}

function pushText(level: Level, box: number, direction: string): string {
  return ` box${cellWord(...rowColumn(level, box))} ${direction}`;
}

function targetText(level: Level, at: number): string {
  return ` target${cellWord(...rowColumn(level, at))}`;
}

function goalText(level: Level, push: Push): string {
  const to = landed(level, push);
  const free = level.goals.filter((goal) => !push.after.boxes.some((box) => box === goal && box !== to));
  const goal = [...free].sort((a, b) => apart(level, to, a) - apart(level, to, b) || a - b)[0];
  return goal === undefined ? '' : targetText(level, goal);
}

/** The items of least cost. */
function least(pushes: readonly Push[], cost: (push: Push) => number): readonly Push[] {
  const costs = pushes.map(cost);
  const lowest = Math.min(...costs);
  return pushes.filter((_, index) => costs[index] === lowest);
}
