/** The train door's own string table, in the page's language. */
import type { Language } from '../../strings/index.ts';
import { usePreferences } from '../../preferences.ts';
import { en, type TrainStrings } from './en.ts';
import { ja } from './ja.ts';

export type { TrainStrings } from './en.ts';
export { fullNameOfSetting, helpOfSetting, helpOfWorldSetting, nameOfSetting, wrongInWords } from './settings.ts';

const tables: Readonly<Record<Language, TrainStrings>> = { en, ja };

export function useTrainStrings(): TrainStrings {
  return tables[usePreferences((preferences) => preferences.language)];
}

/** "40 s", "12 min", "1 h 20 min" */
export function timeText(seconds: number, { time }: TrainStrings): string {
  if (seconds < 90) return time.seconds(Math.round(seconds));
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? time.minutes(minutes) : time.hours(Math.floor(minutes / 60), minutes % 60);
}
