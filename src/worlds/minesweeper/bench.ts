/** Speed of the rules and of exact insight; the caller gives the clock, because worlds have none. */
import { random } from '../random.ts';
import { makeTask } from './generate.ts';
import { insightOf } from './insight.ts';
import { initial, legal, step } from './rules.ts';
import { type Cell, type MineState, parseConfig } from './types.ts';

interface MineBench {
  /** exact insights per second on 6 × 6 boards with 3 to 6 mines, as met in random play; median of the rounds */
  readonly insightsPerSecond: number;
  readonly turnsPerSecond: number;
  readonly tasksPerSecond: number;
  /** different boards measured */
  readonly boards: number;
}

/** @param now milliseconds; @param rounds 1 or more, about 0.2 s each */
export function bench(now: () => number, rounds = 5): MineBench {
  const states = sampleStates(200);
  const insights: number[] = [];
  const turns: number[] = [];
  const tasks: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const insight = rate(now, 4000, (i) => {
      const { board, task } = states[i % states.length];
      insightOf(board, task.config.size, task.config.mines);
    });
    const turn = rate(now, 4000, (i) => {
      const state = states[i % states.length];
      const cell = legal(state).at(0);
      step(state, { valid: cell !== undefined, actions: cell === undefined ? [] : [cell] });
    });
    const task = rate(now, 2000, (i) => makeTask(states[i % states.length].task.config, i));
    if (round < 0) continue; // warm-up
    insights.push(insight);
    turns.push(turn);
    tasks.push(task);
  }
  return { insightsPerSecond: median(insights), turnsPerSecond: median(turns), tasksPerSecond: median(tasks), boards: states.length };
}

/** States of random players who lose late: they step on a mine only if nothing else is left. */
function sampleStates(episodes: number): MineState[] {
  const states: MineState[] = [];
  for (let seed = 0; seed < episodes; seed++) {
    const rng = random(seed);
    const config = parseConfig({ mines: 3 + (seed % 4), turns: 12 });
    let state = initial(makeTask(config, seed));
    while (state.end === null) {
      states.push(state);
      state = carefulStep(state, rng.shuffle(legal(state)));
    }
  }
  return states;
}

function carefulStep(state: MineState, cells: readonly Cell[]): MineState {
  for (const cell of cells) {
    const next = step(state, { valid: true, actions: [cell] }).state;
    if (next.end !== 'dead' || cell === cells.at(-1)) return next;
  }
  return state;
}

function rate(now: () => number, count: number, work: (i: number) => void): number {
  const start = now();
  for (let i = 0; i < count; i++) work(i);
  return (count / (now() - start)) * 1000;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
