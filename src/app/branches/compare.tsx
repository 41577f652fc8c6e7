/** Two branches in step: two boards, two texts, one transport; what is different is marked. */
import { useMemo } from 'react';
import { rows, type WorldId } from '../../worlds/index.ts';
import type { Responded } from '../../trial/records.ts';
import type { TurnView } from '../../trial/fold.ts';
import { Board } from '../board/board.tsx';
import { pathOf } from '../board/path.ts';
import { Icon } from '../icons.tsx';
import { walked } from '../linked.ts';
import { LinkedText } from '../linkedText.tsx';
import { tree } from '../log.ts';
import { settle } from '../navigate.ts';
import { Outcome } from '../outcome.tsx';
import { isUnderWay, type Moment } from '../playback/moments.ts';
import { useStrings } from '../preferences.ts';
import { actionInWords, leftInWords, rewardInWords, thoughtOf } from '../say.ts';
import { useSetup } from '../setup.ts';
import { useSource } from '../source.ts';
import { Transport } from '../transport.tsx';
import { firstDifference, momentOf, pieces, sideAt, timelineOf, type Difference, type Piece, type Side } from './beside.ts';
import { nameOf } from './say.ts';
import { showInstead, standBeside, useBranching } from './store.ts';
import { type Branch, type Tree } from './tree.ts';
import './compare.css';

interface CompareProps {
  readonly left: Branch;
  readonly right: Branch;
}

export function Compare({ left, right }: CompareProps) {
  const strings = useStrings();
  const text = strings.branches.compare;
  const now = useSource(tree);
  const moment = useSetup((setup) => setup.moment);
  const timeline = timelineOf(left.view, right.view);
  const at = settle(timeline, moment);
  const difference = useMemo(() => firstDifference(left.view, right.view), [left.view, right.view]);
  const sides = [sideAt(left.view, at), sideAt(right.view, at)] as const;
  const said = [saidAt(sides[0], at), saidAt(sides[1], at)] as const;
  const marked = pieces(said[0].thought, said[1].thought);
  const boards = sides.map((side) => (side.kind === 'here' ? rows(side.episode.states[side.turn]).join('\n') : null));
  const apart = boards[0] !== null && boards[1] !== null && boards[0] !== boards[1];

  return (
    <section className="compare" id="stage" aria-labelledby="compare-title" tabIndex={-1}>
      <div className="stage-head">
        <h2 id="compare-title">
          {text.title}
          <span className="compare-where"> · {text.turn(at.episode + 1, at.turn)}</span>
        </h2>
        <First difference={difference} />
        <button type="button" className="button button-small" onClick={() => useBranching.setState({ beside: null })}>
          <Icon name="close" />
          {text.close}
        </button>
      </div>
      <div className="compare-card">
        <div className="compare-sides">
          <SideView branch={left} side={sides[0]} at={at} said={said[0]} marked={marked[0]} apart={apart} now={now} label={text.left} onPick={standBeside} />
          <SideView branch={right} side={sides[1]} at={at} said={said[1]} marked={marked[1]} apart={apart} now={now} label={text.right} onPick={showInstead} />
        </div>
        <Transport view={timeline} difference={difference && momentOf(difference)} />
      </div>
    </section>
  );
}

function First({ difference }: { readonly difference: Difference | null }) {
  const strings = useStrings();
  const text = strings.branches.compare;
  if (difference === null) return <p className="compare-first">{text.none}</p>;
  const { kind, episode, turn } = difference;
  const where = kind === 'turn' ? text.turn(episode + 1, turn + 1) : kind === 'note' ? text.note(episode + 1) : text.episode(episode + 1);
  return (
    <p className="compare-first">
      <span className="compare-mark" aria-hidden />
      {text.first(where)}
      <button
        type="button"
        className="button button-small"
        onClick={() => {
          const { play, look } = useSetup.getState();
          play(false);
          look(momentOf(difference));
        }}
      >
        {text.go}
      </button>
    </p>
  );
}

interface Said {
  /** the turn that is told of; null: none */
  readonly turn: TurnView | null;
  readonly response: Responded | null;
  readonly thought: string;
  readonly note: boolean;
}

const nothing: Said = { turn: null, response: null, thought: '', note: false };

/** What was written at this moment: the turn that led here or is under way, or the note. */
function saidAt(side: Side, at: Moment): Said {
  if (side.kind === 'none') return nothing;
  const { episode } = side;
  if (at.beat === 'remember') return { turn: null, response: episode.reflection, thought: episode.note?.text ?? '', note: true };
  const turn = episode.turns.at(isUnderWay(at.beat) ? at.turn : at.turn - 1);
  if (turn === undefined || (at.turn === 0 && !isUnderWay(at.beat)) || side.ended) return nothing;
  return { turn, response: turn.response, thought: thoughtOf(turn.response.text), note: false };
}

