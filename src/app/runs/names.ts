/** What a run is called until somebody gives it a name. */
import type { Task } from '../../worlds/index.ts';
import { taskName } from '../settings.ts';
import type { Strings } from '../strings/index.ts';

export function taskTitle(task: Task, strings: Strings): string {
  return `${strings.setup.worlds[task.world]} ${taskName(task, strings)}`;
}
