/** The flags that name a world, its settings and one task of it; shared by most commands. */
import { Option, type Command } from 'commander';
import { findingTask, listLength, splits, type Split } from '../experiment/tasks.ts';
import { makingTask, worldIds, type Task, type WorldId } from '../worlds/index.ts';
import * as minesweeper from '../worlds/minesweeper/index.ts';
import * as sokoban from '../worlds/sokoban/index.ts';
import type { Steps } from '../worlds/steps.ts';
import { plural } from '../worlds/plural.ts';
import { breathe, Interrupted, oneOf, progress, readLevel, stopSignal, UsageError, wholeNumber } from './shell.ts';

export interface WorldOptions {
  readonly world: string;
  readonly set: readonly string[];
}

export interface TaskOptions extends WorldOptions {
  readonly seed?: string;
  readonly task?: string;
  readonly level?: string;
  readonly first?: string;
}

const settingNames = `sokoban: ${Object.keys(sokoban.world.fields).join(' ')}; minesweeper: ${Object.keys(minesweeper.world.fields).join(' ')}`;

export function addWorldFlags(command: Command): Command {
  return command
    .requiredOption('--world <name>', worldIds.join(' | '))
    .addOption(
      new Option('--set <key=value>', `a setting of the world; may be given again and again (${settingNames})`)
        .default([], "the paper's settings")
        .argParser((value: string, all: string[]) => [...all, value]),
    );
}

export function addTaskFlags(command: Command): Command {
  return addWorldFlags(command)
    .option('--seed <n>', 'the task made from this seed')
    .option('--task <split:index>', 'a task of a fixed list: train, validation or heldout, then its index from 0')
    .option('--level <file>', 'Sokoban: a level in XSB; MineSweeper: rows of "." and "*" (a mine)')
    .option('--first <row,col>', 'with a MineSweeper --level: the first click, counting from 1');
}

export function worldOf(options: { readonly world: string }): WorldId {
  return oneOf('--world', options.world, worldIds);
}