interface SideViewProps {
  readonly branch: Branch;
  readonly side: Side;
  readonly at: Moment;
  readonly said: Said;
  readonly marked: readonly Piece[];
  readonly apart: boolean;
  readonly now: Tree;
  readonly label: string;
  readonly onPick: (id: string) => void;
}

function SideView({ branch, side, at, said, marked, apart, now, label, onPick }: SideViewProps) {
  const strings = useStrings();
  const text = strings.branches.compare;
  const { world } = branch.view.start.task;
  const led = side.kind === 'here' && side.turn > 0 && !isUnderWay(at.beat) ? side.episode.turns[side.turn - 1] : undefined;
  const before = led && side.kind === 'here' ? side.episode.states[side.turn - 1] : undefined;
  return (
    <div className="compare-side" role="group" aria-label={nameOf(now, branch, strings)}>
      <div className="compare-side-head">
        <select className="control" aria-label={label} value={branch.id} onChange={(event) => onPick(event.target.value)}>
          {now.branches.map((each) => (
            <option key={each.id} value={each.id}>
              {nameOf(now, each, strings)}
            </option>
          ))}
        </select>
        {side.kind === 'here' && side.episode.end !== null && side.turn === side.episode.turns.length && <Outcome end={side.episode.end} world={world} />}
      </div>
      {side.kind === 'none' ? (
        <p className="compare-none">{side.over ? text.over(branch.view.episodes.length) : text.waiting}</p>
      ) : (
        <>
          <div className="compare-board" data-apart={apart ? '' : undefined}>
            <Board
              world={world}
              take={at.episode}
              rows={rows(side.episode.states[side.turn])}
              before={before && rows(before)}
              path={before && led ? pathOf(before, led.acted.actions) : undefined}
              actions={led?.acted.actions ?? []}
              strings={strings}
            />
          </div>
          <div className="compare-said">
            {side.ended ? <p className="help">{text.ended(side.episode.turns.length)}</p> : <SaidView said={said} marked={marked} world={world} start={at.turn === 0} />}
          </div>
        </>
      )}
    </div>
  );
}

interface SaidViewProps {
  readonly said: Said;
  readonly marked: readonly Piece[];
  readonly world: WorldId;
  readonly start: boolean;
}

function SaidView({ said: { turn, response, thought, note }, marked, world, start }: SaidViewProps) {
  const strings = useStrings();
  const text = strings.branches.compare;
  if (turn === null && !note) return <p className="help">{start ? text.starts : text.waiting}</p>;
  const byPerson = response?.policy === 'person';
  return (
    <>
      <p className="say-thought" data-kind={note ? 'note' : undefined} {...walked(thought, note ? strings.linked.note : strings.linked.thought, strings.linked.keys)}>
        {thought === '' ? <span className="help">{note ? strings.strip.noteEmpty : ((response && leftInWords(response, strings)) ?? text.noThought)}</span> : marked.map((piece, index) => <PieceView key={index} piece={piece} world={world} />)}
      </p>
      {turn && (
        <div className="say-action">
          {turn.acted.valid ? (
            turn.acted.actions.map((action, index) => (
              <span key={index} className="chip">
                {actionInWords(action, strings)}
              </span>
            ))
          ) : (
            <span className="chip" data-kind="bad">
              {strings.talk.invalid}
            </span>
          )}
          <span className="reward" data-sign={turn.acted.reward > 0 ? 'plus' : turn.acted.reward < 0 ? 'minus' : undefined}>
            <span className="hidden">{strings.talk.reward} </span>
            {rewardInWords(turn.acted.reward)}
          </span>
          {byPerson && <span className="help">{text.byPerson}</span>}
        </div>
      )}
      {response && (
        <details className="fold">
          <summary>{text.read}</summary>
          {response.prompt.messages.map(({ role, content }, index) => (
            <div key={index}>
              <span className="role">{role}</span>
              <pre className="text" tabIndex={0} role="group" aria-label={role}>{content}</pre>
            </div>
          ))}
        </details>
      )}
    </>
  );
}

function PieceView({ piece, world }: { readonly piece: Piece; readonly world: WorldId }) {
  const linked = <LinkedText text={piece.text} world={world} />;
  return piece.same ? linked : <mark className="differs">{linked}</mark>;
}
