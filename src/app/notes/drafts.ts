/** What somebody began to write into a note and did not run: as long as the tab, also when it is loaded again; where that is blocked, as long as the page. */
import { forTab } from '../remembers.ts';

const held = new Map<string, string>();
const place = (note: string): string => `fieldnotes.draft ${note}`;

export const drafts = {
  get: (note: string): string | null => held.get(note) ?? forTab.getItem(place(note)),
  set(note: string, text: string): void {
    held.set(note, text);
    forTab.setItem(place(note), text);
  },
  delete(note: string): void {
    held.delete(note);
    forTab.removeItem(place(note));
  },
};
