/**
 * One tree of settings for every experiment. Ranges, defaults and one line of help stand in the schema, once: controls, flags, links, run
 * differences and documentation are derived from it (`leaves`, `differences`, `withValues`). A method is a preset over the tree; see methods.ts.
 */
import { z } from 'zod';
import { projections } from '../policy/model/config.ts';
import { memoryModes } from '../trial/contract.ts';
import { decimal, InputError, SettingError, worldIds } from '../worlds/index.ts';
import { canonicalSettings } from './worldSettings.ts';

const whole = (value: number, min: number, max: number, help: string) => z.int().min(min).max(max).default(value).describe(help);
const real = (value: number, min: number, max: number, help: string) => z.number().min(min).max(max).default(value).describe(help);
/** a number whose control steps by factors */
const rate = (value: number, min: number, max: number, help: string) => z.number().min(min).max(max).default(value).meta({ description: help, scale: 'log' });

const trial = z.strictObject({
  episodes: whole(3, 1, 8, 'Tries at a task in one trial while training; a won trial stops.'),
  memory: z.enum(memoryModes).default('reflection').describe('What a later episode is given of the earlier ones while training.'),
  thought: z.enum(['free', 'none']).default('free').describe('none: the policy acts at once, without a thought before the action.'),
});

const rollout = z.strictObject({
  tasks: whole(16, 1, 128, 'Tasks of one iteration.'),
  group: whole(8, 1, 64, 'Trials of each task, compared with one another.'),
});

const credit = z.strictObject({
  horizon: z.enum(['episode', 'crossEpisode']).default('crossEpisode').describe('episode: an episode earns its own rewards only, as with γ_traj = 0.'),
  gammaStep: real(0.95, 0, 1, 'γ_step: discount from turn to turn inside an episode.'),
  gammaTraj: real(0.6, 0, 1, 'γ_traj: discount from episode to episode; 0 = no credit across episodes.'),
  returns: z.enum(['paper', 'released']).default('paper').describe('released: the recursion of the released code, which discounts later episodes by γ_step too.'),
  scores: z.enum(['ours', 'released']).default('ours').describe('released: own-episode sums, 0 for reflections, centred over all turns, penalty before centring.'),
});

const advantage = z.strictObject({
  estimator: z.enum(['reinforce', 'rloo', 'grpo', 'gigpo', 'ppo']).default('gigpo').describe('How returns become advantages.'),
  norm: z.enum(['none', 'mean', 'meanStd']).default('mean').describe('What is taken out of a value: nothing, the mean of those compared with, or also their spread.'),
  stepWeight: real(1, 0, 10, 'ω: weight of the part that compares turns in equal states (gigpo).'),
  anchorScope: z.enum(['group', 'group+episode']).default('group').describe('Equal states are compared across all episodes of a group, or per episode number (gigpo).'),
  baselineScope: z.enum(['episode', 'group']).default('episode').describe('episode: against the same episode of the other trials; group: against all episodes of the group.'),
  invalidPenalty: real(0.5, 0, 10, 'Taken off the advantage of a response that could not be read.'),
  gaeLambda: real(1, 0, 1, 'λ of generalised advantage estimation over the tokens of a response (ppo).'),
});

const objective = z.strictObject({
  clipLow: real(0.2, 0, 1, 'How far a probability ratio may fall below 1 before it stops counting.'),
  clipHigh: real(0.2, 0, 10, 'How far a probability ratio may rise above 1 before it stops counting.'),
  dualClip: real(3, 0, 100, 'Bound on the ratio where the advantage is negative; 0 = off.'),
  kl: real(0, 0, 10, 'Weight of the KL divergence from the policy without an adapter.'),
  entropy: real(0.001, 0, 1, 'Weight of the entropy bonus.'),
  average: z.enum(['tokens', 'sequences']).default('tokens').describe('Mean over all tokens of a step, or over sequences of their token means.'),
  epochs: whole(1, 1, 8, 'Times that the data of an iteration are used.'),
  steps: whole(4, 1, 64, 'Optimizer steps in each of these.'),
  valueWeight: real(0.1, 0, 10, 'Weight of the value loss (ppo).'),
});

const optimizer = z.strictObject({
  rate: rate(1e-3, 1e-7, 1e-1, 'Learning rate.'),
  warmup: whole(0, 0, 1000, 'Optimizer steps over which the learning rate rises from 0.'),
  beta1: real(0.9, 0, 0.9999, 'Decay of the mean of gradients.'),
  beta2: real(0.999, 0, 0.99999, 'Decay of the mean of squared gradients.'),
  eps: rate(1e-8, 1e-12, 1e-2, 'Added to the root of the mean square.'),
  decay: real(0.01, 0, 1, 'Weight decay.'),
  clipNorm: real(1, 0.001, 1000, 'Longer gradients are cut to this length.'),
});

