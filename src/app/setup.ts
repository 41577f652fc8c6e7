/** What a person has selected: the trial to run and the place in it to look at. Facts only; everything shown is derived. */
import { create } from 'zustand';
import type { MemoryMode } from '../trial/contract.ts';
import type { WorldId } from '../worlds/index.ts';
import { settingById, settingsOf, type Setting } from './settings.ts';

/** A moment of a trial: `turn` turns of episode `episode` (from 0) have been played. */
export interface Place {
  readonly episode: number;
  readonly turn: number;
}

export interface Choice {
  readonly setting: string;
  /** as typed; see parseSeed */
  readonly seed: string;
  readonly memory: MemoryMode;
  readonly episodes: number;
  /** `scout` or `teacher:NAME` */
  readonly policy: string;
  readonly temperature: number;
}

interface Setup extends Choice {
  /** null: follow the trial as it grows */
  readonly place: Place | null;
  /** moving through the trial by itself */
  readonly playing: boolean;
  /** what the stage shows: the trial, or the start of the task that is chosen */
  readonly showing: 'trial' | 'task';
  readonly choose: (changed: Partial<Choice>) => void;
  readonly chooseWorld: (world: WorldId) => void;
  readonly look: (place: Place | null) => void;
  readonly play: (playing: boolean) => void;
  readonly show: (what: 'trial' | 'task') => void;
}

export const useSetup = create<Setup>()((set) => ({
  setting: 'mines-3-7',
  seed: '16',
  memory: 'reflection',
  episodes: 3,
  policy: 'scout',
  temperature: 0.7,
  place: null,
  playing: false,
  showing: 'trial',
  choose: (changed) => set(changed.setting !== undefined || changed.seed !== undefined ? { ...changed, showing: 'task', playing: false } : changed),
  chooseWorld: (world) => set({ setting: settingsOf(world)[0].id, showing: 'task', playing: false }),
  look: (place) => set({ place, showing: 'trial' }),
  play: (playing) => set({ playing }),
  show: (showing) => set({ showing }),
}));

export function useSetting(): Setting {
  return settingById(useSetup((setup) => setup.setting));
}
