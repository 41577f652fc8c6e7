/** Many trials at once, sorted by how they went; each can be opened on the stage. */
import { memo, useEffect, useState } from 'react';
import { rows, type WorldId } from '../../worlds/index.ts';
import { Board } from '../board/board.tsx';
import { canRun } from '../commands.ts';
import { Icon } from '../icons.tsx';
import { isBusy, status } from '../log.ts';
import { show as showTrial } from '../opening.ts';
import { useStrings, wantsStillness } from '../preferences.ts';
import { useSetup } from '../setup.ts';
import { useSource } from '../source.ts';
import { groupOf, score, sorted, type WallTrial } from './sort.ts';
import { many, openWall, runMany, wall } from './trials.ts';

const filters = ['both', 'sokoban', 'minesweeper'] as const;

export function Wall() {
  const strings = useStrings();
  const { kind, planned, trials } = useSource(wall);
  const busy = isBusy(useSource(status));
  const runnable = useSetup(() => canRun());
  const [filter, setFilter] = useState<(typeof filters)[number]>('both');
  useEffect(() => void openWall(), []);

  const worlds = new Set(trials.map(({ view }) => view.start.task.world));
  const visible = trials.filter(({ view }) => filter === 'both' || worlds.size < 2 || view.start.task.world === filter);
  const { all, first, within, episodes } = score(visible);
  const over = trials.filter(({ view }) => view.won !== null).length;

  return (
    <section className="wall" id="stage" aria-labelledby="wall-title" tabIndex={-1}>
      <div className="wall-head">
        <div>
          <h2 id="wall-title">{strings.wall.title}</h2>
          <p className="help">
            {kind === 'live'
              ? strings.wall.running(over, planned)
              : kind === 'recorded'
                ? `${strings.wall.recorded(planned)} ${strings.wall.intro}`
                : kind === 'missing'
                  ? strings.wall.missing
                  : strings.wall.loading}
          </p>
        </div>
        {worlds.size > 1 && (
          <fieldset className="wall-filter">
            <legend className="hidden">{strings.wall.filter}</legend>
            <div className="switch">
              {filters.map((name) => (
                <label key={name}>
                  <input type="radio" name="wall-filter" checked={filter === name} onChange={() => setFilter(name)} />
                  {name === 'both' ? strings.wall.both : strings.setup.worlds[name]}
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <button type="button" className="button plays-chosen" disabled={busy || !runnable} onClick={() => void runMany(useSetup.getState())}>
          <Icon name="play" />
          {strings.wall.runMany(many)}
        </button>
      </div>
      {all > 0 && <p className="wall-score">{strings.wall.score(first, all, within, episodes)}</p>}
      {sorted(visible).map(({ group, trials: own }) => (
        <section key={group} className="wall-group" data-group={group} aria-labelledby={`wall-${group}`}>
          <h3 id={`wall-${group}`}>
            {strings.wall.groups[group]} <span>{strings.wall.count(own.length, visible.length)}</span>
          </h3>
          <ol className="wall-tiles">
            {own.map((trial) => (
              <li key={trial.index}>
                <Tile trial={trial} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
}

function open(index: number): void {
  const found = wall.get().trials.find((trial) => trial.index === index);
  if (found) showTrial(found.records, !wantsStillness(), wall.get().kind === 'live' ? 'played' : 'recording');
}

/** Drawn anew only when its trial went on. */
const Tile = memo(
  function Tile({ trial: { index, view } }: { readonly trial: WallTrial }) {
    const strings = useStrings();
    const { task } = view.start;
    const episode = view.episodes.at(-1);
    const state = episode?.states.at(-1);
    const world: WorldId = task.world;
    const outcome = view.won === null ? strings.strip.playing : view.won ? strings.wall.wonIn(view.episodes.length) : strings.wall.lost;
    return (
      <button
        type="button"
        className="tile"
        data-group={groupOf(view)}
        aria-label={strings.wall.tile(index + 1, strings.setup.worlds[world], outcome)}
        onClick={() => open(index)}
      >
        {state && <Board world={world} rows={rows(state)} actions={episode?.turns.at(-1)?.acted.actions ?? []} strings={strings} mini />}
        <span className="tile-path">
          {view.episodes.map(({ end, note }, number) => (
            <span key={number} className="tile-step">
              {end === null ? <span className="tile-now" /> : <span className="outcome" data-end={end}><Icon name={end} /></span>}
              {note && note.text !== '' && <span className="tile-note"><Icon name="note" /></span>}
            </span>
          ))}
        </span>
      </button>
    );
  },
  (before, after) => before.trial.view === after.trial.view,
);
