/** How the trial on stage stands, in words, and what the strip makes room for. Pure. */
import { showsNotes } from '../trial/memory.ts';
import type { MemoryMode } from '../trial/contract.ts';
import type { TrialView } from '../trial/fold.ts';
import type { Status } from './log.ts';
import { teacherIn } from './policies.ts';
import { loadInWords } from './say.ts';
import type { Strings } from './strings/index.ts';

export interface Standing {
  readonly now: Status;
  /** the trial on stage is the one that grows */
  readonly growing: boolean;
  /** as far as it has been seen; null: nothing has been played */
  readonly view: TrialView | null;
  /** the whole trial is over, whether or not it has been seen to its end */
  readonly finished: boolean;
  /** what comes next is shown once somebody has guessed it */
  readonly guessing: boolean;
  /** a model is there to be run */
  readonly loaded: boolean;
}

/** Nothing that has not been seen yet is given away. */
export function statusInWords({ now, growing, view, finished, guessing, loaded }: Standing, strings: Strings): string {
  if (now.kind === 'loading') return loadInWords(now.load, strings);
  if (view === null) return '';
  const text = strings.status;
  const number = view.episodes.length;
  const voices = view.episodes.flatMap(({ turns }) => turns.map(({ response }) => response.policy));
  // Where a person acted in one turn alone, the trial is still the policy's.
  const policy = voices.find((voice) => voice !== 'person') ?? voices.at(0) ?? '';
  const teacher = teacherIn(policy);
  const result = view.episodes.at(-1)?.end === 'won' ? text.won(number) : text.lost(number);
  if (now.kind === 'recorded') {
    const played = teacher ? text.recordedTeacher(strings.setup.teacher[teacher]) : text.recorded;
    const who = loaded ? played : `${played} ${text.noModel}`;
    return view.won === null ? who : `${result} ${who}`;
  }
  if (view.won !== null) return policy === 'person' ? strings.hand.byYou(result) : teacher ? text.byTeacher(result, strings.setup.teacher[teacher]) : result;
  if (!growing) return now.kind === 'many' ? '' : finished ? (guessing ? text.guessing : text.unseen) : text.stopped;
  const episode = view.episodes.at(-1);
  if (!episode) return '';
  return episode.end === null ? text.running(number, episode.turns.length + 1) : text.reflecting(number);
}

/** What is said of an episode whose end is not there, or not to be seen yet. */
export function openInWords({ now, growing, finished, guessing }: Pick<Standing, 'now' | 'growing' | 'finished' | 'guessing'>, { strip, outcome }: Strings): string {
  if (growing) return strip.playing;
  if (finished && guessing) return strip.guessing;
  if (now.kind === 'recorded') return strip.playing;
  return finished ? strip.unseen : outcome.open;
}

interface StripPlan {
  /** cards, played or waiting */
  readonly episodes: number;
  /** episodes that a won trial does not need: no row of empty cards, just a word */
  readonly spared: number;
  readonly size: 'large' | 'middle' | 'small';
  /** there are notes between the episodes, or there may be */
  readonly notes: boolean;
}

/** @param chosen what is chosen for the next trial, for a strip on which nothing has been played */
export function planOf(view: TrialView | null, chosen: { readonly episodes: number; readonly memory: MemoryMode }): StripPlan {
  const planned = view?.start.config.episodes ?? chosen.episodes;
  const episodes = view !== null && view.won !== null ? view.episodes.length : planned;
  return {
    episodes,
    spared: planned - episodes,
    size: planned <= 3 ? 'large' : planned <= 5 ? 'middle' : 'small',
    notes: view ? view.episodes.some(({ memory, note }) => note !== null || showsNotes(memory)) || showsNotes(view.memory) : showsNotes(chosen.memory),
  };
}
