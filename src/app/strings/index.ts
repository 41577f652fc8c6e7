/** The string table: one language chosen by preference, else by the browser. */
import { en, type Strings } from './en.ts';
import { ja } from './ja.ts';

export type { Strings } from './en.ts';

export const languages = ['en', 'ja'] as const;
export type Language = (typeof languages)[number];

export const tables: Readonly<Record<Language, Strings>> = { en, ja };

/** The first language of the browser that there is a table for. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = languages.find((language) => tag.toLowerCase().split('-')[0] === language);
    if (found !== undefined) return found;
  }
  return 'en';
}
