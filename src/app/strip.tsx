/** The signature view: episode 1 → note → episode 2 → note → …, as small boards joined by cards. */
import { memo, useEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { EpisodeView, TrialView } from '../trial/fold.ts';
import { rows, type Task, type WorldId } from '../worlds/index.ts';
import { afterLayout } from './afterLayout.ts';
import { Board } from './board/board.tsx';
import { BranchRail } from './branches/parts.tsx';
import { alike } from './dice.ts';
import { useGuess } from './guess/guess.ts';
import { Icon } from './icons.tsx';
import { walked } from './linked.ts';
import { LinkedText } from './linkedText.tsx';
import { backend, live, status, stream, tree } from './log.ts';
import { NoteTools } from './notes/noteTools.tsx';
import { Outcome } from './outcome.tsx';
import type { Moment } from './playback/moments.ts';
import { useStrings, wantsStillness } from './preferences.ts';
import { outcomeInWords } from './say.ts';
import { SeedBadge } from './seedBadge.tsx';
import { taskName } from './settings.ts';
import { useSetup } from './setup.ts';
import { useSource } from './source.ts';
import { openInWords, planOf, statusInWords, type Standing } from './standing.ts';
import { StopHere } from './stopHere.tsx';

interface StripProps {
  /** the trial as far as it has been seen; null: the task is only chosen, nothing has been played */
  readonly view: TrialView | null;
  /** the whole trial is over, whether or not it has been seen to its end */
  readonly finished: boolean;
  readonly task: Task;
  /** the board at the start */
  readonly start: readonly string[];
  readonly at: Moment;
}

export const Strip = memo(function Strip({ view, finished, task, start, at }: StripProps) {
  const strings = useStrings();
  const now = useSource(status);
  const growing = useSource(live);
  const setup = useSetup(useShallow(({ episodes, memory }) => ({ episodes, memory })));
  const same = useSource(alike) === useSource(tree).id;
  const guessing = useGuess((guess) => guess.on);
  const standing: Standing = { now, growing, view, finished, guessing, loaded: backend.get() !== null };
  const { episodes, spared, size, notes } = planOf(view, setup);
  const open = openInWords(standing, strings);
  const running = view !== null && growing;
  const blank = view === null;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    return afterLayout(() => {
      if (list.current) bringIntoView(list.current);
    });
  }, [at.episode, blank]);

  return (
    <section className="strip" aria-labelledby="strip-title" data-size={size}>
      <div className="strip-head">
        <h2 id="strip-title">{strings.strip.title}</h2>
        <p className="strip-task">
          {strings.setup.worlds[task.world]} · {taskName(task, strings)} · {strings.strip.memory[view?.memory ?? setup.memory]}
        </p>
        {view !== null && <SeedBadge task={task} trial={view.start.trial} />}
        {view !== null && same && <p className="strip-task">{strings.strip.sameDice}</p>}
        <p className="strip-status" data-loading={now.kind === 'loading' ? '' : undefined}>
          {statusInWords(standing, strings)}
        </p>
        <StopHere />
      </div>
      <ol ref={list} className="strip-list" tabIndex={-1}>
        {Array.from({ length: episodes }, (_, index) => {
          const episode = view?.episodes[index];
          const note = notes && index + 1 < episodes;
          return [
            <li key={`episode-${index}`} className="strip-episode" data-waiting={episode === undefined ? '' : undefined}>
              {episode ? (
                <EpisodeCard index={index} episode={episode} world={task.world} at={at.episode === index ? at.turn : null} open={open} />
              ) : (
                <Waiting index={index} world={task.world} rows={start} />
              )}
            </li>,
            note && (
              <li key={`note-${index}`} className="strip-note" data-waiting={episode?.note ? undefined : ''}>
                <NoteCard
                  index={index}
                  title={size === 'large' ? strings.strip.noteAfter(index + 1) : strings.strip.note(index + 1)}
                  episode={episode}
                  world={task.world}
                  arriving={at.beat === 'remember' && at.episode === index}
                  writing={running && episode !== undefined && episode.end !== null && !episode.note}
                />
              </li>
            ),
          ];
        })}
        {spared > 0 && <li className="strip-spared">{strings.strip.spared(spared)}</li>}
      </ol>
      {view !== null && <BranchRail />}
    </section>
  );
});

