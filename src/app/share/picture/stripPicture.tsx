/** The strip as one SVG, always in light colours: what is saved as a picture. Only drawn, never part of the page. */
import type { TrialView } from '../../../trial/fold.ts';
import { rows } from '../../../worlds/index.ts';
import { Board } from '../../board/board.tsx';
import { Icon } from '../../icons.tsx';
import { taskTitle } from '../../runs/names.ts';
import { outcomeInWords } from '../../say.ts';
import type { Strings } from '../../strings/index.ts';
import { sizes, type Box, type Layout, type NoteBox } from './layout.ts';

interface StripPictureProps {
  readonly view: TrialView;
  readonly layout: Layout;
  /** the run's */
  readonly name: string;
  /** who played */
  readonly who: string;
  readonly css: string;
  readonly strings: Strings;
}

export function StripPicture({ view, layout: { width, height, board, episodes, notes, threads }, name, who, css, strings }: StripPictureProps) {
  const { task } = view.start;
  const title = taskTitle(task, strings);
  const won = view.episodes.at(-1)?.end === 'won';
  const result = won ? strings.status.won(view.episodes.length) : strings.status.lost(view.episodes.length);
  return (
    <svg xmlns="http://www.w3.org/2000/svg" data-theme="light" className="picture" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <style>{css}</style>
      <rect className="p-ground" width={width} height={height} />
      <text className="p-name" x={sizes.margin} y={sizes.margin + 22}>
        {name}
      </text>
      <text className="p-line" x={sizes.margin} y={sizes.margin + 48}>
        {[...(name === title ? [] : [title]), strings.strip.memory[view.start.config.memory], who].join(' · ')}
      </text>
      <text className={won ? 'p-result p-won' : 'p-result'} x={width - sizes.margin} y={sizes.margin + 22}>
        {view.won === null ? strings.outcome.open : result}
      </text>
      {threads.map(({ path, memory }, index) => (
        <path key={index} className={memory ? 'p-thread p-memory' : 'p-thread'} d={path} />
      ))}
      {episodes.map((box, index) => (
        <Episode key={index} view={view} index={index} box={box} board={board} strings={strings} />
      ))}
      {notes.map((box) => (
        <Note key={box.episode} box={box} title={strings.strip.noteAfter(box.episode + 1)} byPerson={view.episodes[box.episode].note?.author === 'person' ? strings.strip.byPerson : null} />
      ))}
      <text className="p-foot" x={sizes.margin} y={height - sizes.margin + 8}>
        Fieldnotes
      </text>
      <text className="p-foot p-end" x={width - sizes.margin} y={height - sizes.margin + 8}>
        {strings.share.picture.foot}
      </text>
    </svg>
  );
}

interface EpisodeProps {
  readonly view: TrialView;
  readonly index: number;
  readonly box: Box;
  readonly board: number;
  readonly strings: Strings;
}

function Episode({ view, index, box: { x, y, width, height }, board, strings }: EpisodeProps) {
  const { task } = view.start;
  const episode = view.episodes[index];
  const turns = episode.turns.length;
  const all = task.config.turns;
  const step = board / all;
  const below = sizes.padding + board;
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className="p-card" data-end={episode.end ?? undefined} x={0.5} y={0.5} width={width - 1} height={height - 1} rx={11} />
      <svg x={sizes.padding} y={sizes.padding} width={board} height={board}>
        <Board world={task.world} rows={rows(episode.states[turns])} actions={episode.turns.at(-1)?.acted.actions ?? []} strings={strings} mini />
      </svg>
      {Array.from({ length: all }, (_, turn) => (
        <rect key={turn} className={turn < turns ? 'p-pip p-played' : 'p-pip'} x={sizes.padding + turn * step + 1} y={below + 8} width={step - 3} height={3} rx={1.5} />
      ))}
      <text className="p-episode" x={sizes.padding} y={below + 32}>
        {strings.strip.episode(index + 1)}
      </text>
      <g className="p-outcome" data-end={episode.end ?? undefined}>
        {episode.end !== null && (
          <svg x={sizes.padding} y={below + 40} width={15} height={15}>
            <Icon name={episode.end} />
          </svg>
        )}
        <text x={sizes.padding + (episode.end === null ? 0 : 21)} y={below + 52}>
          {outcomeInWords(episode.end, task.world, strings)}
        </text>
      </g>
    </g>
  );
}

function Note({ box: { x, y, width, height, lines }, title, byPerson }: { readonly box: NoteBox; readonly title: string; readonly byPerson: string | null }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className="p-note" x={0.5} y={0.5} width={width - 1} height={height - 1} rx={11} />
      <g className="p-note-title">
        <svg x={sizes.padding} y={sizes.padding - 1} width={14} height={14}>
          <Icon name="note" />
        </svg>
        <text x={sizes.padding + 20} y={sizes.padding + 11}>
          {byPerson === null ? title : `${title}, ${byPerson}`}
        </text>
      </g>
      {lines.map((line, index) => (
        <text key={index} className="p-note-text" x={sizes.padding} y={sizes.padding + sizes.noteTitle + 8 + index * sizes.line}>
          {line}
        </text>
      ))}
    </g>
  );
}
