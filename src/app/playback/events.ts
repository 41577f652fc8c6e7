/** What is worth a mark on the scrubber: read off the records alone. Pure. */
import type { EpisodeView, TrialView } from '../../trial/fold.ts';
import { same } from '../navigate.ts';
import { once } from '../once.ts';
import type { Place } from './moments.ts';

export const eventKinds = ['won', 'dead', 'turns', 'note', 'recalled', 'repeated', 'invalid', 'reward'] as const;
export type EventKind = (typeof eventKinds)[number];

interface TrialEvent extends Place {
  readonly kind: EventKind;
}

/** Named choices of what to mark. */
export const eventPresets = {
  all: eventKinds,
  endings: ['won', 'dead', 'turns'],
  memory: ['note', 'recalled', 'repeated'],
  mistakes: ['dead', 'repeated', 'invalid'],
} as const satisfies Record<string, readonly EventKind[]>;

/** In the order in which they happened. */
export const eventsOf = once((view: TrialView): readonly TrialEvent[] =>
  view.episodes.flatMap((item, episode) => [
    ...item.turns.flatMap(({ acted }, index) => {
      const kinds: EventKind[] = [];
      if (!acted.valid) kinds.push('invalid');
      if (acted.end === null && acted.reward !== 0) kinds.push('reward');
      // once an episode: a player that heeds a note says so in every turn
      if (episode > 0 && index === item.turns.findIndex((turn) => recalls(turn.response.text))) kinds.push('recalled');
      if (view.episodes.slice(0, episode).some((earlier) => sameFall(earlier, item, index))) kinds.push('repeated');
      if (acted.end !== null) kinds.push(acted.end);
      return kinds.map((kind): TrialEvent => ({ kind, episode, turn: index + 1 }));
    }),
    ...(item.note && item.note.text !== '' ? [{ kind: 'note' as const, episode, turn: item.turns.length }] : []),
  ]),
);

/** Events of one moment stand together. */
export function together(events: readonly TrialEvent[]): { readonly place: Place; readonly events: readonly TrialEvent[] }[] {
  const marks: { place: Place; events: TrialEvent[] }[] = [];
  for (const event of events) {
    const last = marks.at(-1);
    if (last && same(last.place, event)) last.events.push(event);
    else marks.push({ place: { episode: event.episode, turn: event.turn }, events: [event] });
  }
  return marks;
}

/** The thought says that it goes by what memory told: after the style word ` note …`, ` seen …` or ` not …`. */
function recalls(text: string): boolean {
  return /^\s*\w+ (note|seen|not)\b/.test(text);
}

/** Did this turn lose the episode in the very way in which an earlier one was lost: the same mine, or the same board left behind? */
function sameFall(earlier: EpisodeView, now: EpisodeView, index: number): boolean {
  const { acted } = now.turns[index];
  const fall = earlier.turns.at(-1)?.acted;
  if (acted.end !== 'dead' || fall?.end !== 'dead') return false;
  if (now.states[0].world === 'minesweeper') return acted.actions.at(-1) === fall.actions.at(-1);
  return acted.rows.join() === fall.rows.join();
}
