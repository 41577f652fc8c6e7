/** The signature view: episode 1 → note → episode 2 → note → …, as small boards joined by cards. */
import { useEffect, useRef } from 'react';
import { showsNotes } from '../trial/memory.ts';
import type { EpisodeView, TrialView } from '../trial/fold.ts';
import { rows, type Task, type WorldId } from '../worlds/index.ts';
import { Board } from './board/board.tsx';
import { Icon } from './icons.tsx';
import { status, stream, type Status } from './log.ts';
import { Outcome } from './outcome.tsx';
import { useStrings } from './preferences.ts';
import { teacherNames } from './policies.ts';
import { outcomeInWords } from './say.ts';
import { useSetup, type Place } from './setup.ts';
import { useSource } from './source.ts';
import type { Strings } from './strings/index.ts';

interface StripProps {
  /** null: the task is only chosen, nothing has been played */
  readonly view: TrialView | null;
  readonly task: Task;
  /** the board at the start */
  readonly start: readonly string[];
  readonly place: Place;
}

export function Strip({ view, task, start, place }: StripProps) {
  const strings = useStrings();
  const now = useSource(status);
  const setup = useSetup();
  const episodes = view?.start.config.episodes ?? setup.episodes;
  const notes = showsNotes(view?.start.config.memory ?? setup.memory);
  const running = view !== null && now.kind === 'running';
  const blank = view === null;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current) bringIntoView(list.current);
  }, [place.episode, blank]);

  return (
    <section className="strip" aria-labelledby="strip-title">
      <div className="strip-head">
        <h2 id="strip-title">{strings.strip.title}</h2>
        <p className="strip-status">{view ? statusInWords(now, view, strings) : ''}</p>
      </div>
      <ol ref={list} className="strip-list" tabIndex={-1}>
        {Array.from({ length: episodes }, (_, index) => {
          const episode = view?.episodes[index];
          const waiting = episode === undefined;
          const note = notes && index + 1 < episodes;
          return [
            <li key={`episode-${index}`} data-waiting={waiting ? '' : undefined}>
              {episode ? (
                <EpisodeCard index={index} episode={episode} world={task.world} shown={place.episode === index} running={running} />
              ) : (
                <Waiting index={index} world={task.world} rows={start} spared={view?.won !== null && view !== null} />
              )}
            </li>,
            note && (
              <li key={`note-${index}`} data-waiting={episode?.note ? undefined : ''}>
                <NoteCard index={index} episode={episode} writing={running && episode !== undefined && episode.end !== null && !episode.note} />
              </li>
            ),
          ];
        })}
      </ol>
    </section>
  );
}

/** The episode on the board, with what led to it, where the strip is wider than the screen. */
function bringIntoView(list: HTMLElement): void {
  const card = list.querySelector<HTMLElement>('[aria-pressed="true"]');
  const left = card ? card.offsetLeft - list.offsetLeft + card.offsetWidth - list.clientWidth + 8 : 0;
  list.scrollTo({ left, behavior: 'smooth' });
}

interface EpisodeCardProps {
  readonly index: number;
  readonly episode: EpisodeView;
  readonly world: WorldId;
  readonly shown: boolean;
  readonly running: boolean;
}

function EpisodeCard({ index, episode, world, shown, running }: EpisodeCardProps) {
  const strings = useStrings();
  const { look, play } = useSetup();
  const turns = episode.turns.length;
  const name = strings.strip.episode(index + 1);
  const words = episode.end === null ? strings.strip.playing : strings.outcome.inTurns(outcomeInWords(episode.end, world, strings), turns);
  return (
    <button
      type="button"
      className="card episode"
      aria-pressed={shown}
      aria-label={strings.strip.look(name, words)}
      onClick={() => {
        play(false);
        look({ episode: index, turn: turns });
      }}
    >
      <Board
        world={world}
        rows={rows(episode.states[turns])}
        actions={episode.turns.at(-1)?.acted.actions ?? []}
        strings={strings}
        mini
      />
      <span className="episode-name">
        {name}
        <span className="episode-turns">{strings.strip.turns(turns)}</span>
      </span>
      {episode.end === null ? (
        <span className="outcome">{running ? strings.strip.playing : strings.outcome.open}</span>
      ) : (
        <Outcome end={episode.end} world={world} />
      )}
    </button>
  );
}

interface WaitingProps {
  readonly index: number;
  readonly world: WorldId;
  readonly rows: readonly string[];
  readonly spared: boolean;
}

function Waiting({ index, world, rows: start, spared }: WaitingProps) {
  const strings = useStrings();
  return (
    <div className="card episode" data-waiting="">
      <Board world={world} rows={start} actions={[]} strings={strings} mini />
      <span className="episode-name">{strings.strip.episode(index + 1)}</span>
      <span className="outcome">{spared ? strings.strip.spared : strings.strip.waiting}</span>
    </div>
  );
}

interface NoteCardProps {
  readonly index: number;
  readonly episode: EpisodeView | undefined;
  readonly writing: boolean;
}

function NoteCard({ index, episode, writing }: NoteCardProps) {
  const strings = useStrings();
  const note = episode?.note;
  return (
    <div className="card note" data-waiting={note || writing ? undefined : ''}>
      <span className="note-title">
        <Icon name="note" />
        {strings.strip.noteAfter(index + 1)}
      </span>
      {writing && <WritingNote />}
      {note && note.text !== '' && <p className="note-text">{note.text}</p>}
      {note && note.text === '' && <p className="note-aside">{note.valid ? strings.strip.noteEmpty : strings.strip.noteInvalid}</p>}
      {note?.author === 'person' && <p className="note-aside">{strings.strip.byPerson}</p>}
      {!note && !writing && <p className="note-aside">{episode?.end === 'won' ? strings.strip.spared : strings.strip.noteWaiting}</p>}
    </div>
  );
}

function WritingNote() {
  const strings = useStrings();
  const now = useSource(stream);
  const written = now?.purpose === 'reflect' ? (now.text.split('<remark>')[1]?.split('</remark>')[0] ?? '').trim() : '';
  return <p className="note-text caret">{written === '' ? strings.strip.noteWriting : written}</p>;
}

function statusInWords(now: Status, view: TrialView, strings: Strings): string {
  const number = view.episodes.length;
  if (now.kind === 'loading') return strings.load.title;
  if (view.won !== null) {
    const result = view.won ? strings.status.won(number) : strings.status.lost(number);
    const teacher = teacherNames.find((name) => view.episodes[0].turns.at(0)?.response.policy.startsWith(`teacher:${name}`));
    return teacher ? strings.status.byTeacher(result, strings.setup.teacher[teacher]) : result;
  }
  if (now.kind === 'stopped') return strings.status.stopped;
  if (now.kind !== 'running') return '';
  if (now.example) return strings.status.example;
  const episode = view.episodes.at(-1);
  if (!episode) return '';
  return episode.end === null ? strings.status.running(number, episode.turns.length + 1) : strings.status.reflecting(number);
}
