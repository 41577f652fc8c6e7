/**
 * The bytes of version 1, for ever: nothing here may change what old links mean. Lists may grow at their end; anything else is version 2.
 * A trial, then sections (version1Sections.ts).
 */
import type { PromptStyle } from '../../trial/contract.ts';
import { noteCap } from '../../trial/note.ts';
import { parseRecord, recordVersion, type TrialStarted } from '../../trial/records.ts';
import type { End, Task } from '../../worlds/index.ts';
import { Reader, Writer } from './bytes.ts';
import { LinkError } from './error.ts';
import type { Script, ScriptEpisode, ScriptNote, ScriptTurn } from './script.ts';
import { memories, odd, readSections, writeSections, type Extras } from './version1Sections.ts';

export interface Payload extends Extras {
  readonly script: Script;
  /** answers are there whole */
  readonly thoughts: boolean;
}

const worlds = ['sokoban', 'minesweeper'] as const satisfies readonly Task['world'][];
const styles: readonly PromptStyle[] = ['full', 'brief'];
const ends: readonly (End | null)[] = [null, 'won', 'dead', 'turns'];
const always: readonly (boolean | undefined)[] = [undefined, false, true];
const moves = ['up', 'down', 'left', 'right', 'still'];
const yesNo = [false, true];
const rewards = ['sparse', 'shaped'];
const fidelities = ['ours', 'released'];

/** Settings in their order; numbers where no choices are given. */
const settings: Readonly<Record<Task['world'], readonly (readonly [name: string, options?: readonly string[]])[]>> = {
  sokoban: [['size'], ['boxes'], ['turns'], ['movesPerTurn'], ['minSolution'], ['maxSolution'], ['reward', rewards], ['fidelity', fidelities]],
  minesweeper: [['size'], ['mines'], ['turns'], ['firstClick', ['world', 'policy']], ['reward', rewards], ['fidelity', fidelities]],
};

const most = { setting: 10_000, rows: 20, rowBytes: 20, side: 10, episodes: 8, turns: 50, moves: 10, cell: 9999, policies: 64, name: 200, note: 4 * noteCap, answer: 20_000 };
/** A turn begins with policy · 16 + number of actions. */
const actionSlots = 16;

export function writePayload({ script, thoughts, ...extras }: Payload): Uint8Array {
  const { start, episodes, ended } = script;
  const out = new Writer();
  writeTask(out, start.task);
  writeStart(out, start);
  const policies = policiesOf(episodes);
  if (policies.length > most.policies) throw new LinkError('tooLong', `${policies.length} policies played; a link takes ${most.policies}. Save the run as a file.`);
  out.count(policies.length);
  for (const policy of policies) out.text(policy, most.name, 'The name of a policy');
  out.choice(yesNo, thoughts, 'Thoughts').choice(yesNo, ended, 'The end').count(episodes.length);
  for (const episode of episodes) writeEpisode(out, episode, policies, start.task, thoughts);
  writeSections(out, script, extras, thoughts);
  return out.bytes();
}

/** @throws LinkError, and InputError for what worlds refuse */
export function readPayload(bytes: Uint8Array): Payload {
  const from = new Reader(bytes);
  const task = readTask(from);
  const start = readStart(from, task);
  const policies = Array.from({ length: from.count(most.policies, 'The number of policies') }, () => from.text(most.name, 'The name of a policy'));
  const thoughts = from.choice(yesNo, 'Thoughts');
  const ended = from.choice(yesNo, 'The end');
  const count = from.count(start.config.episodes, 'The number of episodes');
  const episodes = Array.from({ length: count }, () => readEpisode(from, policies, start.task, thoughts));
  if (policiesOf(episodes).join('\n') !== policies.join('\n')) odd('its list of policies is not that of its turns');
  return { thoughts, ...readSections(from, { start, episodes, ended }, thoughts) };
}

function writeTask(out: Writer, task: Task): void {
  out.choice(worlds, task.world, 'The world');
  const config = new Map<string, unknown>(Object.entries(task.config));
  for (const [name, options] of settings[task.world]) {
    const value = config.get(name);
    if (options) out.choice(options, String(value), `The setting ${name}`);
    else out.count(Number(value));
  }
  if (task.world === 'sokoban') {
    out.count(task.level.length);
    for (const row of task.level) out.text(row, most.rowBytes, 'A row of the level');
  } else {
    out.count(task.mines.length);
    for (const { row, col } of task.first === null ? task.mines : [...task.mines, task.first]) out.count(row).count(col);
  }
}

/** The task as records hold it, still to be checked. */
function readTask(from: Reader): unknown {
  const world = from.choice(worlds, 'The world');
  const config = Object.fromEntries(
    settings[world].map(([name, options]) => [name, options ? from.choice(options, `The setting ${name}`) : from.count(most.setting, `The setting ${name}`)]),
  );
  if (world === 'sokoban') {
    const level = Array.from({ length: from.count(most.rows, 'The number of rows') }, () => from.text(most.rowBytes, 'A row of the level'));
    return { world, config, level };
  }
  const cell = (): unknown => ({ row: from.count(most.side, 'A row'), col: from.count(most.side, 'A column') });
  const mines = Array.from({ length: from.count(most.side ** 2, 'The number of mines') }, cell);
  return { world, config, mines, first: config['firstClick'] === 'world' ? cell() : null };
}

