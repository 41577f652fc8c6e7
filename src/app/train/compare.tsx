/** Before and after: the same tasks and random numbers under a run's checkpoints and those of runs beside it, as a wall over training time and side by side. */
import { useMemo, useState, type KeyboardEvent } from 'react';
import type { Interval } from '../../experiment/statistics.ts';
import { Icon } from '../icons.tsx';
import { useSource } from '../source.ts';
import { showsNotes } from '../../trial/memory.ts';
import { compare, comparison, looking, stopComparing } from './comparing.ts';
import { flips, gain, liftChange, liftOf, liftProgress, off, scoreOf, spread, type Checkpoint, type Comparison, type Played } from './comparison.ts';
import { beside, chosen, live, runs, type Run } from './session.ts';
import { SideBySide } from './sideBySide.tsx';
import { useTrainStrings, type TrainStrings } from './strings/index.ts';

const sizes = [8, 16, 32, 64] as const;

export function Compare() {
  const strings = useTrainStrings();
  const list = useSource(runs);
  const picked = useSource(chosen);
  const found = useSource(comparison);
  const run = list.find(({ id }) => id === picked);
  if (!run || !trained(run)) return <p className="help">{strings.compare.none}</p>;
  return (
    <section className="before-after" aria-label={strings.views.compare}>
      <p className="help">{strings.compare.intro}</p>
      <Ask key={run.id} run={run} strings={strings} running={found?.running === true} />
      {found && <Result found={found} strings={strings} />}
    </section>
  );
}

export function checkpointName({ run, iteration }: Checkpoint, of: Comparison['run'], strings: TrainStrings): string {
  if (iteration === off) return strings.compare.off;
  return run.id === of.id ? strings.compare.atLong(iteration) : strings.wornName(run.name, iteration);
}

/** Has it an adapter to show? */
function trained({ iteration, imported }: Run): boolean {
  return iteration > 0 || imported;
}

function Ask({ run, strings, running }: { readonly run: Run; readonly strings: TrainStrings; readonly running: boolean }) {
  const training = useSource(live) !== null;
  const all = useMemo(() => [off, ...[...new Set([...run.kept, run.iteration])].filter((each) => each > 0 || run.imported).sort((a, b) => a - b)], [run]);
  const [picked, setPicked] = useState<readonly number[]>(() => spread(run.kept, run.iteration));
  const [tasks, setTasks] = useState(16);
  const [notes, setNotes] = useState(false);
  const noted = showsNotes(run.config.evaluation.memory);
  const list = useSource(runs);
  const shown = useSource(beside);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const others = list.filter((each) => each.id !== run.id && shown.has(each.id) && trained(each));
  const own = all.filter((each) => picked.includes(each)).map((iteration): Checkpoint => ({ run, iteration }));
  const checkpoints = [...own, ...others.filter(({ id }) => !left.has(id)).map((other): Checkpoint => ({ run: other, iteration: other.iteration }))];
  const toggle = (id: string): void => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  return (
    <div className="compare-ask">
      <div role="group" aria-label={strings.compare.arms} className="compare-arms">
        <span className="eyebrow">{strings.compare.arms}</span>
        {all.map((each) => (
          <button
            key={each}
            type="button"
            className="trial-chip"
            aria-pressed={picked.includes(each)}
            aria-label={checkpointName({ run, iteration: each }, run, strings)}
            onClick={() => setPicked(picked.includes(each) ? picked.filter((other) => other !== each) : [...picked, each])}
          >
            {each === off ? strings.compare.off : strings.compare.at(each)}
          </button>
        ))}
        {others.map(({ id, name, iteration }) => (
          <button key={id} type="button" className="trial-chip" aria-pressed={!left.has(id)} onClick={() => toggle(id)}>
            {strings.wornName(name, iteration)}
          </button>
        ))}
        {others.length === 0 && list.some((each) => each.id !== run.id && trained(each)) && <span className="help">{strings.compare.others}</span>}
      </div>
      <label className="tool-range">
        {strings.compare.tasks}
        <select className="control" aria-label={strings.compare.tasks} value={tasks} onChange={(event) => setTasks(Number(event.target.value))}>
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <label className="check" title={strings.compare.notesHelp}>
        <input type="checkbox" checked={notes && noted} disabled={!noted} onChange={(event) => setNotes(event.target.checked)} />
        {strings.compare.notes}
      </label>
      {running ? (
        <button type="button" className="button" onClick={stopComparing}>
          <Icon name="stop" />
          {strings.compare.stop}
        </button>
      ) : (
        <button type="button" className="button" disabled={checkpoints.length < 1} onClick={() => void compare(run, checkpoints, tasks, notes && noted)}>
          <Icon name="play" />
          {strings.compare.play}
        </button>
      )}
      {training && <span className="help">{strings.compare.waits}</span>}
    </div>
  );
}

