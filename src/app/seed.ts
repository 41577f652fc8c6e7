/** Tasks do not carry the seed they were made from: it is known where making one again gives the same task. */
import { useEffect, useState } from 'react';
import { InputError, makeTask, type Task } from '../worlds/index.ts';
import recorded from './recorded.json' with { type: 'json' };
import { parseSeed, taskKey } from './settings.ts';
import { useSetup } from './setup.ts';

/** @param tried seeds that it may have come from. @returns null: it is from none of these, or a person's own level */
export function seedOf(task: Task, tried: readonly number[]): number | null {
  return task.own ? null : (tried.find((seed) => makes(seed, task)) ?? null);
}

function makes(seed: number, task: Task): boolean {
  try {
    return taskKey(makeTask(task.world, task.config, seed)) === taskKey(task);
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/** Those that were found, as long as the tab: another seed may be typed by then. */
const known = new Map<string, number>();

/** Milliseconds until it is asked: making a level is work, and everything that a visitor waits for comes first. */
const patience = 400;

/** @param trial its number among those that were run together: the wall counts seeds on. @returns null: not known, or not yet */
export function useSeed(task: Task, trial: number): number | null {
  const [found, setFound] = useState<{ readonly task: Task; readonly seed: number | null } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      const key = taskKey(task);
      const typed = parseSeed(useSetup.getState().seed);
      const opening = parseSeed(recorded.seeds[task.world]);
      const seed = known.get(key) ?? seedOf(task, [...(typed === null ? [] : [typed + trial]), ...(opening === null ? [] : [opening])]);
      if (seed !== null) known.set(key, seed);
      setFound({ task, seed });
    }, patience);
    return () => clearTimeout(timer);
  }, [task, trial]);
  return found?.task === task ? found.seed : null;
}
