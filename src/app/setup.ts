/** What a person has selected: the trial to run and the moment of it to look at. Facts only; everything shown is derived. */
import { create } from 'zustand';
import type { MemoryMode } from '../trial/contract.ts';
import { InputError, parseTask, type Task, type WorldId } from '../worlds/index.ts';
import { keepChoice, keptChoice, type KeptChoice } from './choice.ts';
import type { Scene } from './doors.ts';
import recorded from './recorded.json' with { type: 'json' };
import { compare, type Moment, type Place } from './playback/moments.ts';
import { remembers } from './remembers.ts';
import { settingById, settingsOf, type Chosen, type Setting } from './settings.ts';

export type { Moment, Place } from './playback/moments.ts';

export interface Choice extends Chosen {
  readonly memory: MemoryMode;
  readonly episodes: number;
  /** `scout`, `teacher:NAME`, or `person`: whoever sits before the page */
  readonly policy: string;
  readonly temperature: number;
  /** seed of the sampling, as typed */
  readonly sampleSeed: string;
}

/** What is drawn over the board: nothing, what the rules know, where the policy has been, or what it would do. */
export const overlays = ['none', 'truth', 'visits', 'policy'] as const;
export type Overlay = (typeof overlays)[number];

interface Setup extends Choice {
  /** null: follow the trial as it grows */
  readonly moment: Moment | null;
  /** moving through the trial by itself */
  readonly playing: boolean;
  /** how far the trial on stage has been seen; null: all of it */
  readonly seen: Moment | null;
  /** what the stage shows: the trial, or the start of the task that is chosen */
  readonly showing: 'trial' | 'task';
  /** one trial, many at once, a task to try by hand, or training */
  readonly scene: Scene;
  readonly overlay: Overlay;
  /** the level that is being drawn can't be played */
  readonly broken: boolean;
  readonly help: boolean;
  readonly choose: (changed: Partial<Choice>) => void;
  readonly chooseWorld: (world: WorldId) => void;
  readonly look: (at: Place | Moment | null) => void;
  readonly play: (playing: boolean) => void;
  readonly show: (what: Partial<Pick<Setup, 'showing' | 'scene' | 'overlay' | 'help'>>) => void;
}

/** Whoever chooses another task looks at it, on stage or on the drawing board. */
function anotherTask({ scene }: Pick<Setup, 'scene'>): Pick<Setup, 'showing' | 'scene' | 'playing'> {
  return { showing: 'task', scene: scene === 'hand' ? 'hand' : 'stage', playing: false };
}

/** A seed or a setting takes the place of a level of one's own, and the other way round. */
function isTask({ setting, seed, level }: Partial<Choice>): boolean {
  return setting !== undefined || seed !== undefined || level !== undefined;
}

/** Each world has a seed to begin with, whose first episode is lost; a seed of the visitor's own goes along into another world. */
function seedIn(world: WorldId, { setting, seed }: Pick<Choice, 'setting' | 'seed'>): string {
  return seed === recorded.seeds[settingById(setting).world] ? recorded.seeds[world] : seed;
}

const choiceParts = ['setting', 'seed', 'memory', 'episodes', 'policy', 'temperature', 'sampleSeed'] as const;
const levelPlace = 'fieldnotes.level';

const shipped: KeptChoice = {
  // the trial that the page opens with, to be run live
  setting: recorded.setting,
  seed: recorded.seeds[settingById(recorded.setting).world],
  memory: 'reflection',
  episodes: 3,
  policy: 'scout',
  temperature: 0.7,
  // the command line's default, so that a trial of the page is the trial of the same flags there
  sampleSeed: '1',
};

export const useSetup = create<Setup>()((set) => ({
  ...keptChoice(shipped),
  level: keptLevel(),
  moment: null,
  playing: false,
  seen: null,
  showing: 'trial',
  scene: 'stage',
  overlay: 'none',
  broken: false,
  help: false,
  choose: (changed) => set((now) => (isTask(changed) ? { level: null, ...changed, ...anotherTask(now) } : changed)),
  chooseWorld: (world) => set((now) => ({ setting: settingsOf(world)[0].id, seed: seedIn(world, now), level: null, ...anotherTask(now) })),
  look: (at) =>
    set(({ seen }) => {
      if (at === null) return { moment: null, seen: null, showing: 'trial' };
      const moment = { beat: null, ...at };
      return { moment, showing: 'trial', seen: seen && compare(moment, seen) > 0 ? moment : seen };
    }),
  // nobody is told of what stays as it is
  play: (playing) => set((now) => (now.playing === playing ? now : { playing })),
  show: (changed) => set(changed),
}));

useSetup.subscribe((now, before) => {
  if (choiceParts.some((part) => now[part] !== before[part])) keepChoice(now);
});

/** A level of one's own stays chosen between visits: drawing it was work. */
useSetup.subscribe(({ level }, before) => {
  if (level === before.level) return;
  if (level === null) remembers.removeItem(levelPlace);
  else remembers.setItem(levelPlace, JSON.stringify(level));
});

/** What was kept may come from another version or another hand. */
function keptLevel(): Task | null {
  try {
    const kept = remembers.getItem(levelPlace);
    return kept === null ? null : parseTask(JSON.parse(kept));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof InputError) return null;
    throw error;
  }
}

/** The world of the chosen task. */
export function useWorld(): WorldId {
  return useSetup(({ level, setting }) => level?.world ?? settingById(setting).world);
}

export function useSetting(): Setting {
  return settingById(useSetup((setup) => setup.setting));
}
