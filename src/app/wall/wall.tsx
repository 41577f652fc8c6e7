/** Many trials at once, sorted by how they went; each can be opened on the stage. */
import { memo, useEffect, useRef } from 'react';
import { rows, type WorldId } from '../../worlds/index.ts';
import { able } from '../able.ts';
import { Board } from '../board/board.tsx';
import { canRun } from '../commands.ts';
import { Icon } from '../icons.tsx';
import { lasting } from '../lasting.ts';
import { isBusy, status } from '../log.ts';
import { show as showTrial } from '../opening.ts';
import { useStrings, wantsStillness } from '../preferences.ts';
import { useRuns } from '../runs/store.ts';
import { useSetup } from '../setup.ts';
import { useSource } from '../source.ts';
import { StopHere } from '../stopHere.tsx';
import { groupOf, score, sorted, standingOf, type WallTrial } from './sort.ts';
import { many, runMany } from './run.ts';
import { openWall, showRecorded, wall } from './trials.ts';

const filters = ['both', 'sokoban', 'minesweeper'] as const;
const filtered = lasting('fieldnotes.wall.filter', filters, 'both');

/** The trial that was opened last, and the run that it is of; null: none was. */
let opened: string | null = null;

function keyOf(run: string | null, index: number): string {
  return `${run ?? ''} ${index}`;
}

export function Wall() {
  const strings = useStrings();
  const { kind, planned, trials, run } = useSource(wall);
  const now = useSource(status);
  const busy = isBusy(now);
  const saved = useRuns().runs.find(({ id }) => id === run);
  const runnable = useSetup(() => canRun());
  const filter = useSource(filtered);
  const box = useRef<HTMLElement>(null);
  const any = trials.length > 0;
  useEffect(() => void openWall(), []);
  // Whoever comes back from a trial goes on where they left.
  useEffect(() => {
    const { activeElement } = document;
    if (any && (activeElement === null || activeElement === document.body)) box.current?.querySelector<HTMLElement>(`[data-trial="${opened}"]`)?.focus();
  }, [any]);

  const worlds = new Set(trials.map(({ view }) => view.start.task.world));
  const visible = trials.filter(({ view }) => filter === 'both' || worlds.size < 2 || view.start.task.world === filter);
  const { all, first, within, episodes } = score(visible);
  const { over, standing } = standingOf(trials, planned, kind === 'recorded' || (kind === 'live' && now.kind === 'many'));

  return (
    <section ref={box} className="wall" id="stage" aria-labelledby="wall-title" tabIndex={-1}>
      <div className="wall-head">
        <div>
          <h2 id="wall-title">{strings.wall.title}</h2>
          <p className="help">
            {kind === 'live' || kind === 'saved'
              ? [...(saved && kind === 'saved' ? [`${saved.name}.`] : []), strings.wall.finished[standing](over, planned), ...(saved ? [strings.wall.kept] : run !== null ? [strings.wall.deleted] : [])].join(' ')
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
                  <input type="radio" name="wall-filter" checked={filter === name} onChange={() => filtered.set(name)} />
                  {name === 'both' ? strings.wall.both : strings.setup.worlds[name]}
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <StopHere />
        {(kind === 'live' || kind === 'saved') && (
          <button type="button" className="button button-quiet" {...able(!busy, () => void showRecorded())}>
            <Icon name="wall" />
            {strings.wall.toRecorded}
          </button>
        )}
        <button type="button" className="button plays-chosen" {...able(!busy && runnable, () => void runMany(useSetup.getState()))}>
          <Icon name="play" />
          {strings.wall.runMany(many)}
        </button>
      </div>
      {all > 0 && (
        <p className="wall-score">
          {standing !== 'whole' && <span className="wall-provisional">{strings.wall.provisional}</span>}
          {strings.wall.score(first, all, within, episodes)}
          {standing !== 'whole' && <span className="help">{strings.wall.why[standing]}</span>}
        </p>
      )}
      {sorted(visible).map(({ group, trials: own }) => (
        <section key={group} className="wall-group" data-group={group} aria-labelledby={`wall-${group}`}>
          <h3 id={`wall-${group}`}>
            {group === 'running' && now.kind !== 'many' ? strings.wall.stopped : strings.wall.groups[group]} <span>{strings.wall.count[standing](own.length, visible.length)}</span>
          </h3>
          <ol className="wall-tiles">
            {own.map((trial) => (
              <li key={trial.index}>
                <Tile trial={trial} name={keyOf(run, trial.index)} live={now.kind === 'many'} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
}

function open(index: number): void {
  const { trials, run } = wall.get();
  const found = trials.find((trial) => trial.index === index);
  if (found === undefined) return;
  opened = keyOf(run, index);
  showTrial(found.records, !wantsStillness(), run === null ? 'recording' : 'played');
}

interface TileProps {
  readonly trial: WallTrial;
  readonly name: string;
  /** trials that are not over are being played */
  readonly live: boolean;
}

/** Drawn anew only when its trial went on. */
const Tile = memo(
  function Tile({ trial: { index, view }, name, live }: TileProps) {
    const strings = useStrings();
    const { task } = view.start;
    const episode = view.episodes.at(-1);
    const state = episode?.states.at(-1);
    const world: WorldId = task.world;
    const outcome = view.won === null ? (live ? strings.strip.playing : strings.runs.unfinished) : view.won ? strings.wall.wonIn(view.episodes.length) : strings.wall.lost;
    return (
      <button
        type="button"
        className="tile"
        data-group={groupOf(view)}
        data-trial={name}
        aria-label={strings.wall.tile(index + 1, strings.setup.worlds[world], outcome)}
        onClick={() => open(index)}
      >
        {state && <Board world={world} rows={rows(state)} actions={episode?.turns.at(-1)?.acted.actions ?? []} strings={strings} mini />}
        <span className="tile-path">
          {view.episodes.map(({ end, note }, number) => (
            <span key={number} className="tile-step">
              {end === null ? <span className="tile-now" data-live={live ? '' : undefined} /> : <span className="outcome" data-end={end}><Icon name={end} /></span>}
              {note && note.text !== '' && <span className="tile-note"><Icon name="note" /></span>}
            </span>
          ))}
        </span>
      </button>
    );
  },
  (before, after) => before.trial.view === after.trial.view && (after.trial.view.won !== null || before.live === after.live),
);
