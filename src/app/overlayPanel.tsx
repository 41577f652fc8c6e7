/** Choosing what is drawn over the board, and what rules and policy say in words: did it guess, or did it err? */
import { memo, useMemo } from 'react';
import type { TrialView, TurnView } from '../trial/fold.ts';
import type { State } from '../worlds/index.ts';
import { percent, qualityIcons, VisitsKey } from './board/overlay.tsx';
import { commands, hint } from './commands.ts';
import { Hint } from './hint.tsx';
import { Icon } from './icons.tsx';
import { scoutBytes } from './loadPanel.tsx';
import { isPlaying, status } from './log.ts';
import { askedAt, oddsFrom, type Odds, type PolicyOdds } from './odds.ts';
import { isUnderWay, type Moment } from './playback/moments.ts';
import { useStrings } from './preferences.ts';
import { fetchScout } from './run.ts';
import { actionInWords, loadInWords, megabytes, thoughtOf } from './say.ts';
import { overlays, useSetup } from './setup.ts';
import { useSource } from './source.ts';
import type { Strings } from './strings/index.ts';
import { chosen } from './temperature/chosen.ts';
import { TemperatureSlider } from './temperature/part.tsx';
import type { Quality } from './truth/quality.ts';
import { toneOf, truthInWords, verdictInWords } from './truth/say.ts';
import { chanceAt, verdictOf, type Truth } from './truth/truth.ts';
import { useQualities } from './truth/useQualities.ts';
import { useTruth } from './truth/useTruth.ts';
import { mostOf, visitsInWords, visitsOf } from './visits.ts';

export const OverlaySwitch = memo(function OverlaySwitch() {
  const strings = useStrings();
  const overlay = useSetup((setup) => setup.overlay);
  const show = useSetup((setup) => setup.show);
  return (
    <fieldset className="overlay-switch">
      <legend className="hidden">{strings.overlay.title}</legend>
      <div className="switch">
        {overlays.map((name) => (
          <Hint key={name} text={name === 'truth' ? `${strings.overlay.help[name]} ${hint(commands.truth, strings)}` : strings.overlay.help[name]}>
            <label>
              <input type="radio" name="overlay" checked={overlay === name} onChange={() => show({ overlay: name })} />
              {strings.overlay.names[name]}
            </label>
          </Hint>
        ))}
      </div>
    </fieldset>
  );
});

interface TruthLineProps {
  readonly view: TrialView;
  readonly at: Moment;
  readonly truth: Truth | null | undefined;
  readonly odds: PolicyOdds | null | undefined;
  /** the turn is still to be guessed or seen */
  readonly veiled: boolean;
}

/** One of the two is drawn on the board; both are told. */
export function TruthLine({ view, at, truth, odds, veiled }: TruthLineProps) {
  const strings = useStrings();
  const overlay = useSetup((setup) => setup.overlay);
  const episode = view.episodes[at.episode];
  const judged = at.turn > 0 && !isUnderWay(at.beat);
  const before = useTruth(judged ? episode.states[at.turn - 1] : null);
  const turn = episode.turns[at.turn - 1];
  const columns = view.start.task.config.size;
  const verdict = judged && before && truth ? verdictOf(turn, before, truth, columns) : null;
  const place = askedAt(at);
  const asked = episode.turns.at(place.turn);

  return (
    <div className="truth-line">
      <p>{truth === undefined ? strings.overlay.working : truth === null ? strings.overlay.unknown : truthInWords(truth, strings)}</p>
      {verdict && (
        <p className="verdict" data-tone={toneOf(verdict)}>
          {strings.talk.turn(at.turn)}: {verdictInWords(verdict, strings)}
        </p>
      )}
      {odds && asked ? (
        <OddsLine odds={odds} state={episode.states[place.turn]} turn={asked} number={place.turn + 1} />
      ) : (
        overlay === 'policy' && <NoOdds turn={asked} working={odds === undefined} veiled={veiled} />
      )}
      {overlay === 'policy' && <TemperatureSlider view={view} />}
    </div>
  );
}

/** What the tints stand for, and the same in a sentence. */
export function VisitsLine({ view, at: { episode, turn } }: Pick<TruthLineProps, 'view' | 'at'>) {
  const strings = useStrings();
  const visits = visitsOf(view.episodes[episode], turn);
  return (
    <div className="truth-line">
      <p>
        {strings.overlay.visitsKey} {visits.length > 0 && <VisitsKey most={mostOf(visits)} />}
      </p>
      <p>{visitsInWords(visits, view.start.task.world, strings)}</p>
    </div>
  );
}

