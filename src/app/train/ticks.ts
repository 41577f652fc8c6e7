/** Where a chart's value axis is marked: round numbers at equal distances, told with as many digits as keep them apart. Pure. */

export interface Ticks {
  /** ascending; the first and the last are the ends of the axis */
  readonly values: readonly number[];
  /** decimals that tell them apart */
  readonly digits: number;
}

/** Steps are these times a power of ten. */
const mantissas = [1, 2, 5] as const;

/**
 * The closest marks that hold all values and are no more than `most`.
 * @param most at least 3: with fewer, values on both sides of a mark can't be held
 */
export function ticksOf(values: readonly number[], most = 4): Ticks {
  const [low, high] = ends(values);
  for (let power = Math.floor(Math.log10((high - low) / most)); ; power++) {
    for (const mantissa of mantissas) {
      const step = mantissa * 10 ** power;
      // What lies on a mark but for rounding needs no further one.
      const [first, last] = [Math.floor(low / step + 1e-6), Math.ceil(high / step - 1e-6)];
      if (last - first + 1 > most) continue;
      const digits = Math.max(0, -power);
      return { values: Array.from({ length: last - first + 1 }, (_, i) => rounded((first + i) * step, digits)), digits };
    }
  }
}

/** Smallest and largest; where there is but one value, something around it. */
function ends(values: readonly number[]): readonly [number, number] {
  if (values.length === 0) return [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size < 1e-12) return [0, 0.1];
  return high - low > 1e-6 * size ? [low, high] : [low - 0.05 * size, high + 0.05 * size];
}

function rounded(value: number, digits: number): number {
  // + 0: no mark at −0
  return Number(value.toFixed(Math.min(20, digits))) + 0;
}

/** @param percent the values are shares */
export function tickText(value: number, digits: number, percent = false): string {
  if (percent) return `${tickText(100 * value, Math.max(0, digits - 2))}\u00a0%`;
  if (value === 0) return '0';
  const text = digits > 4 ? Number(value.toPrecision(6)).toExponential() : value.toFixed(digits);
  return text.replaceAll('-', '−');
}
