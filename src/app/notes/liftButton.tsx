/** The lift of a note in one line, and behind it how it is measured. */
import * as Popover from '@radix-ui/react-popover';
import { lazy, Suspense } from 'react';
import type { LiftEstimate } from '../../experiment/lift.ts';
import { Icon } from '../icons.tsx';
import { useStrings } from '../preferences.ts';
import type { Strings } from '../strings/index.ts';
import { IntervalMark, points } from './interval.tsx';
import { isUnderWay } from './state.ts';
import type { KnownLift } from './useLift.ts';
import { estimateOf } from './estimate.ts';

const LiftPanel = lazy(() => import('./liftPanel.tsx').then(({ LiftPanel }) => ({ default: LiftPanel })));

interface LiftButtonProps {
  readonly lift: KnownLift;
  /** what the details open in; default: the page. A modal dialog lets nobody see what is outside it. */
  readonly within?: Element | null;
}

export function LiftButton({ lift, within }: LiftButtonProps) {
  const strings = useStrings();
  const { view } = lift;
  const estimate = view && estimateOf(view.kept);
  const busy = view !== null && isUnderWay(view.phase);
  return (
    <Popover.Root>
      <Popover.Trigger className="lift-button" aria-label={strings.lift.label(labelOf(lift, estimate, strings))}>
        {estimate && estimate.samples > 0 ? (
          <Figure estimate={estimate} busy={busy} />
        ) : (
          <>
            <Icon name="lift" />
            {view && isUnderWay(view.phase) ? strings.lift.phases[view.phase] : strings.lift.measure}
          </>
        )}
        {busy && view && <progress value={view.done} max={Math.max(1, view.total)} aria-hidden />}
      </Popover.Trigger>
      <Popover.Portal container={within}>
        <Popover.Content className="popover lift-popover" sideOffset={6} collisionPadding={12} aria-label={strings.lift.title}>
          <Suspense fallback={<p className="help">{strings.doors.opening}</p>}>
            <LiftPanel lift={lift} />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Figure({ estimate: { lift }, busy }: { readonly estimate: LiftEstimate; readonly busy: boolean }) {
  const strings = useStrings();
  // Red or green would be a verdict, which waits for all samples.
  const role = busy ? 'plain' : lift.low > 0 ? 'good' : lift.high < 0 ? 'bad' : 'plain';
  return (
    <>
      <b data-role={role}>{strings.lift.points(points(lift.value))}</b>
      <IntervalMark of={lift} from={-1} to={1} role={role} />
      {!busy && (
        <span className="lift-range">
          [{strings.lift.points(points(lift.low))}, {strings.lift.points(points(lift.high))}]
        </span>
      )}
    </>
  );
}

function labelOf({ view }: KnownLift, estimate: LiftEstimate | null, strings: Strings): string {
  if (view === null) return strings.lift.measure;
  const { phase, done, total } = view;
  if (estimate && estimate.samples > 0 && (phase === 'kept' || phase === 'stopped')) {
    const { value, low, high } = estimate.lift;
    const say = (share: number): string => strings.lift.points(points(share));
    return strings.lift.inWords(say(value), say(low), say(high), estimate.samples);
  }
  return phase === 'kept' ? strings.lift.measure : `${strings.lift.phases[phase]} ${strings.lift.progress(done, total)}`;
}