interface NoOddsProps {
  readonly turn: TurnView | undefined;
  readonly working: boolean;
  readonly veiled: boolean;
}

/** Why there are none, and what can be done about it. */
function NoOdds({ turn, working, veiled }: NoOddsProps) {
  const strings = useStrings();
  const now = useSource(status);
  const model = useSource(oddsFrom) !== null;
  const text = strings.overlay;
  if (veiled) return <p className="odds">{text.veiled}</p>;
  if (now.kind === 'loading') return <p className="odds" role="status">{loadInWords(now.load, strings)}</p>;
  if (isPlaying(now)) return <p className="odds">{text.busy}</p>;
  if (turn?.response.left !== undefined) return <p className="odds">{text.leftOdds}</p>;
  if (model) return <p className="odds">{working ? text.working : text.noOdds}</p>;
  return (
    <div className="odds">
      <button type="button" className="button button-small" onClick={() => void fetchScout()}>
        {text.load(megabytes(scoutBytes))}
      </button>
      <p className="help">{text.needsModel}</p>
    </div>
  );
}

interface OddsLineProps {
  readonly odds: PolicyOdds;
  /** the board that was to be answered */
  readonly state: State;
  readonly turn: TurnView;
  /** from 1 */
  readonly number: number;
}

/** The likeliest answers, the one that was given among them, how good each is by the rules, and what is left. */
function OddsLine({ odds, state, turn: { acted, response }, number }: OddsLineProps) {
  const strings = useStrings();
  const truth = useTruth(state);
  const temperature = useSource(chosen)?.temperature ?? null;
  const asked = strings.overlay.odds(number, clipped(thoughtOf(response.text)));
  const outside = temperature === null ? strings.overlay.outside : temperature < 1 ? strings.temperature.atMost : strings.temperature.atLeast;
  const isTaken = ({ actions }: Odds['answers'][number]): boolean => actions.join() === acted.actions.join();
  const shown = useMemo(() => likeliest(odds, acted.actions), [odds, acted]);
  const qualities = useQualities(state, useMemo(() => shown.map(({ actions }) => actions), [shown]));
  return (
    <div className="odds">
      <p>{temperature === null ? asked : strings.temperature.at(asked, temperature.toFixed(1))}</p>
      <ol className="odds-list">
        {shown.map((answer, index) => {
          const quality = qualities?.[index];
          return (
            <li key={answer.actions.join()} data-taken={isTaken(answer) ? '' : undefined}>
              {answer.actions.map((action) => actionInWords(action, strings)).join(', ')} <b>{percent(answer.share)}</b>
              {quality && (
                <span className="odds-judged" data-quality={quality}>
                  <Icon name={qualityIcons[quality]} />
                  {judgedInWords(truth, state, answer.actions, quality, strings)}
                </span>
              )}
              {isTaken(answer) && <span className="hidden"> {strings.overlay.taken}</span>}
            </li>
          );
        })}
      </ol>
      <p className="help">
        {outside(percent(odds.outside))}
        {odds.policy !== response.policy && ` ${strings.overlay.others}`}
      </p>
    </div>
  );
}

/** Four answers; what was given is one of them, if it was an answer at all. */
function likeliest({ answers }: Odds, given: readonly string[]): Odds['answers'] {
  const ranked = answers.toSorted((a, b) => b.share - a.share);
  const top = ranked.slice(0, 4);
  const taken = ranked.find(({ actions }) => actions.join() === given.join());
  return taken && !top.includes(taken) ? [...top.slice(0, 3), taken] : top;
}

/** A cell by its chance of a mine, too. */
function judgedInWords(truth: Truth | null | undefined, state: State, [action]: readonly string[], quality: Quality, strings: Strings): string {
  const good = strings.guess.quality[quality];
  if (truth?.world !== 'minesweeper') return good;
  const chance = chanceAt(truth, action, state.task.config.size);
  if (!chance) return good;
  const words = strings.overlay.chance(chance.fraction);
  return chance.value === 0 || chance.value === 1 ? words : `${words}, ${good}`;
}

/** Long thoughts stand beside the board whole. */
function clipped(thought: string): string {
  return thought.length > 120 ? `${thought.slice(0, 119)}…` : thought;
}
