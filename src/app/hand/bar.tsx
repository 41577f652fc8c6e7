/** The person's turn, under the board: moves to make, take back and send; cells to open; a note between lost episodes. */
import { useEffect, useRef } from 'react';
import type { Acted } from '../../trial/records.ts';
import { rows } from '../../worlds/index.ts';
import { directions } from '../../worlds/sokoban/index.ts';
import { able } from '../able.ts';
import { pathOf } from '../board/path.ts';
import type { Cell } from '../board/geometry.ts';
import { Icon } from '../icons.tsx';
import { stop } from '../run.ts';
import { useStrings } from '../preferences.ts';
import { useSource } from '../source.ts';
import { directionKeys, useBoardKeys } from './boardKeys.ts';
import { movesOf, pick, press, preview, seat, send, stateOf, takeBack, useHand, writeNote, type Seat } from './hand.ts';
import { handBack } from './turns.ts';

/** What the board takes while a person is to move, and what it shows once there are moves that are not sent. */
interface HandBoard {
  readonly rows?: readonly string[];
  readonly before?: readonly string[];
  readonly path?: readonly Cell[];
  readonly actions?: Acted['actions'];
  readonly flags: ReadonlySet<string>;
  readonly onPick: (cell: Cell, flag: boolean) => void;
}

/** null: nobody waits for a person, or the stage shows another moment than the one that waits */
export function useSeat(newest: boolean): Seat | null {
  const now = useSource(seat);
  return newest ? now : null;
}

/** null: it takes nothing */
export function useHandBoard(now: Seat | null): HandBoard | null {
  const { moves, flags } = useHand();
  if (now?.request.purpose !== 'play') return null;
  const board = { flags, onPick: pick };
  if (moves.length === 0) return board;
  const state = stateOf(now);
  return { ...board, rows: rows(preview(state, moves)), before: rows(preview(state, moves.slice(0, -1))), path: pathOf(state, moves), actions: moves };
}

export function HandBar({ seat: now }: { readonly seat: Seat }) {
  return now.request.purpose === 'play' ? <Turn seat={now} /> : <Note seat={now} />;
}

function Turn({ seat: now }: { readonly seat: Seat }) {
  const strings = useStrings();
  const text = strings.hand;
  const { moves, flagging } = useHand();
  const { scene } = now.request;
  const state = stateOf(now);
  const most = movesOf(state);
  const over = preview(state, moves).end !== null;
  const bar = useRef<HTMLDivElement>(null);

  // What was pressed to come here may be gone: then it goes on here.
  useEffect(() => {
    if (document.activeElement === document.body) bar.current?.focus({ preventScroll: true });
  }, [now]);

  useBoardKeys((key, target) => {
    if (most === 0) return false;
    const direction = directionKeys[key];
    if (direction) press(direction);
    else if (key === 'Backspace') takeBack();
    else if (key === 'Enter' && !target?.closest('button, summary, a')) send();
    else return false;
    return true;
  });

  return (
    <div ref={bar} className="hand" role="group" aria-label={text.title} tabIndex={-1}>
      <div className="hand-where">
        <strong>{text.turn(scene.actions.length + 1, scene.task.config.turns)}</strong>
        <span className="help">{most > 0 ? text.howMoves(most) : text.howClick}</span>
        <Leave />
      </div>
      {most > 0 ? (
        <div className="hand-row">
          <div className="pad">
            {directions.map((direction) => (
              <button key={direction} type="button" className="button button-icon" data-way={direction} aria-label={strings.talk.move[direction]} {...able(moves.length < most && !over, () => press(direction))}>
                <Icon name={direction} />
              </button>
            ))}
          </div>
          <ol className="hand-moves" aria-label={text.moves(moves.length, most)}>
            {Array.from({ length: most }, (_, index) => (
              <li key={index} data-made={index < moves.length ? '' : undefined}>
                {moves[index] && (
                  <>
                    <Icon name={moves[index]} />
                    <span className="hidden">{strings.talk.move[moves[index]]}</span>
                  </>
                )}
              </li>
            ))}
          </ol>
          <div className="hand-send">
            <button type="button" className="button button-small" aria-keyshortcuts="Backspace" {...able(moves.length > 0, takeBack)}>
              <Icon name="recalled" />
              {text.takeBack}
            </button>
            <button type="button" className="button button-small button-go" aria-keyshortcuts="Enter" {...able(moves.length > 0, send)}>
              {text.send}
              <kbd aria-hidden>Enter</kbd>
            </button>
          </div>
        </div>
      ) : (
        <div className="hand-row">
          <button type="button" className="button button-small" aria-pressed={flagging} onClick={() => useHand.setState({ flagging: !flagging })}>
            <Icon name="flag" />
            {text.flagging}
          </button>
        </div>
      )}
      <p className="hidden" role="status">
        {most > 0 ? text.moves(moves.length, most) : ''}
      </p>
    </div>
  );
}

/** Somebody who played on from a policy's turns may give them back. */
function Leave() {
  const text = useStrings().hand;
  return (
    <div className="hand-leave">
      <button type="button" className="button button-quiet button-small" onClick={() => void handBack()}>
        <Icon name="play" />
        {text.handBack}
      </button>
      <button type="button" className="button button-quiet button-small" onClick={stop}>
        <Icon name="stop" />
        {text.giveUp}
      </button>
    </div>
  );
}

function Note({ seat: now }: { readonly seat: Seat }) {
  const strings = useStrings();
  const text = strings.hand;
  const note = useHand((hand) => hand.note);
  const episode = now.request.scene.past.length + 1;
  return (
    <form
      className="hand"
      aria-label={text.title}
      onSubmit={(event) => {
        event.preventDefault();
        writeNote();
      }}
    >
      <div className="hand-where">
        <strong id="hand-note">{text.noteTitle(episode)}</strong>
        <Leave />
      </div>
      <label className="field">
        <span id="hand-note-help" className="help">{text.noteHelp}</span>
        <textarea className="control" aria-labelledby="hand-note" aria-describedby="hand-note-help" rows={2} maxLength={2000} value={note} onChange={(event) => useHand.setState({ note: event.target.value })} autoFocus />
      </label>
      <div className="hand-send">
        <button type="submit" className="button button-small button-go">
          {note.trim() === '' ? text.noNote : text.writeNote}
        </button>
      </div>
    </form>
  );
}