const adapter = z.strictObject({
  rank: whole(16, 1, 256, 'Rank of the LoRA matrices.'),
  alpha: real(32, 0.1, 1024, 'LoRA α; the update is scaled by α / rank.'),
  targets: z.array(z.enum(projections)).min(1).default([...projections]).describe('Projections that get an adapter.'),
});

const evaluation = z.strictObject({
  episodes: whole(3, 1, 8, 'Tries at a task in one trial of an evaluation.'),
  memory: z.enum(memoryModes).default('reflection').describe('What a later episode is given of the earlier ones in an evaluation.'),
  every: whole(5, 0, 1000, 'Iterations between evaluations on the validation list; 0 = never.'),
  tasks: whole(64, 1, 256, 'Tasks of the validation list that are played.'),
  temperature: real(0.7, 0, 2, 'Sampling temperature; 0 = always the likeliest token.'),
  topP: real(0.8, 0.000_001, 1, 'Only the likeliest tokens that hold this much probability.'),
  topK: whole(20, 0, 1000, 'Only this many likeliest tokens; 0 = off.'),
});

const schedule = z.strictObject({
  iterations: whole(50, 0, 10_000, 'Iterations of training; 0 = the policy as it is.'),
  seed: whole(1, 0, 999_999, 'Seed of tasks, sampling and first adapter weights.'),
});

/** The sections; the order is that of controls. */
const sections = {
  /** what one training trial is */
  trial: trial.prefault({}),
  /** what is played in one iteration, at temperature 1 without cuts */
  rollout: rollout.prefault({}),
  /** what each turn earns */
  credit: credit.prefault({}),
  /** what it is compared with */
  advantage: advantage.prefault({}),
  /** what an optimizer step minimises */
  objective: objective.prefault({}),
  /** AdamW */
  optimizer: optimizer.prefault({}),
  /** which weights are trained */
  adapter: adapter.prefault({}),
  /** how success is measured: by the same tasks, uniforms and tries for every method; only what is remembered between tries is the method's own */
  evaluation: evaluation.prefault({}),
  /** how long, and from which seed */
  schedule: schedule.prefault({}),
};

const schema = z.strictObject({
  world: z.enum(worldIds).default('minesweeper').describe('The family of tasks.'),
  /** what differs from the world's defaults; its fields are described by the world */
  settings: z.record(z.string(), z.union([z.string(), z.number()])).default({}).describe('Settings of the world.'),
  ...sections,
});

type Frozen<T> = T extends readonly (infer U)[] ? readonly Frozen<U>[] : T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;
export type ExperimentConfig = Frozen<z.output<typeof schema>>;
export type Section = keyof typeof sections;

/** What is left out takes its default. @throws InputError naming the setting, the value and the range */
export function parseConfig(value: unknown = {}): ExperimentConfig {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') throw new InputError(`There is no setting ${[...place, issue.keys[0]].join('.')}.`);
    const leaf = leaves.find(({ path }) => path === place.join('.'));
    const found = place.reduce<unknown>(child, value);
    const shown = typeof found === 'number' ? String(found) : (JSON.stringify(found) ?? 'missing');
    if (leaf) throw new SettingError({ ...rangeOf(leaf), setting: leaf.path, value: shown });
    throw new InputError(`${place.join('.') || 'The configuration'} is ${shown}; ${issue.message}.`);
  }
  const { world, adapter } = parsed.data;
  // as given: a record that was parsed has lost the name "__proto__", which the world refuses as it does any other
  const settings = canonicalSettings(world, record(child(value, 'settings')));
  return { ...parsed.data, settings, adapter: { ...adapter, targets: projections.filter((each) => adapter.targets.includes(each)) } };
}

/** One setting as controls, flags and documentation need it. `path` is `SECTION.NAME`; the world's own settings come from the world. */
export type Leaf = { readonly path: string; readonly section: Section; readonly help: string } & (
  | { readonly kind: 'whole' | 'real'; readonly default: number; readonly min: number; readonly max: number; readonly scale: 'linear' | 'log' }
  | { readonly kind: 'choice'; readonly default: string; readonly options: readonly string[] }
  | { readonly kind: 'several'; readonly default: readonly string[]; readonly options: readonly string[] }
);

