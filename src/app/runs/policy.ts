/** Who played a trial, and so who plays on with it. */
import type { TrialView } from '../../trial/fold.ts';
import { teacherNames } from '../policies.ts';

/** As setup names policies. */
export function policyOf(view: TrialView): string {
  const played = view.episodes.flatMap(({ turns }) => turns.map(({ response }) => response.policy)).findLast((policy) => policy !== 'person');
  const teacher = teacherNames.find((name) => played?.startsWith(`teacher:${name}`));
  return teacher === undefined ? 'scout' : `teacher:${teacher}`;
}
