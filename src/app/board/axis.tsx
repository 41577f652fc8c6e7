/** Row and column numbers around a board, counted as the policy counts them. */
import { memo } from 'react';
import { unit } from './geometry.ts';

interface AxisProps {
  readonly rows: number;
  readonly columns: number;
  readonly from: 0 | 1;
}

export const Axis = memo(function Axis({ rows, columns, from }: AxisProps) {
  return (
    <g aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        <text key={`c${column}`} className="b-axis" x={(column + 0.5) * unit} y={-11}>
          {column + from}
        </text>
      ))}
      {Array.from({ length: rows }, (_, row) => (
        <text key={`r${row}`} className="b-axis" x={-11} y={(row + 0.5) * unit}>
          {row + from}
        </text>
      ))}
    </g>
  );
});