function Result({ found, strings }: { readonly found: Comparison; readonly strings: TrainStrings }) {
  const { task, at } = useSource(looking);
  const { checkpoints, played, lifts, tasks, run, running } = found;
  const { episodes } = run.config.evaluation;
  const [first, last] = [played[0], played[played.length - 1]];
  const turned = flips(first, last);
  const done = played.reduce((sum, list) => sum + list.filter(Boolean).length, 0);
  const measured = liftProgress(lifts);
  const gains = [1, episodes].flatMap((k) => {
    const interval = checkpoints.length > 1 ? gain(last, first, k) : null;
    return interval ? [strings.compare.gain(k, points(interval, strings))] : [];
  });
  const change = liftChange(lifts);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = { task: Math.min(tasks - 1, Math.max(0, task + step[0])), at: Math.min(checkpoints.length - 1, Math.max(0, at + step[1])) };
    looking.set(next);
    document.getElementById(`wall-${next.at}-${next.task}`)?.focus();
  };

  return (
    <>
      {running && (
        <p className="help" aria-live="polite">
          {lifts.length > 0 ? strings.compare.measuring(measured.done, measured.of) : strings.compare.playing(done, tasks * checkpoints.length)}
        </p>
      )}
      <div className="compare-figures">
        {gains.length > 0 && (
          <p>
            <span className="eyebrow">{strings.compare.gainTitle}</span> {gains.join(' · ')}
          </p>
        )}
        {checkpoints.length > 1 && done > 0 && <p>{strings.compare.flipped(turned.to.length + turned.back.length, turned.to.length, turned.back.length)}</p>}
      </div>
      {lifts.length > 0 && <Lifts found={found} change={change} strings={strings} />}
      <h3>
        {strings.compare.wall} <span className="help">{run.name}</span>
      </h3>
      <p className="help">
        {strings.compare.wallHelp} {strings.compare.arrows}
      </p>
      <div className="scroll-x" role="region" aria-label={strings.compare.wall}>
        <table className="time-wall" onKeyDown={onKeyDown}>
          <thead>
            <tr>
              <th scope="col">{strings.compare.arms}</th>
              <th scope="col">{Array.from({ length: episodes }, (_, k) => `p@${k + 1}`).join(' · ')}</th>
              {first.map((_, index) => (
                <th key={index} scope="col" aria-label={strings.compare.task(index + 1)} data-flip={turned.to.includes(index) ? 'to' : turned.back.includes(index) ? 'back' : undefined}>
                  {index + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {checkpoints.map((checkpoint, row) => (
              <tr key={row} data-at={row === at ? '' : undefined}>
                <th scope="row">{checkpointName(checkpoint, run, strings)}</th>
                <td className="number">{scoreOf(played[row], episodes)?.map((share) => `${(100 * share).toFixed(0)}`).join(' · ') ?? '–'}</td>
                {played[row].map((each, index) => (
                  <td key={index}>
                    <Cell id={`wall-${row}-${index}`} played={each} label={strings.compare.cell(index + 1, checkpointName(checkpoint, run, strings), outcome(each, strings))} current={index === task && row === at} onClick={() => looking.set({ task: index, at: row })} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <SideBySide found={found} task={task} at={at} />
    </>
  );
}

interface LiftsProps {
  readonly found: Comparison;
  readonly change: Interval | null;
  readonly strings: TrainStrings;
}

function Lifts({ found: { lifts, checkpoints, run }, change, strings }: LiftsProps) {
  const text = strings.compare.lift;
  return (
    <div className="scroll-x" role="region" aria-label={text.title} tabIndex={0}>
      <table className="figures lifts">
        <caption>
          {text.title}: {text.help}
        </caption>
        <thead>
          <tr>
            <th scope="col">{strings.compare.arms}</th>
            <th scope="col">{text.notes}</th>
            <th scope="col">{text.lift}</th>
            <th scope="col">{text.control}</th>
          </tr>
        </thead>
        <tbody>
          {lifts.map((each) => {
            const estimate = liftOf(each);
            const known = estimate && estimate.samples > 0 ? estimate : null;
            return (
              <tr key={each.at}>
                <th scope="row">{checkpointName(checkpoints[each.at], run, strings)}</th>
                <td>{each.outcomes.length}</td>
                <td>{known ? points(known.lift, strings) : '–'}</td>
                <td>{known?.control ? points(known.control, strings) : '–'}</td>
              </tr>
            );
          })}
          {change && (
            <tr>
              <th scope="row">{text.change}</th>
              <td />
              <td>{points(change, strings)}</td>
              <td />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function outcome(played: Played | null, { compare: text }: TrainStrings): string {
  return !played ? '…' : played.summary.wonIn > 0 ? text.won(played.summary.wonIn) : text.lost;
}

interface CellProps {
  readonly id: string;
  readonly played: Played | null;
  readonly label: string;
  readonly current: boolean;
  readonly onClick: () => void;
}

function Cell({ id, played, label, current, onClick }: CellProps) {
  const wonIn = played?.summary.wonIn;
  return (
    <button id={id} type="button" className="cell" data-won={wonIn === undefined ? undefined : wonIn === 0 ? 'no' : wonIn === 1 ? 'once' : 'later'} aria-label={label} aria-current={current} tabIndex={current ? 0 : -1} onClick={onClick}>
      {wonIn === undefined ? '' : wonIn === 0 ? <Icon name="dead" /> : wonIn}
    </button>
  );
}

function points({ value, low, high }: Interval, strings: TrainStrings): string {
  const p = (x: number): string => `${x > 0 ? '+' : x < 0 ? '−' : ''}${Math.abs(100 * x).toFixed(1)}`;
  return strings.compare.points(p(value), p(low), p(high));
}
