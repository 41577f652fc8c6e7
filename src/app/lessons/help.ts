/** Which part of Help is open, and at which entry. */
import { useSetup } from '../setup.ts';
import { source } from '../source.ts';

export const helpTabs = ['reading', 'lessons', 'glossary'] as const;
export type HelpTab = (typeof helpTabs)[number];

export interface HelpPlace {
  readonly tab: HelpTab;
  /** an entry of the glossary to go to; null: the beginning */
  readonly entry: string | null;
}

export const helpPlace = source<HelpPlace>({ tab: 'reading', entry: null });

export function openHelp(tab: HelpTab, entry: string | null = null): void {
  helpPlace.set({ tab, entry });
  useSetup.getState().show({ help: true });
}
