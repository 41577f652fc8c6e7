/** Trials a second of teachers, and how strong they are; a command and tests print or check what comes out. */
import { makeTask, type Task, type WorldId } from '../worlds/index.ts';
import type { MemoryMode, Player } from './contract.ts';
import { playAll } from './scheduler.ts';
import type { TrialRecord } from './records.ts';

interface Strength {
  readonly trials: number;
  /** share of trials won within 1, 2, … episodes */
  readonly wonWithin: readonly number[];
  readonly turns: number;
  /** share of turns whose answer could not be read */
  readonly invalid: number;
}

/** Tasks of seeds `from`, `from` + 1, …; none is of a held-out list, which have splits of their own. */
export function someTasks(world: WorldId, settings: unknown, count: number, from = 1_000_000): Task[] {
  return Array.from({ length: count }, (_, index) => makeTask(world, settings, from + index));
}

export function strength(tasks: readonly Task[], player: Player, memory: MemoryMode = 'none', episodes = 1, seed = 1): Strength {
  const config = { episodes, memory };
  return summary(playAll(tasks.map((task, trial) => ({ task, config, style: 'brief', seed, trial })), player), episodes);
}

function summary(trials: readonly (readonly TrialRecord[])[], episodes: number): Strength {
  const wonIn = trials.map((records) => records.flatMap((record) => (record.type === 'episodeEnded' ? [record.end] : [])).indexOf('won'));
  const acted = trials.flat().flatMap((record) => (record.type === 'acted' ? [record.valid] : []));
  return {
    trials: trials.length,
    wonWithin: Array.from({ length: episodes }, (_, k) => wonIn.filter((episode) => episode >= 0 && episode <= k).length / trials.length),
    turns: acted.length,
    invalid: acted.filter((valid) => !valid).length / Math.max(1, acted.length),
  };
}

export interface TeacherBench {
  readonly trialsPerSecond: number;
  readonly turnsPerSecond: number;
}

/** @param now milliseconds, from the caller: this room has no clock */
export function benchTeachers(tasks: readonly Task[], player: Player, now: () => number): TeacherBench {
  const start = now();
  const { turns } = strength(tasks, player, 'both', 3);
  const seconds = (now() - start) / 1000;
  return { trialsPerSecond: tasks.length / seconds, turnsPerSecond: turns / seconds };
}
