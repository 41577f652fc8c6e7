/**
 * What the page opens with: a trial that Scout has played before, already running, before any model has loaded. Still where the
 * visitor wants nothing to move, or came by a link to look at something of their own.
 */
import { fromJsonl, type TrialRecord } from '../trial/records.ts';
import { playAll } from '../trial/scheduler.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import { makeTask } from '../worlds/index.ts';
import { open, trial } from './log.ts';
import { wantsStillness } from './preferences.ts';
import { useSetup } from './setup.ts';

export async function openRecording(): Promise<void> {
  const records = await recording();
  // Somebody was faster: a run or a link is on stage already.
  if (trial.get().view !== null) return;
  show(records, !wantsStillness() && location.hash === '');
}

/** Put a recorded trial on stage, from its start or, when it is not to move, seen to its end. @throws InputError */
export function show(records: readonly TrialRecord[], playing: boolean): void {
  open(records);
  const start = { episode: 0, turn: 0, beat: null };
  useSetup.setState({ moment: playing ? start : null, seen: playing ? start : null, playing, showing: 'trial', scene: 'stage' });
}

async function recording(): Promise<TrialRecord[]> {
  try {
    const response = await fetch('./recordings/opening.jsonl');
    if (!response.ok) throw new Error(`${response.status}`);
    return fromJsonl(await response.text());
  } catch {
    // No file (or a damaged one) is no reason for an empty stage.
    const task = makeTask('minesweeper', { mines: 3 }, 16);
    return playAll([{ task, config: { episodes: 3, memory: 'reflection' }, style: 'brief', seed: 1, trial: 0 }], teacher('greedy'))[0];
  }
}
