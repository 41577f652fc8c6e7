/** One chart over iterations. Raw values faint, smoothed ones strong; all charts share one crosshair. */
import { memo, useMemo } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { isAlone, sameSeries, type Series } from './figures.ts';
import { useInTurn } from './inTurn.ts';
import { ticksOf, tickText, type Ticks } from './ticks.ts';

interface PlotProps {
  readonly label: string;
  readonly axis: string;
  /** all that any chart beside has points at, so that they share a crosshair */
  readonly iterations: readonly number[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  /** a share: the scale is 0 to 1; a small share: as far as its values go, in per cent */
  readonly scale: 'share' | 'small share' | 'number';
}

interface CurveProps extends PlotProps {
  readonly title: string;
  readonly help: string;
}

const whole: Ticks = { values: [0, 0.5, 1], digits: 1 };

type Row = Readonly<Record<string, number | readonly [number, number] | null>> & { readonly iteration: number };

export function Curve({ title, help, ...plot }: CurveProps) {
  const drawn = useInTurn(plot, samePlot);
  return (
    <figure className="curve">
      <figcaption>
        <span className="curve-title">{title}</span> <span className="help">{help}</span>
      </figcaption>
      <div className="curve-plot">{drawn && <Plot {...drawn} />}</div>
    </figure>
  );
}

/** Most of what a run tells changes a few of the charts or none. */
function samePlot(a: PlotProps, b: PlotProps): boolean {
  return a.label === b.label && a.axis === b.axis && a.format === b.format && a.scale === b.scale && a.iterations.join() === b.iterations.join() && sameSeries(a.series, b.series);
}

const Plot = memo(function Plot({ label, axis, iterations, series, format, scale }: PlotProps) {
  const rows = rowsOf(series, iterations);
  const ticks = useMemo(() => (scale === 'share' ? whole : ticksOf(valuesOf(series))), [series, scale]);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={rows} syncId="training" syncMethod="value" margin={{ top: 6, right: 8, bottom: 0, left: 0 }} accessibilityLayer title={label} role="application">
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="iteration" type="number" domain={['dataMin', 'dataMax']} allowDecimals={false} tickCount={6} height={18} stroke="var(--ink-2)" tickLine={false} fontSize={11} />
        <YAxis width={44} domain={[ticks.values[0], ticks.values[ticks.values.length - 1]]} ticks={ticks.values} interval={0} tickFormatter={(value: number) => tickText(value, ticks.digits, scale !== 'number')} stroke="var(--ink-2)" tickLine={false} axisLine={false} fontSize={11} />
        <Tooltip isAnimationActive={false} cursor={{ stroke: 'var(--ink-2)', strokeDasharray: '3 3' }} content={({ active, label: at }) => (active ? <Readout at={Number(at)} axis={axis} series={series} format={format} /> : null)} />
        {/* A band of one point would be drawn as a dot at its upper edge. */}
        {series.filter(({ band, points }) => band && !isAlone(points)).map(({ key, colour }) => (
          <Area key={`${key} band`} dataKey={`${key} band`} stroke="none" fill={colour} fillOpacity={0.14} isAnimationActive={false} activeDot={false} connectNulls />
        ))}
        {series.filter(({ plain }) => !plain).map(({ key, colour }) => (
          <Line key={`${key} raw`} dataKey={`${key} raw`} stroke={colour} strokeOpacity={0.32} strokeWidth={1} dot={false} activeDot={false} isAnimationActive={false} type="linear" />
        ))}
        {series.map(({ key, colour, dash, plain, points }) => (
          <Line key={key} dataKey={key} stroke={colour} strokeWidth={2} strokeDasharray={dash} dot={plain || isAlone(points) ? { r: 2.2, fill: colour, strokeWidth: 0 } : false} activeDot={{ r: 3.2 }} isAnimationActive={false} type="linear" connectNulls={plain} />
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  );
});

/** All that is drawn. */
function valuesOf(series: readonly Series[]): number[] {
  return series.flatMap(({ points }) => points.flatMap(({ value, smooth }) => [value, smooth].filter((each) => each !== null)));
}

function rowsOf(series: readonly Series[], iterations: readonly number[]): Row[] {
  const rows = new Map(iterations.map((iteration): [number, Record<string, number | readonly [number, number] | null>] => [iteration, { iteration }]));
  for (const { key, points, plain, band } of series) {
    for (const { iteration, value, smooth, interval } of points) {
      const row = rows.get(iteration) ?? { iteration };
      row[key] = plain ? value : smooth;
      if (!plain) row[`${key} raw`] = value;
      if (band && interval) row[`${key} band`] = interval;
      rows.set(iteration, row);
    }
  }
  return [...rows].sort(([a], [b]) => a - b).map(([iteration, row]) => ({ ...row, iteration }));
}

function Readout({ at, axis, series, format }: { readonly at: number; readonly axis: string; readonly series: readonly Series[]; readonly format: (value: number) => string }) {
  return (
    <div className="readout">
      <span className="eyebrow">
        {axis} {at}
      </span>
      {series.map(({ key, name, colour, points }) => {
        const point = points.findLast(({ iteration, value }) => iteration <= at && value !== null);
        return point === undefined || point.value === null ? null : (
          <span key={key}>
            <span className="run-colour" style={{ background: colour }} /> {name} <b>{format(point.value)}</b>
          </span>
        );
      })}
    </div>
  );
}
