/** Training as the page sees it: the runs of the store, the one that is being trained, and the worker that does it. Kept outside React. */
import { withValues, type ExperimentConfig } from '../../experiment/config.ts';
import type { TrainingPhase } from '../../experiment/trainingLoop.ts';
import { download } from '../../platform/web/download.ts';
import { problemOf, type StoreProblemKind } from '../../platform/web/runsProblem.ts';
import { TrainClient, type TrainNews } from '../../platform/web/trainClient.ts';
import { TrainDisk, type TrainHead, type TrainReports } from '../../platform/web/trainDisk.ts';
import { lockTraining } from '../../platform/web/trainLock.ts';
import type { AdapterInput } from '../../platform/web/trainMessages.ts';
import { isFatal, TrainError } from '../../platform/web/trainProblem.ts';
import { forTab } from '../remembers.ts';
import { askedBackend } from '../scout.ts';
import { sampled, source } from '../source.ts';

/** A run in the list. */
export type Run = Omit<TrainHead, 'base'>;

export interface Live {
  readonly run: string;
  /** pausing, stopping: asked for; the pass of the model that is under way ends first */
  readonly state: 'opening' | 'running' | 'pausing' | 'paused' | 'stopping';
  /** iteration at which this session took it up, and the clock then (milliseconds; what is measured before the first iteration is not counted); null: not begun */
  readonly from: { readonly iteration: number; readonly at: number } | null;
  /** iterations that this session has finished, and what they took in all */
  readonly finished: { readonly count: number; readonly seconds: number };
  /** milliseconds that it has been paused since */
  readonly rested: number;
  readonly pausedAt: number | null;
}

export interface Progress {
  readonly phase: TrainingPhase;
  readonly done: number;
  readonly of: number;
}

export interface Backend {
  readonly kind: 'wasm' | 'webgpu';
  readonly reason: string;
  readonly base: string;
}

/** Newest first. */
export const runs = source<readonly Run[]>([]);
/** Has the store been asked for its runs? Until then, that there are none says nothing. */
export const listed = source(false);
export const reports = source<ReadonlyMap<string, TrainReports>>(new Map());
export const live = source<Live | null>(null);
export const progress = sampled<Progress | null>(null);
/** bytes that WebAssembly has taken in the worker */
export const memory = sampled<number | null>(null);
export const backend = source<Backend | null>(null);
/** What went wrong last; null: nothing. */
export const trouble = source<unknown>(null);

export function tell(error: unknown): void {
  trouble.set(error);
}

/** What keeps runs from being saved. */
export const unsaved = source<StoreProblemKind | null>(null);
if (typeof window !== 'undefined') {
  window.addEventListener('beforeunload', (event) => {
    // What was trained and could not be stored goes with the tab: the browser asks first.
    if (unsaved.get() !== null && runs.get().some(({ iteration }) => iteration > 0)) event.preventDefault();
  });
}
/** The run whose curves and checkpoints are shown. */
export const chosen = source<string | null>(null);
/** Runs whose curves are drawn beside it. */
export const beside = source<ReadonlySet<string>>(new Set());

const none: TrainReports = { metrics: [], validations: [] };
const files = import.meta.glob<string>('../../../models/scout/scout.gguf', { query: '?url', import: 'default' });
let disk: Promise<TrainDisk> | null = null;
let client: TrainClient | null = null;

/** Once: what the store knows. */
export async function openRuns(): Promise<void> {
  if (disk) return;
  disk = TrainDisk.open();
  try {
    const heads = await (await disk).heads();
    const known = new Set(runs.get().map(({ id }) => id));
    runs.set([...runs.get(), ...heads.filter(({ id }) => !known.has(id))]);
    listed.set(true);
    const last = forTab.getItem(chosenPlace);
    const first = runs.get().find(({ id }) => id === last) ?? runs.get().at(0);
    if (first && chosen.get() === null) await choose(first.id);
    // The table says of every run what became of it.
    for (const { id } of heads) await readReports(id);
  } catch (error) {
    disk = null;
    listed.set(true);
    unsaved.set(problemOf(error).kind);
  }
}

/** A reload comes back to the run that was looked at. */
const chosenPlace = 'fieldnotes.train.run';

export async function choose(run: string): Promise<void> {
  chosen.set(run);
  forTab.setItem(chosenPlace, run);
  await readReports(run);
}

export function toggleBeside(run: string): void {
  const shown = new Set(beside.get());
  if (!shown.delete(run)) shown.add(run);
  beside.set(shown);
}

async function readReports(run: string): Promise<void> {
  if (reports.get().has(run)) return;
  const found = disk && (await (await disk).reports(run).catch(() => null));
  if (found && !reports.get().has(run)) putReports(run, found);
}

function putReports(run: string, found: TrainReports): void {
  reports.set(new Map(reports.get()).set(run, found));
}

/** @throws Error when the model can't be fetched; what the worker finds wrong it tells by itself */
export async function trainer(): Promise<TrainClient> {
  if (client) return client;
  const [file] = Object.values(files);
  if (file === undefined) throw new TrainError({ kind: 'noScout' });
  const started = (client = TrainClient.start(hear));
  try {
    const model = await download(await file(), () => undefined);
    started.tell({ type: 'open', prefer: askedBackend() === 'webgpu' ? 'webgpu' : 'wasm', threads: 1, model });
    return started;
  } catch (error) {
    forget(error);
    throw error;
  }
}

