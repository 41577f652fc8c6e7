import { describe, expect, it } from 'vitest';
import { random } from '../../worlds/random.ts';
import { changesOf } from './changes.ts';

describe('what an edit changes', () => {
  it('names the one stretch that differs', () => {
    expect(changesOf(' try 1 died note mine (3, 4) try 2', ' try 1 died note blank (3, 4) try 2')).toEqual([
      { kind: 'same', text: ' try 1 died note' },
      { kind: 'removed', text: ' mine' },
      { kind: 'added', text: ' blank' },
      { kind: 'same', text: ' (3, 4) try 2' },
    ]);
    expect(changesOf('a b', 'a b')).toEqual([{ kind: 'same', text: 'a b' }]);
    expect(changesOf('', 'a')).toEqual([{ kind: 'added', text: 'a' }]);
  });

  it('loses no character of either text', () => {
    const rng = random(2);
    const text = (): string => Array.from({ length: rng.below(12) }, () => rng.pick(['a', ' ', 'b ', '\n', ' a'])).join('');
    for (let i = 0; i < 300; i++) {
      const [before, after] = [text(), text()];
      const changes = changesOf(before, after);
      expect(changes.filter(({ kind }) => kind !== 'added').map((change) => change.text).join('')).toBe(before);
      expect(changes.filter(({ kind }) => kind !== 'removed').map((change) => change.text).join('')).toBe(after);
    }
  });
});
