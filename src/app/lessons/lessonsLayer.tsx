/** Where lessons appear: the one being read, and the one being written. Their code is fetched when wanted. */
import { lazy, Suspense, useEffect } from 'react';
import { problem } from '../log.ts';
import { useStrings } from '../preferences.ts';
import { arrival } from '../runs/panels.ts';
import { useSource } from '../source.ts';
import { begin, reading, writing } from './state.ts';

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
    </>
  );
}
