/**
 * Whatever is on stage is saved as it comes about: the tree is a run, its branches are the run's trials, under the same ids. Recordings that
 * come with the page are saved from the moment on that somebody makes something of them.
 */
import type { RunOrigin, RunStore, SavedPlace } from '../../platform/web/runs.ts';
import { readPlace } from '../../platform/web/runsDisk.ts';
import { tree, type Branch, type Tree } from '../log.ts';
import { settled } from '../playback/settled.ts';
import { usePreferences } from '../preferences.ts';
import { remembering, remembers } from '../remembers.ts';
import { useSetup } from '../setup.ts';
import { source } from '../source.ts';
import { tables } from '../strings/index.ts';
import { runTitle } from './names.ts';
import { store } from './store.ts';

/** The run on stage. */
export interface StageRun {
  readonly id: string;
  readonly origin: RunOrigin;
  /** it is in the list of runs */
  readonly kept: boolean;
}

/** null: nothing has been played */
export const stageRun = source<StageRun | null>(null);

/** Who deleted the run on stage; null: nobody. Nothing more of it is saved until it is brought back. */
export const deleted = source<'here' | 'elsewhere' | null>(null);
const deletedHere = new Set<string>();

/** What the store has of each branch of the tree on stage. */
let held = new Map<string, { readonly count: number; readonly name: string }>();
let arriving: Pick<StageRun, 'origin' | 'kept'> | null = null;
let marked = false;
let here: SavedPlace | null = null;

/**
 * Put something on stage that was not played just now. @param open does it, by `open` or `openTree` of the log
 * @param kept false: it is saved elsewhere, or comes with the page; only what somebody makes of it is a run of its own
 */
export function arrive<T>(origin: RunOrigin, open: () => T, kept = origin !== 'recording'): T {
  arriving = { origin, kept };
  try {
    return open();
  } finally {
    arriving = null;
  }
}

/** From now on, for as long as the page lives; what happens before the store is open is saved when it is. */
export function keepRuns(): void {
  tree.subscribe(sync);
  store.subscribe(() => {
    store.get()?.subscribe(noticeDeleted);
    sync();
  });
  settled.subscribe(saveSpot);
  // What the store writes as the page is left may come too late.
  window.addEventListener('pagehide', () => {
    saveSpot();
    if (here !== null) remembers.setItem(spot, JSON.stringify(here));
  });
  sync();
}

/** What is on stage is saved even if it is a recording: somebody made something of it. @returns its id; null: there is nothing */
export function keepNow(): string | null {
  const now = stageRun.get();
  if (now === null) return null;
  stageRun.set({ ...now, kept: true });
  sync();
  return now.id;
}

/** Out of the list of runs, until it is brought back. */
export function discard(run: string): void {
  deletedHere.add(run);
  store.get()?.remove(run);
}

/** With all that was played since, where it is on stage. */
export function bringBack(run: string): void {
  deletedHere.delete(run);
  const to = store.get();
  if (to?.has(run)) return to.restore(run);
  // Cleared away for good: what is on stage is all there is.
  if (stageRun.get()?.id !== run) return;
  held = new Map();
  sync();
}

function noticeDeleted(): void {
  const [to, run, before] = [store.get(), stageRun.get(), deleted.get()];
  const gone = to !== null && run?.kept === true && held.size > 0 && to.head(run.id) === null;
  deleted.set(!gone ? null : deletedHere.has(run.id) ? 'here' : 'elsewhere');
  if (before !== null && !gone) sync();
}

function sync(): void {
  const now = tree.get();
  const before = stageRun.get();
  if (now.branches.length === 0) return stageRun.set(null);
  if (before?.id !== now.id) {
    held = new Map();
    const played = now.running !== null;
    return begin({ id: now.id, ...(arriving ?? { origin: played ? 'played' : 'recording', kept: played }) });
  }
  if (!before.kept && (now.branches.length > 1 || now.running !== null)) return begin({ ...before, kept: true });
  const opened = store.get();
  if (before.kept && opened) write(opened, now, before);
  noticeDeleted();
  saveSpot();
}

function begin(run: StageRun): void {
  stageRun.set(run);
  sync();
}

function write(to: RunStore, now: Tree, { origin }: StageRun): void {
  const known = to.head(now.id);
  if (known === null && held.size > 0) return;
  if (known === null) to.create(runTitle(now.branches[0].view.start.task, useSetup.getState(), tables[usePreferences.getState().language]), { id: now.id, origin });
  const stored = new Map(known?.trials.map((trial) => [trial.id, trial]));
  for (const branch of now.branches) {
    const had = held.get(branch.id);
    if (had === undefined) take(to, now.id, branch, stored.get(branch.id)?.gone ?? null);
    else if (branch.records.length > had.count) to.append(now.id, branch.id, branch.records.slice(had.count));
    if (had !== undefined && branch.name !== had.name) to.changeTrial(now.id, branch.id, { name: branch.name });
    held.set(branch.id, { count: branch.records.length, name: branch.name });
  }
  for (const id of held.keys()) {
    if (now.branches.some((branch) => branch.id === id)) continue;
    to.changeTrial(now.id, id, { gone: true });
    held.delete(id);
  }
}

/** @param gone whether it was taken out of the run before; null: the store does not know it */
function take(to: RunStore, run: string, { id, name, parent, records }: Branch, gone: boolean | null): void {
  if (gone === null) to.addTrial(run, { id, name, parent: parent?.branch ?? null, records });
  else if (gone) to.changeTrial(run, id, { gone: false, name });
}

const mark = 'fieldnotes.kept';
const spot = 'fieldnotes.spot';

/** Is there a place to come back to, as far as can be told before the store is open? A first visit waits for nothing; where the mark is blocked, only the store can tell. */
export function wasKept(): boolean {
  return !remembering() || remembers.getItem(mark) !== null;
}

/** Where someone is, so that a reload comes back to it. */
function saveSpot(): void {
  const [run, { shown }] = [stageRun.get(), tree.get()];
  if (run?.kept !== true || shown === null) return;
  if (!marked) remembers.setItem(mark, '1');
  marked = true;
  here = { run: run.id, trial: shown, moment: useSetup.getState().moment };
  store.get()?.setPlace(here);
}

/** The last step of the place that is saved, if it is of the same trial. It is told once: a tab that is killed leaves none, and an older one would be wrong. */
export function lastStep(saved: SavedPlace): SavedPlace {
  const known = readPlace(remembers.getItem(spot));
  remembers.removeItem(spot);
  return known?.run === saved.run && known.trial === saved.trial ? known : saved;
}
