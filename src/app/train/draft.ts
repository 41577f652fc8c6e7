/** The run to start next: a configuration, and what has been typed that is none. */
import { create } from 'zustand';
import { withValues, type ExperimentConfig, type Value } from '../../experiment/config.ts';
import type { Method } from '../../experiment/methods.ts';
import { InputError, type WorldId } from '../../worlds/index.ts';
import { settings, settingsOf } from '../settings.ts';
import { methodOf, pagePreset } from './defaults.ts';

interface Draft {
  readonly method: Method;
  readonly config: ExperimentConfig;
  /** fields that hold what can not be used: what was typed, and what is wrong with it */
  readonly bad: Readonly<Record<string, { readonly text: string; readonly error: InputError }>>;
  readonly choose: (method: Method) => void;
  readonly chooseWorld: (world: WorldId) => void;
  readonly chooseSettings: (settings: ExperimentConfig['settings']) => void;
  /** `undefined` takes a setting of the world back to its default */
  readonly put: (path: string, value: Value | undefined) => void;
  readonly take: (config: ExperimentConfig) => void;
}

/** Of the paper's two settings the one that gained more by the pilot, and the one that the page opens with. */
const [first] = settings;

export const useDraft = create<Draft>()((set, get) => ({
  method: 'lamer',
  config: pagePreset('lamer', first.world, first.values),
  bad: {},
  choose: (method) => set(({ config }) => ({ method, config: pagePreset(method, config.world, config.settings), bad: {} })),
  chooseWorld: (world) => set(({ method }) => ({ config: pagePreset(method, world, settingsOf(world)[0].values), bad: {} })),
  chooseSettings: (settings) => set(({ config }) => ({ config: withValues(config, [...Object.keys(config.settings).map((name) => [`settings.${name}`, undefined] as const), ...Object.entries(settings).map(([name, value]) => [`settings.${name}`, value] as const)]), bad: {} })),
  put: (path, value) => {
    const { [path]: _, ...bad } = get().bad;
    try {
      set({ config: withValues(get().config, [[path, value]]), bad });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      set({ bad: { ...bad, [path]: { text: String(value), error } } });
    }
  },
  take: (config) => set({ config, method: methodOf(config), bad: {} }),
}));
