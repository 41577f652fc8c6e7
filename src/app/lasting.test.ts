import { afterEach, expect, it, vi } from 'vitest';
import { lasting } from './lasting.ts';

afterEach(() => vi.unstubAllGlobals());

it('A choice is there again when the page is loaded again, but for what can not be chosen; without storage it lasts as long as the page', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => void kept.set(name, value) });
  const choices = ['a', 'b'] as const;
  lasting('place', choices, 'a').set('b');
  expect(lasting('place', choices, 'a').get()).toBe('b');
  expect(lasting('elsewhere', choices, 'a').get()).toBe('a');
  kept.set('place', 'c');
  expect(lasting('place', choices, 'a').get()).toBe('a');
  vi.stubGlobal('sessionStorage', undefined);
  const chosen = lasting('place', choices, 'a');
  chosen.set('b');
  expect([chosen.get(), lasting('place', choices, 'a').get()]).toEqual(['b', 'a']);
});
