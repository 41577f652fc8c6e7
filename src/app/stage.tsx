/** The board in the middle, transport under it, and the exact text that the policy reads at this moment. */
import type { TrialView } from '../trial/fold.ts';
import { rows, type Task } from '../worlds/index.ts';
import { Board } from './board/board.tsx';
import { pathOf } from './board/path.ts';
import { asked, status, trial } from './log.ts';
import { lastPlace, same } from './navigate.ts';
import { Outcome } from './outcome.tsx';
import { useStrings } from './preferences.ts';
import { readAt, type Reading } from './reading.ts';
import { useSetup, type Place } from './setup.ts';
import { useSource } from './source.ts';
import { Transport } from './transport.tsx';

interface StageProps {
  readonly view: TrialView | null;
  readonly task: Task;
  readonly start: readonly string[];
  readonly place: Place;
}

export function Stage({ view, task, start, place }: StageProps) {
  const strings = useStrings();
  const { look, show, place: chosen } = useSetup();
  const running = useSource(status).kind === 'running';
  const hasTrial = useSource(trial).view !== null;
  const episode = view?.episodes[place.episode];
  const live = running && view !== null && chosen === null;

  return (
    <section className="stage" id="stage" aria-labelledby="stage-title" tabIndex={-1}>
      <div className="stage-head">
        <div className="stage-where">
          <h2 id="stage-title">
            {view && episode ? strings.stage.where(place.episode + 1, place.turn, task.config.turns) : strings.stage.preview}
          </h2>
          {live && <span className="live">{strings.stage.live}</span>}
          {episode?.end && place.turn === episode.turns.length && !live && (
            <Outcome end={episode.end} world={task.world} />
          )}
        </div>
        {running && view && chosen !== null && (
          <button type="button" className="button button-small" onClick={() => look(null)}>
            {strings.stage.goLive}
          </button>
        )}
        {view === null && hasTrial && (
          <button type="button" className="button button-small" onClick={() => show('trial')}>
            {strings.stage.back}
          </button>
        )}
      </div>
      <div className="stage-board" data-alone={view ? undefined : ''}>
        <Board
          key={`${task.world}-${place.episode}`}
          world={task.world}
          rows={episode ? rows(episode.states[place.turn]) : start}
          before={episode && place.turn > 0 ? rows(episode.states[place.turn - 1]) : undefined}
          path={episode && place.turn > 0 ? pathOf(episode.states[place.turn - 1], episode.turns[place.turn - 1].acted.actions) : undefined}
          actions={episode?.turns[place.turn - 1]?.acted.actions ?? []}
          strings={strings}
        />
      </div>
      {view && episode && <Transport view={view} place={place} />}
      {view && episode && <ReadingView view={view} place={place} />}
    </section>
  );
}

function ReadingView({ view, place }: { readonly view: TrialView; readonly place: Place }) {
  const strings = useStrings();
  const request = useSource(asked);
  const recorded = readAt(view.episodes[place.episode], place.turn);
  const waiting: Reading | null =
    request && same(place, lastPlace(view)) ? { messages: request.messages, tokens: request.prompt.length } : null;
  const reading = recorded ?? waiting;
  if (!reading) return null;
  const length = reading.messages.reduce((sum, message) => sum + message.content.length, 0);
  return (
    <details className="fold">
      <summary>
        {strings.stage.reads}
        <span className="fold-aside">{reading.tokens > 0 ? strings.stage.tokens(reading.tokens) : strings.stage.characters(length)}</span>
      </summary>
      <p className="help">{strings.stage.readsHint}</p>
      <ol className="messages" tabIndex={0} aria-label={strings.stage.reads}>
        {reading.messages.map((message, index) => (
          <li key={index} data-role={message.role}>
            <span className="eyebrow">{strings.stage.roles[message.role]}</span>
            <pre>{message.content.replace(/^ /, '')}</pre>
          </li>
        ))}
      </ol>
    </details>
  );
}
