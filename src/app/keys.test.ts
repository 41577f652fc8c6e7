import { describe, expect, it } from 'vitest';
import { takesKey } from './keys.ts';

const letters = [...'abcdefghijklmnopqrstuvwxyz12345678?<>,.'];

describe('Keys of a control', () => {
  it('are all of them where text is written', () => {
    for (const kind of ['text', 'search', 'number', 'email']) for (const key of ['b', ' ', 'ArrowLeft', '1']) expect(takesKey(kind, key)).toBe(true);
  });

  it('leave every letter to the page where none is written', () => {
    for (const kind of ['radio', 'checkbox', 'range', 'button']) for (const key of letters) expect([kind, key, takesKey(kind, key)]).toEqual([kind, key, false]);
  });

  it('are those that move or press it', () => {
    expect(takesKey('radio', 'ArrowRight')).toBe(true);
    expect(takesKey('radio', ' ')).toBe(true);
    expect(takesKey('checkbox', ' ')).toBe(true);
    expect(takesKey('range', 'Home')).toBe(true);
    expect(takesKey('button', ' ')).toBe(true);
    expect(takesKey('button', 'ArrowRight')).toBe(false);
    expect(takesKey('checkbox', 'ArrowRight')).toBe(false);
    expect(takesKey('range', ' ')).toBe(false);
  });
});
