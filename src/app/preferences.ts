/** What a person prefers, kept between visits. The theme is also read by public/theme.js, before the first paint. */
import { create } from 'zustand';
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { languages, pickLanguage, tables, type Language, type Strings } from './strings/index.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Milliseconds that a turn stays on screen at least; 0 = as fast as it comes. */
export const speeds = { '0.5': 2400, '1': 1200, '2': 600, '4': 300, max: 0 } as const;
export type Speed = keyof typeof speeds;
export const speedNames: readonly Speed[] = ['0.5', '1', '2', '4', 'max'];

interface Preferences {
  readonly theme: Theme;
  readonly language: Language;
  readonly speed: Speed;
  readonly set: (changed: Partial<Pick<Preferences, 'theme' | 'language' | 'speed'>>) => void;
}

/** Storage that may be blocked (a sandboxed frame, a private window): preferences then last as long as the tab. */
const storage: StateStorage = {
  getItem: (name) => quietly(() => localStorage.getItem(name)) ?? null,
  setItem: (name, value) => void quietly(() => localStorage.setItem(name, value)),
  removeItem: (name) => void quietly(() => localStorage.removeItem(name)),
};

function quietly<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      theme: 'system',
      language: pickLanguage(navigator.languages),
      speed: '1',
      set,
    }),
    {
      name: 'fieldnotes.preferences',
      version: 1,
      storage: createJSONStorage(() => storage),
      partialize: ({ theme, language, speed }) => ({ theme, language, speed }),
      merge: (stored, current) => ({ ...current, ...read(stored) }),
    },
  ),
);

/** What was stored may come from another version or another hand: keep what is known. */
function read(stored: unknown): Partial<Pick<Preferences, 'theme' | 'language' | 'speed'>> {
  const at = (name: string): unknown => (typeof stored === 'object' && stored !== null ? new Map(Object.entries(stored)).get(name) : undefined);
  const theme = themes.find((name) => name === at('theme'));
  const language = languages.find((name) => name === at('language'));
  const speed = speedNames.find((name) => name === at('speed'));
  return { ...(theme && { theme }), ...(language && { language }), ...(speed && { speed }) };
}

export function useStrings(): Strings {
  return tables[usePreferences((preferences) => preferences.language)];
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
