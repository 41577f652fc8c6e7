/** The board in the middle with the exact text beside it, transport under them. */
import type { TrialView } from '../trial/fold.ts';
import { rows, type Task } from '../worlds/index.ts';
import { Beats } from './beats.tsx';
import { GuessPanel, useGuessBoard } from './guess/panel.tsx';
import { HandBar, useSeat } from './hand/bar.tsx';
import { HandTools } from './hand/tools.tsx';
import { Versus } from './hand/versus.tsx';
import { Board } from './board/board.tsx';
import { pathOf } from './board/path.ts';
import { live, trial } from './log.ts';
import { WhatIfButton, WhatIfPanel } from './branches/parts.tsx';
import { useBranching } from './branches/store.ts';
import { Outcome } from './outcome.tsx';
import { OverlaySwitch, TruthLine } from './overlayPanel.tsx';
import { askedAt, useOdds } from './odds.ts';
import { isUnderWay, type Moment } from './playback/moments.ts';
import { factor, usePreferences, useStrings } from './preferences.ts';
import { same } from './navigate.ts';
import { Reader } from './reader.tsx';
import { useSetup } from './setup.ts';
import { useSource } from './source.ts';
import { Transport } from './transport.tsx';
import { useTruth } from './truth/useTruth.ts';
import { visitsOf } from './visits.ts';

interface StageProps {
  readonly view: TrialView | null;
  readonly task: Task;
  readonly start: readonly string[];
  readonly at: Moment;
  /** the moment that the text is about; it waits while somebody scrubs */
  readonly read: Moment;
}

export function Stage({ view, task, start, at, read }: StageProps) {
  const strings = useStrings();
  const { look, show, moment, overlay } = useSetup();
  const { slow, speed } = usePreferences();
  const running = useSource(live);
  const hasTrial = useSource(trial).view !== null;
  const episode = view?.episodes[at.episode];
  const state = episode?.states[at.turn] ?? null;
  const following = running && view !== null && moment === null;
  const truth = useTruth(overlay === 'truth' ? state : null);
  const question = askedAt(at);
  const whatIf = useBranching((state) => state.whatIf);
  // It is about one turn; who looks at another has left it.
  const asking = !running && whatIf && same(whatIf, at) ? whatIf : null;
  const hand = useSeat(following);
  const guess = useGuessBoard(view, at);
  // What it is likely to do next is not to be seen by who is to guess it.
  const odds = useOdds(overlay === 'policy' && !guess.asking ? view : null, question);
  const questioned = episode?.states.at(question.turn);
  // The turn that led here; while the next one is under way the board is at rest.
  const led = episode && at.turn > 0 && !isUnderWay(at.beat) ? episode.turns[at.turn - 1] : undefined;
  const before = led && episode ? episode.states[at.turn - 1] : undefined;

  return (
    <section className="stage" id="stage" aria-labelledby="stage-title" tabIndex={-1}>
      <div className="stage-head">
        <div className="stage-where">
          <h2 id="stage-title">{view && episode ? strings.stage.where(at.episode + 1, at.turn, task.config.turns) : strings.stage.preview}</h2>
          {following && <span className="live">{strings.stage.live}</span>}
          {episode?.end && at.turn === episode.turns.length && !following && <Outcome end={episode.end} world={task.world} />}
        </div>
        {running && view && moment !== null && (
          <button type="button" className="button button-small" onClick={() => look(null)}>
            {strings.stage.goLive}
          </button>
        )}
        {view === null && hasTrial && (
          <button type="button" className="button button-small" onClick={() => show({ showing: 'trial' })}>
            {strings.stage.back}
          </button>
        )}
        {view && episode && <OverlaySwitch />}
      </div>
      <div className="stage-card" data-fast={factor(speed) > 4 ? '' : undefined}>
        <div className="stage-scene">
          <div className="stage-board">
            <Board
              key={`${task.world}-${at.episode}`}
              world={task.world}
              rows={state ? rows(state) : start}
              before={before && rows(before)}
              path={before && led ? pathOf(before, led.acted.actions) : undefined}
              actions={led?.acted.actions ?? []}
              strings={strings}
              truth={truth}
              visits={overlay === 'visits' && episode ? visitsOf(episode, at.turn) : null}
              odds={odds}
              oddsRows={questioned && rows(questioned)}
              onPick={guess.onPick}
              {...hand?.board}
            />
          </div>
          {view && episode && (asking ? <WhatIfPanel view={view} place={asking} /> : <Reader view={view} at={read} />)}
        </div>
        {view && episode && (overlay === 'truth' || overlay === 'policy') && <TruthLine view={view} at={at} truth={truth} odds={odds} />}
        {view && episode && slow && <Beats view={view} at={at} />}
        {hand ? <HandBar seat={hand.seat} /> : view && episode && <GuessPanel view={view} at={at} />}
        {view && episode && <HandTools view={view} at={at}><WhatIfButton /></HandTools>}
        {view && episode && <Transport view={view} at={at} />}
      </div>
      {view && <Versus view={view} />}
    </section>
  );
}
