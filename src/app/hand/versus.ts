/** You against the policy: finished trials of one task, side by side. Kept as long as the tab. */
import type { TrialView } from '../../trial/fold.ts';
import type { TrialRecord } from '../../trial/records.ts';
import { person } from '../../trial/runner.ts';
import { tree } from '../log.ts';
import { taskKey } from '../settings.ts';
import { source } from '../source.ts';
import { playerOf } from './results.ts';

export interface Result {
  /** as a choice of policy */
  readonly player: string;
  readonly view: TrialView;
  readonly records: readonly TrialRecord[];
}

/** The newest finished trial of each player on each task. */
export const results = source<ReadonlyMap<string, readonly Result[]>>(new Map());

const most = 200;

export function watchResults(): void {
  tree.subscribe(() => {
    for (const { view, records } of tree.get().branches) {
      const player = view.won === null ? null : playerOf(view);
      if (player !== null) keep({ player, view, records });
    }
  });
}

function keep(result: Result): void {
  const key = taskKey(result.view.start.task);
  const before = results.get().get(key) ?? [];
  if (before.some(({ view }) => view === result.view)) return;
  const after = new Map([...results.get()].slice(-most));
  after.set(key, [...before.filter(({ player }) => player !== result.player), result]);
  results.set(after);
}

/** The person's result first, then those of the others; null: there is nothing to compare. */
export function comparedOn(known: ReadonlyMap<string, readonly Result[]>, view: TrialView): readonly Result[] | null {
  const found = known.get(taskKey(view.start.task)) ?? [];
  const own = found.find(({ player }) => player === person);
  const others = found.filter(({ player }) => player !== person);
  return own && others.length > 0 ? [own, ...others.slice(-2)] : null;
}
