/**
 * Branches: an immutable prefix of a trial's records with a new tail. Hand the result to a runner as `prefix` (and a person's move as
 * `given`); the old list stays what it was.
 */
import { InputError, type Task } from '../worlds/index.ts';
import { lastTagged } from '../worlds/tags.ts';
import { played } from './brief/prompts.ts';
import type { MemoryMode, PromptStyle, TrialResponse } from './contract.ts';
import { cut } from './note.ts';
import type { TrialRecord } from './records.ts';
import { person } from './runner.ts';

/** What was changed, and where (episodes and turns from 0). */
export type BranchCause =
  /** a trial of its own */
  | { readonly kind: 'start' }
  /** a person acted in place of the policy */
  | { readonly kind: 'action'; readonly episode: number; readonly turn: number; readonly actions: readonly string[] }
  /** the answer's text was rewritten as a whole, or its beginning was given and the policy went on */
  | { readonly kind: 'thought'; readonly episode: number; readonly turn: number; readonly whole: boolean }
  /** the note after this episode: in a person's words, or another one by the policy */
  | { readonly kind: 'note'; readonly episode: number; readonly author: 'person' | 'policy' }
  /** another memory mode from this episode on */
  | { readonly kind: 'memory'; readonly episode: number; readonly memory: MemoryMode }
  /** other uniforms from this turn on */
  | { readonly kind: 'sampling'; readonly episode: number; readonly turn: number; readonly seed: number }
  /** asked again from this turn on, with nothing else changed: by another policy, or after an interruption */
  | { readonly kind: 'again'; readonly episode: number; readonly turn: number };

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

/** Up to where `episode` (from 0) begins, the note before it included. @throws InputError */
export function beforeEpisode(records: readonly TrialRecord[], episode: number): TrialRecord[] {
  return records.slice(0, indexAfter(records, episode, 'episodeStarted') - 1);
}

/** A person's actions (canonical text) as an answer in the format that policies use, by default that of the `full` prompts. */
export function personActs(task: Task, actions: readonly string[], style: PromptStyle = 'full'): TrialResponse {
  const full = task.world === 'sokoban' ? actions.join(', ') : `(${(actions[0] ?? '').replace(',', ', ')})`;
  return personSays(`<action>${style === 'brief' ? played(task, actions) : full}</action>`);
}

/** A person's text in place of the policy's. */
export function personSays(text: string): TrialResponse {
  return { text, tokens: [], finish: 'stop', author: person };
}

/**
 * What a branch changed, told from its records alone.
 * @param shared number of records taken over from its parent
 * @param parent the parent's records, to tell what is different after them
 */
export function causeOf(records: readonly TrialRecord[], shared: number, parent: readonly TrialRecord[]): BranchCause {
  if (shared === 0) return { kind: 'start' };
  const place = placeAt(records, shared);
  const { episode } = place;
  const [first, second] = records.slice(shared);
  switch (first?.type) {
    case 'reflectionWritten':
      return { kind: 'note', episode, author: first.author };
    case 'episodeStarted':
      return first.memory === undefined ? { kind: 'again', episode: first.episode, turn: 0 } : { kind: 'memory', episode: first.episode, memory: first.memory };
    case 'responded': {
      if (first.purpose === 'reflect') {
        const begun = records.slice(shared).find((record) => record.type === 'episodeStarted');
        // A mode that shows notes has one written where there was none.
        const asked = parent[shared]?.type === 'responded';
        return !asked && begun?.memory !== undefined
          ? { kind: 'memory', episode: begun.episode, memory: begun.memory }
          : { kind: 'note', episode, author: first.policy === person ? 'person' : 'policy' };
      }
      if (first.policy === person) {
        const acted = second?.type === 'acted' ? second : null;
        const bare = lastTagged(first.text, 'action') !== null && first.text.trim().startsWith('<action>');
        return bare && acted?.valid === true ? { kind: 'action', ...place, actions: acted.actions } : { kind: 'thought', ...place, whole: true };
      }
      if (first.forced !== undefined) return { kind: 'thought', ...place, whole: false };
      return first.seed === undefined ? { kind: 'again', ...place } : { kind: 'sampling', ...place, seed: first.seed };
    }
    default:
      return { kind: 'again', ...place };
  }
}

/** Episode and turn (from 0) that the record at an index belongs to. */
function placeAt(records: readonly TrialRecord[], index: number): { readonly episode: number; readonly turn: number } {
  let [episode, turn] = [0, 0];
  for (const record of records.slice(0, index)) {
    if (record.type === 'episodeStarted') [episode, turn] = [record.episode, 0];
    if (record.type === 'acted') turn++;
  }
  return { episode, turn };
}

function indexAfter(records: readonly TrialRecord[], episode: number, type: 'episodeStarted' | 'episodeEnded'): number {
  const start = records.findIndex((record) => record.type === 'episodeStarted' && record.episode === episode);
  const at = start < 0 ? -1 : records.findIndex((record, index) => index >= start && record.type === type);
  if (at < 0) throw new InputError(`The trial has no episode ${episode + 1}${type === 'episodeEnded' ? ' that is over' : ''}.`);
  return at + 1;
}
