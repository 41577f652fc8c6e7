/** What the policy thought and did, turn by turn, as a reading column beside the board. */
import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import { styleWords } from '../trial/brief/words.ts';
import type { EpisodeView, TrialView, TurnView } from '../trial/fold.ts';
import type { Responded } from '../trial/records.ts';
import type { WorldId } from '../worlds/index.ts';
import { namesCells } from './blocks.ts';
import { CommandButton } from './commandButton.tsx';
import { commands } from './commands.ts';
import { useGuess } from './guess/guess.ts';
import { openWhatIf } from './branches/openWhatIf.ts';
import { seat } from './hand/hand.ts';
import { Hint } from './hint.tsx';
import { Icon, type IconName } from './icons.tsx';
import { walked } from './linked.ts';
import { LinkedText } from './linkedText.tsx';
import { live, status, stream } from './log.ts';
import { lastPlace } from './navigate.ts';
import { isUnderWay, type Beat, type Moment } from './playback/moments.ts';
import { factor, usePreferences, useStrings } from './preferences.ts';
import { actionInWords, leftInWords, rewardInWords, styleOf, thoughtOf, withoutTags } from './say.ts';
import { useSetup } from './setup.ts';
import { hidden } from './share/hidden.ts';
import { useSource } from './source.ts';
import { Tokens } from './tokens.tsx';

interface TalkProps {
  /** the trial as far as it has been seen */
  readonly view: TrialView | null;
  /** the turn that is being read or thought about at this moment, if it was played before */
  readonly next: TurnView | null;
  readonly world: WorldId;
  readonly at: Moment;
}

export const Talk = memo(function Talk({ view, next, world, at }: TalkProps) {
  const strings = useStrings();
  const now = useSource(status);
  // Whoever is to guess what comes does not read it being written; a person thinks elsewhere.
  const guessing = useGuess((guess) => guess.on);
  const seated = useSource(seat) !== null;
  const growing = useSource(live) && !guessing && !seated;
  const tokens = useTokens();
  const episode = view?.episodes[at.episode];
  const newest = view !== null && at.episode === lastPlace(view).episode;

  return (
    <section className="talk" aria-labelledby="talk-title">
      <div className="talk-head">
        <h2 id="talk-title">
          {strings.talk.title}
          {episode && <span className="talk-episode">{strings.strip.episode(at.episode + 1)}</span>}
        </h2>
        <div className="talk-tools">
          <CommandButton command={commands.tokens} icon="tokens" text={strings.talk.tokens} pressed={tokens} />
        </div>
      </div>
      {episode && view ? (
        <List key={at.episode} episode={episode} next={next} world={world} at={at} live={growing && newest} />
      ) : (
        <p className="talk-empty">{now.kind === 'loading' ? strings.talk.loading : strings.talk.empty}</p>
      )}
    </section>
  );
});

/** Are replies shown token by token? Not where a link leaves that out. */
function useTokens(): boolean {
  const away = useSource(hidden).includes('tokens');
  return usePreferences((preferences) => preferences.tokens) && !away;
}

interface ListProps {
  readonly episode: EpisodeView;
  readonly next: TurnView | null;
  readonly world: WorldId;
  readonly at: Moment;
  readonly live: boolean;
}

function List({ episode, next, world, at, live }: ListProps) {
  const list = useRef<HTMLOListElement>(null);
  const follow = useFollow(list);
  const following = useSetup((setup) => setup.moment === null);
  const current = isUnderWay(at.beat) ? at.turn + 1 : at.turn;
  const { reflection, note } = episode;
  const standing = (number: number): Pick<TurnProps, 'number' | 'episode' | 'here' | 'ahead' | 'beat'> => ({
    number,
    episode: at.episode,
    here: number === current,
    ahead: number > current,
    beat: number === current ? at.beat : null,
  });

  useEffect(() => {
    if (list.current && !following) return bringIntoView(list.current);
  }, [current, at.beat, following]);

  return (
    <ol ref={list} className="talk-list" tabIndex={-1}>
      {episode.turns.map((turn, index) => (
        <Turn key={index} {...standing(index + 1)} turn={turn} world={world} />
      ))}
      {next && current > episode.turns.length && <Turn key={current - 1} {...standing(current)} turn={next} world={world} />}
      {live && <Streaming follow={follow} number={episode.turns.length + 1} />}
      {reflection && (
        <li className="say" data-kind="reflection" aria-current={at.beat === 'remember' ? 'step' : undefined}>
          <ReflectionCard reflection={reflection} note={note?.text ?? ''} world={world} />
        </li>
      )}
    </ol>
  );
}

function ReflectionCard({ reflection, note, world }: { readonly reflection: Responded; readonly note: string; readonly world: WorldId }) {
  const strings = useStrings();
  const tokens = useTokens();
  const thought = thoughtOf(reflection.text);
  return (
    <>
      <span className="say-turn">{strings.talk.reflection}</span>
      {tokens ? (
        <Tokens response={reflection} />
      ) : (
        <>
          {thought !== '' && (
            <p className="say-thought" {...(namesCells(thought) && walked(strings.linked.thought, strings.linked.keys))}>
              <LinkedText text={thought} world={world} />
            </p>
          )}
          <p className="say-thought" {...(namesCells(note) && walked(strings.linked.note, strings.linked.keys))}>
            {note === '' ? strings.strip.noteEmpty : <LinkedText text={note} world={world} />}
          </p>
          <Cut response={reflection} />
          <Raw response={reflection} />
        </>
      )}
    </>
  );
}

