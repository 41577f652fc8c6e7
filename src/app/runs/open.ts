/** Runs come on stage: saved ones, and those in links and files. Nothing runs by itself, and what was on stage stays saved. */
import type { Link } from '../../experiment/links/index.ts';
import { LinkError } from '../../experiment/links/error.ts';
import { TransferError } from '../../experiment/transfer/error.ts';
import { fromRun } from '../../platform/web/runsPassing.ts';
import { hash32 } from '../../worlds/random.ts';
import type { Moment } from '../playback/moments.ts';
import { beginFrom } from '../lessons/state.ts';
import { isBusy, openTree, problem, status, tree, trial } from '../log.ts';
import { attempt } from '../run.ts';
import { useSetup } from '../setup.ts';
import { hide } from '../share/hidden.ts';
import { tables } from '../strings/index.ts';
import { usePreferences } from '../preferences.ts';
import { isForWall, savedWall, showRecorded, take } from '../wall/trials.ts';
import { arrive } from './keep.ts';
import { taskTitle } from './names.ts';
import { arrival, cutOff, type Arrival } from './panels.ts';
import { openStore } from './store.ts';

/** Bytes of a file without a run that are looked at to tell what it is. */
const mostLooked = 2 ** 24;

/** Where to look: null shows the newest. */
interface Spot {
  readonly trial?: string;
  readonly moment?: Moment | null;
  /** what comes after the moment stays hidden until it is played */
  readonly later?: boolean;
}

/** A trial and its branches come on stage, many trials onto the wall. @returns whether they are there; if not, `problem` says why */
export async function openSaved(id: string, { trial: wanted, moment = null, later = false }: Spot = {}): Promise<boolean> {
  const store = await openStore();
  const head = store.head(id);
  if (head === null) return false;
  let done = false;
  let hung = false;
  const before = status.get();
  await attempt(async () => {
    const trials = await store.load(id);
    if (trials.length === 0) return;
    hung = isForWall(trials);
    if (hung) {
      take()(savedWall(id, trials.map(({ records }) => records)));
      useSetup.setState({ playing: false, scene: 'wall' });
      return;
    }
    arrive(head.origin, () => openTree(trials, wanted ?? trials[trials.length - 1].id, id));
    useSetup.setState({ moment, seen: later ? moment : null, playing: false, showing: 'trial', scene: 'stage' });
    done = true;
  });
  if (hung) {
    // The stage is as it was.
    if (!isBusy(before)) status.set(before);
    return true;
  }
  if (done) tellCutOff();
  return done;
}

/** Whether what came on stage was played to its end is said by how things stand; what was not can be gone on with. */
export function tellCutOff(): void {
  if (trial.get().view?.won !== null || isBusy()) return;
  status.set({ kind: 'stopped' });
  cutOff.set(tree.get().id);
}

/** A run comes back onto the wall, whether or not that is to be seen. Where it is gone, the recordings hang there. */
export async function hangAgain(id: string): Promise<void> {
  const hang = take();
  hang({ kind: 'loading', planned: 0, trials: [], run: id });
  const store = await openStore();
  try {
    const trials = store.head(id) === null ? [] : await store.load(id);
    if (trials.length === 0) await showRecorded();
    else hang(savedWall(id, trials.map(({ records }) => records)));
  } catch (error) {
    problem.set(error);
    await showRecorded();
  }
}

/** Where somebody was in the run of a link, and which controls were left out by then. */
interface Before {
  readonly trial: string | null;
  readonly moment: Moment | null;
  readonly hidden: readonly string[];
}

/**
 * @param text an address, or its fragment
 * @param before it was open already: its run comes back to there, and its lesson is not begun
 * @returns the run that it became; null: it could not be read, and `arrival` says why
 */
export async function openLink(text: string, before: Before | null = null): Promise<string | null> {
  const { decodeLink } = await import('../../experiment/links/index.ts');
  let link: Link;
  try {
    link = decodeLink(text);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    arrival.set({ kind: 'badLink', problem: error.problem, message: error.message });
    return null;
  }
  const store = await openStore();
  // The same link is the same run, however often it is opened.
  const id = linkRun(text);
  if (store.head(id) === null) {
    const { language } = usePreferences.getState();
    const [start] = link.records;
    const name = start.type === 'trialStarted' ? taskTitle(start.task, tables[language]) : tables[language].runs.unnamed;
    if (store.has(id)) store.restore(id);
    else fromRun(store, { name, trials: [{ name: '', parent: null, records: link.records }] }, { id, origin: 'link' });
  }
  const away = before?.hidden ?? link.hidden;
  const later = away.includes('later');
  const first = (await store.load(id)).at(0)?.id;
  const spot = before ?? { trial: null, moment: link.moment ?? (later ? { episode: 0, turn: 0, beat: null } : null) };
  if (!(await openSaved(id, { trial: spot.trial ?? first, moment: spot.moment, later }))) return null;
  hide(away);
  if (before !== null) return id;
  arrival.set({ kind: 'link', text, thoughts: link.thoughts });
  if (link.lesson !== null) await beginFrom(link.lesson);
  return id;
}

/** Under which id the run in a link is kept. */
export function linkRun(text: string): string {
  const fragment = text.replace(/\s+/g, '').replace(/^.*#/, '');
  return `link-${hash32('a', fragment).toString(16)}${hash32('b', fragment).toString(16)}-${fragment.length}`;
}

/** Pictures, JSON or records one a line; the last one stays on stage. Whether they can be read is told by `arrival`. */
export async function openFiles(files: readonly File[]): Promise<void> {
  const came: Arrival[] = [];
  for (const file of files) came.push(...(await openFile(file)));
  const names = came.flatMap((each) => (each.kind === 'file' ? each.names : []));
  // What could not be read is the news; what could is on stage, and in the list.
  const bad = came.find(({ kind }) => kind === 'badFile');
  if (bad) arrival.set(bad);
  else if (names.length > 0) arrival.set({ kind: 'file', names });
}

/** @returns what there is to say; nothing where `problem` says it */
async function openFile(file: File): Promise<readonly Arrival[]> {
  const { longestFile, openRun } = await import('../../experiment/transfer/index.ts');
  try {
    if (file.size > longestFile) throw new TransferError('tooLong', `The file has ${file.size} bytes; runs of up to ${longestFile} are read.`);
    const run = openRun(new Uint8Array(await file.arrayBuffer()), file.name.replace(/\.\w{1,8}$/, ''));
    const store = await openStore();
    return (await openSaved(fromRun(store, run, { origin: 'file' }))) ? [{ kind: 'file', names: [file.name] }] : [];
  } catch (error) {
    if (!(error instanceof TransferError)) throw error;
    const { foreignKind } = await import('./foreign.ts');
    const other = error.problem === 'none' || error.problem === 'tooLong' ? foreignKind(new Uint8Array(await file.slice(0, mostLooked).arrayBuffer())) : null;
    return [{ kind: 'badFile', problem: other ?? error.problem, message: error.message, name: file.name }];
  }
}
