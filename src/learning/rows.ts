/** The turns of a trial as training sees them: one row for each response, in time order. */
import { fold } from '../trial/fold.ts';
import type { Responded, TrialRecord } from '../trial/records.ts';
import { describe } from '../worlds/index.ts';

export interface Row {
  /** trials of one task, compared with one another */
  readonly group: number;
  /** unique within its group */
  readonly trial: number;
  /** from 0; of a reflection: the episode that follows it */
  readonly episode: number;
  readonly phase: 'play' | 'reflect';
  readonly reward: number;
  /** the response could be read */
  readonly valid: boolean;
  /** what "the same state" means: the board before the action, or one word for all reflections */
  readonly anchor: string;
}

/** A row and the response that it stands for. */
export interface ResponseRow extends Row {
  readonly response: Responded;
}

const reflectionAnchor = 'reflection';

/** @throws InputError when the records are damaged */
export function rowsOf(records: readonly TrialRecord[], group: number, trial: number): ResponseRow[] {
  return fold(records).episodes.flatMap(({ states, turns, reflection, note }, episode) => {
    const rows = turns.map(({ response, acted }, turn): ResponseRow => ({
      group, trial, episode, phase: 'play', reward: acted.reward, valid: acted.valid, anchor: describe(states[turn]), response,
    }));
    if (reflection && note) {
      rows.push({ group, trial, episode: episode + 1, phase: 'reflect', reward: 0, valid: note.valid, anchor: reflectionAnchor, response: reflection });
    }
    return rows;
  });
}

/** Indices of rows by key, in order of first appearance. */
export function indicesBy<T>(items: readonly T[], key: (item: T) => string): number[][] {
  const found = new Map<string, number[]>();
  items.forEach((item, index) => {
    const at = key(item);
    const list = found.get(at);
    if (list) list.push(index);
    else found.set(at, [index]);
  });
  return [...found.values()];
}
