/** What training does, by iteration: success on the validation list first, then what explains it. As charts, as a table (beside them where there is room), as a file. */
import { useMemo, useState } from 'react';
import type { TrainReports } from '../../platform/web/trainDisk.ts';
import { Icon } from '../icons.tsx';
import { useRoomy } from '../preferences.ts';
import { offer } from '../runs/saving.ts';
import { useSource } from '../source.ts';
import { Curve } from './curve.tsx';
import { csvOf, measures, percent, pointsOf, tableOf, widest, type Measure, type Series } from './figures.ts';
import { colourOf, dashes, dashOf } from './names.ts';
import { beside, chosen, reports, runs, type Run } from './session.ts';
import { useTrainStrings } from './strings/index.ts';

const none: TrainReports = { metrics: [], validations: [] };
const plots = ['success', 'return', 'kl', 'entropy', 'clipShare', 'validShare', 'noteLength'] as const satisfies readonly Measure[];
const formats: Readonly<Record<Measure, (value: number) => string>> = {
  p1: percent,
  p2: percent,
  p3: percent,
  success: percent,
  validShare: percent,
  clipShare: (value) => `${(100 * value).toFixed(1)}\u00a0%`,
  kl: (value) => (value === 0 ? '0' : value < 0.001 ? value.toExponential(0) : value.toFixed(3)),
  noteLength: (value) => value.toFixed(1),
  return: (value) => value.toFixed(2),
  entropy: (value) => value.toFixed(2),
};

export function Curves() {
  const strings = useTrainStrings();
  const list = useSource(runs);
  const picked = useSource(chosen);
  const others = useSource(beside);
  const found = useSource(reports);
  const [smoothing, setSmoothing] = useState(0.6);
  const [form, setForm] = useState<'chart' | 'table'>('chart');
  const both = useRoomy();
  const drawn = useMemo(
    () => list.filter(({ id }) => id === picked || others.has(id)).map((run) => ({ run, reports: found.get(run.id) ?? none })).reverse(),
    [list, picked, others, found],
  );
  const focus = drawn.find(({ run }) => run.id === picked);
  const series = useMemo(() => seriesOf(drawn, picked, smoothing, strings.measures), [drawn, picked, smoothing, strings]);
  const iterations = useMemo(() => [...new Set(drawn.flatMap(({ reports: each }) => [...each.metrics, ...each.validations].map(({ iteration }) => iteration)))].sort((a, b) => a - b), [drawn]);
  if (!focus || (focus.reports.metrics.length === 0 && focus.reports.validations.length === 0)) return <p className="help">{strings.noCurves}</p>;

  return (
    <div className="curves">
      <div className="part-tools">
        {!both && (
          <fieldset>
            <legend className="hidden">{strings.form}</legend>
            <div className="switch">
              {(['chart', 'table'] as const).map((each) => (
                <label key={each}>
                  <input type="radio" name="curves-form" checked={form === each} onChange={() => setForm(each)} />
                  {strings[each]}
                </label>
              ))}
            </div>
          </fieldset>
        )}
        {(both || form === 'chart') && (
          <label className="tool-range">
            {strings.smoothing}
            <input type="range" min={0} max={0.9} step={0.1} value={smoothing} onChange={(event) => setSmoothing(Number(event.target.value))} />
          </label>
        )}
        <button type="button" className="button button-small" onClick={() => offer(new Blob([csvOf(drawn.map(({ run, reports: each }) => ({ name: run.name, reports: each })))], { type: 'text/csv;charset=utf-8' }), 'training.csv')}>
          <Icon name="down" />
          {strings.csv}
        </button>
        <Legend drawn={drawn.map(({ run }) => run)} />
      </div>
      <div className="curves-body" data-both={both ? '' : undefined}>
        {(both || form === 'chart') && (
          <div className="curve-grid">
            <Curve title={strings.successTitle} help={strings.measureHelp.p3} label={strings.curveLabel(strings.successTitle)} axis={strings.iterationAxis} iterations={iterations} series={series.validation} format={formats.p3} scale="share" />
            {plots.map((measure) => (
              <Curve
                key={measure}
                title={strings.measures[measure]}
                help={strings.measureHelp[measure]}
                label={strings.curveLabel(strings.measures[measure])}
                axis={strings.iterationAxis}
                iterations={iterations}
                series={series[measure]}
                format={formats[measure]}
                scale={measure === 'success' || measure === 'validShare' ? 'share' : measure === 'clipShare' ? 'small share' : 'number'}
              />
            ))}
          </div>
        )}
        {(both || form === 'table') && <Figures reports={focus.reports} name={focus.run.name} />}
      </div>
    </div>
  );
}

function seriesOf(drawn: readonly { readonly run: Run; readonly reports: TrainReports }[], picked: string | null, smoothing: number, names: Readonly<Record<Measure, string>>): Record<(typeof plots)[number] | 'validation', Series[]> {
  const of = (measure: Measure): Series[] =>
    drawn.map(({ run, reports: each }) => ({ key: run.id, name: run.name, colour: colourOf(run), dash: dashOf(run), points: pointsOf(each, measure, smoothing), plain: false, band: false }));
  const validation = (['p1', 'p2', 'p3'] as const).flatMap((measure) =>
    drawn.flatMap(({ run, reports: each }) => {
      const isWidest = measure === widest(run.config.evaluation.episodes);
      return !isWidest && run.id !== picked
        ? []
        : [{ key: `${run.id} ${measure}`, name: `${run.name} ${names[measure]}`, colour: colourOf(run), dash: dashes[measure], points: pointsOf(each, measure, 0), plain: true, band: isWidest && run.id === picked }];
    }),
  );
  return { validation, success: of('success'), return: of('return'), kl: of('kl'), entropy: of('entropy'), clipShare: of('clipShare'), validShare: of('validShare'), noteLength: of('noteLength') };
}

function Legend({ drawn }: { readonly drawn: readonly Run[] }) {
  const strings = useTrainStrings();
  return (
    <p className="legend">
      {drawn.map((run) => (
        <span key={run.id}>
          <span className="run-colour" style={{ background: colourOf(run) }} /> {run.name}
        </span>
      ))}
      {(['p1', 'p2', 'p3'] as const).map((measure) => (
        <span key={measure}>
          <svg className="legend-line" viewBox="0 0 24 4" aria-hidden>
            <line x1="0" x2="24" y1="2" y2="2" stroke="currentColor" strokeWidth="2" strokeDasharray={dashes[measure]} />
          </svg>{' '}
          {strings.measures[measure]}
        </span>
      ))}
    </p>
  );
}

function Figures({ reports: found, name }: { readonly reports: TrainReports; readonly name: string }) {
  const strings = useTrainStrings();
  return (
    <div className="scroll-x" role="region" aria-label={name} tabIndex={0}>
      <table className="figures">
        <caption>{name}</caption>
        <thead>
          <tr>
            <th scope="col">{strings.iterationAxis}</th>
            {measures.map((measure) => (
              <th key={measure} scope="col">
                {strings.measures[measure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tableOf(found).map(({ iteration, values }) => (
            <tr key={iteration}>
              <th scope="row">{iteration}</th>
              {values.map((value, i) => (
                <td key={measures[i]}>{value === null ? '' : formats[measures[i]](value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
