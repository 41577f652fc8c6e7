/** Fetched when the odds of a policy are shown. */
import { lazy, Suspense } from 'react';
import type { TrialView } from '../../trial/fold.ts';
import { tree } from '../log.ts';
import { oddsFrom } from '../odds.ts';
import { useSource } from '../source.ts';

const Slider = lazy(() => import('./slider.tsx').then(({ Slider }) => ({ default: Slider })));

export function TemperatureSlider({ view }: { readonly view: TrialView }) {
  const { id } = useSource(tree);
  if (useSource(oddsFrom) === null) return null;
  return (
    <Suspense fallback={null}>
      {/* Another trial's odds open at 1 again. */}
      <Slider key={id} played={view.start.sampling?.temperature ?? null} />
    </Suspense>
  );
}
