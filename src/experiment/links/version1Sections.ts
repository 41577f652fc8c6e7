/**
 * What may follow the trial in a link of version 1: sections by ascending number, each there only where it has something to say, so that
 * links without it stay what they always were. 1 moment, 2 hidden controls, 3 lesson, 4 changes of the memory mode, 5 changes of the
 * sampling seed, 6 a task of one's own, 7 answers without their thought where others have theirs. A new section has the next number; pages that do not know it ask to be reloaded.
 */
import type { MemoryMode } from '../../trial/contract.ts';
import type { Reader, Writer } from './bytes.ts';
import { LinkError } from './error.ts';
import type { Script, ScriptEpisode, ScriptTurn } from './script.ts';

/** What a turn shows in slow motion; null: nothing is on its way. */
const beats = [null, 'observe', 'think', 'act', 'reward', 'remember'] as const;

/** `turn` turns of episode `episode` (from 0) have been played. */
export interface Moment {
  readonly episode: number;
  readonly turn: number;
  readonly beat: (typeof beats)[number];
}

export interface Extras {
  readonly moment: Moment | null;
  /** names of controls, in alphabetical order, each once */
  readonly hidden: readonly string[];
  /** a lesson's own data as text; whoever shows lessons reads it */
  readonly lesson: string | null;
}

export const memories: readonly MemoryMode[] = ['none', 'reflection', 'history', 'both'];

const sections = { moment: 1, hidden: 2, lesson: 3, memories: 4, seeds: 5, own: 6, left: 7 } as const;
const most = { name: 40, hidden: 64, lesson: 20_000 };
const controlName = /^[A-Za-z][A-Za-z0-9._-]{0,39}$/;

/** @param thoughts answers are there whole */
export function writeSections(out: Writer, { start, episodes }: Script, { moment, hidden, lesson }: Extras, thoughts: boolean): void {
  if (moment !== null) out.count(sections.moment).count(moment.episode).count(moment.turn).choice(beats, moment.beat, 'The beat');
  if (hidden.length > 0) {
    out.count(sections.hidden).count(hidden.length);
    for (const name of hidden) out.text(name, most.name, 'The name of a control');
  }
  if (lesson !== null) out.count(sections.lesson).text(lesson, most.lesson, 'The lesson');
  const modes = episodes.flatMap(({ memory }, episode) => (memory === null ? [] : [{ episode, memory }]));
  if (modes.length > 0) out.count(sections.memories).count(modes.length);
  for (const { episode, memory } of modes) out.count(episode).choice(memories, memory, 'The memory');
  const answers = placesOf(episodes);
  const seeds = answers.flatMap(({ episode, turn, answer: { seed } }) => (seed === null ? [] : [{ episode, turn, seed }]));
  if (seeds.length > 0) out.count(sections.seeds).count(seeds.length);
  for (const { episode, turn, seed } of seeds) out.count(episode).count(turn).whole(seed);
  if (start.task.own) out.count(sections.own);
  const left = thoughts ? answers.filter(({ answer }) => answer.text === null) : [];
  if (left.length > 0) out.count(sections.left).count(left.length);
  for (const { episode, turn } of left) out.count(episode).count(turn);
}

/** @throws LinkError */
export function readSections(from: Reader, trial: Script, thoughts: boolean): Extras & { readonly script: Script } {
  let script = trial;
  let extras: Extras = { moment: null, hidden: [], lesson: null };
  for (let last = 0; !from.done; ) {
    const section = from.count(255, 'The number of a section');
    if (section <= last) odd('its sections are out of order');
    last = section;
    if (section === sections.moment) extras = { ...extras, moment: readMoment(from, script.episodes) };
    else if (section === sections.hidden) extras = { ...extras, hidden: readHidden(from) };
    else if (section === sections.lesson) extras = { ...extras, lesson: from.text(most.lesson, 'The lesson') };
    else if (section === sections.memories) script = { ...script, episodes: readMemories(from, script) };
    else if (section === sections.seeds) script = { ...script, episodes: readSeeds(from, script) };
    else if (section === sections.left) script = { ...script, episodes: readLeft(from, script, thoughts) };
    else if (section === sections.own) script = { ...script, start: { ...script.start, task: { ...script.start.task, own: true } } };
    else throw new LinkError('version', 'The link has a part that this page does not know. Reload the page to get its newest version.');
  }
  return { script, ...extras };
}

type Answer = Omit<ScriptTurn, 'actions'>;

interface Place {
  readonly episode: number;
  readonly turn: number;
}

/** Turns, and after them the answer to the question for a note: the places that a seed can change at. */
export function answersOf({ turns, reflection }: ScriptEpisode): readonly Answer[] {
  return reflection === null ? turns : [...turns, reflection];
}

