/** Each measurement is worked out once. */
import { liftEstimate, type KeptLift, type LiftEstimate } from '../../experiment/lift.ts';

const known = new WeakMap<KeptLift, LiftEstimate>();

export function estimateOf(kept: KeptLift): LiftEstimate {
  const before = known.get(kept);
  if (before) return before;
  const estimate = liftEstimate(kept.outcomes);
  known.set(kept, estimate);
  return estimate;
}
