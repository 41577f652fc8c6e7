/** The lift of a note as it stands, with the code that measures fetched in the background. */
import { useEffect, useState } from 'react';
import type { LiftQuestion } from '../../experiment/lift.ts';
import type { TrialRecord } from '../../trial/records.ts';
import { stageRun } from '../runs/keep.ts';
import { useSource } from '../source.ts';
import { lifts, type LiftView } from './state.ts';

type Lifts = typeof import('./lifts.ts');

export interface KnownLift {
  readonly key: string;
  readonly question: LiftQuestion;
  readonly view: LiftView | null;
  readonly tools: Lifts;
}

/**
 * @param note what it says; empty: there is nothing to measure
 * @returns null: nothing to measure, or the code is on its way
 */
export function useLift(records: readonly TrialRecord[], episode: number, note: string): KnownLift | null {
  const all = useSource(lifts);
  const run = useSource(stageRun)?.id;
  const [asked, setAsked] = useState<{ readonly question: LiftQuestion; readonly key: string; readonly note: string; readonly tools: Lifts } | null>(null);
  // Records after the note change nothing about it.
  const until = records.findIndex((record, index) => record.type === 'reflectionWritten' && episodeAt(records, index) === episode);
  const [first, last] = [records.at(0), records.at(until)];
  useEffect(() => {
    if (note === '') return;
    let wanted = true;
    void import('./lifts.ts').then((tools) => {
      const question = wanted ? tools.questionOf(records, episode, note) : null;
      if (question === null) return;
      const key = tools.keyOf(question);
      setAsked({ question, key, note, tools });
      void tools.recall(key);
    });
    return () => {
      wanted = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the first and the last record that matter stand for the list
  }, [first, last, episode, note, run]);
  if (asked === null || asked.note !== note) return null;
  return { ...asked, view: all.get(asked.key) ?? null };
}

function episodeAt(records: readonly TrialRecord[], index: number): number {
  const started = records.slice(0, index).findLast((record) => record.type === 'episodeStarted');
  return started?.type === 'episodeStarted' ? started.episode : -1;
}
