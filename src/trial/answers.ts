/**
 * What a policy could have answered after the thought that it had, and how likely it was to: every legal answer of a state as text, where
 * in a recorded context it would stand, and from exact log-probs (temperature 1) to probabilities. Contexts and answers are joined by their ids.
 */
import type { ChatFormat } from '../policy/contract.ts';
import { logSumExp } from '../policy/engine/sample.ts';
import type { State, Task } from '../worlds/index.ts';
import { legal } from '../worlds/index.ts';
import { directions } from '../worlds/sokoban/index.ts';
import { personActs } from './branch.ts';
import type { PromptStyle } from './contract.ts';
import type { EpisodeView } from './fold.ts';
import type { Responded } from './records.ts';

export interface Answer {
  /** canonical, as in records: `['up', 'left']`, `['3,5']` */
  readonly actions: readonly string[];
  /** from the opening tag on */
  readonly text: string;
  /** It stands for every answer that begins so: there are too many to name each. */
  readonly open: boolean;
}

/** 4 + 16 + 64 + 256: all answers of up to four moves. */
const mostAnswers = 340;

/**
 * Sokoban: every sequence of one to movesPerTurn moves, also those that walk into a wall; where more than four moves are allowed, the four
 * beginnings. MineSweeper: every hidden cell. None once the episode is over.
 */
export function answersOf(state: State, style: PromptStyle): Answer[] {
  if (state.end !== null) return [];
  const { task } = state;
  if (task.world === 'minesweeper') return legal(state).map((cell) => closed(task, [cell], style));
  const lists: string[][] = [];
  let longest: string[][] = [[]];
  for (let moves = 1; moves <= task.config.movesPerTurn; moves++) {
    longest = longest.flatMap((list) => directions.map((direction) => [...list, direction]));
    lists.push(...longest);
    if (lists.length > mostAnswers) return directions.map((direction) => beginning(task, direction, style));
  }
  return lists.sort((a, b) => directions.findIndex((each) => each === a[0]) - directions.findIndex((each) => each === b[0])).map((list) => closed(task, list, style));
}

function closed(task: Task, actions: readonly string[], style: PromptStyle): Answer {
  const { text } = personActs(task, actions, style);
  return { actions, text, open: false };
}

function beginning(task: Task, direction: string, style: PromptStyle): Answer {
  const { text } = closed(task, [direction], style);
  return { actions: [direction], text: text.replace('</action>', ''), open: true };
}

/** Answers, and where they stand: hand both lists of ids to whoever scores continuations. */
interface Question {
  readonly answers: readonly Answer[];
  /** context and thought */
  readonly prefix: readonly number[];
  readonly continuations: readonly (readonly number[])[];
}

/**
 * What else could have been answered in a turn (from 0) of an episode, after the thought of the answer that is recorded. A context that
 * was recorded without ids of this format (by a teacher, from a link) is put into ids anew.
 * @returns null where the turn has not been answered, or a link has left out the thought of its answer
 */
export function questionAt(episode: EpisodeView, turn: number, style: PromptStyle, format: ChatFormat): Question | null {
  const response = episode.turns.at(turn)?.response;
  const state = episode.states.at(turn);
  if (turn < 0 || response === undefined || response.left !== undefined || state === undefined) return null;
  const before = episode.turns.slice(0, turn + 1).map((each) => each.response);
  const known = response.template === format.hash && response.ids.length > 0;
  const { ids, rest } = known ? thoughtIds(response.ids, format) : { ids: format.encode(thoughtOf(response.text)), rest: '' };
  const answers = answersOf(state, style);
  return {
    answers,
    prefix: [...promptIds(before, format), ...ids],
    continuations: answers.map(({ text }) => format.encode(rest + text)),
  };
}

/** The ids of the whole prompt of the last of these responses, which follow one another. */
function promptIds(responses: readonly Responded[], format: ChatFormat): number[] {
  const fresh = responses.findLastIndex(({ prompt }) => prompt.fresh);
  const context = responses.slice(Math.max(fresh, 0));
  if (context.every(({ template, prompt, ids }) => template === format.hash && prompt.ids.length > 0 && ids.length > 0)) {
    return context.flatMap(({ prompt, ids }, at) => (at < context.length - 1 ? [...prompt.ids, ...ids] : prompt.ids));
  }
  return format.open(
    context.flatMap(({ prompt, text }, at) => (at < context.length - 1 ? [...prompt.messages, { role: 'assistant' as const, content: text }] : prompt.messages)),
  );
}

const tag = '<action>';

function thoughtOf(text: string): string {
  const at = text.lastIndexOf(tag);
  return at < 0 ? text : text.slice(0, at);
}

/** The ids that lie in the thought whole, and what is left of its text where an id reaches into the tag. */
export function thoughtIds(ids: readonly number[], format: ChatFormat): { readonly ids: readonly number[]; readonly rest: string } {
  const written = ids.filter((id) => !format.endIds.includes(id));
  const thought = thoughtOf(format.decode(written));
  // from behind: nearly all ids of an answer belong to the thought, or the tag is near
  for (let count = written.length; count > 0; count--) {
    const text = format.decode(written.slice(0, count));
    if (text.length <= thought.length && thought.startsWith(text)) return { ids: written.slice(0, count), rest: thought.slice(text.length) };
  }
  return { ids: [], rest: thought };
}

export interface AnswerOdds extends Answer {
  /** natural, of the whole text */
  readonly logprob: number;
  /** among everything that could have been written */
  readonly probability: number;
  /** among the legal answers; these sum to 1 */
  readonly share: number;
}

export interface FirstOdds {
  readonly action: string;
  readonly probability: number;
  readonly share: number;
}

export interface Odds {
  readonly answers: readonly AnswerOdds[];
  /** the same by first action, in order of appearance */
  readonly first: readonly FirstOdds[];
  /** probability of everything that is no legal answer: 1 − Σ probability */
  readonly outside: number;
}

/** @param scores for each answer the log-probs of its tokens. @throws RangeError when they are not as many as the answers */
export function oddsOf(answers: readonly Answer[], scores: readonly ArrayLike<number>[]): Odds {
  if (scores.length !== answers.length) throw new RangeError(`There are ${answers.length} answers and ${scores.length} scores.`);
  const logprobs = scores.map((score) => Array.from(score).reduce((sum, value) => sum + value, 0));
  // shares are right also where all are unlikely; none can be told where all are impossible
  const total = logprobs.some((value) => value !== -Infinity) ? logSumExp(logprobs) : -Infinity;
  const odds = answers.map((answer, at): AnswerOdds => {
    const logprob = logprobs[at];
    return { ...answer, logprob, probability: Math.exp(logprob), share: total === -Infinity ? 0 : Math.exp(logprob - total) };
  });
  const first = new Map<string, { probability: number; share: number }>();
  for (const { actions, probability, share } of odds) {
    const sum = first.get(actions[0]) ?? { probability: 0, share: 0 };
    first.set(actions[0], { probability: sum.probability + probability, share: sum.share + share });
  }
  return {
    answers: odds,
    first: [...first].map(([action, sums]) => ({ action, ...sums })),
    // rounding may put the sum a hair over 1
    outside: Math.max(0, 1 - odds.reduce((sum, { probability }) => sum + probability, 0)),
  };
}
