/**
 * The bytes of version 1, for ever: nothing here may change what old links mean. Lists may grow at their end; anything else is version 2.
 * A trial, then sections by ascending number: 1 moment, 2 hidden controls, 3 lesson,
 * 4 changes of the memory mode.
 */
import type { MemoryMode, PromptStyle } from '../../trial/contract.ts';
import { noteCap } from '../../trial/note.ts';
import { parseRecord, recordVersion, type TrialStarted } from '../../trial/records.ts';
import type { End, Task } from '../../worlds/index.ts';
import { Reader, Writer } from './bytes.ts';
import { LinkError } from './error.ts';
import type { Script, ScriptEpisode, ScriptNote, ScriptTurn } from './script.ts';

/** What a turn shows in slow motion; null: nothing is on its way. */
export const beats = [null, 'observe', 'think', 'act', 'reward', 'remember'] as const;

/** `turn` turns of episode `episode` (from 0) have been played. */
export interface Moment {
  readonly episode: number;
  readonly turn: number;
  readonly beat: (typeof beats)[number];
}

export interface Payload {
  readonly script: Script;
  /** answers are there whole */
  readonly thoughts: boolean;
  readonly moment: Moment | null;
  /** names of controls, in alphabetical order, each once */
  readonly hidden: readonly string[];
  /** a lesson's own data as text; whoever shows lessons reads it */
  readonly lesson: string | null;
}

const worlds = ['sokoban', 'minesweeper'] as const satisfies readonly Task['world'][];
const memories: readonly MemoryMode[] = ['none', 'reflection', 'history', 'both'];
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

const sections = { moment: 1, hidden: 2, lesson: 3, memories: 4 } as const;
const most = { setting: 10_000, rows: 20, rowBytes: 20, side: 10, episodes: 8, turns: 50, moves: 10, cell: 9999, policies: 64, name: 200, note: 4 * noteCap, answer: 20_000, hidden: 64, lesson: 20_000 };
const controlName = /^[A-Za-z][A-Za-z0-9._-]{0,39}$/;
/** A turn begins with policy · 16 + number of actions. */
const actionSlots = 16;

export function writePayload({ script, thoughts, moment, hidden, lesson }: Payload): Uint8Array {
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
  if (moment !== null) out.count(sections.moment).count(moment.episode).count(moment.turn).choice(beats, moment.beat, 'The beat');
  if (hidden.length > 0) {
    out.count(sections.hidden).count(hidden.length);
    for (const name of hidden) out.text(name, most.name, 'The name of a control');
  }
  if (lesson !== null) out.count(sections.lesson).text(lesson, most.lesson, 'The lesson');
  const changes = episodes.flatMap(({ memory }, episode) => (memory === null ? [] : [{ episode, memory }]));
  if (changes.length > 0) out.count(sections.memories).count(changes.length);
  for (const { episode, memory } of changes) out.count(episode).choice(memories, memory, 'The memory');
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
  let episodes = Array.from({ length: count }, () => readEpisode(from, policies, start.task, thoughts));
  if (policiesOf(episodes).join('\n') !== policies.join('\n')) odd('its list of policies is not that of its turns');
  let moment: Moment | null = null;
  let hidden: readonly string[] = [];
  let lesson: string | null = null;
  for (let last = 0; !from.done; ) {
    const section = from.count(255, 'The number of a section');
    if (section <= last) odd('its sections are out of order');
    last = section;
    if (section === sections.moment) moment = readMoment(from, episodes);
    else if (section === sections.hidden) hidden = readHidden(from);
    else if (section === sections.lesson) lesson = from.text(most.lesson, 'The lesson');
    else if (section === sections.memories) episodes = readMemories(from, episodes, start.config.memory);
    else throw new LinkError('version', 'The link has a part that this page does not know. Reload the page to get its newest version.');
  }
  return { script: { start, episodes, ended }, thoughts, moment, hidden, lesson };
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
    return { policy, actions, text: thoughts ? from.text(most.answer, 'An answer') : null };
  });
  if (end === null) return { memory: null, turns, end, reflection: null, note: null };
  const asked = from.count(policies.length, 'Who wrote a note');
  const reflection = asked === 0 ? null : { policy: policies[asked - 1], text: thoughts ? from.text(most.answer, 'An answer') : null };
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

function readMoment(from: Reader, episodes: readonly ScriptEpisode[]): Moment {
  const episode = from.count(Math.max(0, episodes.length - 1), 'The episode to open at');
  const turn = from.count(episodes.at(episode)?.turns.length ?? 0, 'The turn to open at');
  return { episode, turn, beat: from.choice(beats, 'The beat') };
}

/** Only real changes, in order. */
function readMemories(from: Reader, episodes: readonly ScriptEpisode[], first: MemoryMode): ScriptEpisode[] {
  const changed = [...episodes];
  let [before, last] = [first, -1];
  for (let left = from.count(episodes.length, 'The number of memory changes'); left > 0; left--) {
    const episode = from.count(Math.max(0, episodes.length - 1), 'An episode');
    const memory = from.choice(memories, 'The memory');
    if (episode <= last || memory === before) odd('its list of memory changes is not in order');
    changed[episode] = { ...changed[episode], memory };
    [before, last] = [memory, episode];
  }
  if (last < 0) odd('its list of memory changes is empty');
  return changed;
}

function readHidden(from: Reader): string[] {
  const names = Array.from({ length: from.count(most.hidden, 'The number of hidden controls') }, () => from.text(40, 'The name of a control'));
  if (names.length === 0 || names.some((name, index) => !controlName.test(name) || (index > 0 && name <= names[index - 1]))) {
    odd('its list of hidden controls is not in order');
  }
  return names;
}

/** @throws LinkError */
export function checkOptions({ script: { episodes }, moment, hidden }: Payload): void {
  const bad = hidden.find((name) => !controlName.test(name));
  if (bad !== undefined) throw new LinkError('content', `${JSON.stringify(bad)} is no name of a control; letters, digits, dots and hyphens are, up to 40.`);
  if (hidden.length > most.hidden) throw new LinkError('tooLong', `${hidden.length} controls are to be hidden; a link takes ${most.hidden}.`);
  if (moment === null) return;
  const { episode, turn } = moment;
  const turns = episodes.at(episode)?.turns.length ?? 0;
  const whole = Number.isInteger(episode) && Number.isInteger(turn) && episode >= 0 && turn >= 0;
  if (!whole || episode > Math.max(0, episodes.length - 1) || turn > turns) {
    throw new LinkError('content', `The link would open at turn ${turn} of episode ${episode + 1}, which the trial has not.`);
  }
}

function odd(what: string): never {
  throw new LinkError('content', `The link is not written as this program does: ${what}. Ask for it again.`);
}