function placesOf(episodes: readonly ScriptEpisode[]): (Place & { readonly answer: Answer })[] {
  return episodes.flatMap((each, episode) => answersOf(each).map((answer, turn) => ({ episode, turn, answer })));
}

function withAnswer(episode: ScriptEpisode, turn: number, change: Partial<Answer>): ScriptEpisode {
  const { turns, reflection } = episode;
  return turn < turns.length ? { ...episode, turns: turns.with(turn, { ...turns[turn], ...change }) } : { ...episode, reflection: reflection && { ...reflection, ...change } };
}

/** The place of an answer in a list of them, which ascends. */
function readPlace(from: Reader, episodes: readonly ScriptEpisode[], last: Place | null, list: string): Place {
  const episode = from.count(Math.max(0, episodes.length - 1), 'An episode');
  const turn = from.count(answersOf(episodes[episode]).length - 1, 'A turn');
  if (last !== null && (episode < last.episode || (episode === last.episode && turn <= last.turn))) odd(`its list of ${list} is not in order`);
  return { episode, turn };
}

function readMoment(from: Reader, episodes: readonly ScriptEpisode[]): Moment {
  const episode = from.count(Math.max(0, episodes.length - 1), 'The episode to open at');
  const turn = from.count(episodes.at(episode)?.turns.length ?? 0, 'The turn to open at');
  return { episode, turn, beat: from.choice(beats, 'The beat') };
}

/** Only real changes, in order. */
function readMemories(from: Reader, { start, episodes }: Script): ScriptEpisode[] {
  const changed = [...episodes];
  let [before, last] = [start.config.memory, -1];
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

/** Only real changes, in order. */
function readSeeds(from: Reader, { start, episodes }: Script): ScriptEpisode[] {
  const changed = [...episodes];
  let before = start.seed;
  let last: Place | null = null;
  for (let left = from.count(placesOf(episodes).length, 'The number of seed changes'); left > 0; left--) {
    last = readPlace(from, episodes, last, 'seed changes');
    const seed = from.whole('The seed');
    if (seed === before) odd('a seed changes to what it is');
    changed[last.episode] = withAnswer(changed[last.episode], last.turn, { seed });
    before = seed;
  }
  if (last === null) odd('its list of seed changes is empty');
  return changed;
}

/** In order, some and not all: where all answers are without their thought, none is said to have one. */
function readLeft(from: Reader, { episodes }: Script, thoughts: boolean): ScriptEpisode[] {
  const changed = [...episodes];
  const answers = placesOf(episodes).length;
  const count = from.count(answers, 'The number of thoughts that were left out');
  if (!thoughts || count === 0 || count === answers) odd('its list of thoughts that were left out says nothing');
  let last: Place | null = null;
  for (let left = count; left > 0; left--) {
    last = readPlace(from, episodes, last, 'thoughts that were left out');
    if (answersOf(episodes[last.episode])[last.turn].text !== '') odd('a thought that was left out is there');
    changed[last.episode] = withAnswer(changed[last.episode], last.turn, { text: null });
  }
  return changed;
}

function readHidden(from: Reader): string[] {
  const names = Array.from({ length: from.count(most.hidden, 'The number of hidden controls') }, () => from.text(most.name, 'The name of a control'));
  if (names.length === 0 || names.some((name, index) => !controlName.test(name) || (index > 0 && name <= names[index - 1]))) {
    odd('its list of hidden controls is not in order');
  }
  return names;
}

/** @throws LinkError */
export function checkExtras({ moment, hidden }: Extras, episodes: readonly ScriptEpisode[]): void {
  const bad = hidden.find((name) => !controlName.test(name));
  if (bad !== undefined) throw new LinkError('content', `${JSON.stringify(bad)} is no name of a control; letters, digits, dots and hyphens are, up to ${most.name}.`);
  if (hidden.length > most.hidden) throw new LinkError('tooLong', `${hidden.length} controls are to be hidden; a link takes ${most.hidden}.`);
  if (moment === null) return;
  const { episode, turn } = moment;
  const turns = episodes.at(episode)?.turns.length ?? 0;
  const whole = Number.isInteger(episode) && Number.isInteger(turn) && episode >= 0 && turn >= 0;
  if (!whole || episode > Math.max(0, episodes.length - 1) || turn > turns) {
    throw new LinkError('content', `The link would open at turn ${turn} of episode ${episode + 1}, which the trial has not.`);
  }
}

/** @throws LinkError */
export function odd(what: string): never {
  throw new LinkError('content', `The link is not written as this program does: ${what}. Ask for it again.`);
}
