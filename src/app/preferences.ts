/** What a person prefers, kept between visits. The theme is also read by public/theme.js, before the first paint. */
import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { eventKinds, type EventKind } from './playback/events.ts';
import { remembers } from './remembers.ts';
import { languages, pickLanguage, tables, type Language, type Strings } from './strings/index.ts';

/** `lecture`: large type, high contrast, and nothing moves unasked. */
export const themes = ['system', 'light', 'dark', 'lecture'] as const;
type Theme = (typeof themes)[number];

/** Times normal speed. `max`: as fast as it comes. */
export const speedNames = ['0.25', '0.5', '1', '2', '4', '8', 'max'] as const;
type Speed = (typeof speedNames)[number];

/** How much faster than normal. */
export function factor(speed: Speed): number {
  return speed === 'max' ? Infinity : Number(speed);
}

interface Kept {
  readonly theme: Theme;
  readonly language: Language;
  readonly speed: Speed;
  /** turns are played beat by beat */
  readonly slow: boolean;
  /** replies are shown token by token */
  readonly tokens: boolean;
  /** single letters are shortcuts; some people's tools type them by themselves */
  readonly letters: boolean;
  /** events with a mark on the scrubber */
  readonly marks: readonly EventKind[];
}

interface Preferences extends Kept {
  readonly set: (changed: Partial<Kept>) => void;
}

export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      theme: 'system',
      language: pickLanguage(navigator.languages),
      speed: '1',
      slow: false,
      tokens: false,
      letters: true,
      marks: eventKinds,
      set,
    }),
    {
      name: 'fieldnotes.preferences',
      version: 1,
      storage: createJSONStorage(() => remembers),
      partialize: ({ set: _, ...kept }) => kept,
      merge: (stored, current) => ({ ...current, ...read(stored) }),
    },
  ),
);

/** What was stored may come from another version or another hand: keep what is known. */
function read(stored: unknown): Partial<Kept> {
  const at = (name: string): unknown => (typeof stored === 'object' && stored !== null ? new Map(Object.entries(stored)).get(name) : undefined);
  const theme = themes.find((name) => name === at('theme'));
  const language = languages.find((name) => name === at('language'));
  const speed = speedNames.find((name) => name === at('speed'));
  const marks = at('marks');
  return {
    ...(theme && { theme }),
    ...(language && { language }),
    ...(speed && { speed }),
    ...(Array.isArray(marks) && { marks: eventKinds.filter((kind) => marks.includes(kind)) }),
    slow: at('slow') === true,
    tokens: at('tokens') === true,
    letters: at('letters') !== false,
  };
}

export function useStrings(): Strings {
  return tables[usePreferences((preferences) => preferences.language)];
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Does this person not want anything to move that they have not started? */
export function wantsStillness(): boolean {
  return usePreferences.getState().theme === 'lecture' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Is there too little room for settings beside the stage? In large type there always is. */
export function useCompact(): boolean {
  const tight = useSyncExternalStore(compact.subscribe, compact.matches);
  return usePreferences(({ theme }) => theme === 'lecture') || tight;
}

/** Does everything stand in one column, as on a phone? The style sheets ask the same. */
export function useNarrow(): boolean {
  return useSyncExternalStore(narrow.subscribe, narrow.matches);
}

/** Is there room for a picture and the table of the same beside each other? */
export function useRoomy(): boolean {
  const wide = useSyncExternalStore(roomy.subscribe, roomy.matches);
  return usePreferences(({ theme }) => theme !== 'lecture') && wide;
}

interface Media {
  readonly matches: () => boolean;
  readonly subscribe: (changed: () => void) => () => void;
}

/** Looked up once: every frame asks. */
function media(text: string): Media {
  let query: MediaQueryList | null = null;
  const list = (): MediaQueryList => (query ??= matchMedia(text));
  return {
    matches: () => list().matches,
    subscribe: (changed) => {
      list().addEventListener('change', changed);
      return () => list().removeEventListener('change', changed);
    },
  };
}

const compact = media('(max-width: 75rem)');
const narrow = media('(max-width: 47.5rem)');
const roomy = media('(min-width: 94rem)');
