/** What a run is called until somebody gives it a name. */
import { InputError, type Task } from '../../worlds/index.ts';
import { parseSeed, taskKey, taskName, taskOf, type Chosen } from '../settings.ts';
import type { Strings } from '../strings/index.ts';

export function taskTitle(task: Task, strings: Strings): string {
  return `${strings.setup.worlds[task.world]} ${taskName(task, strings)}`;
}

/** With the seed that makes the task, where the choice that was played is still chosen: a task itself does not say which seed it came from. */
export function runTitle(task: Task, chosen: Chosen, strings: Strings): string {
  const seed = seedOf(task, chosen);
  return seed === null ? taskTitle(task, strings) : `${taskTitle(task, strings)} · ${strings.runs.seed(seed)}`;
}

function seedOf(task: Task, chosen: Chosen): number | null {
  if (chosen.level !== null) return null;
  try {
    const made = taskOf(chosen);
    return made.world === task.world && taskKey(made) === taskKey(task) ? parseSeed(chosen.seed) : null;
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}
