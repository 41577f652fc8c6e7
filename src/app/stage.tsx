/**
 * The board in the middle with the exact text beside it, transport under them. A step through the trial draws the board and what tells where
 * one is; all else stays.
 */
import { memo, useMemo } from 'react';
import type { TrialView } from '../trial/fold.ts';
import type { Task } from '../worlds/index.ts';
import { Beats } from './beats.tsx';
import { GuessPanel, useGuessBoard } from './guess/panel.tsx';
import { HandBar, useHandBoard, useSeat } from './hand/bar.tsx';
import type { Seat } from './hand/hand.ts';
import { HandTools } from './hand/tools.tsx';
import { Versus } from './hand/versus.tsx';
import { Board } from './board/board.tsx';
import { CommandButton } from './commandButton.tsx';
import { commands } from './commands.ts';
import { full } from './fullScreen.ts';
import { pathOf } from './board/path.ts';
import { rowsOf } from './board/rowsOf.ts';
import { isPlaying, live, status, trial } from './log.ts';
import { WhatIfButton, WhatIfPanel } from './branches/parts.tsx';
import { useBranching } from './branches/store.ts';
import { Outcome } from './outcome.tsx';
import { OverlaySwitch, TruthLine, VisitsLine } from './overlayPanel.tsx';
import { askedAt, useOdds } from './odds.ts';
import { useAt, useHere, useRead } from './playback/here.ts';
import { isUnderWay, type Moment } from './playback/moments.ts';
import { isVeiled, useUnveiled } from './playback/veil.ts';
import { factor, useNarrow, usePreferences, useStrings } from './preferences.ts';
import { same } from './navigate.ts';
import { Reader } from './reader.tsx';
import { useSetup } from './setup.ts';
import { useSource } from './source.ts';
import { useWeighed } from './temperature/chosen.ts';
import { Transport } from './transport.tsx';
import { useMarks } from './truth/useQualities.ts';
import { useTruth } from './truth/useTruth.ts';
import { visitsOf } from './visits.ts';

interface StageProps {
  readonly view: TrialView | null;
  readonly task: Task;
  readonly start: readonly string[];
}

const none: readonly string[] = [];

export const Stage = memo(function Stage({ view, task, start }: StageProps) {
  const strings = useStrings();
  const overlay = useSetup((setup) => setup.overlay);
  const newest = useSetup((setup) => setup.moment === null);
  const { slow, speed } = usePreferences();
  const running = useSource(live);
  const hasTrial = useSource(trial).view !== null;
  const following = running && view !== null && newest;
  const seat = useSeat(following);
  // Tools and text then come further down: see StageMore.
  const narrow = useNarrow();
  const filled = useSource(full);
  const played = view !== null && view.episodes.length > 0 ? view : null;

  return (
    <section className="stage" id="stage" aria-labelledby="stage-title" tabIndex={-1}>
      <div className="stage-head">
        <div className="stage-where">
          <h2 id="stage-title">{played ? <Where view={played} /> : strings.stage.preview}</h2>
          {following && <span className="live">{strings.stage.live}</span>}
          {played && !following && <Ended view={played} />}
        </div>
        {running && view && !newest && (
          <button type="button" className="button button-small" onClick={() => useSetup.getState().look(null)}>
            {strings.stage.goLive}
          </button>
        )}
        {view === null && hasTrial && (
          <button type="button" className="button button-small" onClick={() => useSetup.getState().show({ showing: 'trial' })}>
            {strings.stage.back}
          </button>
        )}
        {played && <OverlaySwitch />}
        <CommandButton command={commands.full} icon="full" pressed={filled} />
      </div>
      <div className="stage-card" data-fast={factor(speed) > 4 ? '' : undefined}>
        <div className="stage-scene">
          <div className="stage-board">
            {played ? <TrialBoard view={played} seat={seat} /> : <Board world={task.world} rows={start} actions={none} strings={strings} />}
          </div>
          {played && <Aside view={played} />}
        </div>
        {played && (overlay === 'truth' || overlay === 'policy') && <OverlayLine view={played} />}
        {played && overlay === 'visits' && <Visited view={played} />}
        {played && slow && <Beats view={played} />}
        {seat ? <HandBar seat={seat} /> : played && <GuessPanel view={played} />}
        {played && !narrow && (
          <HandTools view={played}>
            <WhatIfButton />
          </HandTools>
        )}
        {played && <Transport view={played} />}
      </div>
      {view && !narrow && <Versus view={view} />}
    </section>
  );
});

