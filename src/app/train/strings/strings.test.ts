import { describe, expect, it } from 'vitest';
import { leaves, withValues } from '../../../experiment/config.ts';
import { preset } from '../../../experiment/methods.ts';
import { worldFields } from '../../../experiment/worldSettings.ts';
import { InputError, worldIds } from '../../../worlds/index.ts';
import { useDraft } from '../draft.ts';
import { en, type TrainStrings } from './en.ts';
import { ja } from './ja.ts';
import { fullNameOfSetting, helpOfSetting, helpOfWorldSetting, nameOfSetting, wrongInWords } from './settings.ts';

const tables: readonly TrainStrings[] = [en, ja];
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
/** Every setting there is, of the tree and of each world. */
const settings = [
  ...leaves.map((leaf) => ({ path: leaf.path, help: (strings: TrainStrings) => helpOfSetting(strings, leaf) })),
  ...worldIds.flatMap((world) => Object.entries(worldFields(world)).map(([name, field]) => ({ path: `settings.${name}`, help: (strings: TrainStrings) => helpOfWorldSetting(strings, world, name, field) }))),
];

describe('A setting', () => {
  const bare = (text: string): string => text.toLowerCase().replaceAll(/[\s.。…]/g, '');

  it.each(settings)('$path has a name and a caption that says more than it, in both languages', ({ path, help }) => {
    for (const strings of tables) {
      expect(Object.hasOwn(strings.names, path)).toBe(true);
      expect(bare(help(strings))).not.toBe('');
      expect(bare(help(strings))).not.toBe(bare(nameOfSetting(strings, path)));
    }
    expect(help(en)).not.toMatch(japanese);
    expect(help(ja)).toMatch(japanese);
  });

  it('has a name in full that no other has, in both languages', () => {
    for (const strings of tables) {
      const paths = [...new Set(settings.map(({ path }) => path))];
      expect(new Set(paths.map((path) => fullNameOfSetting(strings, path))).size).toBe(paths.length);
    }
    expect(fullNameOfSetting(en, 'evaluation.tasks')).toBe('Validation: Tasks');
    expect(fullNameOfSetting(en, 'rollout.tasks')).toBe('Tasks an iteration');
  });

  it('that can not have a value is told by its name, in both languages, whatever is wrong with it', () => {
    const config = preset('lamer', 'sokoban');
    const wrong = (path: string, value: string, strings: TrainStrings): string => {
      try {
        withValues(config, [[path, value]]);
      } catch (error) {
        if (error instanceof InputError) return wrongInWords(error, strings);
      }
      throw new Error(`${path} took ${value}.`);
    };
    const said = (path: string, value: string, name: string): void => {
      for (const strings of tables) {
        const words = wrong(path, value, strings);
        expect(words).toContain(strings.names[path]);
        expect(words).not.toContain(name);
      }
      expect(wrong(path, value, ja)).toMatch(japanese);
    };
    for (const { path, kind } of leaves) said(path, kind === 'several' ? '' : '−1', path);
    for (const name of Object.keys(worldFields('sokoban'))) said(`settings.${name}`, name === 'minSolution' ? '22' : '−1', name);
    expect(wrong('rollout.group', '100', en)).toBe('Trials a task is 100; it must be a whole number from 1 to 64.');
    expect(wrong('settings.minSolution', '22', ja)).toContain('「最短解の上限」は 21');
  });

  it('keeps in its field what was typed, and says in the language of the moment what is wrong with it', () => {
    useDraft.getState().put('schedule.seed', 'x');
    const { text, error } = useDraft.getState().bad['schedule.seed'];
    expect(text).toBe('x');
    expect(wrongInWords(error, ja)).toBe('「シード」は "x" です。0 から 999999 の整数にしてください。');
    expect(wrongInWords(error, en)).toBe('Seed is "x"; it must be a whole number from 0 to 999999.');
  });
});
