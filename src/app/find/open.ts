/** Whether somebody searches the trial on stage, and for what. Who finds it is fetched when somebody does; nothing that is typed meanwhile is lost. */
import { source } from '../source.ts';

/** How often the search was asked for since it was opened: whoever asks again goes on typing. 0: it is closed. */
export const asksToFind = source(0);

/** What is looked for, as it is typed. */
export const sought = source('');

/** On to the next hit or back; null: nobody finds anything yet. */
export const stepToHit = source<((step: 1 | -1) => void) | null>(null);

/** Back to the button that opens it. */
export function closeFind(): void {
  asksToFind.set(0);
  document.querySelector<HTMLElement>('[aria-keyshortcuts="/"]')?.focus();
}
