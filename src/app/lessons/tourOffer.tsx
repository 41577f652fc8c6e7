/** One line for whoever is new, in the place of the line about the page: a tour. It covers nothing, and goes for good when it is answered. */
import { Icon } from '../icons.tsx';
import { useStrings } from '../preferences.ts';
import { arrival } from '../runs/panels.ts';
import { useSource } from '../source.ts';
import { declineTour, read, reading, writing } from './state.ts';

export function TourOffer() {
  const strings = useStrings();
  const known = useSource(read).includes('tour');
  const busy = [useSource(reading), useSource(arrival)].some((each) => each !== null);
  const isWriting = useSource(writing);
  if (known || busy || isWriting) return <p className="tagline">{strings.tagline}</p>;
  const text = strings.lessons.tour;
  return (
    <div className="tour-offer" role="group" aria-label={text.name}>
      <button type="button" className="button button-small" onClick={() => void import('./bundled.ts').then(({ start, tour }) => start(tour))}>
        <Icon name="play" />
        {text.start}
      </button>
      <button type="button" className="button button-quiet button-small button-icon" aria-label={text.no} onClick={declineTour}>
        <Icon name="close" />
      </button>
    </div>
  );
}
