/** Settings for people: their names, what they do, and what is wrong with a value; whatever the language. */
import type { ExperimentConfig, Section } from '../../../experiment/config.ts';
import type { Field, SettingProblem } from '../../../worlds/config.ts';
import { InputError, SettingError, type WorldId } from '../../../worlds/index.ts';
import type { MineConfig } from '../../../worlds/minesweeper/index.ts';
import type { SokobanConfig } from '../../../worlds/sokoban/config.ts';
import type { TrainStrings } from './en.ts';

type Text<T> = Extract<T, string>;
type LeafPath = { [S in Section]: `${S}.${Text<keyof ExperimentConfig[S]>}` }[Section];

/** Every path of the tree. */
export type SettingName = 'world' | LeafPath | `settings.${Text<keyof SokobanConfig | keyof MineConfig>}`;
/** Whatever is explained: the worlds do not mean quite the same by one name. */
export type SettingHelp = LeafPath | `sokoban.${Text<keyof SokobanConfig>}` | `minesweeper.${Text<keyof MineConfig>}`;

/** @param path of the tree; a setting of the world may stand alone, as worlds name it */
export function nameOfSetting({ names }: TrainStrings, path: string): string {
  return names[path] ?? names[`settings.${path}`] ?? path.split('.').slice(-1)[0];
}

/** The same where settings of all sections stand side by side: what is measured with has the names of what is trained with. */
export function fullNameOfSetting(strings: TrainStrings, path: string): string {
  const name = nameOfSetting(strings, path);
  return path.startsWith('evaluation.') ? `${strings.sections.evaluation}: ${name}` : name;
}

export function helpOfSetting({ help }: TrainStrings, { path, help: own }: { readonly path: string; readonly help: string }): string {
  return help[path] ?? own;
}

export function helpOfWorldSetting({ help }: TrainStrings, world: WorldId, name: string, { help: own }: Field): string {
  return help[`${world}.${name}`] ?? own;
}

/** Why a setting can not have a value. */
export function wrongInWords(error: InputError, strings: TrainStrings): string {
  return error instanceof SettingError ? problemInWords(error.problem, strings) : strings.wrong.other;
}

function problemInWords(problem: SettingProblem, strings: TrainStrings): string {
  const { wrong } = strings;
  const name = nameOfSetting(strings, problem.setting);
  switch (problem.kind) {
    case 'whole':
    case 'real':
      return wrong[problem.kind](name, problem.value, problem.min, problem.max);
    case 'choice':
      return wrong.choice(name, problem.value, problem.options.join(', '));
    case 'several':
      return wrong.several(name, problem.options.join(', '));
    case 'above':
      return wrong.above(name, problem.value, nameOfSetting(strings, problem.other), problem.otherValue);
  }
}
