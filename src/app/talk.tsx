/** What the policy thought and did, turn by turn, as a reading column beside the board. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { EpisodeView, TrialView, TurnView } from '../trial/fold.ts';
import type { WorldId } from '../worlds/index.ts';
import { Icon, type IconName } from './icons.tsx';
import { status, stream } from './log.ts';
import { lastPlace } from './navigate.ts';
import { useStrings } from './preferences.ts';
import { actionInWords, rewardInWords, thoughtOf, withoutTags } from './say.ts';
import { useSetup, type Place } from './setup.ts';
import { useSource } from './source.ts';

interface TalkProps {
  readonly view: TrialView | null;
  readonly world: WorldId;
  readonly place: Place;
}

export function Talk({ view, world, place }: TalkProps) {
  const strings = useStrings();
  const running = useSource(status).kind === 'running';
  const episode = view?.episodes[place.episode];
  const newest = view !== null && place.episode === lastPlace(view).episode;

  return (
    <section className="talk" aria-labelledby="talk-title">
      <div className="talk-head">
        <h2 id="talk-title">
          {strings.talk.title}
          {episode && <span className="talk-episode">{strings.strip.episode(place.episode + 1)}</span>}
        </h2>
      </div>
      {episode && view ? (
        <List key={place.episode} episode={episode} world={world} place={place} live={running && newest} />
      ) : (
        <p className="talk-empty">{strings.talk.empty}</p>
      )}
    </section>
  );
}

interface ListProps {
  readonly episode: EpisodeView;
  readonly world: WorldId;
  readonly place: Place;
  readonly live: boolean;
}

function List({ episode, world, place, live }: ListProps) {
  const strings = useStrings();
  const list = useRef<HTMLOListElement>(null);
  const follow = useFollow(list);
  const following = useSetup((setup) => setup.place) === null;

  useEffect(() => {
    if (list.current && !following) bringIntoView(list.current);
  }, [place.turn, following]);

  return (
    <ol ref={list} className="talk-list" tabIndex={-1}>
      {episode.turns.map((turn, index) => (
        <Turn key={index} number={index + 1} turn={turn} world={world} place={place} />
      ))}
      {live && <Streaming follow={follow} number={episode.turns.length + 1} />}
      {episode.reflection && (
        <li className="say" data-kind="reflection">
          <span className="say-turn">{strings.talk.reflection}</span>
          {thoughtOf(episode.reflection.text) !== '' && <p className="say-thought">{thoughtOf(episode.reflection.text)}</p>}
          <p className="say-thought">{episode.note?.text === '' ? strings.strip.noteEmpty : episode.note?.text}</p>
          <Raw text={episode.reflection.text} />
        </li>
      )}
    </ol>
  );
}

interface TurnProps {
  readonly number: number;
  readonly turn: TurnView;
  readonly world: WorldId;
  readonly place: Place;
}

function Turn({ number, turn, place }: TurnProps) {
  const strings = useStrings();
  const { look, play } = useSetup();
  const { acted, response } = turn;
  const thought = thoughtOf(response.text);
  const sign = acted.reward > 0 ? 'plus' : acted.reward < 0 ? 'minus' : undefined;
  return (
    <li
      className="say"
      aria-current={number === place.turn ? 'step' : undefined}
      data-ahead={number > place.turn ? '' : undefined}
    >
      <div className="say-head">
        <button
          type="button"
          className="say-turn"
          onClick={() => {
            play(false);
            look({ episode: place.episode, turn: number });
          }}
        >
          {strings.talk.turn(number)}
        </button>
        <span className="reward" data-sign={sign}>
          <span className="hidden">{strings.talk.reward} </span>
          {rewardInWords(acted.reward)}
        </span>
      </div>
      {thought !== '' && <p className="say-thought">{thought}</p>}
      <div className="say-action">
        {acted.valid ? (
          acted.actions.map((action, index) => (
            <span key={index} className="chip">
              {isMove(action) && <Icon name={action} />}
              {actionInWords(action, strings)}
            </span>
          ))
        ) : (
          <span className="chip" data-kind="bad">
            {strings.talk.invalid}
          </span>
        )}
        <Raw text={response.text} />
      </div>
    </li>
  );
}

function isMove(action: string): action is IconName & ('up' | 'down' | 'left' | 'right') {
  return ['up', 'down', 'left', 'right'].includes(action);
}

function Raw({ text }: { readonly text: string }) {
  const strings = useStrings();
  return (
    <details className="fold">
      <summary>{strings.talk.raw}</summary>
      <pre className="text">{text.trim()}</pre>
    </details>
  );
}

/** The reply that is being written; the only part of the column that changes every frame. */
function Streaming({ number, follow }: { readonly number: number; readonly follow: () => void }) {
  const strings = useStrings();
  const now = useSource(stream);
  useLayoutEffect(follow);
  if (now === null) return null;
  return (
    <li className="say" data-kind={now.purpose === 'reflect' ? 'reflection' : undefined}>
      <span className="say-turn">{now.purpose === 'reflect' ? strings.talk.reflection : strings.talk.turn(number)}</span>
      <p className="say-thought caret">{withoutTags(now.text) || strings.talk.thinking}</p>
    </li>
  );
}

/** Bring the chosen turn into view inside the column, without moving the page. */
function bringIntoView(box: HTMLElement): void {
  const item = box.querySelector<HTMLElement>('[aria-current="step"]');
  if (!item) return;
  const above = item.offsetTop - box.offsetTop - box.scrollTop;
  const below = above + item.offsetHeight - box.clientHeight;
  if (above < 0) box.scrollTop += above;
  else if (below > 0) box.scrollTop += below;
}

function scrollToEnd(box: HTMLElement): void {
  box.scrollTop = box.scrollHeight;
}

/** Keep the newest line in view, but only while the reader is at the end of the column. */
function useFollow(list: React.RefObject<HTMLOListElement | null>): () => void {
  const atEnd = useRef(true);
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const onScroll = (): void => {
      atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < 24;
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => box.removeEventListener('scroll', onScroll);
  }, [list]);
  return () => {
    if (list.current && atEnd.current) scrollToEnd(list.current);
  };
}
