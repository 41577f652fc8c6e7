/** Who can play on the page: Scout, or a teacher by its style. */
import type { Player } from '../trial/contract.ts';
import { styles } from '../trial/teachers/style.ts';
import { teacher } from '../trial/teachers/teacher.ts';

export const teacherNames = styles;

/** null: the choice is not a teacher */
export function teacherOf(policy: string): Player | null {
  const style = styles.find((name) => policy === `teacher:${name}`);
  return style === undefined ? null : teacher(style);
}