/** The episode on the board, with what led to it, where the strip is wider than the screen. */
function bringIntoView(list: HTMLElement): void {
  const card = list.querySelector<HTMLElement>('[aria-pressed="true"]');
  if (!card || list.scrollWidth <= list.clientWidth) return;
  const left = card.offsetLeft - list.offsetLeft + card.offsetWidth - list.clientWidth + 8;
  list.scrollTo({ left, behavior: wantsStillness() ? 'instant' : 'smooth' });
}

interface EpisodeCardProps {
  readonly index: number;
  readonly episode: EpisodeView;
  readonly world: WorldId;
  /** turns of it that the stage shows; null: another episode is on stage */
  readonly at: number | null;
  /** what is said of it as long as its end is not there */
  readonly open: string;
}

const EpisodeCard = memo(function EpisodeCard({ index, episode, world, at, open }: EpisodeCardProps) {
  const strings = useStrings();
  const shown = at !== null;
  const turns = episode.turns.length;
  // The episode on stage shows the same moment as the stage; the others how they ended.
  const turn = Math.min(at ?? turns, turns);
  const name = strings.strip.episode(index + 1);
  const words = episode.end === null ? open : strings.outcome.inTurns(outcomeInWords(episode.end, world, strings), turns);
  return (
    <button
      type="button"
      className="card episode"
      aria-pressed={shown}
      data-end={episode.end ?? undefined}
      aria-label={strings.strip.look(name, words)}
      onClick={() => {
        const { play, look } = useSetup.getState();
        play(false);
        look({ episode: index, turn: turns });
      }}
    >
      <Board world={world} rows={rows(episode.states[turn])} actions={episode.turns.at(turn - 1)?.acted.actions ?? []} strings={strings} mini />
      <Pips played={turns} all={episode.states[0].task.config.turns} at={at} />
      <span className="episode-name">{name}</span>
      {episode.end === null ? (
        <span className="outcome">{open}</span>
      ) : (
        <Outcome end={episode.end} world={world} />
      )}
    </button>
  );
});

/** One dot a turn: played, on stage, left over. */
function Pips({ played, all, at }: { readonly played: number; readonly all: number; readonly at: number | null }) {
  return (
    <span className="pips" aria-hidden>
      {Array.from({ length: all }, (_, index) => (
        <span key={index} data-played={index < played ? '' : undefined} data-at={at === index + 1 ? '' : undefined} />
      ))}
    </span>
  );
}

interface WaitingProps {
  readonly index: number;
  readonly world: WorldId;
  readonly rows: readonly string[];
}

function Waiting({ index, world, rows: start }: WaitingProps) {
  const strings = useStrings();
  return (
    <div className="card episode" data-waiting="">
      <Board world={world} rows={start} actions={[]} strings={strings} mini />
      <span className="episode-name">{strings.strip.episode(index + 1)}</span>
      <span className="outcome">{strings.strip.waiting}</span>
    </div>
  );
}

interface NoteCardProps {
  readonly index: number;
  readonly title: string;
  readonly episode: EpisodeView | undefined;
  readonly world: WorldId;
  /** the moment on stage is the one in which this note is written */
  readonly arriving: boolean;
  readonly writing: boolean;
}

const NoteCard = memo(function NoteCard({ index, title, episode, world, arriving, writing }: NoteCardProps) {
  const strings = useStrings();
  const note = episode?.note;
  return (
    <div className="card note" data-waiting={note || writing ? undefined : ''} data-arriving={arriving ? '' : undefined}>
      <span className="note-title">
        <Icon name="note" />
        {title}
      </span>
      {writing && <WritingNote />}
      {note && note.text !== '' && (
        <p className="note-text" {...walked(note.text, strings.strip.noteAfter(index + 1), strings.linked.keys, true)}>
          <LinkedText text={note.text} world={world} />
        </p>
      )}
      {note && note.text === '' && <p className="note-aside">{note.valid ? strings.strip.noteEmpty : strings.strip.noteInvalid}</p>}
      {note?.author === 'person' && <p className="note-aside">{strings.strip.byPerson}</p>}
      {!note && !writing && <p className="note-aside">{strings.strip.noteWaiting}</p>}
      {note && episode && <NoteTools index={index} episode={episode} />}
    </div>
  );
});

function WritingNote() {
  const strings = useStrings();
  const now = useSource(stream);
  const written = now?.purpose === 'reflect' ? (now.text.split('<remark>')[1]?.split('</remark>')[0] ?? '').trim() : '';
  return <p className="note-text caret">{written === '' ? strings.strip.noteWriting : written}</p>;
}
