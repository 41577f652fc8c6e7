/** Choices that a reload of the tab leaves as they were. */
import { forTab } from './remembers.ts';
import { source, type Source } from './source.ts';

/** @param name under which it is kept @param choices all there are @param initial where none is kept */
export function lasting<T extends string>(name: string, choices: readonly T[], initial: T): Source<T> {
  const kept = forTab.getItem(name);
  const chosen = source(choices.find((each) => each === kept) ?? initial);
  chosen.subscribe(() => forTab.setItem(name, chosen.get()));
  return chosen;
}
