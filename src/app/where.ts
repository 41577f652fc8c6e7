/**
 * Where this tab is, so that a reload comes back to it: the scene, what is drawn over the board, what stands on stage and which moment of it, how
 * much of it was guessed, the branch beside it, the trials on the wall, the lesson and its step, the controls that are left out. It is kept as long
 * as the tab; what was played is in the store of runs, and a recording that nobody has made anything of is kept here whole.
 */
import { z } from 'zod';
import { savedMoment } from '../platform/web/runsDisk.ts';
import { fromJsonl, toJsonl, type TrialRecord } from '../trial/records.ts';
import { branchOf } from './branches/tree.ts';
import { useBranching } from './branches/store.ts';
import { scenes } from './doors.ts';
import { useGuess } from './guess/guess.ts';
import { comeBackToLesson, keepLesson } from './lessons/kept.ts';
import { tree, trial } from './log.ts';
import { settled } from './playback/settled.ts';
import { forTab, parsed } from './remembers.ts';
import { stageRun } from './runs/keep.ts';
import { overlays, useSetup } from './setup.ts';
import { hidden, hide } from './share/hidden.ts';
import { wall } from './wall/trials.ts';

const place = 'fieldnotes.where';
const recordingPlace = 'fieldnotes.recording';

const where = z.object({
  scene: z.enum(scenes),
  overlay: z.enum(overlays),
  showing: z.enum(['trial', 'task']),
  moment: savedMoment.nullable(),
  seen: savedMoment.nullable(),
  /** id of the run on stage; null: a recording, or nothing */
  run: z.string().nullable(),
  /** id of the branch that is shown */
  trial: z.string().nullable(),
  /** id of the branch beside it */
  beside: z.string().nullable(),
  /** id of the run on the wall; null: the recordings */
  wall: z.string().nullable(),
  /** what has been revealed to who guesses; null: nobody does */
  guessed: z.object({ episode: z.int().min(0), turn: z.int().min(0) }).nullable().default(null),
  /** names of the controls that are left out */
  hidden: z.array(z.string()).default([]),
});
export type Where = Readonly<z.infer<typeof where>>;

/** Where the tab was before it was opened again; null: it was not. Ask before anything is put on stage. */
export function whereBefore(): Where | null {
  const [entry] = performance.getEntriesByType('navigation');
  const again = entry instanceof PerformanceNavigationTiming && (entry.type === 'reload' || entry.type === 'back_forward');
  return again ? (where.safeParse(parsed(forTab.getItem(place))).data ?? null) : null;
}

/** The recording that was on stage then; null: a run was, or it could not be kept. */
export function recordingBefore({ run }: Where): { readonly records: TrialRecord[]; readonly origin: 'recording' | 'played' } | null {
  const text = forTab.getItem(recordingPlace);
  if (run !== null || text === null) return null;
  try {
    const [origin, ...lines] = text.split('\n');
    return { records: fromJsonl(lines.join('\n')), origin: origin === 'played' ? 'played' : 'recording' };
  } catch {
    return null;
  }
}

/** Everything but the trials themselves, once they are there. Nothing moves by itself. */
export async function comeBackTo({ scene, overlay, showing, moment, seen, run, trial: shown, beside, guessed, hidden: away }: Where): Promise<void> {
  useSetup.setState({ scene, overlay });
  const now = stageRun.get();
  if (run === null ? now === null || now.kept : run !== now?.id) return;
  hide(away);
  if (run === null || shown === tree.get().shown) {
    useSetup.setState({ moment, seen, showing, playing: false });
    if (branchOf(tree.get(), beside) !== null) useBranching.setState({ beside });
    if (guessed !== null) useGuess.getState().goOn(guessed);
  }
  await comeBackToLesson();
}

/** From now on, for as long as the page lives. */
export function keepWhere(): void {
  useSetup.subscribe((now, before) => {
    if (now.scene !== before.scene || now.overlay !== before.overlay || now.showing !== before.showing) keep();
  });
  for (const each of [settled, tree, wall]) each.subscribe(keep);
  hidden.subscribe(keep);
  useBranching.subscribe(keep);
  useGuess.subscribe(keep);
  stageRun.subscribe(keepRecording);
  window.addEventListener('pagehide', keep);
  keep();
  keepRecording();
  keepLesson();
}

let kept = '';

function keep(): void {
  const { scene, overlay, showing, moment, seen } = useSetup.getState();
  const { on, revealed } = useGuess.getState();
  const run = stageRun.get();
  const now: Where = {
    ...{ scene, overlay, showing, moment, seen },
    run: run?.kept === true ? run.id : null,
    trial: tree.get().shown,
    beside: useBranching.getState().beside,
    wall: wall.get().run,
    guessed: on ? revealed : null,
    hidden: [...hidden.get()],
  };
  const text = JSON.stringify(now);
  if (text !== kept) forTab.setItem(place, text);
  kept = text;
}

function keepRecording(): void {
  const now = stageRun.get();
  if (now === null || now.kept) forTab.removeItem(recordingPlace);
  else forTab.setItem(recordingPlace, `${now.origin}\n${toJsonl(trial.get().records)}`);
}
