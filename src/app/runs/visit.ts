/**
 * How the page stands with a link that is open: which controls are left out by now, and the step of its lesson. It is kept with the tab's entry
 * of the address, so that a reload finds it, while the same link opened once more begins as it was made.
 */
import { z } from 'zod';
import { meansLink } from '../../experiment/links/address.ts';
import { reading } from '../lessons/state.ts';
import { hidden } from '../share/hidden.ts';

const kept = z.object({
  hidden: z.array(z.string()),
  /** from 0; null: the lesson was left, or there is none */
  step: z.int().nonnegative().nullable(),
});

export type Visit = Readonly<z.infer<typeof kept>>;

/** null: nothing is known of it */
export function visit(): Visit | null {
  return kept.safeParse(history.state).data ?? null;
}

/** From now on, for as long as the page lives. */
export function keepVisit(): void {
  reading.subscribe(keep);
  hidden.subscribe(keep);
}

function keep(): void {
  if (!meansLink(location.hash)) return;
  const now = reading.get();
  history.replaceState({ hidden: [...hidden.get()], step: now !== null && now.id === null ? now.step : null } satisfies Visit, '');
}
