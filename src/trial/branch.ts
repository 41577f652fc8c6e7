/**
 * Branches: an immutable prefix of a trial's records with a new tail. Hand the result to a runner as `prefix` (and a person's move as
 * `given`); the old list stays what it was.
 */
import { InputError, type Task } from '../worlds/index.ts';
import type { TrialResponse } from './contract.ts';
import { cut } from './note.ts';
import type { TrialRecord } from './records.ts';
import { person } from './runner.ts';

/** Up to where the note of `episode` (from 0) is written, and that note in a person's words. @throws InputError */
export function withNote(records: readonly TrialRecord[], episode: number, text: string): TrialRecord[] {
  const at = indexAfter(records, episode, 'episodeEnded');
  // What the policy wrote stays on record as what it was; the person's note takes its place in memory.
  const written = records[at]?.type === 'responded' ? [records[at]] : [];
  return [...records.slice(0, at), ...written, { type: 'reflectionWritten', author: person, ...cut(text) }];
}

/** Up to where `turn` (from 0) of `episode` (from 0) is asked for. @throws InputError */
export function beforeTurn(records: readonly TrialRecord[], episode: number, turn: number): TrialRecord[] {
  let at = indexAfter(records, episode, 'episodeStarted');
  for (let played = 0; played < turn; at++) {
    const record = records.at(at);
    if (record?.type === 'acted') played++;
    const over = record?.type === 'acted' ? record.end !== null : record?.type !== 'responded';
    if (over) throw new InputError(`Episode ${episode + 1} has only ${played} turns; choose an earlier one.`);
  }
  return records.slice(0, at);
}

/** Up to where the note of `episode` (from 0) is asked for, so that the policy writes another. @throws InputError */
export function beforeNote(records: readonly TrialRecord[], episode: number): TrialRecord[] {
  return records.slice(0, indexAfter(records, episode, 'episodeEnded'));
}

/** A person's actions (canonical text) as an answer in the format that policies use. */
export function personActs(task: Task, actions: readonly string[]): TrialResponse {
  const content = task.world === 'sokoban' ? actions.join(', ') : `(${(actions[0] ?? '').replace(',', ', ')})`;
  return { text: `<action>${content}</action>`, tokens: [], finish: 'stop', author: person };
}

function indexAfter(records: readonly TrialRecord[], episode: number, type: 'episodeStarted' | 'episodeEnded'): number {
  const start = records.findIndex((record) => record.type === 'episodeStarted' && record.episode === episode);
  const at = start < 0 ? -1 : records.findIndex((record, index) => index >= start && record.type === type);
  if (at < 0) throw new InputError(`The trial has no episode ${episode + 1}${type === 'episodeEnded' ? ' that is over' : ''}.`);
  return at + 1;
}
