/** The lesson that is being read, and what its steps do to the page: they show and point, and run nothing. */
import { hidden } from '../share/hidden.ts';
import { source } from '../source.ts';
import { useSetup } from '../setup.ts';
import { problem, trial } from '../log.ts';
import { remembers } from '../remembers.ts';
import { Trouble } from '../trouble.ts';
import type { Lesson, Step } from './schema.ts';

export interface Reading {
  readonly lesson: Lesson;
  /** name among the lessons that come with the page; null: it came in a link, or is being written */
  readonly id: string | null;
  /** from 0 */
  readonly step: number;
}

/** null: none */
export const reading = source<Reading | null>(null);

/** Is a lesson being written? */
export const writing = source(false);

export function begin(lesson: Lesson, id: string | null): void {
  reading.set({ lesson, id, step: 0 });
  show(lesson.steps[0]);
}

/** A lesson that came in a link. */
export async function beginFrom(json: string): Promise<void> {
  const { readLesson } = await import('./schema.ts');
  try {
    begin(readLesson(json), null);
  } catch (error) {
    problem.set(new Trouble(({ lessons }) => lessons.bad, error));
  }
}

export function go(step: number): void {
  const now = reading.get();
  const wanted = now?.lesson.steps.at(step);
  if (!now || step < 0 || wanted === undefined) return;
  reading.set({ ...now, step });
  show(wanted);
  if (step === now.lesson.steps.length - 1 && now.id !== null) markRead(now.id);
}

export function leave(): void {
  const now = reading.get();
  reading.set(null);
  // Whoever has left the tour is not asked again.
  if (now?.id === 'tour') markRead('tour');
}

function show({ show: wanted }: Step): void {
  const { look, play, show: change } = useSetup.getState();
  const { episode, turn = 'end', overlay = 'none', scene = 'stage' } = wanted ?? {};
  change({ scene, overlay });
  if (episode === undefined) return;
  const { view } = trial.get();
  const shown = view?.episodes.at(Math.min(episode, view.episodes.length - 1));
  if (!view || !shown) return;
  play(false);
  look({ episode: view.episodes.indexOf(shown), turn: turn === 'end' ? shown.turns.length : Math.min(turn, shown.turns.length) });
  // All of the trial is there to be spoken of, unless the link keeps what comes later for later.
  if (!hidden.get().includes('later')) useSetup.setState({ seen: null });
}

const marks = 'fieldnotes.lessons';

/** Names of the lessons that were read to their end, the tour also when it was left. */
export const read = source<readonly string[]>(kept());

function markRead(id: string): void {
  if (read.get().includes(id)) return;
  read.set([...read.get(), id]);
  remembers.setItem(marks, read.get().join(' '));
}

export function declineTour(): void {
  markRead('tour');
}

function kept(): readonly string[] {
  return (remembers.getItem(marks) ?? '').split(' ').filter((name) => /^[a-z]{1,20}$/.test(name));
}
