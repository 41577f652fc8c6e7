import { describe, expect, it } from 'vitest';
import { leaves } from '../../../experiment/config.ts';
import { en, type TrainStrings } from './en.ts';
import { ja } from './ja.ts';

const tables: readonly TrainStrings[] = [en, ja];

describe('The caption of a setting', () => {
  it('says more than its name, in both languages', () => {
    const bare = (text: string): string => text.toLowerCase().replaceAll(/[\s.。…]/g, '');
    for (const strings of tables) {
      for (const { path, help } of leaves) {
        const said = strings.help[path] ?? help;
        expect(bare(said), path).not.toBe('');
        expect(bare(said), path).not.toBe(bare(strings.names[path] ?? ''));
      }
    }
  });
});
