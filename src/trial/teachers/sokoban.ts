/**
 * Sokoban players. A thought after the style word names the next push (cell of the box, direction) and where the box is to go, or that a
 * note named the push. Knows only the board and what memory shows.
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
import { madePushes, readSokobanNote, sokobanNote, type NamedPush } from './sokobanNotes.ts';
import type { Brain, Choice, Mix } from './style.ts';

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
  const wanted = (known && advised(scene, view, known)) ?? decide(view, known, mix, random);
  return random.uniform() < mix.skill ? wanted : { ...wanted, actions: wander(view, known, random) };
}

function decide(view: View, known: Known | null, mix: Mix, random: Random): Choice {
  switch (mix.style) {
    case 'random':
      return { thought: '', actions: wander(view, known, random) };
    case 'greedy':
      return pushing(view, (from) => nearest(view, allowed(view, from, known), random), view.most);
    case 'cautious':
      return pushing(view, (from) => careful(view, allowed(view, from, known), random), 1);
    case 'probing':
      return probe(view, known, random);
    case 'perfect':
      return planned(view) ?? pushing(view, (from) => careful(view, allowed(view, from, known), random), 1);
  }
}

/** The first moves of a shortest plan; null where there is none or the level is too large for its table. */
function planned(view: View): Choice | null {
  const plan = tableOf(view.level)?.plan(view.position);
  if (!plan || plan.length === 0) return null;
  const { first, target } = follow(view, plan);
  return { thought: first + target, actions: plan.slice(0, view.most) };
}

/** The first push of a plan in words, and the cell where its box comes to rest. */
function follow(view: View, plan: readonly Direction[]): { readonly first: string; readonly target: string } {
  let position = view.position;
  let first = '';
  let box = -1;
  for (const direction of plan) {
    const next = move(view.level, position, direction);
    if (next && next.boxes !== position.boxes) {
      const step = next.player - position.player;
      if (box < 0) first = pushText(view.level, next.player, direction);
      if (box < 0 || box === next.player) box = next.player + step;
    }
    position = next ?? position;
  }
  return { first, target: box < 0 ? '' : targetText(view.level, box) };
}

/** Walk to a push and make it, then on to the next, as long as moves and pushes last. */
function pushing(view: View, pick: (from: Position) => Push | null, mostPushes: number): Choice {
  const actions: Direction[] = [];
  let { position } = view;
  let thought = '';
  for (let pushes = 0; pushes < mostPushes && actions.length < view.most; pushes++) {
    const push = pick(position);
    if (!push) break;
    if (pushes === 0) thought = pushText(view.level, push.box, push.direction) + goalText(view.level, push);
    actions.push(...push.walk, push.direction);
    position = push.after;
  }
  if (actions.length > 0) return { thought, actions: actions.slice(0, view.most) };
  // no push is left that this player would make
  return { thought: ' stuck', actions: directions.filter((direction) => move(view.level, view.position, direction)).slice(0, 1) };
}

/** The push that brings a box nearer to a goal in a straight count, nearest box first, whatever comes of it. */
function nearest(view: View, pushes: readonly Push[], random: Random): Push | null {
  return best(pushes, (push) => push.walk.length + 4 * gain(view.level, push), random);
}

/** How much further a push brings its box from the nearest free goal, in cells. */
function gain(level: Level, push: Push): number {
  const to = landed(level, push);
  const others = push.after.boxes.filter((box) => box !== to);
  const free = level.goals.filter((goal) => !others.includes(goal));
  const distance = (box: number): number => Math.min(...free.map((goal) => apart(level, box, goal)));
  return distance(to) - distance(push.box);
}

/** Never onto a lost square or into a block; one push at a time; by the pushes that a box alone would need. */
function careful(view: View, pushes: readonly Push[], random: Random): Push | null {
  const { level } = view;
  const { pushes: need } = lone(level);
  const sound = pushes.filter((push) => need[landed(level, push)] >= 0 && !blocked(level, push));
  return best(sound, (push) => push.walk.length + 6 * (need[landed(level, push)] - need[push.box]), random);
}

