/** Runs out of the store and into it, as they are passed on. */
import type { Run } from '../../experiment/transfer/run.ts';
import type { NewRun, RunStore } from './runs.ts';

/** @throws StoreProblem */
export async function toRun(store: RunStore, id: string): Promise<Run> {
  const [trials, attachments] = await Promise.all([store.load(id), store.attachments(id)]);
  const index = new Map(trials.map((trial, at) => [trial.id, at]));
  const parentOf = (parent: string | null): number | null => (parent === null ? null : (index.get(parent) ?? null));
  return {
    name: store.head(id)?.name ?? '',
    trials: trials.map(({ name, parent, records }) => ({ name, parent: parentOf(parent), records })),
    ...(attachments.length > 0 && { attachments }),
  };
}

/** @returns the id of the new run */
export function fromRun(store: RunStore, { name, trials, attachments = [] }: Run, options: NewRun = {}): string {
  const id = store.create(name, options);
  const ids: string[] = [];
  for (const { name: own, records, parent } of trials) ids.push(store.addTrial(id, { name: own, records, parent: parent === null ? null : ids[parent] }));
  for (const attachment of attachments) store.attach(id, attachment.name, attachment.value);
  return id;
}
