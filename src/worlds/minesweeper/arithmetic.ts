/** Exact counting twice over: in doubles while every count stays below 2^53, else in big integers. */

/** An exact probability. */
export interface Chance {
  /** reduced, as `1/3`; certain ones are `0/1` and `1/1` */
  readonly fraction: string;
  readonly value: number;
}

export interface Arithmetic<N> {
  readonly zero: N;
  readonly one: N;
  add(a: N, b: N): N;
  multiply(a: N, b: N): N;
  /** n over k */
  choose(n: number, k: number): N;
  isZero(a: N): boolean;
  /** a / b, reduced; b > 0 */
  ratio(a: N, b: N): Chance;
}

const most = 100;

function pascal<N>(one: N, zero: N, add: (a: N, b: N) => N): readonly (readonly N[])[] {
  const table: N[][] = [[one]];
  for (let n = 1; n <= most; n++) {
    const above = table[n - 1];
    table.push(Array.from({ length: n + 1 }, (_, k) => add(above[k - 1] ?? zero, above[k] ?? zero)));
  }
  return table;
}

const big = pascal(1n, 0n, (a, b) => a + b);
/** Entries beyond 2^53 are rounded; `fitsDoubles` says when none of them can be met. */
const small = pascal(1, 0, (a, b) => a + b);

/** Whether all counts of placements of at most `mines` mines in at most `cells` cells are exact in doubles. */
export function fitsDoubles(cells: number, mines: number): boolean {
  return small[cells][Math.min(mines, Math.floor(cells / 2))] <= Number.MAX_SAFE_INTEGER;
}

const impossible: Chance = { fraction: '0/1', value: 0 };
const sure: Chance = { fraction: '1/1', value: 1 };

export const doubles: Arithmetic<number> = {
  zero: 0,
  one: 1,
  add: (a, b) => a + b,
  multiply: (a, b) => a * b,
  choose: (n, k) => (k > n ? 0 : small[n][k]),
  isZero: (a) => a === 0,
  ratio(a, b) {
    if (a === 0) return impossible;
    if (a === b) return sure;
    let [x, y] = [a, b];
    while (y > 0) [x, y] = [y, x % y];
    return { fraction: `${a / x}/${b / x}`, value: a / b };
  },
};

export const integers: Arithmetic<bigint> = {
  zero: 0n,
  one: 1n,
  add: (a, b) => a + b,
  multiply: (a, b) => a * b,
  choose: (n, k) => (k > n ? 0n : big[n][k]),
  isZero: (a) => a === 0n,
  ratio(a, b) {
    if (a === 0n) return impossible;
    if (a === b) return sure;
    let [x, y] = [a, b];
    while (y > 0n) [x, y] = [y, x % y];
    return { fraction: `${a / x}/${b / x}`, value: Number(a) / Number(b) };
  },
};
