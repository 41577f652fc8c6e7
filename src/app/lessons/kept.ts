/** The lesson that is being read, with its step, and whether one is being written: kept as long as the tab, so that a reload comes back to it. */
import { problem } from '../log.ts';
import { forTab } from '../remembers.ts';
import { reading, writing } from './state.ts';

const place = 'fieldnotes.lesson';

/** From now on, for as long as the page lives. */
export function keepLesson(): void {
  for (const each of [reading, writing]) each.subscribe(keep);
  keep();
}

function keep(): void {
  const kept = { reading: reading.get(), writing: writing.get() };
  if (kept.reading === null && !kept.writing) forTab.removeItem(place);
  else forTab.setItem(place, JSON.stringify(kept));
}

/** Nothing is shown anew: the page is as the reader left it, which may be elsewhere than the step once led. */
export async function comeBackToLesson(): Promise<void> {
  const text = forTab.getItem(place);
  if (text === null) return;
  try {
    const { readKept } = await import('./schema.ts');
    const kept = readKept(text);
    reading.set(kept.reading);
    writing.set(kept.writing);
  } catch (error) {
    problem.set(error);
  }
}
