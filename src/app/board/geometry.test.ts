import { describe, expect, it } from 'vitest';
import { outline, unit } from './geometry.ts';

/** Signed area of the corner polygon (shoelace), in cells. */
function areas(path: string): number[] {
  return path
    .split('Z')
    .filter((part) => part !== '')
    .map((part) => {
      const points = [...part.matchAll(/Q(\d+) (\d+)/g)].map((match) => [Number(match[1]) / unit, Number(match[2]) / unit]);
      return points.reduce((sum, [x, y], i) => {
        const [u, v] = points[(i + 1) % points.length];
        return sum + (x * v - u * y) / 2;
      }, 0);
    });
}

const ring = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => ({ row, column }))).filter(({ row, column }) => row !== 1 || column !== 1);

describe('outline', () => {
  it('draws one cell as one square with rounded corners', () => {
    expect(outline([{ row: 0, column: 0 }], 4)).toBe('M0 4Q0 0 4 0L36 0Q40 0 40 4L40 36Q40 40 36 40L4 40Q0 40 0 36Z');
  });

  it('draws a border as one shape with a hole that runs the other way', () => {
    expect(areas(outline(ring, 4)).sort((a, b) => a - b)).toEqual([-1, 9]);
  });

  it('keeps cells that touch only at a corner apart', () => {
    expect(areas(outline([{ row: 0, column: 0 }, { row: 1, column: 1 }], 4))).toEqual([1, 1]);
  });

  it('leaves no seam between neighbours', () => {
    const corners = [...outline([{ row: 0, column: 0 }, { row: 0, column: 1 }, { row: 0, column: 2 }], 0).matchAll(/Q/g)];
    expect(corners).toHaveLength(4);
  });

  it('draws nothing for no cells', () => {
    expect(outline([], 4)).toBe('');
  });
});
