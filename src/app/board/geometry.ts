/** Shapes of boards as SVG paths; one cell is `unit` wide. Pure. */
export const unit = 40;

export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Top left corner of a cell. */
export function corner({ row, column }: Cell): { x: number; y: number } {
  return { x: column * unit, y: row * unit };
}

export function middle({ row, column }: Cell): { x: number; y: number } {
  return { x: (column + 0.5) * unit, y: (row + 0.5) * unit };
}

type Point = readonly [x: number, y: number];

/**
 * The outline of a set of cells as one closed path per loop (holes run the other way round), corners rounded by `radius`.
 * Each cell contributes its four edges clockwise; edges between two cells of the set cancel out.
 */
export function outline(cells: readonly Cell[], radius: number): string {
  const inside = new Set(cells.map(({ row, column }) => `${row},${column}`));
  const edges = new Map<string, Point[]>();
  const add = (from: Point, to: Point): void => {
    const key = from.join();
    edges.set(key, [...(edges.get(key) ?? []), to]);
  };
  for (const { row, column } of cells) {
    if (!inside.has(`${row - 1},${column}`)) add([column, row], [column + 1, row]);
    if (!inside.has(`${row},${column + 1}`)) add([column + 1, row], [column + 1, row + 1]);
    if (!inside.has(`${row + 1},${column}`)) add([column + 1, row + 1], [column, row + 1]);
    if (!inside.has(`${row},${column - 1}`)) add([column, row + 1], [column, row]);
  }
  return loops(edges).map((loop) => rounded(loop, radius)).join('');
}

/** Chain edges to loops of corner points. Where two loops touch, the sharper right turn keeps them apart. */
function loops(edges: Map<string, Point[]>): Point[][] {
  const out: Point[][] = [];
  for (;;) {
    const entry = edges.entries().next();
    if (entry.done) return out;
    const [key] = entry.value;
    const start = toPoint(key);
    const loop: Point[] = [start];
    let direction: Point = [0, 0];
    let at = start;
    do {
      const next = take(edges, at, direction);
      const step: Point = [next[0] - at[0], next[1] - at[1]];
      if (step[0] === direction[0] && step[1] === direction[1]) loop[loop.length - 1] = next;
      else loop.push(next);
      direction = step;
      at = next;
    } while (at[0] !== start[0] || at[1] !== start[1]);
    loop.pop();
    out.push(loop);
  }
}

function take(edges: Map<string, Point[]>, at: Point, direction: Point): Point {
  const key = at.join();
  const choices = edges.get(key) ?? [];
  const right: Point = [-direction[1], direction[0]];
  const found = choices.findIndex(([x, y]) => x - at[0] === right[0] && y - at[1] === right[1]);
  const index = Math.max(found, 0);
  const rest = choices.filter((_, i) => i !== index);
  if (rest.length > 0) edges.set(key, rest);
  else edges.delete(key);
  return choices[index];
}

function toPoint(key: string): Point {
  const [x, y] = key.split(',').map(Number);
  return [x, y];
}

function rounded(loop: readonly Point[], radius: number): string {
  const parts = loop.map((point, i) => {
    const before = loop[(i + loop.length - 1) % loop.length];
    const after = loop[(i + 1) % loop.length];
    const [x, y] = [point[0] * unit, point[1] * unit];
    const from = towards(point, before, radius);
    const to = towards(point, after, radius);
    return `${i === 0 ? 'M' : 'L'}${from[0]} ${from[1]}Q${x} ${y} ${to[0]} ${to[1]}`;
  });
  return `${parts.join('')}Z`;
}

function towards(from: Point, to: Point, distance: number): Point {
  const [dx, dy] = [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
  return [from[0] * unit + dx * distance, from[1] * unit + dy * distance];
}
