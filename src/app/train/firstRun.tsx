/** Before the first run: what one click will do, counted from the settings as they stand, and what it costs. */
import { useLayoutEffect, useRef } from 'react';
import { Formula } from '../formula.tsx';
import { useStrings } from '../preferences.ts';
import { megabytes } from '../say.ts';
import { nameOf } from '../settings.ts';
import { settingOf } from './defaults.ts';
import { useDraft } from './draft.ts';
import { inShort, planOf } from './plan.ts';
import { Start } from './start.tsx';
import { timeText, useTrainStrings } from './strings/index.ts';

/** of the model file, known when the page is built */
const scoutBytes = __SCOUT_BYTES__;

export function FirstRun() {
  const page = useStrings();
  const strings = useTrainStrings();
  const text = strings.oneClick;
  const { method, config } = useDraft();
  const { iterations, measured, trials, mostTurns, notes, across, steps, seconds } = planOf(config);
  const { evaluation, rollout, trial, adapter, world } = config;
  const setting = settingOf(config);
  const [first, ...later] = measured;
  const box = useRef<HTMLDivElement>(null);
  // The button goes when the run begins; whoever has pressed it goes on where the run is told of.
  useLayoutEffect(() => {
    const part = box.current;
    return () => {
      if (part?.contains(document.activeElement)) part.closest<HTMLElement>('.train-live')?.focus({ preventScroll: true });
    };
  }, []);

  const costs = { ...text.costs, time: text.costs.time(timeText(seconds, strings)), load: text.costs.load(megabytes(scoutBytes)) };
  const points: readonly (readonly [string, string])[] = [
    ...(first === undefined ? [] : [[text.measure, `${text.plays(evaluation.tasks, evaluation.episodes)} ${iterations === 0 ? text.only : text.apart}`] as const]),
    ...(iterations === 0
      ? []
      : ([
          [text.play, text.trials(trials, rollout.tasks, rollout.group, trial.episodes, notes, mostTurns)],
          [text.learn, `${across === null ? text.own : text.across(`${across}`)} ${text.update(steps, adapter.rank)}`],
          [text.repeat, `${text.times(iterations)} ${later.length > 0 ? text.again(later.length, inShort(later)) : text.never} ${text.open}`],
        ] as const)),
  ];

  return (
    <div ref={box} className="first-run">
      <div className="first-plan">
        <h2>{text.title}</h2>
        <p className="help">
          {strings.methods[method]} · {page.setup.worlds[world]} · {setting ? nameOf(setting, page) : strings.own}
        </p>
        <ol className="first-steps">
          {points.map(([name, what]) => (
            <li key={name}>
              <strong>{name}</strong> <Formula text={what} />
            </li>
          ))}
        </ol>
      </div>
      <div className="first-go">
        <Start />
        <dl className="first-cost">
          {(['time', 'memory', 'load', 'store'] as const).map((name) => (
            <div key={name}>
              <dt>{text.cost[name]}</dt>
              <dd>
                <strong>{costs[name]}</strong>
                {text.more[name]}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}
