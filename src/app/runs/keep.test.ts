import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

it('A first visit waits for nothing; a later one looks for its run, and so does one that can not tell', async () => {
  vi.stubGlobal('navigator', { languages: ['en'] });
  const { wasKept } = await import('./keep.ts');
  const kept = new Map<string, string>();
  const storage = { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => void kept.set(name, value), get length() { return kept.size; } };
  vi.stubGlobal('localStorage', storage);
  expect(wasKept()).toBe(false);
  kept.set('fieldnotes.kept', '1');
  expect(wasKept()).toBe(true);
  vi.stubGlobal('localStorage', undefined);
  expect(wasKept()).toBe(true);
});
