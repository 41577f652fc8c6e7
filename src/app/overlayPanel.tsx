/** Choosing what is drawn over the board, and what it says in words: did the policy guess, or did it err? */
import { memo } from 'react';
import type { TrialView } from '../trial/fold.ts';
import { percent } from './board/overlay.tsx';
import { commands, hint } from './commands.ts';
import { Hint } from './hint.tsx';
import { askedAt, oddsFrom, type Odds } from './odds.ts';
import { status } from './log.ts';
import { isUnderWay, type Moment } from './playback/moments.ts';
import { useStrings } from './preferences.ts';
import { actionInWords } from './say.ts';
import { overlays, useSetup } from './setup.ts';
import { useSource } from './source.ts';
import { toneOf, truthInWords, verdictInWords } from './truth/say.ts';
import { verdictOf, type Truth } from './truth/truth.ts';
import { useTruth } from './truth/useTruth.ts';

export const OverlaySwitch = memo(function OverlaySwitch() {
  const strings = useStrings();
  const overlay = useSetup((setup) => setup.overlay);
  const show = useSetup((setup) => setup.show);
  // The model answers one thing at a time: first the trial that it plays.
  const { kind } = useSource(status);
  const model = useSource(oddsFrom) !== null && kind !== 'running' && kind !== 'many';
  return (
    <fieldset className="overlay-switch">
      <legend className="hidden">{strings.overlay.title}</legend>
      <div className="switch">
        {overlays.map((name) => {
          const why = name === 'policy' && !model ? strings.overlay.needsModel : strings.overlay.help[name];
          return (
            <Hint key={name} text={name === 'truth' ? `${why} ${hint(commands.truth, strings)}` : why}>
              <label>
                <input
                  type="radio"
                  name="overlay"
                  checked={overlay === name}
                  disabled={name === 'policy' && !model}
                  onChange={() => show({ overlay: name })}
                />
                {strings.overlay.names[name]}
              </label>
            </Hint>
          );
        })}
      </div>
    </fieldset>
  );
});

interface TruthLineProps {
  readonly view: TrialView;
  readonly at: Moment;
  readonly truth: Truth | null | undefined;
  readonly odds: Odds | null | undefined;
}

export function TruthLine({ view, at, truth, odds }: TruthLineProps) {
  const strings = useStrings();
  const overlay = useSetup((setup) => setup.overlay);
  const episode = view.episodes[at.episode];
  const judged = overlay === 'truth' && at.turn > 0 && !isUnderWay(at.beat);
  const before = useTruth(judged ? episode.states[at.turn - 1] : null);
  const turn = episode.turns[at.turn - 1];
  const columns = view.start.task.config.size;
  const verdict = judged && before && truth ? verdictOf(turn, before, truth, columns) : null;

  return (
    <div className="truth-line">
      {overlay === 'truth' && (
        <>
          <p>{truth === undefined ? strings.overlay.working : truth === null ? strings.overlay.unknown : truthInWords(truth, strings)}</p>
          {verdict && (
            <p className="verdict" data-tone={toneOf(verdict)}>
              {verdictInWords(verdict, strings)}
            </p>
          )}
        </>
      )}
      {overlay === 'policy' && (odds ? <OddsLine odds={odds} taken={episode.turns.at(askedAt(at).turn)?.acted.actions ?? []} /> : <p>{odds === undefined ? strings.overlay.working : strings.overlay.noOdds}</p>)}
    </div>
  );
}

/** The likeliest answers, the one that was given among them, and what is left. */
function OddsLine({ odds, taken }: { readonly odds: Odds; readonly taken: readonly string[] }) {
  const strings = useStrings();
  const isTaken = ({ actions }: Odds['answers'][number]): boolean => actions.join() === taken.join();
  const ranked = odds.answers.toSorted((a, b) => b.share - a.share);
  const top = ranked.slice(0, 4);
  const given = ranked.find(isTaken);
  const shown = given && !top.includes(given) ? [...top.slice(0, 3), given] : top;
  return (
    <div className="odds">
      <p>{strings.overlay.odds}</p>
      <ol className="odds-list">
        {shown.map((answer) => (
          <li key={answer.actions.join()} data-taken={isTaken(answer) ? '' : undefined}>
            {answer.actions.map((action) => actionInWords(action, strings)).join(', ')} <b>{percent(answer.share)}</b>
            {isTaken(answer) && <span className="hidden"> {strings.overlay.taken}</span>}
          </li>
        ))}
      </ol>
      <p className="help">{strings.overlay.outside(percent(odds.outside))}</p>
    </div>
  );
}
