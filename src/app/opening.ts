/**
 * What the page opens with: the run in a link; else where the visitor was; else a trial that Scout has played before, already running, before
 * any model has loaded. Still where the visitor wants nothing to move, or came to look at something of their own.
 */
import { meansLink } from '../experiment/links/address.ts';
import type { SavedPlace } from '../platform/web/runs.ts';
import { fromJsonl, type TrialRecord } from '../trial/records.ts';
import { playAll } from '../trial/scheduler.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import { makeTask } from '../worlds/index.ts';
import { open, openTree, tree, trial, unawaited, type Tree } from './log.ts';
import { wantsStillness } from './preferences.ts';
import { arrive, keepRuns, lastStep, stageRun, wasKept, type StageRun } from './runs/keep.ts';
import { hangAgain, linkRun, openLink, openSaved, tellCutOff } from './runs/open.ts';
import { arrival } from './runs/panels.ts';
import { openStore, store } from './runs/store.ts';
import { watchTabs } from './runs/tabs.ts';
import type { Moment } from './playback/moments.ts';
import { useSetup } from './setup.ts';
import { comeBackTo, keepWhere, recordingBefore, whereBefore, type Where } from './where.ts';

/** How long a saved run is waited for before the recording takes the stage. */
const patienceMs = 3000;

export async function openPage(): Promise<void> {
  // It is on its way already: index.html asks for it before any code has come.
  const file = askForRecording();
  const last = whereBefore();
  // The door that was open opens at once, whatever is still on its way.
  if (last !== null) useSetup.setState({ scene: last.scene });
  keepRuns();
  watchTabs();
  window.addEventListener('hashchange', ({ oldURL }) => void changeAddress(new URL(oldURL).hash));
  stageRun.subscribe(leaveAddress);
  // Nobody waits for the wall: whoever has gone on meanwhile is not taken back.
  if (last?.wall != null) unawaited(hangAgain(last.wall));
  await putOnStage(file, last);
  if (last !== null) await comeBackTo(last);
  keepWhere();
}

async function putOnStage(file: Promise<Response | null>, last: Where | null): Promise<void> {
  const linked = meansLink(location.hash);
  const kept = last && !linked ? recordingBefore(last) : null;
  if (kept !== null) return show(kept.records, false, kept.origin);
  const opened = linked ? await openAddress(last) : wasKept() && (await comeBack(last));
  if (opened) return;
  const records = await recording(await file);
  // Somebody was faster: a run or a file is on stage already.
  if (trial.get().view !== null) return;
  show(records, !wantsStillness() && !linked);
  if (linked || !wasKept()) return;
  // The store was slow to open: whoever has not turned to anything else meanwhile is still taken to where they were.
  const waiting = stageRun.get()?.id;
  await openStore();
  if (stageRun.get()?.id === waiting) await comeBack(last);
}

/**
 * Put a trial that was played before on stage, from its start or, when it is not to move, seen to its end. It is no run of its own until somebody
 * makes something of it. @throws InputError
 */
export function show(records: readonly TrialRecord[], playing: boolean, origin: 'recording' | 'played' = 'recording'): void {
  arrive(origin, () => open(records), false);
  const start = { episode: 0, turn: 0, beat: null };
  useSetup.setState({ moment: playing ? start : null, seen: playing ? start : null, playing, showing: 'trial', scene: 'stage' });
  if (origin === 'played') tellCutOff();
}

/** What was on stage before a link of the address took it. */
interface Before {
  readonly run: StageRun;
  readonly tree: Tree;
  readonly moment: Moment | null;
}

let before: Before | null = null;

/** Back and forward in the browser: a link's run comes with its address and goes with it, and so does what was said about it. */
async function changeAddress(old: string): Promise<void> {
  const [run, { hash }] = [stageRun.get(), location];
  const ofLink = run !== null && meansLink(old) && run.id === linkRun(old);
  if (meansLink(hash)) {
    if (run !== null && !ofLink) before = { run, tree: tree.get(), moment: useSetup.getState().moment };
    await openAddress();
  } else if (hash === '') {
    const came = arrival.get()?.kind;
    if (came === 'link' || came === 'badLink') arrival.set(null);
    if (ofLink) await bringBack(before);
  }
}

async function bringBack(last: Before | null): Promise<void> {
  if (last === null) return show(await recording(await askForRecording()), false);
  const { run, tree: then, moment } = last;
  if (run.kept && (await openSaved(run.id, { trial: then.shown ?? undefined, moment }))) return;
  const branches = then.branches.map(({ id, name, parent, records }) => ({ id, name, parent: parent?.branch ?? null, records }));
  arrive(run.origin, () => openTree(branches, then.shown, run.id), run.kept);
  useSetup.setState({ moment, seen: null, playing: false, showing: 'trial', scene: 'stage' });
}

/** @param last where this tab was: a reload comes back to there, not to where the link once opened. @returns whether the link in the address could be opened */
async function openAddress(last: Where | null = null): Promise<boolean> {
  const { hash } = location;
  return (await openLink(hash, last?.run === linkRun(hash) ? last : null)) !== null;
}

/** @param last where this tab was; else it is where the visitor was last, in whatever tab */
async function comeBack(last: Where | null): Promise<boolean> {
  const place = await placeBefore();
  if (last?.run != null && store.get()?.head(last.run) && (await openSaved(last.run, { trial: last.trial ?? undefined, moment: last.moment }))) return true;
  return place !== null && openSaved(place.run, place);
}

/** Where the visitor was, as far as the store tells in time. */
async function placeBefore(): Promise<SavedPlace | null> {
  const store = await Promise.race([openStore(), new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs))]);
  const place = store?.place ?? null;
  return place && lastStep(place);
}

/** Another run than that of the link is on stage: the address stands for it no longer. Going back in the browser opens the link again. */
function leaveAddress(): void {
  const run = stageRun.get();
  if (run === null || !meansLink(location.hash) || run.id === linkRun(location.hash)) return;
  if (arrival.get()?.kind === 'badLink') return;
  history.pushState(null, '', `${location.pathname}${location.search}`);
}

/** null: it can't be had */
function askForRecording(): Promise<Response | null> {
  return fetch('./recordings/opening.jsonl').catch(() => null);
}

async function recording(file: Response | null): Promise<TrialRecord[]> {
  try {
    if (file?.ok !== true) throw new Error('The recording can not be fetched.');
    return fromJsonl(await file.text());
  } catch {
    // No file (or a damaged one) is no reason for an empty stage.
    const task = makeTask('minesweeper', { mines: 3 }, 16);
    return playAll([{ task, config: { episodes: 3, memory: 'reflection' }, style: 'brief', seed: 1, trial: 0 }], teacher('greedy'))[0];
  }
}
