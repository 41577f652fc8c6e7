/** Where lessons appear: the one being read, and the one being written. Their code is fetched when wanted. */
import { lazy, Suspense } from 'react';
import { useSource } from '../source.ts';
import { reading, writing } from './state.ts';

const LessonPanel = lazy(() => import('./panel.tsx').then(({ LessonPanel }) => ({ default: LessonPanel })));
const LessonWriter = lazy(() => import('./writer.tsx').then(({ LessonWriter }) => ({ default: LessonWriter })));

export function LessonsLayer() {
  const now = useSource(reading);
  const isWriting = useSource(writing);
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