interface TurnProps {
  readonly number: number;
  readonly turn: TurnView;
  readonly world: WorldId;
  readonly episode: number;
  /** the moment on stage shows this turn */
  readonly here: boolean;
  /** it comes after the moment on stage */
  readonly ahead: boolean;
  readonly beat: Beat | null;
}

const Turn = memo(function Turn({ number, turn, world, episode, here, ahead, beat }: TurnProps) {
  const strings = useStrings();
  const tokens = useTokens();
  const { acted, response } = turn;
  const underWay = isUnderWay(beat);
  const sign = acted.reward > 0 ? 'plus' : acted.reward < 0 ? 'minus' : undefined;
  return (
    <li
      className="say"
      aria-current={here ? 'step' : undefined}
      data-ahead={ahead ? '' : undefined}
      data-beat={beat ?? undefined}
    >
      <div className="say-head">
        <button
          type="button"
          className="say-turn"
          onClick={() => {
            const { play, look } = useSetup.getState();
            play(false);
            look({ episode, turn: number });
          }}
        >
          {strings.talk.turn(number)}
        </button>
 {!underWay && (
          <button type="button" className="button button-quiet say-branch" aria-label={strings.branches.whatIf.title(episode + 1, number)} title={strings.branches.whatIf.open} onClick={() => openWhatIf({ episode, turn: number - 1 })}>
            <Icon name="branch" />
          </button>
        )}
        {!underWay && (
          <span className="reward" data-sign={sign}>
            <span className="hidden">{strings.talk.reward} </span>
            {rewardInWords(acted.reward)}
          </span>
        )}
      </div>
      {underWay && beat === 'observe' ? (
        <p className="say-thought" data-none="">
          {strings.talk.reading}
        </p>
      ) : tokens ? (
        <Tokens response={response} />
      ) : (
        <Thought text={thoughtOf(response.text)} world={world} writing={underWay} />
      )}
      {!underWay && (
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
          <Cut response={response} />
          {!tokens && <Raw response={response} />}
        </div>
      )}
    </li>
  );
});

interface ThoughtProps {
  readonly text: string;
  readonly world: WorldId;
  /** appears word by word while the trial plays */
  readonly writing: boolean;
}

/** The first word of Scout's thoughts names a style of play; a hint says which. */
function Thought({ text, world, writing }: ThoughtProps) {
  const strings = useStrings();
  const playing = useSetup((setup) => setup.playing);
  const { speed, slow } = usePreferences();
  if (text === '') return null;
  if (writing && playing) {
    const step = (slow ? 240 : 80) / factor(speed);
    return (
      <p className="say-thought caret">
        {text.split(/(?<=\s)/).map((word, index) => (
          <span key={index} className="written" style={{ animationDelay: `${Math.round(index * step)}ms` }}>
            {word}
          </span>
        ))}
      </p>
    );
  }
  const style = styleOf(text);
  const word = style ? styleWords[style] : '';
  return (
    <p className="say-thought" {...(namesCells(text) && walked(strings.linked.thought, strings.linked.keys))}>
      {style && (
        <Hint text={strings.help.styles[style]}>
          <span className="style-word" tabIndex={0}>
            {word}
          </span>
        </Hint>
      )}
      <LinkedText text={text.slice(word.length)} world={world} />
    </p>
  );
}

function isMove(action: string): action is IconName & ('up' | 'down' | 'left' | 'right') {
  return ['up', 'down', 'left', 'right'].includes(action);
}

/** A reply that ran into its limit may look like a bad one. */
export function Cut({ response: { finish } }: { readonly response: Pick<Responded, 'finish'> }) {
  const strings = useStrings();
  if (finish !== 'length') return null;
  return (
    <span className="chip" data-kind="bad">
      {strings.talk.cut}
    </span>
  );
}

/** The reply word for word, or what a link has left out of it. */
function Raw({ response }: { readonly response: Responded }) {
  const strings = useStrings();
  const left = leftInWords(response, strings);
  return (
    <details className="fold">
      <summary>{left === null ? strings.talk.raw : strings.talk.bare}</summary>
      {left === null ? <pre className="text" tabIndex={0} role="group" aria-label={strings.talk.raw}>{response.text}</pre> : <p className="help">{left}</p>}
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

/**
 * Bring the chosen turn into view inside the column, without moving the page. Where it is, an observer tells once the frame is laid out: to ask
 * at once would lay out the page in the middle of the work. @returns gives it up
 */
function bringIntoView(box: HTMLElement): (() => void) | undefined {
  const item = box.querySelector<HTMLElement>('[aria-current="step"]');
  if (!item) return;
  const observer = new IntersectionObserver(
    ([{ boundingClientRect: shown, rootBounds: frame }]) => {
      observer.disconnect();
      if (frame === null) return;
      if (shown.top < frame.top) box.scrollTop += shown.top - frame.top;
      else if (shown.bottom > frame.bottom) box.scrollTop += shown.bottom - frame.bottom;
    },
    { root: box },
  );
  observer.observe(item);
  return () => observer.disconnect();
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
