/** The run that is being trained: how far it is, how long it takes, what it costs, and the buttons to hold it. */
import { able } from '../able.ts';
import { Icon } from '../icons.tsx';
import { useStrings } from '../preferences.ts';
import { ProblemBox } from '../problem.tsx';
import { backendInWords } from '../say.ts';
import { useSource } from '../source.ts';
import { trainErrorInWords } from './errorInWords.ts';
import { FirstRun } from './firstRun.tsx';
import { currentIteration, doing, percent, secondsLeft, shareDone, speedsOf, timesOf } from './figures.ts';
import { backend, live, memory, pause, progress, reports, resume, runs, stop, trouble, unsaved, type Live, type Progress } from './session.ts';
import { useFirst } from './start.tsx';
import { timeText, useTrainStrings, type TrainStrings } from './strings/index.ts';

export function LiveBar() {
  const page = useStrings();
  const strings = useTrainStrings();
  const now = useSource(live);
  const step = useSource(progress);
  const bytes = useSource(memory);
  const runsOn = useSource(backend);
  const problem = useSource(trouble);
  const notSaved = useSource(unsaved);
  const list = useSource(runs);
  const found = useSource(reports);
  const run = list.find(({ id }) => id === now?.run);
  const last = run && found.get(run.id)?.metrics.at(-1);
  const of = run?.config.schedule.iterations ?? 0;
  const times = last && timesOf(last.seconds);
  const speeds = run && last && speedsOf(last, run.config.objective.epochs);
  const first = useFirst();

  return (
    <section className="train-live" aria-label={first ? strings.oneClick.title : strings.live} data-state={now?.state ?? 'idle'} data-first={first ? '' : undefined} tabIndex={-1}>
      {problem !== null && <ProblemBox error={trainErrorInWords(problem, page, strings)} dismiss={() => trouble.set(null)} />}
      {now && run ? (
        <div className="live-row">
          <div className="live-what">
            <p className="live-title">
              <strong>{run.name}</strong> <span>{strings.states[now.state]}</span>
              {now.state !== 'opening' && of > 0 && <span>· {strings.iteration(currentIteration(run.iteration, of), of)}</span>}
              {step && (now.state === 'running' || now.state === 'pausing') && (
                <span className="live-phase">
                  · {doingText(step, strings)}
                </span>
              )}
            </p>
            <progress
              aria-label={of > 0 ? strings.iteration(currentIteration(run.iteration, of), of) : strings.live}
              max={Math.max(1, of)}
              value={now.from === null ? undefined : Math.min(of, run.iteration + (step ? shareDone(step) : 0))}
            />
            <p className="help live-figures">
              {now.from !== null && <span>{leftText(now, of, step, strings)}</span>}
              {times && (
                <span>
                  {strings.each(timeText(times.all, strings))}: {strings.shares(percent(times.rollout), percent(times.score), percent(times.update))}
                </span>
              )}
              {speeds && <span>{strings.speed(speeds.played.toFixed(0), speeds.trained?.toFixed(0) ?? null)}</span>}
              {bytes !== null && <span title={strings.memoryHelp[runsOn?.kind ?? 'wasm']}>{strings.memory[runsOn?.kind ?? 'wasm']((bytes / 1e6).toFixed(0))}</span>}
            </p>
          </div>
          <div className="live-buttons">
            {now.state === 'paused' ? (
              <button type="button" className="button" onClick={resume}>
                <Icon name="play" />
                {strings.resume}
              </button>
            ) : (
              <button type="button" className="button" {...able(now.state === 'running', pause)}>
                <Icon name="pause" />
                {strings.pause}
              </button>
            )}
            <button type="button" className="button" {...able(now.state !== 'opening' && now.state !== 'stopping', stop)}>
              <Icon name="stop" />
              {strings.stop}
            </button>
          </div>
        </div>
      ) : first ? (
        <FirstRun />
      ) : (
        <p className="help">{strings.idle}</p>
      )}
      {(now !== null || notSaved !== null) && (
        <p className="help" data-bad={notSaved ? '' : undefined} role={notSaved ? 'alert' : undefined}>
          {notSaved ? strings.unsaved[notSaved] : strings.saved} {runsOn && `${page.backend.title}: ${backendInWords(runsOn.reason, page)}`}
        </p>
      )}
    </section>
  );
}

function doingText(step: Progress, strings: TrainStrings): string {
  const { phase, n, of } = doing(step);
  if (phase === 'update') return strings.updating(of === null ? `${n}` : strings.of(n, of));
  return of === null ? strings.phases[phase] : `${strings.phases[phase]} ${strings.of(n, of)}`;
}

function leftText({ from, finished }: Live, of: number, step: Progress | null, strings: TrainStrings): string {
  if (!from || of === 0) return '';
  const seconds = secondsLeft(finished, of - from.iteration - finished.count, step ? shareDone(step) : 0);
  if (seconds === 'validation') return strings.leftMeasuring;
  return seconds === null ? strings.leftUnknown : strings.left(timeText(seconds, strings));
}
