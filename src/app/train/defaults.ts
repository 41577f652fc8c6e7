/** What the page proposes for training: the methods' presets, light enough for two cores and no graphics card. Pure. */
import { differences, leaves, valueAt, withValues, type ExperimentConfig, type Value } from '../../experiment/config.ts';
import { methods, preset, type Method } from '../../experiment/methods.ts';
import { canonicalSettings, worldFields } from '../../experiment/worldSettings.ts';
import type { WorldId } from '../../worlds/index.ts';
import { settingsOf, type Setting } from '../settings.ts';

/** The command line's defaults take about a minute an iteration and core; these a few times less. */
const light = { tasks: 4, group: 6, iterations: 30, validationTasks: 32, every: 5 } as const;

/** All methods play as many episodes an iteration, here as in the presets. */
export function pagePreset(method: Method, world: WorldId, settings: ExperimentConfig['settings'] = {}): ExperimentConfig {
  const full = preset(method, world, settings);
  const values: readonly (readonly [string, Value])[] = [
    ['rollout.tasks', light.tasks],
    ['rollout.group', (light.group * full.rollout.group) / preset('lamer', world).rollout.group],
    ['schedule.iterations', Math.min(full.schedule.iterations, light.iterations)],
    ['evaluation.tasks', light.validationTasks],
    ['evaluation.every', light.every],
  ];
  return withValues(full, values);
}

/** The page's setting of the world that these are; undefined: somebody's own values */
export function settingOf({ world, settings }: Pick<ExperimentConfig, 'world' | 'settings'>): Setting | undefined {
  return settingsOf(world).find(({ values }) => JSON.stringify(canonicalSettings(world, values)) === JSON.stringify(settings));
}

/** The method whose preset is nearest. */
export function methodOf(config: ExperimentConfig): Method {
  const distance = (method: Method): number => differences(pagePreset(method, config.world, config.settings), config).length;
  return methods.reduce((best, method) => (distance(method) < distance(best) ? method : best), 'lamer');
}

/** Settings that stand first; the others are folded away. */
export const primary: readonly string[] = ['schedule.iterations', 'rollout.tasks', 'rollout.group', 'optimizer.rate', 'credit.gammaTraj', 'credit.gammaStep', 'schedule.seed'];

export const secondary = leaves.filter(({ path }) => !primary.includes(path));

/** A value as text, for fields and for the run table. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => String(each).replace('_proj', '')).join(' ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '–';
}

export function valueText(config: ExperimentConfig, path: string): string {
  const value = valueAt(config, path);
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** "γ_traj 0.9 → 0", one a setting. @param nameOf a setting by its path, for people */
export function changes(from: ExperimentConfig, to: ExperimentConfig, nameOf: (path: string) => string): string[] {
  return differences(from, to).map((each) => `${nameOf(each.path)} ${shown(each.from ?? usual(from, each.path))} → ${shown(each.to ?? usual(to, each.path))}`);
}

/** What a setting of the world is where the configuration does not say; undefined: the world has none of that name */
function usual({ world }: ExperimentConfig, path: string): string | number | undefined {
  const [, name] = path.split('.');
  const fields = worldFields(world);
  return Object.hasOwn(fields, name) ? fields[name].default : undefined;
}
