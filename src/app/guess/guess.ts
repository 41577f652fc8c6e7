/**
 * Guess before reveal: while it is on, nothing that follows the next turn is shown until somebody has said what the policy will do. The page
 * may be moved through as before; whoever comes to the turn is held there.
 */
import { create } from 'zustand';
import type { TrialView } from '../../trial/fold.ts';
import { useBranching } from '../branches/store.ts';
import { trial } from '../log.ts';
import { lastPlace, same, settle } from '../navigate.ts';
import { compare, type Moment, type Place } from '../playback/moments.ts';
import { remembers } from '../remembers.ts';
import { useSetup } from '../setup.ts';
import { noScore, readScore, type Score } from './score.ts';

export interface Guessed {
  readonly place: Place;
  readonly guess: string;
}

interface Guess {
  readonly on: boolean;
  /** of the trial on stage; what comes after this place is hidden */
  readonly revealed: Place;
  /** said, and shown as soon as the policy has answered; null: not yet */
  readonly said: string | null;
  /** whose answer is shown and still looked at */
  readonly answered: Guessed | null;
  readonly score: Score;
  /** counted, but how good they were is still being worked out */
  readonly judging: readonly Guessed[];
  readonly toggle: () => void;
  /** On again for the trial on stage, say after a reload. @param revealed what has been seen of it */
  readonly goOn: (revealed: Place) => void;
  readonly say: (action: string) => void;
  /** show the turn without a guess */
  readonly pass: () => void;
  /** on to the next question */
  readonly next: () => void;
  /** how good a guess was; what comes twice, or after a reset, counts no more */
  readonly judge: (guessed: Guessed, found: Omit<Score, 'asked' | 'right'>) => void;
  readonly reset: () => void;
}

const scorePlace = 'fieldnotes.guesses';

/** The first record of the trial that is held back; another one begins anew. */
let held: TrialView['start'] | null = null;

export const useGuess = create<Guess>()((set, get) => ({
  on: false,
  revealed: { episode: 0, turn: 0 },
  said: null,
  answered: null,
  score: readScore(remembers.getItem(scorePlace)),
  judging: [],
  toggle() {
    if (get().on) {
      return set({ on: false, said: null, answered: null, judging: [] });
    }
    const { view } = trial.get();
    const at = view && settle(view, useSetup.getState().moment);
    const over = view && at && same(at, lastPlace(view)) && view.won !== null;
    get().goOn(at && !over ? { episode: at.episode, turn: at.turn } : { episode: 0, turn: 0 });
    const limit = view && limitOf(view, get().revealed);
    if (limit) useSetup.setState({ moment: limit, playing: false });
  },
  goOn(revealed) {
    held = trial.get().view?.start ?? null;
    // What is open may tell what was done.
    useBranching.setState({ whatIf: null, beside: null });
    set({ on: true, said: null, answered: null, revealed });
    hold();
  },
  say(action) {
    set({ said: action });
    reveal();
  },
  pass() {
    set({ said: '' });
    reveal();
  },
  next() {
    const { view } = trial.get();
    set({ answered: null });
    if (view) useSetup.getState().look(limitOf(view, get().revealed));
  },
  judge: (guessed, found) =>
    set(({ score, judging }) =>
      judging.includes(guessed)
        ? {
            judging: judging.filter((each) => each !== guessed),
            score: {
              ...score,
              weighed: score.weighed + found.weighed,
              likely: score.likely + found.likely,
              judged: score.judged + found.judged,
              best: score.best + found.best,
              policyBest: score.policyBest + found.policyBest,
            },
          }
        : {},
    ),
  reset: () => set({ score: noScore, judging: [] }),
}));

/** A class goes on counting after a reload. What is still being judged then is not. */
useGuess.subscribe(({ score }, before) => {
  if (score === before.score) return;
  if (score === noScore) remembers.removeItem(scorePlace);
  else remembers.setItem(scorePlace, JSON.stringify(score));
});

/** The latest moment that gives nothing away: before the next turn, past the note where an episode is over. */
export function limitOf(view: TrialView, { episode, turn }: Place): Moment {
  const item = view.episodes[episode];
  if (item === undefined) return { episode: 0, turn: 0, beat: null };
  if (turn < item.turns.length || item.end === null) return { episode, turn: Math.min(turn, item.turns.length), beat: null };
  if (episode + 1 < view.episodes.length) return { episode: episode + 1, turn: 0, beat: null };
  return { episode, turn: item.turns.length, beat: item.note ? 'remember' : null };
}

/** The turn to guess; null: the trial is over, or the next episode has not begun. */
export function askedPlace(view: TrialView, revealed: Place): Place | null {
  const { episode, turn } = limitOf(view, revealed);
  const item = view.episodes[episode];
  return item && (turn < item.turns.length || item.end === null) ? { episode, turn } : null;
}

/** Once somebody has guessed and the policy has acted. */
function reveal(): void {
  const { said, revealed } = useGuess.getState();
  const { view } = trial.get();
  const place = view && askedPlace(view, revealed);
  const played = place && view.episodes[place.episode].turns.at(place.turn);
  if (said === null || !place || !played) return;
  const turn = { episode: place.episode, turn: place.turn + 1 };
  const guessed = said === '' ? null : { place, guess: said };
  useGuess.setState({ revealed: turn, said: null, answered: guessed });
  // Right or wrong is known at once, however soon somebody goes on.
  if (guessed) {
    const right = guessed.guess === played.acted.actions.at(0) ? 1 : 0;
    useGuess.setState(({ score, judging }) => ({ score: { ...score, asked: score.asked + 1, right: score.right + right }, judging: [...judging, guessed] }));
  }
  const shown: Moment = { ...turn, beat: null };
  useSetup.setState({ moment: shown, seen: shown, playing: false });
}

/** Whatever moved the page: no further than what has been guessed. */
function hold(): void {
  const guess = useGuess.getState();
  const { view } = trial.get();
  const { moment, seen, showing, playing } = useSetup.getState();
  if (!guess.on || view === null) return;
  if (view.start !== held) {
    held = view.start;
    useGuess.setState({ revealed: { episode: 0, turn: 0 }, said: null, answered: null, judging: [] });
  }
  if (showing !== 'trial') return;
  const limit = limitOf(view, useGuess.getState().revealed);
  const beyond = (at: Moment | null): boolean => at === null || compare(at, limit) > 0;
  if (beyond(moment)) useSetup.setState({ moment: limit, seen: limit, playing: false });
  else if (beyond(seen)) useSetup.setState({ seen: limit, playing });
}

export function watchGuesses(): void {
  useSetup.subscribe(hold);
  trial.subscribe(() => {
    hold();
    reveal();
  });
}
