/** How fast Sokoban is on one core; the clock comes from outside because worlds have none. */
import { random } from '../random.ts';
import type { SokobanAction } from './answer.ts';
import { parseConfig } from './config.ts';
import { generate } from './generate.ts';
import { directions } from './level.ts';
import { initial, makeTask, step, type SokobanTask } from './state.ts';

export interface SokobanBench {
  /** random moves through `step` without the deadlock proof */
  readonly movesPerSecond: number;
  /** the same with the proof, every episode on a level not seen before */
  readonly provenMovesPerSecond: number;
  /** ms per generated level, by setting */
  readonly msPerLevel: { readonly '6×6/2': number; readonly '7×7/3': number; readonly '8×8/4': number };
}

/** Takes about 3 s. @param now a clock in ms, for instance performance.now */
export function benchSokoban(now: () => number): SokobanBench {
  const config = parseConfig({});
  const tasks = Array.from({ length: 600 }, (_, seed) => makeTask(config, seed));
  const draw = random(1);
  const turns: SokobanAction[][] = Array.from({ length: 1000 }, () => [draw.pick(directions), draw.pick(directions), draw.pick(directions)]);
  const msOf = (settings: object): number => {
    const shape = parseConfig(settings);
    const count = 100;
    const start = now();
    for (let seed = 0; seed < count; seed++) generate(shape, seed);
    return (now() - start) / count;
  };
  movesPerSecond(tasks.slice(0, 100), turns, false, 5, now);
  return {
    movesPerSecond: movesPerSecond(tasks.slice(0, 100), turns, false, 50, now),
    provenMovesPerSecond: movesPerSecond(tasks.slice(100), turns, true, 1, now),
    msPerLevel: { '6×6/2': msOf({}), '7×7/3': msOf({ size: 7, boxes: 3 }), '8×8/4': msOf({ size: 8, boxes: 4 }) },
  };
}

function movesPerSecond(tasks: readonly SokobanTask[], turns: readonly SokobanAction[][], proof: boolean, rounds: number, now: () => number): number {
  let moves = 0;
  let next = 0;
  const start = now();
  for (let round = 0; round < rounds; round++) {
    for (const task of tasks) {
      let state = initial(task);
      while (state.end === null) {
        const turn = step(state, { valid: true, actions: turns[next++ % turns.length] }, { proof });
        state = turn.state;
        moves += turn.applied.length;
      }
    }
  }
  return moves / ((now() - start) / 1000);
}
