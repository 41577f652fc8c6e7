/** The door to trying by hand: a level of one's own. */
import type { Task } from '../../worlds/index.ts';

export function HandDoor({ task }: { readonly task: Task | null }) {
  return <section className="hand-door">{task?.world}</section>;
}
