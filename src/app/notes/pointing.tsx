/** The board beside a note: what the note names is ringed, and pressing a cell puts it into the note. */
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { EpisodeView } from '../../trial/fold.ts';
import { rows, type WorldId } from '../../worlds/index.ts';
import { mentions } from '../blocks.ts';
import { Board } from '../board/board.tsx';
import { cellKey } from '../linked.ts';
import { useStrings } from '../preferences.ts';

interface PointingProps {
  readonly world: WorldId;
  readonly episode: EpisodeView;
  readonly note: string;
  /** @param symbol what the board shows there; rows and columns from 0 */
  readonly onPoint: (symbol: string, row: number, column: number) => void;
}

const moments = ['start', 'end'] as const;

export function Pointing({ world, episode, note, onPoint }: PointingProps) {
  const strings = useStrings();
  // A MineSweeper board tells nothing at its start; a Sokoban note speaks of where boxes stood.
  const [moment, setMoment] = useState<(typeof moments)[number]>(world === 'sokoban' ? 'start' : 'end');
  const board = useRef<HTMLDivElement>(null);
  const shown = rows(episode.states[moment === 'start' ? 0 : episode.states.length - 1]);

  useEffect(() => {
    const named = new Set(mentions(note, world).flatMap(({ cell }) => (cell ? [cellKey(cell.row, cell.column)] : [])));
    for (const cell of board.current?.querySelectorAll('[data-cell]') ?? []) cell.toggleAttribute('data-named', named.has(cell.getAttribute('data-cell') ?? ''));
  });

  const point = (event: MouseEvent | KeyboardEvent): void => {
    const key = event.target instanceof Element ? event.target.closest('[data-cell]')?.getAttribute('data-cell') : null;
    const found = /^(\d+),(\d+)$/.exec(key ?? '');
    if (!found) return;
    event.preventDefault();
    const [row, column] = [Number(found[1]), Number(found[2])];
    onPoint([...shown[row]][column] ?? '', row, column);
  };

  return (
    <div className="note-board">
      <fieldset>
        <legend className="hidden">{strings.notes.board}</legend>
        <div className="switch">
          {moments.map((name) => (
            <label key={name}>
              <input type="radio" name="note-board" checked={moment === name} onChange={() => setMoment(name)} />
              {strings.notes.boards[name]}
            </label>
          ))}
        </div>
      </fieldset>
      <div
        ref={board}
        onClick={point}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') point(event);
        }}
      >
        <Board world={world} rows={shown} actions={[]} strings={strings} />
      </div>
      <p className="help">{strings.notes.boardHelp[world]}</p>
    </div>
  );
}