/** `--set key=value` … as an object; the world checks names and ranges. */
export function settingsOf(options: WorldOptions): Record<string, string> {
  const entries = options.set.map((text): [string, string] => {
    const at = text.indexOf('=');
    if (at < 1) throw new UsageError(`--set is "${text}"; write it as key=value, for instance --set turns=9.`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return Object.fromEntries(entries);
}

/** The same for a command that has settings of the world alone: checked by it. @throws UsageError, InputError */
export function worldSettingsOf(options: WorldOptions): Record<string, string> {
  const settings = settingsOf(options);
  const { world } = worldOf(options) === 'sokoban' ? sokoban : minesweeper;
  world.parseConfig(settings);
  return settings;
}

/** Greatest index of a train task. */
export const lastIndex = 2 ** 31;

/** "heldout:12" → split and number. @param most greatest number */
export function parseSplit(flag: string, text: string, most: number): { split: Split; number: number } {
  const match = /^(\w+):(\d+)$/.exec(text);
  if (!match) throw new UsageError(`${flag} is "${text}"; write it as SPLIT:NUMBER, for instance heldout:0.`);
  return { split: oneOf(`${flag} (the split)`, match[1], splits), number: wholeNumber(`${flag} (the number)`, match[2], 0, most) };
}

/** Every list has an end. @param shown the flag with its value @throws UsageError */
function checkIndex(shown: string, split: Split, index: number): void {
  if (split === 'train') {
    if (index > lastIndex) throw new UsageError(`${shown}: the train list ends with the index ${lastIndex}; choose within it.`);
    return;
  }
  if (index < listLength[split]) return;
  throw new UsageError(`${shown}: the ${split} list has ${plural(listLength[split], 'task')}, with the indices 0 to ${listLength[split] - 1}; choose within it, or train, which has no end.`);
}

/** Steps with room between them for Ctrl-C. @throws Interrupted */
async function heeding<T>(steps: Steps<T>, onStep?: () => void): Promise<T> {
  const signal = stopSignal();
  for (;;) {
    const step = steps.next();
    onStep?.();
    await breathe();
    if (signal.aborted) throw new Interrupted('stopped.');
    if (step.done === true) return step.value;
  }
}

/** Makes tasks from index `from` on, of `count` that are wanted; one that takes a while is told of. */
function maker(world: WorldId, settings: unknown, split: Split, from: number, count: number): (index: number) => Promise<Task> {
  // Validation and held-out lists are made from their beginning.
  const first = split === 'train' ? from : 0;
  const total = from - first + count;
  const show = progress('making tasks', total);
  const start = Date.now();
  let known = 0;
  const tell = (): void => {
    if (Date.now() - start > 2000) show(known);
  };
  return async (index) => {
    const onFound = (found: number): void => {
      known = Math.min(found, total - 1);
    };
    const task = await heeding(findingTask(world, settings, split, index, onFound), tell);
    known = index - first + 1;
    tell();
    return task;
  };
}

/** So that the first tasks of a list are at hand later, where nobody could hear Ctrl-C. @throws InputError, Interrupted */
export async function prepareList(world: WorldId, settings: unknown, split: Split, count: number): Promise<void> {
  await maker(world, settings, split, count - 1, 1)(count - 1);
}

/**
 * Tasks `from`, `from` + 1, … of a list, one by one as they are made; lists of settings that nobody listed take a while. That the list has them is
 * checked at once. @throws UsageError, InputError, Interrupted
 */
export function tasksOf(world: WorldId, settings: unknown, split: Split, count: number, from: number, shown: string): AsyncGenerator<Task> {
  checkIndex(shown, split, from + count - 1);
  return making(maker(world, settings, split, from, count), from, count);
}

async function* making(make: (index: number) => Promise<Task>, from: number, count: number): AsyncGenerator<Task> {
  for (let i = 0; i < count; i++) yield await make(from + i);
}

/** The flags are checked at once; the task, which can take a while, is made when it is asked for. @throws UsageError, InputError, Interrupted */
export function taskOf(options: TaskOptions): () => Promise<Task> {
  const world = worldOf(options);
  const settings = worldSettingsOf(options);
  const ways = [options.seed, options.task, options.level].filter((way) => way !== undefined);
  if (ways.length !== 1) throw new UsageError('Give exactly one of --seed, --task and --level, so that it is clear which task is meant.');
  if (options.first !== undefined && (options.level === undefined || world !== 'minesweeper')) {
    throw new UsageError('--first goes with a MineSweeper --level only; elsewhere the world makes the first click.');
  }
  if (options.seed !== undefined) {
    const seed = wholeNumber('--seed', options.seed, -(2 ** 53 - 1), 2 ** 53 - 1);
    return () => heeding(makingTask(world, settings, seed));
  }
  if (options.task !== undefined) {
    const { split, number } = parseSplit('--task', options.task, lastIndex);
    checkIndex(`--task ${options.task}`, split, number);
    return () => maker(world, settings, split, number, 1)(number);
  }
  const task = levelTask(world, settings, options.level ?? '', options.first);
  return () => Promise.resolve(task);
}

function levelTask(world: WorldId, settings: Record<string, string>, path: string, first: string | undefined): Task {
  const cell = first === undefined ? null : cellOf(first);
  if (world === 'sokoban') {
    const config = sokoban.world.parseConfig(settings);
    return readLevel('--level', path, (text) => sokoban.taskFromXsb(text, config));
  }
  minesweeper.world.parseConfig(settings);
  return readLevel('--level', path, (text) => minesweeper.parseBoard(text, cell, settings));
}

function cellOf(text: string): minesweeper.Cell {
  const cell = minesweeper.world.parseAction(text.trim());
  if (cell === null) throw new UsageError(`--first is "${text}"; write it as ROW,COL, for instance --first 2,3.`);
  return cell;
}
