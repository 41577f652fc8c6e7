/** What the page shows of branches; fetched when it is first needed, so that a page that only plays stays light. */
import { lazy, Suspense } from 'react';
import type { TrialView } from '../../trial/fold.ts';
import { commands } from '../commands.ts';
import { Icon } from '../icons.tsx';
import { live, tree, trial } from '../log.ts';
import type { Place } from '../playback/moments.ts';
import { useUnveiled } from '../playback/veil.ts';
import { useStrings } from '../preferences.ts';
import { useSetup } from '../setup.ts';
import { useSource } from '../source.ts';
import { useBranching } from './store.ts';
import { branchOf, type Branch } from './tree.ts';

const Rail = lazy(() => import('./rail.tsx').then(({ Rail }) => ({ default: Rail })));
const WhatIf = lazy(() => import('./whatIf.tsx').then(({ WhatIf }) => ({ default: WhatIf })));
const Compare = lazy(() => import('./compare.tsx').then(({ Compare }) => ({ default: Compare })));

/** A trial that nobody has branched has no tree to show. */
export function BranchRail() {
  const { view } = useSource(trial);
  return view && <WholeRail view={view} />;
}

function WholeRail({ view }: { readonly view: TrialView }) {
  const { branches } = useSource(tree);
  const removed = useBranching((state) => state.removed);
  // It shows how every branch ends.
  if (useUnveiled(view) !== view || (branches.length < 2 && removed === null)) return null;
  return (
    <Suspense fallback={null}>
      <Rail />
    </Suspense>
  );
}

export function WhatIfPanel({ view, place }: { readonly view: TrialView; readonly place: Place }) {
  return (
    <Suspense fallback={<div className="what-if" />}>
      <WhatIf view={view} place={place} />
    </Suspense>
  );
}

export function WhatIfButton() {
  const strings = useStrings();
  const open = useBranching((state) => state.whatIf !== null);
  useSource(live);
  const can = useSetup(() => commands.whatIf.when());
  return (
    <button
      type="button"
      className="button button-quiet button-small"
      data-opens="what-if"
      aria-pressed={open}
      aria-keyshortcuts="b"
      disabled={!can}
      onClick={() => commands.whatIf.run()}
    >
      <Icon name="branch" />
      {strings.branches.whatIf.open}
    </button>
  );
}

interface Beside {
  readonly left: Branch;
  readonly right: Branch;
}

/** null: nothing is compared */
export function useBeside(): Beside | null {
  const now = useSource(tree);
  const beside = useBranching((state) => state.beside);
  const showing = useSetup((setup) => setup.showing);
  const [left, right] = [branchOf(now, beside), branchOf(now, now.shown)];
  return showing === 'trial' && left && right && left !== right ? { left, right } : null;
}

export function CompareView({ left, right }: Beside) {
  const strings = useStrings();
  return (
    <Suspense fallback={<section className="compare" aria-label={strings.branches.compare.title} />}>
      <Compare left={left} right={right} />
    </Suspense>
  );
}
