/** What a policy would also have answered. Pure. */
import type { AnswerOdds } from '../../trial/answers.ts';

/** The likeliest answers but the one that was given, most likely first. @param given its actions; none where it could not be read, or where nothing was answered yet */
export function othersOf<T extends Pick<AnswerOdds, 'actions' | 'share'>>(answers: readonly T[], given: readonly string[], most: number): readonly T[] {
  return answers
    .filter(({ actions }) => actions.join() !== given.join())
    .toSorted((a, b) => b.share - a.share)
    .slice(0, most);
}