interface PlayedProps {
  /** with an episode at least */
  readonly view: TrialView;
}

function Where({ view }: PlayedProps) {
  const strings = useStrings();
  const { episode, turn } = useHere(view);
  return strings.stage.where(episode + 1, turn, view.start.task.config.turns);
}

function Ended({ view }: PlayedProps) {
  const end = useAt(view, ({ episode, turn }) => (turn === view.episodes[episode].turns.length ? view.episodes[episode].end : null));
  return end && <Outcome end={end} world={view.start.task.world} />;
}

function TrialBoard({ view, seat }: PlayedProps & { readonly seat: Seat | null }) {
  const strings = useStrings();
  const at = useHere(view);
  const overlay = useSetup((setup) => setup.overlay);
  const { truth, odds: known } = useOverlay(view, at);
  const odds = overlay === 'policy' ? known : null;
  const { onPick } = useGuessBoard(view, at);
  const hand = useHandBoard(seat);
  const episode = view.episodes[at.episode];
  // The turn that led here; while the next one is under way the board is at rest.
  const led = at.turn > 0 && !isUnderWay(at.beat) ? episode.turns[at.turn - 1] : undefined;
  const before = led && episode.states[at.turn - 1];
  const path = useMemo(() => before && led && pathOf(before, led.acted.actions), [before, led]);
  const asked = odds ? episode.states[askedAt(at).turn] : null;
  const marks = useMarks(asked, odds);
  return (
    <Board
      world={view.start.task.world}
      take={at.episode}
      rows={rowsOf(episode.states[at.turn])}
      before={before && rowsOf(before)}
      path={path}
      actions={led?.acted.actions ?? none}
      strings={strings}
      truth={overlay === 'truth' ? truth : null}
      visits={overlay === 'visits' ? visitsOf(episode, at.turn) : null}
      odds={odds}
      marks={marks}
      oddsRows={asked ? rowsOf(asked) : undefined}
      onPick={onPick}
      {...hand}
    />
  );
}

/** What the rules know and what the policy would do, where either is to be seen: one is drawn, both are told. */
function useOverlay(view: TrialView, at: Moment): Pick<Parameters<typeof TruthLine>[0], 'truth' | 'odds' | 'veiled'> {
  const wanted = useSetup(({ overlay }) => overlay === 'truth' || overlay === 'policy');
  const truth = useTruth(wanted ? view.episodes[at.episode].states[at.turn] : null);
  // What it is likely to do next is not to be seen by who is to guess or to see it; and the model first plays what it plays.
  const veiled = isVeiled(view, askedAt(at), useUnveiled(view));
  const free = !isPlaying(useSource(status));
  const odds = useWeighed(useOdds(wanted && free && !veiled ? view : null, askedAt(at)));
  return { truth, odds, veiled };
}

/** The same in words. */
function OverlayLine({ view }: PlayedProps) {
  const at = useHere(view);
  return <TruthLine view={view} at={at} {...useOverlay(view, at)} />;
}

function Visited({ view }: PlayedProps) {
  return <VisitsLine view={view} at={useHere(view)} />;
}

/** The text that the policy read; in its place, who asks what if. It is about one turn: who looks at another has left it. */
function Aside({ view }: PlayedProps) {
  const running = useSource(live);
  const whatIf = useBranching((state) => state.whatIf);
  const asked = useAt(view, (at) => whatIf !== null && same(whatIf, at));
  const { at } = useRead(view);
  const narrow = useNarrow();
  if (!running && whatIf && asked) return <WhatIfPanel view={view} place={whatIf} />;
  return narrow ? null : <Reader view={view} at={at} />;
}
