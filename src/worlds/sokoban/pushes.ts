/** Which pushes the player can make from a position, and how to walk to them. */
import { directions, moveBox, offsets, type Direction, type Level, type Position } from './level.ts';
import { maxSide } from './xsb.ts';

export interface Push {
  /** the cell of the box before the push */
  readonly box: number;
  readonly direction: Direction;
  /** a shortest walk to the box, without the push itself */
  readonly walk: readonly Direction[];
  readonly after: Position;
}

/** Every push that the player can make next, with a shortest walk to it; nearest first. */
export function pushesOf(level: Level, position: Position): Push[] {
  const offset = offsets(level);
  const seen = flood(level, position);
  return Array.from({ length: seen.count }, (_, i) => {
    const from = seen.from[i];
    const d = seen.direction[i];
    const box = from + offset[d];
    const walk: Direction[] = [];
    for (let at = from; at !== position.player; at -= offset[seen.cameBy[at]]) walk.push(directions[seen.cameBy[at]]);
    return {
      box,
      direction: directions[d],
      walk: walk.reverse(),
      after: { player: box, boxes: moveBox(position.boxes, box, box + offset[d]) },
    };
  });
}

const cells = maxSide * maxSide;
const blocked = new Uint8Array(cells);
const queue = new Int16Array(cells);
/** One result for all calls, because searches make millions of them: read it before the next call. */
const result = {
  /** pushes found; push i starts at cell `from[i]` and goes in direction `direction[i]` */
  count: 0,
  from: new Int16Array(4 * cells),
  direction: new Int8Array(4 * cells),
  /** by cell: moves of a shortest walk to it (−1: out of reach) and the direction of its last step */
  steps: new Int16Array(cells),
  cameBy: new Int8Array(cells),
};

/** Where the player can walk and push; the result is overwritten by the next call. */
export function flood(level: Level, { player, boxes }: Position): Readonly<typeof result> {
  const offset = offsets(level);
  const { from, direction, steps, cameBy } = result;
  blocked.set(level.wall);
  for (const box of boxes) blocked[box] = 2;
  steps.fill(-1);
  steps[player] = 0;
  queue[0] = player;
  let count = 0;
  for (let head = 0, tail = 1; head < tail; head++) {
    const cell = queue[head];
    for (let d = 0; d < 4; d++) {
      const to = cell + offset[d];
      if (blocked[to] === 0 && steps[to] < 0) {
        cameBy[to] = d;
        steps[to] = steps[cell] + 1;
        queue[tail++] = to;
      } else if (blocked[to] === 2 && blocked[to + offset[d]] === 0) {
        from[count] = cell;
        direction[count++] = d;
      }
    }
  }
  result.count = count;
  return result;
}
