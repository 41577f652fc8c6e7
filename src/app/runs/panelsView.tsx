/** The dialogs about runs; their code is fetched when one is opened. */
import { lazy, Suspense } from 'react';
import { useSource } from '../source.ts';
import { Intake } from './intake.tsx';
import { panel } from './panels.ts';

const Library = lazy(() => import('./library.tsx').then(({ Library }) => ({ default: Library })));
const Share = lazy(() => import('../share/dialog.tsx').then(({ Share }) => ({ default: Share })));
const Contents = lazy(() => import('../share/contents.tsx').then(({ ContentsDialog }) => ({ default: ContentsDialog })));

export function Panels() {
  const open = useSource(panel);
  return (
    <>
      <Intake />
      <Suspense fallback={null}>
        {open === 'runs' && <Library />}
        {open === 'share' && <Share />}
        {open === 'contents' && <Contents />}
      </Suspense>
    </>
  );
}
