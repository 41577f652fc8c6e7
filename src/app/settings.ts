/** The task that is chosen: one of the named settings (a world and what differs from its defaults) and a seed, or a level of one's own. */
import type { Strings } from './strings/index.ts';
import { contentKey, makeTask, type Task, type WorldId } from '../worlds/index.ts';
import { levelOf } from '../worlds/sokoban/index.ts';

interface SokobanSetting {
  readonly id: string;
  readonly world: 'sokoban';
  readonly paper: boolean;
  readonly values: { readonly size: number; readonly boxes: number; readonly turns: number };
}

interface MineSetting {
  readonly id: string;
  readonly world: 'minesweeper';
  readonly paper: boolean;
  readonly values: { readonly size: number; readonly mines: number; readonly turns: number };
}

export type Setting = SokobanSetting | MineSetting;

export const settings: readonly [Setting, ...Setting[]] = [
  { id: 'sokoban-6-2', world: 'sokoban', paper: true, values: { size: 6, boxes: 2, turns: 7 } },
  { id: 'sokoban-7-3', world: 'sokoban', paper: false, values: { size: 7, boxes: 3, turns: 7 } },
  { id: 'mines-3-7', world: 'minesweeper', paper: true, values: { size: 6, mines: 3, turns: 7 } },
  { id: 'mines-4-7', world: 'minesweeper', paper: false, values: { size: 6, mines: 4, turns: 7 } },
  { id: 'mines-5-12', world: 'minesweeper', paper: false, values: { size: 6, mines: 5, turns: 12 } },
];

export function settingsOf(world: WorldId): readonly Setting[] {
  return settings.filter((setting) => setting.world === world);
}

/** Unknown ids give the first setting. */
export function settingById(id: string): Setting {
  return settings.find((setting) => setting.id === id) ?? settings[0];
}

export function nameOf(setting: Setting, strings: Strings): string {
  const { size, turns } = setting.values;
  return setting.world === 'sokoban'
    ? strings.setup.sokobanSetting(size, size, setting.values.boxes, turns)
    : strings.setup.mineSetting(size, setting.values.mines, turns);
}

/** What kind of task a trial on stage plays, whatever setting is chosen by now. A level says itself how large it is: it may be imported. */
export function taskName(task: Task, strings: Strings): string {
  const name = kindOf(task, strings);
  return isOwn(task) ? strings.own.named(name) : name;
}

function kindOf(task: Task, strings: Strings): string {
  const { size, turns } = task.config;
  if (task.world === 'minesweeper') return strings.setup.mineSetting(size, task.config.mines, turns);
  const { height, width, start } = levelOf(task);
  return strings.setup.sokobanSetting(height, width, start.boxes.length, turns);
}

/** Was this level made by a person? It says so itself; Sokoban levels that do not fit their config can't come from a seed either. */
function isOwn(task: Task): boolean {
  if (task.own) return true;
  if (task.world !== 'sokoban') return false;
  const { height, width, start } = levelOf(task);
  const { size, boxes } = task.config;
  return height !== size || width !== size || start.boxes.length !== boxes;
}

/** The same for tasks that are played alike. */
export function taskKey(task: Task): string {
  const { turns } = task.config;
  const rest = task.world === 'sokoban' ? `${task.config.movesPerTurn} ${task.config.fidelity}` : `${task.first?.row},${task.first?.col} ${task.config.fidelity}`;
  return `${contentKey(task)} ${turns} ${rest}`;
}

export interface Chosen {
  readonly setting: string;
  /** as typed; see parseSeed */
  readonly seed: string;
  /** A level of one's own, whole, in place of setting and seed; null: theirs. */
  readonly level: Task | null;
}

/** @param offset added to the seed; a level of one's own stays the same. @throws InputError where a seed has no level in the setting's range */
export function taskOf({ setting, seed, level }: Chosen, offset = 0): Task {
  if (level !== null) return level;
  const { world, values } = settingById(setting);
  return makeTask(world, values, (parseSeed(seed) ?? 0) + offset);
}

/** Seeds of the page: small enough to read out, large enough to never run out. */
export const maxSeed = 999_999;

/** null: not a seed */
export function parseSeed(text: string): number | null {
  const trimmed = text.trim();
  if (!/^\d{1,6}$/.test(trimmed)) return null;
  return Number(trimmed);
}
