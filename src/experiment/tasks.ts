/**
 * Task lists. The n-th validation or held-out task of a setting is the n-th new content of that split among the tasks of seeds
 * 0, 1, 2, …; it is the same for every method, every evaluation and every machine. Train tasks are drawn without a list.
 */
import { contentKey, InputError, makingTask, type Task, type WorldId } from '../worlds/index.ts';
import * as minesweeper from '../worlds/minesweeper/index.ts';
import { hash32 } from '../worlds/random.ts';
import * as sokoban from '../worlds/sokoban/index.ts';
import { finish, type Steps } from '../worlds/steps.ts';
import fixed from './lists.json' with { type: 'json' };
import { type Split, splitOf } from './splits.ts';

export { type Split, splitOf, splits } from './splits.ts';

/** Lengths of the fixed lists that experiments report on. */
export const listLength = { validation: 512, heldout: 512 } as const;

type Listed = Exclude<Split, 'train'>;

/**
 * Task `index` (from 0) of a split. Within validation and held-out lists no two tasks share their content.
 * @throws InputError for bad settings, or when the setting has not that many different tasks.
 */
export function taskAt(world: WorldId, settings: unknown, split: Split, index: number): Task {
  return finish(findingTask(world, settings, split, index));
}

/** The same in steps; a list that nobody made before takes many. @param onFound told how many tasks of the list are known */
export function* findingTask(world: WorldId, settings: unknown, split: Split, index: number, onFound?: (known: number) => void): Steps<Task> {
  if (split === 'train') return yield* findingTrainTask(world, settings, index);
  return yield* makingTask(world, settings, yield* findingSeed(world, settings, split, index, onFound));
}

/** `count` tasks of a split, beginning at index `from`. @throws InputError */
export function taskList(world: WorldId, settings: unknown, split: Split, count: number, from = 0): Task[] {
  return Array.from({ length: count }, (_, i) => taskAt(world, settings, split, from + i));
}

/** Train task `n`, for any whole n ≥ 0: as cheap as making a task, never of another split; contents may repeat. @throws InputError */
export function trainTask(world: WorldId, settings: unknown, n: number): Task {
  return finish(findingTrainTask(world, settings, n));
}

function* findingTrainTask(world: WorldId, settings: unknown, n: number): Steps<Task> {
  const draws = new Draws(world, settings);
  for (let attempt = 0; attempt < 200; attempt++) {
    const task = yield* draws.make(hash32('train', n, attempt));
    if (task !== null && splitOf(task) === 'train') return task;
  }
  throw new InputError(`No train task was found for ${shape(world, settings)}; there are too few different tasks: raise size.`);
}

/** The seed that `makeTask` makes the task of. @throws InputError as taskAt */
export function seedAt(world: WorldId, settings: unknown, split: Listed, index: number): number {
  return finish(findingSeed(world, settings, split, index));
}

function* findingSeed(world: WorldId, settings: unknown, split: Listed, index: number, onFound?: (known: number) => void): Steps<number> {
  const key = shape(world, settings);
  const seed = committed.get(key)?.[split][index];
  if (seed !== undefined) return seed;
  let scan = scans.get(key);
  if (scan === undefined) {
    scan = new Scan(world, settings, key);
    scans.set(key, scan);
  }
  return yield* scan.findingSeed(split, index, onFound);
}

interface Seeds {
  readonly validation: readonly number[];
  readonly heldout: readonly number[];
}

/** Lists that are fixed for ever; they spare the scan, and a test holds their contents. */
const committed: ReadonlyMap<string, Seeds> = new Map(Object.entries(fixed));
const scans = new Map<string, Scan>();

/** The settings that decide on contents; all others share lists, so that results can be compared. @throws InputError */
export function shape(world: WorldId, settings: unknown): string {
  if (world === 'minesweeper') {
    const { size, mines } = minesweeper.world.parseConfig(settings);
    return `minesweeper size=${size} mines=${mines}`;
  }
  const { size, boxes, minSolution, maxSolution } = sokoban.world.parseConfig(settings);
  return `sokoban size=${size} boxes=${boxes} solution=${minSolution}-${maxSolution}`;
}

/** Seeds in a row without new content after which a list counts as exhausted. */
const patience = 2000;

/** Walks the seeds once for both lists, as far as anyone has asked. */
export class Scan {
  private readonly found = { validation: new Array<number>(), heldout: new Array<number>() };
  private readonly seen = new Set<string>();
  private next = 0;
  private readonly draws: Draws;
  private readonly name: string;

  constructor(world: WorldId, settings: unknown, name: string) {
    this.draws = new Draws(world, settings);
    this.name = name;
  }

  /** @throws InputError when the split has not that many different tasks. */
  seedAt(split: Listed, index: number): number {
    return finish(this.findingSeed(split, index));
  }

  /** The same, seed by seed; whoever leaves in the middle leaves a list that is right as far as it goes. */
  *findingSeed(split: Listed, index: number, onFound?: (known: number) => void): Steps<number> {
    const seeds = this.found[split];
    for (let idle = 0; seeds.length <= index; idle++) {
      if (idle > patience) {
        throw new InputError(
          `There is no ${split} task ${index}: only ${seeds.length} different ones were found for ${this.name}; ask for fewer or raise size.`,
        );
      }
      const before = seeds.length;
      yield* this.visit();
      if (seeds.length > before) idle = 0;
      onFound?.(seeds.length);
      yield;
    }
    return seeds[index];
  }

  private *visit(): Steps<void> {
    const seed = this.next;
    const task = yield* this.draws.make(seed);
    // another search of this list came by in the meantime
    if (this.next !== seed) return;
    this.next++;
    if (task === null) return;
    const split = splitOf(task);
    if (split === 'train') return;
    const key = contentKey(task);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.found[split].push(seed);
  }
}

/** Makes tasks of one setting; passes over single seeds for which a generator finds no level. */
class Draws {
  private failures = 0;
  private readonly world: WorldId;
  private readonly settings: unknown;

  constructor(world: WorldId, settings: unknown) {
    this.world = world;
    this.settings = settings;
    shape(world, settings); // bad settings are refused here, not passed over
  }

  /** @throws InputError of the generator when it fails three times in a row. */
  *make(seed: number): Steps<Task | null> {
    try {
      const task = yield* makingTask(this.world, this.settings, seed);
      this.failures = 0;
      return task;
    } catch (error) {
      if (!(error instanceof InputError) || ++this.failures === 3) throw error;
      return null;
    }
  }
}
