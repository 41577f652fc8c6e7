/** The question under the board, and once it is answered what the policy did, how likely it was to, and what the rules say of both. */
import { useEffect, useMemo } from 'react';
import type { TrialView } from '../../trial/fold.ts';
import { rows, type State } from '../../worlds/index.ts';
import { directions } from '../../worlds/sokoban/index.ts';
import type { Cell } from '../board/geometry.ts';
import { directionKeys, useBoardKeys } from '../hand/boardKeys.ts';
import { Icon, type IconName } from '../icons.tsx';
import { useOdds } from '../odds.ts';
import { percent } from '../board/overlay.tsx';
import { same } from '../navigate.ts';
import { useAt } from '../playback/here.ts';
import type { Moment } from '../playback/moments.ts';
import { useStrings } from '../preferences.ts';
import { actionInWords } from '../say.ts';
import type { Strings } from '../strings/index.ts';
import { afterMoves, qualityOf, type Quality } from '../truth/quality.ts';
import { useTruth } from '../truth/useTruth.ts';
import { askedPlace, limitOf, useGuess, type Guessed } from './guess.ts';
import { asLikely, recordedShare, shareIn, type Share } from './shares.ts';

/** What the board takes while somebody is to guess a cell; null: nothing. */
export function useGuessBoard(view: TrialView | null, at: Moment): { readonly onPick?: (cell: Cell, flag: boolean) => void; readonly asking: boolean } {
  const { on, revealed, answered, say } = useGuess();
  if (!on || view === null) return { asking: false };
  const place = askedPlace(view, revealed);
  if (answered !== null || place === null || !same(at, place)) return { asking: true };
  const state = view.episodes[place.episode].states[place.turn];
  if (state.world !== 'minesweeper') return { asking: true };
  return { asking: true, onPick: ({ row, column }) => rows(state)[row]?.[column] === '?' && say(`${row + 1},${column + 1}`) };
}

export function GuessPanel({ view }: { readonly view: TrialView }) {
  const on = useGuess((guess) => guess.on);
  return on && <Guessing view={view} />;
}

function Guessing({ view }: { readonly view: TrialView }) {
  const strings = useStrings();
  const text = strings.guess;
  const { revealed, answered, said, judging, next, toggle } = useGuess();
  const place = askedPlace(view, revealed);
  const here = useAt(view, (at) => place !== null && same(at, limitOf(view, revealed)));
  return (
    <section className="guess" aria-label={text.title}>
      {answered ? (
        <Answer key={`${answered.place.episode},${answered.place.turn}`} view={view} guessed={answered} />
      ) : said !== null ? (
        <p className="guess-question">{text.waits}</p>
      ) : place === null ? (
        <p className="guess-question">{text.over}</p>
      ) : here ? (
        <Question state={view.episodes[place.episode].states[place.turn]} turn={place.turn + 1} />
      ) : (
        <div className="guess-row">
          <p className="guess-question">{text.away}</p>
          <button type="button" className="button button-small" onClick={next}>
            {text.toQuestion}
          </button>
        </div>
      )}
      {judging.map((each) => (
        <Judge key={`${each.place.episode},${each.place.turn}`} view={view} guessed={each} />
      ))}
      <ScoreLine />
      <button type="button" className="button button-quiet button-icon guess-close" aria-label={text.close} onClick={toggle}>
        <Icon name="close" />
      </button>
    </section>
  );
}

function Question({ state, turn }: { readonly state: State; readonly turn: number }) {
  const strings = useStrings();
  const text = strings.guess;
  const { say, pass } = useGuess();
  const choices = choicesOf(state);
  useBoardKeys((key) => {
    const choice = directionKeys[key];
    if (!choice || !choices.includes(choice)) return false;
    say(choice);
    return true;
  });
  return (
    <div className="guess-row">
      <p className="guess-question" role="status">
        {choices.length > 0 ? text.askMove(turn) : text.askCell(turn)}
      </p>
      {choices.length > 0 && (
        <div className="guess-choices">
          {choices.map((choice) => (
            <button key={choice} type="button" className="button" onClick={() => say(choice)}>
              <Icon name={iconOf(choice)} />
              {actionInWords(choice, strings)}
            </button>
          ))}
        </div>
      )}
      <button type="button" className="button button-quiet button-small" onClick={pass}>
        {text.pass}
      </button>
    </div>
  );
}

/** Moves to choose from; a cell is pointed at on the board. */
function choicesOf(state: State): readonly string[] {
  return state.world === 'sokoban' ? directions : [];
}

function iconOf(action: string): IconName {
  return action === 'up' || action === 'down' || action === 'left' || action === 'right' ? action : 'play';
}

interface GuessedProps {
  readonly view: TrialView;
  readonly guessed: Guessed;
}

