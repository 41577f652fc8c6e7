/** What belongs to the run on stage besides its records (measurements, say): plain data under a name, saved and deleted with the run. */
import type { Attachment } from '../../experiment/transfer/run.ts';
import { keepNow, stageRun } from './keep.ts';
import { openStore } from './store.ts';

/** Saves the run, too, where it is a recording. @param value plain data (structured clone); it replaces what was kept under the name */
export async function attach(key: string, value: unknown): Promise<void> {
  const store = await openStore();
  const run = keepNow();
  if (run !== null) store.attach(run, key, value);
}

/** All of the run on stage. */
export async function attachments(): Promise<readonly Attachment[]> {
  const store = await openStore();
  const run = stageRun.get();
  return run !== null && store.head(run.id) !== null ? store.attachments(run.id) : [];
}

/** To be parsed by whoever asked; undefined: there is nothing of that name. */
export async function attachment(key: string): Promise<unknown> {
  const store = await openStore();
  const run = stageRun.get();
  return run !== null && store.head(run.id) !== null ? store.attachment(run.id, key) : undefined;
}
