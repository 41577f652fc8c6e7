/** The store of runs of this tab, opened once; and what has to happen when the tab is left. */
import { useSyncExternalStore } from 'react';
import { RunStore, type Fork, type StoreState } from '../../platform/web/runs.ts';
import { source, useSource } from '../source.ts';

/** null: not open yet */
export const store = source<RunStore | null>(null);

/** A run that was gone on with in another tab too; what came of it here is a branch of its own. null: none, or it was read. */
export const forked = source<Fork | null>(null);

let opening: Promise<RunStore> | null = null;

/** Always gives a store; one that can not save says so in its `problem`, and keeps what it is given as long as the tab. */
export function openStore(): Promise<RunStore> {
  return (opening ??= open());
}

async function open(): Promise<RunStore> {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('fieldnotes.runs');
  const opened = await RunStore.open({ onWrite: () => channel?.postMessage('written'), onFork: (fork) => forked.set(fork) });
  channel?.addEventListener('message', () => void opened.refresh());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void opened.flush();
  });
  window.addEventListener('pagehide', () => void opened.flush());
  window.addEventListener('beforeunload', (event) => {
    // A store that works has written all, or does so while the page goes.
    if (opened.unsaved > 0 && opened.snapshot().problem !== null) event.preventDefault();
  });
  store.set(opened);
  return opened;
}

const closed: StoreState = { runs: [], problem: null };
const never = (): (() => void) => () => undefined;

/** The list of runs, and what is wrong with saving them. */
export function useRuns(): StoreState {
  const opened = useSource(store);
  return useSyncExternalStore(opened?.subscribe ?? never, opened?.snapshot ?? (() => closed));
}
