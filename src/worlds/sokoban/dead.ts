/**
 * Squares where a box is lost: from there a box alone on the board can't be pushed to any goal, wherever the player starts. The player
 * has to walk round the box, so this finds more than pulling backwards through two free cells in line.
 */
import { offsets, type Level } from './level.ts';

interface Lone {
  /** by cell: fewest pushes of a lone box to the nearest goal, −1 if there is no way */
  readonly pushes: Int16Array;
  /** floor cells that are lost, ascending */
  readonly dead: readonly number[];
}

const cache = new WeakMap<Level, Lone>();

/** Worked out once a level. */
export function lone(level: Level): Lone {
  const known = cache.get(level);
  if (known !== undefined) return known;
  const made = search(level);
  cache.set(level, made);
  return made;
}

/** Backwards from every goal over (box, player): walks cost nothing, a pull costs one; hence a breadth-first search by pulls. */
function search(level: Level): Lone {
  const size = level.wall.length;
  const steps = offsets(level);
  const inside = new Uint8Array(size);
  for (const cell of level.floor) inside[cell] = 1;
  const pushes = new Int16Array(size).fill(-1);
  const seen = new Uint8Array(size * size);
  let layer: number[] = [];
  for (const goal of level.goals) {
    if (inside[goal] === 0) continue;
    for (const player of level.floor) if (player !== goal) layer.push(goal * size + player);
  }
  for (let depth = 0; layer.length > 0; depth++) {
    const next: number[] = [];
    // `layer` grows while it is walked: walks stay in it, pulls go to the next one
    for (const state of layer) {
      if (seen[state] === 1) continue;
      seen[state] = 1;
      const box = Math.floor(state / size);
      const player = state % size;
      if (pushes[box] < 0) pushes[box] = depth;
      for (const step of steps) {
        const to = player + step;
        if (inside[to] === 0 || to === box) continue;
        layer.push(box * size + to);
        if (player - step === box) next.push(player * size + to);
      }
    }
    layer = next;
  }
  // a goal is never lost, even where nobody can push from
  for (const goal of level.goals) pushes[goal] = 0;
  return { pushes, dead: level.floor.filter((cell) => pushes[cell] < 0) };
}
