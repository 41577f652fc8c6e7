/** Where lessons appear: the one being read, the one being written, and the offer of a tour to whoever is new. Their code is fetched when wanted. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../icons.tsx';
import { problem } from '../log.ts';
import { useStrings } from '../preferences.ts';
import { arrival } from '../runs/panels.ts';
import { useSetup } from '../setup.ts';
import { useSource } from '../source.ts';
import { begin, declineTour, read, reading, writing } from './state.ts';

const LessonPanel = lazy(() => import('./panel.tsx').then(({ LessonPanel }) => ({ default: LessonPanel })));
const LessonWriter = lazy(() => import('./writer.tsx').then(({ LessonWriter }) => ({ default: LessonWriter })));

export function LessonsLayer() {
  const strings = useStrings();
  const now = useSource(reading);
  const isWriting = useSource(writing);
  const arrived = useSource(arrival);
  const json = arrived?.kind === 'link' ? arrived.lesson : null;
  useEffect(() => {
    if (json === null) return;
    void import('./schema.ts').then(({ readLesson }) => {
      try {
        begin(readLesson(json), null);
      } catch (error) {
        problem.set(`${strings.lessons.bad} ${error instanceof Error ? error.message : ''}`);
      }
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a lesson begins once, whatever the language becomes
  }, [json]);
  return (
    <>
      {now && (
        <Suspense fallback={null}>
          <LessonPanel reading={now} />
        </Suspense>
      )}
      {isWriting && !now && (
        <Suspense fallback={null}>
          <LessonWriter />
        </Suspense>
      )}
      {!now && !isWriting && arrived === null && <TourOffer />}
    </>
  );
}

/** milliseconds for a first look of one's own */
const firstLook = 4000;

function TourOffer() {
  const strings = useStrings().lessons.tour;
  const known = useSource(read).includes('tour');
  const onStage = useSetup((setup) => setup.scene === 'stage');
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), firstLook);
    return () => clearTimeout(timer);
  }, []);
  if (known || !onStage || !due) return null;
  return (
    <aside className="tour-offer" aria-label={strings.ask}>
      <p>{strings.ask}</p>
      <button type="button" className="button button-small" onClick={() => void import('./bundled.ts').then(({ start, tour }) => start(tour))}>
        <Icon name="play" />
        {strings.start}
      </button>
      <button type="button" className="button button-quiet button-small" onClick={declineTour}>
        {strings.no}
      </button>
    </aside>
  );
}
