/** Where on the scrubber hits are. */
import type { TrialView } from '../../trial/fold.ts';
import { placesOf, same } from '../navigate.ts';
import { useFound } from './useFound.ts';

export function Marks({ view }: { readonly view: TrialView }) {
  const { hits, place } = useFound(view);
  const here = hits.at(place)?.passage.at;
  const places = placesOf(view);
  const marked = new Set(hits.map(({ passage: { at } }) => places.findIndex((each) => same(each, at))));
  return (
    <div className="find-marks" aria-hidden>
      {Array.from(marked, (index) => (
        <span
          key={index}
          data-here={place >= 0 && here && same(places[index], here) ? '' : undefined}
          style={{ insetInlineStart: `${(100 * index) / Math.max(1, places.length - 1)}%` }}
        />
      ))}
    </div>
  );
}
