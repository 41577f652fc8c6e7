/** One sentence per turn for screen readers, politely. */
import type { TrialView } from '../trial/fold.ts';
import { lastPlace, same } from './navigate.ts';
import { useStrings } from './preferences.ts';
import { episodeInWords, turnInWords } from './say.ts';
import type { Place } from './playback/moments.ts';

interface AnnouncerProps {
  readonly view: TrialView | null;
  readonly place: Place;
}

export function Announcer({ view, place }: AnnouncerProps) {
  const strings = useStrings();
  return (
    <p className="hidden" role="status" aria-live="polite">
      {view && sentence(view, place, strings)}
    </p>
  );
}

function sentence(view: TrialView, place: Place, strings: ReturnType<typeof useStrings>): string {
  const episode = view.episodes[place.episode];
  const { task } = view.start;
  if (episode === undefined || (place.turn === 0 && place.episode === 0)) return strings.say.start(strings.setup.worlds[task.world]);
  if (same(place, lastPlace(view))) return episodeInWords(place.episode + 1, episode, task.world, strings);
  return place.turn === 0 ? strings.strip.episode(place.episode + 1) : turnInWords(place.turn, episode.turns[place.turn - 1], strings);
}