function forget(why: unknown): void {
  const gone = client;
  client = null;
  gone?.close(why);
  backend.set(null);
  live.set(null);
  progress.set(null);
}

/** @param adapter what it begins with; null: a fresh one */
export async function startRun(config: ExperimentConfig, name: string, adapter: AdapterInput | null = null): Promise<void> {
  const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  const now = Date.now();
  runs.set([{ id, name, created: now, changed: now, config, iteration: 0, kept: [], imported: adapter !== null }, ...runs.get()]);
  putReports(id, none);
  chosen.set(id);
  await train(id, name, config, adapter);
}

/** Go on with a run from its last iteration. @param iterations in all, if it is to be longer */
export async function goOn(run: Run, iterations?: number): Promise<void> {
  const config = iterations === undefined ? run.config : withValues(run.config, [['schedule.iterations', iterations]]);
  change(run.id, { config });
  await choose(run.id);
  await train(run.id, run.name, config, null);
}

async function train(run: string, name: string, config: ExperimentConfig, adapter: AdapterInput | null): Promise<void> {
  trouble.set(null);
  live.set({ run, state: 'opening', from: null, finished: { count: 0, seconds: 0 }, rested: 0, pausedAt: null });
  try {
    (await trainer()).tell({ type: 'train', run, name, config, adapter });
  } catch (error) {
    live.set(null);
    tell(error);
  }
}

export function pause(): void {
  const now = live.get();
  if (now?.state !== 'running') return;
  live.set({ ...now, state: 'pausing' });
  client?.tell({ type: 'pause' });
}

export function resume(): void {
  client?.tell({ type: 'resume' });
}

export function stop(): void {
  const now = live.get();
  if (!now) return;
  live.set({ ...now, state: 'stopping' });
  client?.tell({ type: 'stop' });
}

/** Not while another tab trains it: its next iteration would bring the run back. */
export async function erase(run: string): Promise<void> {
  const unlock = await lockTraining(run);
  if (!unlock) return tell(new TrainError({ kind: 'otherTab' }));
  runs.set(runs.get().filter(({ id }) => id !== run));
  reports.set(new Map([...reports.get()].filter(([id]) => id !== run)));
  if (chosen.get() === run) chosen.set(runs.get()[0]?.id ?? null);
  if (disk) await (await disk).erase(run).catch((error: unknown) => unsaved.set(problemOf(error).kind));
  unlock();
}

function change(run: string, changed: Partial<Run>): void {
  runs.set(runs.get().map((each) => (each.id === run ? { ...each, ...changed } : each)));
}

function hear(news: TrainNews): void {
  const now = live.get();
  switch (news.type) {
    case 'opened':
      return backend.set({ kind: news.kind, reason: askedBackend() === 'auto' ? news.reason.replace('as asked', 'usual in training') : news.reason, base: news.base });
    case 'began':
      if (now) live.set({ ...now, state: 'running', from: { iteration: news.iteration, at: performance.now() } });
      return cut(news.run, news.iteration);
    case 'progress':
      memory.set(news.memory);
      return progress.set({ phase: news.phase, done: news.done, of: news.of });
    case 'iterated': {
      progress.set(null);
      if (now?.from) live.set({ ...now, finished: { count: now.finished.count + 1, seconds: (performance.now() - now.from.at - now.rested) / 1000 } });
      const found = reports.get().get(news.run) ?? none;
      return putReports(news.run, { ...found, metrics: [...found.metrics, news.metrics] });
    }
    case 'validated': {
      progress.set(null);
      if (now?.from && now.finished.count === 0) live.set({ ...now, from: { ...now.from, at: performance.now() }, rested: 0 });
      const found = reports.get().get(news.run) ?? none;
      return putReports(news.run, { ...found, validations: [...found.validations, news.validation] });
    }
    case 'saved':
      unsaved.set(news.problem);
      return change(news.run, { iteration: news.iteration, kept: news.kept, changed: Date.now() });
    case 'paused':
      // Stopped meanwhile it ends instead.
      return now && now.state !== 'stopping' ? live.set({ ...now, state: 'paused', pausedAt: performance.now() }) : undefined;
    case 'resumed':
      return now ? live.set({ ...now, state: 'running', rested: now.rested + performance.now() - (now.pausedAt ?? performance.now()), pausedAt: null }) : undefined;
    case 'ended':
      progress.set(null);
      return live.set(null);
    case 'failed': {
      const error = new TrainError(news.problem, news.details);
      tell(error);
      // A dead worker or a broken runtime is started anew the next time.
      return isFatal(news.problem) ? forget(error) : undefined;
    }
  }
}

/** What was reported of work that was lost. */
function cut(run: string, iteration: number): void {
  const { metrics, validations } = reports.get().get(run) ?? none;
  putReports(run, { metrics: metrics.filter((each) => each.iteration <= iteration), validations: validations.filter((each) => each.iteration <= iteration) });
}
