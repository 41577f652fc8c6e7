/** What tests ask of a trial. */
import { apply, begin, type TrialView } from './fold.ts';
import type { TrialRecord } from './records.ts';

/** Everything a policy read and wrote in each context of the trial (one an episode, unless one had to be opened anew). */
export function contexts(records: readonly TrialRecord[]): { readonly episode: number; readonly context: NonNullable<TrialView['context']> }[] {
  const out: ReturnType<typeof contexts> = [];
  let view: TrialView | null = null;
  for (const record of records) {
    view = record.type === 'trialStarted' ? begin(record) : view && apply(view, record);
    if (record.type !== 'responded' || !view?.context) continue;
    if (!record.prompt.fresh) out.pop();
    out.push({ episode: view.episodes.length - 1, context: view.context });
  }
  return out;
}
