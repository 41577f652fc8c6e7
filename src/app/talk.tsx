/** What the policy thought and did, turn by turn, as a reading column beside the board. */
import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import type { EpisodeView, TrialView, TurnView } from '../trial/fold.ts';
import type { Responded } from '../trial/records.ts';
import type { WorldId } from '../worlds/index.ts';
import { CommandButton } from './commandButton.tsx';
import { commands } from './commands.ts';
import { useGuess } from './guess/guess.ts';
import { openWhatIf } from './branches/openWhatIf.ts';
import { bringIntoView, useFollow } from './following.ts';
import { seat } from './hand/hand.ts';
import { Icon, type IconName } from './icons.tsx';
import { walked } from './linked.ts';
import { LinkedText } from './linkedText.tsx';
import { live, status, stream } from './log.ts';
import { lastPlace } from './navigate.ts';
import { isUnderWay, type Beat, type Moment } from './playback/moments.ts';
import { usePreferences, useStrings } from './preferences.ts';
import { Cut, Raw, Thought } from './reply.tsx';
import { actionInWords, rewardInWords, thoughtOf, withoutTags } from './say.ts';
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
            <p className="say-thought" {...walked(thought, strings.linked.thought, strings.linked.keys)}>
              <LinkedText text={thought} world={world} />
            </p>
          )}
          <p className="say-thought" {...walked(note, strings.linked.note, strings.linked.keys)}>
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

function isMove(action: string): action is IconName & ('up' | 'down' | 'left' | 'right') {
  return ['up', 'down', 'left', 'right'].includes(action);
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