/** What the policy did, and how good it and the guess were; `known` once all that can be known is. */
function useJudgement(view: TrialView, { place, guess }: Guessed) {
  const item = view.episodes[place.episode];
  const { response, acted } = item.turns[place.turn];
  const state = item.states[place.turn];
  const [actual = null] = acted.actions;
  const odds = useOdds(view, place);
  const shareOf = (action: string): Share | null => (odds ? shareIn(odds, action) : recordedShare(response, state.world, action));
  const shares = { guess: shareOf(guess), actual: actual === null ? null : shareOf(actual) };
  const before = useTruth(state);
  // A state is asked about as the object that it is.
  const afterGuess = useTruth(useMemo(() => afterMoves(state, [guess]), [state, guess]));
  const afterActual = useTruth(useMemo(() => (actual === null ? null : afterMoves(state, [actual])), [state, actual]));
  const known = before !== undefined && afterGuess !== undefined && afterActual !== undefined && odds !== undefined;
  const yours = known ? qualityOf(state, [guess], before, afterGuess) : null;
  const its = known && actual !== null ? qualityOf(state, [actual], before, afterActual) : actual === null ? 'wasted' : null;
  const right = guess === actual;
  const likely = right ? true : asLikely(shares.guess, shares.actual);
  return { known, actual, right, likely, shares, yours, its };
}

/** Works out how good a guess was, also after somebody has gone on. */
function Judge({ view, guessed }: GuessedProps) {
  const judge = useGuess((guess) => guess.judge);
  const { known, likely, yours, its } = useJudgement(view, guessed);
  useEffect(() => {
    if (!known) return;
    judge(guessed, {
      weighed: likely === null ? 0 : 1,
      likely: likely === true ? 1 : 0,
      judged: yours === null ? 0 : 1,
      best: yours === 'best' ? 1 : 0,
      policyBest: yours !== null && its === 'best' ? 1 : 0,
    });
  });
  return null;
}

function Answer({ view, guessed }: GuessedProps) {
  const strings = useStrings();
  const text = strings.guess;
  const next = useGuess((guess) => guess.next);
  const { actual, right, likely, shares, yours, its } = useJudgement(view, guessed);

  useBoardKeys((key, target) => {
    if (!['Enter', ' ', 'ArrowRight'].includes(key) || (key !== 'ArrowRight' && target?.closest('button, summary, a'))) return false;
    next();
    return true;
  });

  return (
    <div className="guess-answer">
      <div className="guess-row">
        <p className="guess-result" role="status" data-right={right || likely === true ? '' : undefined}>
          <Icon name={right || likely === true ? 'won' : 'dead'} />
          {right ? text.right : likely === true ? text.asLikely : text.wrong}
        </p>
        <button type="button" className="button button-small button-go" onClick={next}>
          {text.next}
          <kbd aria-hidden>→</kbd>
        </button>
      </div>
      <dl className="guess-sides">
        <Side name={text.yours} action={guessed.guess} share={shares.guess} quality={yours} strings={strings} />
        {!right && <Side name={text.its} action={actual} share={shares.actual} quality={its} strings={strings} />}
      </dl>
      {shares.actual === null && <p className="help">{text.noShares}</p>}
    </div>
  );
}

interface SideProps {
  readonly name: string;
  /** null: the reply could not be read */
  readonly action: string | null;
  readonly share: Share | null;
  readonly quality: Quality | null;
  readonly strings: Strings;
}

function Side({ name, action, share, quality, strings }: SideProps) {
  const text = strings.guess;
  return (
    <div className="guess-side">
      <dt>{name}</dt>
      <dd>
        <strong>{action === null ? strings.talk.invalid : actionInWords(action, strings)}</strong>
        {share && (
          <span className="guess-share">
            <span className="guess-bar" aria-hidden>
              <svg viewBox="0 0 100 4" preserveAspectRatio="none">
                <rect width={100 * Math.min(share.value, 1)} height="4" />
              </svg>
            </span>
            {share.most ? text.atMost(percent(share.value)) : percent(share.value)}
          </span>
        )}
        {quality && <span data-quality={quality}>{text.quality[quality]}</span>}
      </dd>
    </div>
  );
}

function ScoreLine() {
  const text = useStrings().guess;
  const { score, reset } = useGuess();
  if (score.asked === 0) return null;
  return (
    <div className="guess-score">
      <p>
        <strong>{text.score(score.right, score.asked)}</strong>
        {score.weighed > 0 && <span>{text.likelyScore(score.likely, score.weighed)}</span>}
        {score.judged > 0 && <span>{text.bestScore(score.best, score.policyBest, score.judged)}</span>}
      </p>
      <button type="button" className="button button-quiet button-small" onClick={reset}>
        {text.reset}
      </button>
    </div>
  );
}