export type Value = number | string | readonly string[];

function leafOf(section: Section, name: string, wrapped: unknown): Leaf {
  if (!(wrapped instanceof z.ZodDefault)) throw new Error(`Setting ${section}.${name} has no default.`);
  const inner: unknown = wrapped.unwrap();
  const value: unknown = wrapped.def.defaultValue;
  const about = { path: `${section}.${name}`, section, help: wrapped.description ?? '' };
  if (inner instanceof z.ZodNumber && typeof value === 'number') {
    const scale = wrapped.meta()?.scale === 'log' ? 'log' : 'linear';
    return { ...about, kind: inner.isInt ? 'whole' : 'real', default: value, min: inner.minValue ?? -Infinity, max: inner.maxValue ?? Infinity, scale };
  }
  if (inner instanceof z.ZodEnum) return { ...about, kind: 'choice', default: String(value), options: inner.options.map(String) };
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const { element } = inner;
    if (element instanceof z.ZodEnum) return { ...about, kind: 'several', default: value.map(String), options: element.options.map(String) };
  }
  throw new Error(`Setting ${section}.${name} is of a kind that controls don't know.`);
}

const sectionNames = ['trial', 'rollout', 'credit', 'advantage', 'objective', 'optimizer', 'adapter', 'evaluation', 'schedule'] as const satisfies readonly Section[];

/** Every setting but the world's, in the order of controls. */
export const leaves: readonly Leaf[] = sectionNames.flatMap((section) =>
  Object.entries(sections[section].unwrap().shape).map(([name, wrapped]) => leafOf(section, name, wrapped)),
);

function rangeOf(leaf: Leaf) {
  switch (leaf.kind) {
    case 'whole':
    case 'real':
      return { kind: leaf.kind, min: leaf.min, max: leaf.max };
    case 'choice':
    case 'several':
      return { kind: leaf.kind, options: leaf.options };
  }
}

function child(value: unknown, key: string): unknown {
  return new Map(Object.entries(record(value))).get(key);
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The value of a setting by its path. */
export function valueAt(config: ExperimentConfig, path: string): unknown {
  return path.split('.').reduce<unknown>(child, config);
}

/** What must be changed in `from` to get `to`: paths with their new values, `world` and `settings.NAME` first. */
export function differences(from: ExperimentConfig, to: ExperimentConfig): { readonly path: string; readonly from: unknown; readonly to: unknown }[] {
  const names = [...new Set([...Object.keys(from.settings), ...Object.keys(to.settings)])].sort();
  return ['world', ...names.map((name) => `settings.${name}`), ...leaves.map(({ path }) => path)].flatMap((path) => {
    const [before, after] = [valueAt(from, path), valueAt(to, path)];
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, from: before, to: after }];
  });
}

/**
 * The configuration with other values at some paths. Text is accepted for numbers and lists (comma-separated), so that flags and links share the
 * ranges of controls; `undefined` takes a setting of the world back to its default.
 * @throws InputError
 */
export function withValues(config: ExperimentConfig, changes: Iterable<readonly [path: string, value: Value | undefined]>): ExperimentConfig {
  const tree = new Map<string, Map<string, unknown> | string>();
  tree.set('world', config.world);
  tree.set('settings', new Map(Object.entries(config.settings)));
  for (const name of sectionNames) tree.set(name, new Map(Object.entries(config[name])));
  for (const [path, value] of changes) {
    const [section, name, ...rest] = path.split('.');
    const branch = tree.get(section);
    if (path === 'world') {
      tree.set('world', String(value));
    } else if (!(branch instanceof Map) || name === undefined || rest.length > 0 || (section !== 'settings' && !branch.has(name))) {
      throw new InputError(`There is no setting ${path}.`);
    } else if (section === 'settings') {
      if (value === undefined) branch.delete(name);
      else branch.set(name, value);
    } else {
      branch.set(name, typed(path, value));
    }
  }
  return parseConfig(Object.fromEntries([...tree].map(([key, branch]) => [key, branch instanceof Map ? Object.fromEntries(branch) : branch])));
}

function typed(path: string, value: Value | undefined): Value | undefined {
  const leaf = leaves.find((each) => each.path === path);
  if (typeof value !== 'string' || !leaf || leaf.kind === 'choice') return value;
  if (leaf.kind === 'several') return value.split(',').filter((each) => each !== '');
  // what is no number is shown as it was given
  const number = decimal(value);
  return Number.isFinite(number) ? number : value;
}
