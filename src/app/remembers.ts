/** Small things that are remembered between visits. */
import type { StateStorage } from 'zustand/middleware';

/** Can anything be remembered here? */
export function remembering(): boolean {
  return quietly(() => localStorage.length) !== undefined;
}

/** Storage that may be blocked (a sandboxed frame, a private window): what is remembered then lasts as long as the tab. */
export const remembers = {
  getItem: (name: string) => quietly(() => localStorage.getItem(name)) ?? null,
  setItem: (name: string, value: string) => void quietly(() => localStorage.setItem(name, value)),
  removeItem: (name: string) => void quietly(() => localStorage.removeItem(name)),
} satisfies StateStorage;

function quietly<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
