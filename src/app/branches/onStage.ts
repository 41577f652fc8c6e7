/** What the stage moves through: the branch that is shown, or, while another stands beside it, both. */
import type { TrialView } from '../../trial/fold.ts';
import { tree, trial } from '../log.ts';
import { timelineOf } from './beside.ts';
import { useBranching } from './store.ts';
import { branchOf, parentOf, type Branch } from './tree.ts';

/** null: none, or the very one that is shown */
function besideBranch(): Branch | null {
  const { beside } = useBranching.getState();
  return beside === null || beside === tree.get().shown ? null : branchOf(tree.get(), beside);
}

/** null: nothing has been played */
export function stageView(): TrialView | null {
  const { view } = trial.get();
  const beside = besideBranch();
  return view && beside ? timelineOf(beside.view, view) : view;
}

/** Whom the shown branch is best compared with: the one that it came from, else the newest other. null: there is only one */
export function otherBranch(): Branch | null {
  const now = tree.get();
  const shown = branchOf(now, now.shown);
  return (shown && parentOf(now, shown)) ?? now.branches.findLast(({ id }) => id !== now.shown) ?? null;
}
