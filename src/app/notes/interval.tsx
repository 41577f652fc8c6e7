/** An interval as a picture: its line, its value as a dot, and where zero is. The numbers stand beside it as text. */
import type { Interval } from '../../experiment/statistics.ts';

interface IntervalMarkProps {
  readonly of: Interval;
  /** ends of the scale */
  readonly from: number;
  readonly to: number;
  readonly role?: 'good' | 'bad' | 'memory' | 'plain';
}

export function IntervalMark({ of, from, to, role = 'plain' }: IntervalMarkProps) {
  const x = (value: number): number => 2 + 96 * ((Math.min(Math.max(value, from), to) - from) / (to - from));
  return (
    <svg className="interval" data-role={role} viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden>
      <path className="interval-axis" d="M2 6H98" />
      {from < 0 && <path className="interval-zero" d={`M${x(0)} 1V11`} />}
      <path className="interval-line" d={`M${x(of.low)} 6H${x(of.high)}`} />
      {Number.isFinite(of.value) && <path className="interval-dot" d={`M${x(of.value)} 6h0.001`} />}
    </svg>
  );
}

/** Percentage points, whole. */
export function points(share: number): number {
  return Math.round(100 * share);
}