/** Opens with another push than the one nearest at hand, if it does not lose the level; then goes on as planned. */
function probe(view: View, known: Known | null, random: Random): Choice {
  const untouched = view.position.boxes.every((box, index) => box === view.level.start.boxes[index]);
  const usual = untouched ? planned(view)?.thought : undefined;
  if (!untouched) return planned(view) ?? pushing(view, (from) => careful(view, allowed(view, from, known), random), 1);
  const others = allowed(view, view.position, known).filter((push) => !usual?.startsWith(pushText(view.level, push.box, push.direction)));
  const sound = others.filter((push) => lone(view.level).pushes[landed(view.level, push)] >= 0 && !blocked(view.level, push));
  const push = sound.length > 0 ? pickFrom(sound, view, random) : null;
  return push ? pushing(view, () => push, 1) : pushing(view, (from) => careful(view, allowed(view, from, known), random), 1);
}

/** The same push in every turn until it is made: the choice depends on the level alone, not on where the player stands by now. */
function pickFrom(pushes: readonly Push[], view: View, random: Random): Push {
  const walking = pushes.filter((push) => push.walk.length < view.most);
  return random.pick(walking.length > 0 ? walking : pushes);
}

/** The next of the pushes that a note advises to begin with, if it can be made. */
function advised(scene: Scene, view: View, known: Known): Choice | null {
  const made = madePushes(scene);
  const next = known.first[made.length];
  if (!next || made.some((push, index) => !same(push, known.first[index]))) return null;
  const push = pushesOf(view.level, view.position).find((candidate) => same(named(view.level, candidate), next));
  if (!push) return null;
  return { thought: ` ${known.source}${pushText(view.level, push.box, push.direction)}`, actions: [...push.walk, push.direction].slice(0, view.most) };
}

function wander(view: View, known: Known | null, random: Random): string[] {
  const actions: Direction[] = [];
  let position: Position = view.position;
  while (actions.length < view.most) {
    const open = directions.flatMap((direction) => {
      const next = move(view.level, position, direction);
      const pushed = next !== null && next.boxes !== position.boxes;
      const [row, column] = rowColumn(view.level, next?.player ?? 0);
      const bad = pushed && known?.avoid.some((push) => same(push, { row, column, direction }));
      return next === null || bad ? [] : [{ direction, next }];
    });
    if (open.length === 0) break;
    const step = random.pick(open);
    actions.push(step.direction);
    position = step.next;
  }
  return actions.length > 0 ? actions : [random.pick(directions)];
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
  // A note that begins with a box that is not there is mistrusted altogether.
  if (begin && !view.level.start.boxes.includes(begin.row * view.level.width + begin.column)) return null;
  return avoid.length + first.length === 0 ? null : { avoid, first, source };
}

function allowed(view: View, from: Position, known: Known | null): Push[] {
  return pushesOf(view.level, from).filter((push) => !known?.avoid.some((bad) => same(bad, named(view.level, push))));
}

/** A box pushed off its goals into a 2×2 block of walls and boxes never moves again. */
function blocked(level: Level, push: Push): boolean {
  const { boxes } = push.after;
  const box = landed(level, push);
  if (level.goal[box] === 1) return false;
  const solid = (at: number): boolean => level.wall[at] === 1 || boxes.includes(at);
  return [-1, 1].some((across) => [-level.width, level.width].some((down) => solid(box + across) && solid(box + down) && solid(box + across + down)));
}

/** Where the box stands after a push. */
function landed(level: Level, push: Push): number {
  const step = { up: -level.width, down: level.width, left: -1, right: 1 }[push.direction];
  return push.box + step;
}

function named(level: Level, push: Push): NamedPush {
  const [row, column] = rowColumn(level, push.box);
  return { row, column, direction: push.direction };
}

function same(a: NamedPush | undefined, b: NamedPush | undefined): boolean {
  return a !== undefined && b !== undefined && a.row === b.row && a.column === b.column && a.direction === b.direction;
}

function apart(level: Level, a: number, b: number): number {
  const [ra, ca] = rowColumn(level, a);
  const [rb, cb] = rowColumn(level, b);
  return Math.abs(ra - rb) + Math.abs(ca - cb);
}

function pushText(level: Level, box: number, direction: Direction): string {
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

function best(pushes: readonly Push[], cost: (push: Push) => number, random: Random): Push | null {
  let found: Push[] = [];
  let least = Infinity;
  for (const push of pushes) {
    const value = cost(push);
    if (value < least) found = [];
    if (value <= least) found.push(push);
    least = Math.min(least, value);
  }
  return found.length > 0 ? random.pick(found) : null;
}