function writeStart(out: Writer, { config, style, seed, trial, sampling }: TrialStarted): void {
  out.count(config.episodes).choice(memories, config.memory, 'The memory').choice(always, config.reflectAlways, 'The setting reflectAlways');
  out.choice(styles, style, 'The style').whole(seed).count(trial).choice(yesNo, sampling !== null, 'Sampling');
  if (sampling !== null) for (const value of [sampling.temperature, sampling.topP, sampling.topK]) out.text(String(value), 30, 'A sampling setting');
}

function readStart(from: Reader, task: unknown): TrialStarted {
  const episodes = from.count(most.episodes, 'The number of episodes');
  const memory = from.choice(memories, 'The memory');
  const reflectAlways = from.choice(always, 'The setting reflectAlways');
  const style = from.choice(styles, 'The style');
  const seed = from.whole('The seed');
  const trial = from.count(Number.MAX_SAFE_INTEGER, 'The number of the trial');
  const sampling = from.choice(yesNo, 'Sampling') ? { temperature: readNumber(from), topP: readNumber(from), topK: readNumber(from) } : null;
  const config = { episodes, memory, ...(reflectAlways === undefined ? {} : { reflectAlways }) };
  const start = parseRecord({ type: 'trialStarted', version: recordVersion, task, config, style, seed, trial, sampling });
  if (start.type !== 'trialStarted') throw new Error('A start was read as something else.');
  return start;
}

/** As JavaScript writes numbers, and only so. */
function readNumber(from: Reader): number {
  const text = from.text(30, 'A sampling setting');
  const value = Number(text);
  if (!Number.isFinite(value) || String(value) !== text) odd('a sampling setting is no number');
  return value;
}

function writeEpisode(out: Writer, { turns, end, reflection, note }: ScriptEpisode, policies: readonly string[], task: Task, thoughts: boolean): void {
  out.choice(ends, end, 'The end of an episode').count(turns.length);
  for (const { policy, actions, text } of turns) {
    if (actions.length > most.moves) throw new LinkError('content', `A turn has ${actions.length} actions; links take up to ${most.moves}.`);
    out.count(policies.indexOf(policy) * actionSlots + actions.length);
    for (const action of actions) writeAction(out, action, task);
    if (thoughts) out.text(text ?? '', most.answer, 'An answer');
  }
  if (end === null) return;
  out.count(reflection === null ? 0 : policies.indexOf(reflection.policy) + 1);
  if (reflection !== null && thoughts) out.text(reflection.text ?? '', most.answer, 'An answer');
  out.count(note === null ? 0 : 1 + (note.author === 'person' ? 1 : 0) + (note.valid ? 2 : 0) + (note.shortened ? 4 : 0));
  if (note !== null) out.text(note.text, most.note, 'A note');
}

function readEpisode(from: Reader, policies: readonly string[], task: Task, thoughts: boolean): ScriptEpisode {
  const end = from.choice(ends, 'The end of an episode');
  const turns = Array.from({ length: from.count(Math.min(most.turns, task.config.turns), 'The number of turns') }, (): ScriptTurn => {
    const head = from.count(policies.length * actionSlots - 1, 'A turn');
    const actions = Array.from({ length: head % actionSlots }, () => readAction(from, task));
    const policy = policies[Math.floor(head / actionSlots)];
    return { policy, actions, text: thoughts ? from.text(most.answer, 'An answer') : null, seed: null };
  });
  if (end === null) return { memory: null, turns, end, reflection: null, note: null };
  const asked = from.count(policies.length, 'Who wrote a note');
  const reflection = asked === 0 ? null : { policy: policies[asked - 1], text: thoughts ? from.text(most.answer, 'An answer') : null, seed: null };
  return { memory: null, turns, end, reflection, note: readNote(from) };
}

function readNote(from: Reader): ScriptNote | null {
  const head = from.count(8, 'The kind of a note');
  if (head === 0) return null;
  const text = from.text(most.note, 'A note');
  if ([...text].length > noteCap) odd(`a note has more than ${noteCap} characters`);
  const bits = head - 1;
  return { author: (bits & 1) > 0 ? 'person' : 'policy', text, valid: (bits & 2) > 0, shortened: (bits & 4) > 0 };
}

function writeAction(out: Writer, action: string, task: Task): void {
  if (task.world === 'sokoban') {
    out.choice(moves, action, 'A move');
    return;
  }
  const [row, column] = action.split(',').map(Number);
  out.count(row).count(column);
}

function readAction(from: Reader, task: Task): string {
  if (task.world === 'sokoban') return from.choice(moves, 'A move');
  return `${from.count(most.cell, 'A row')},${from.count(most.cell, 'A column')}`;
}

/** In order of first appearance. */
function policiesOf(episodes: readonly ScriptEpisode[]): string[] {
  return [...new Set(episodes.flatMap(({ turns, reflection }) => [...turns, ...(reflection ? [reflection] : [])].map(({ policy }) => policy)))];
}
