/** How a class has done at guessing, and how that is kept. */
import { z } from 'zod';
import { parsed } from '../remembers.ts';

/** What a class has done so far. */
export interface Score {
  readonly asked: number;
  readonly right: number;
  /** guesses of which it is known, and those at least as likely as what was done */
  readonly weighed: number;
  readonly likely: number;
  /** guesses that the rules could judge, and those that were best; the same of the policy */
  readonly judged: number;
  readonly best: number;
  readonly policyBest: number;
}

export const noScore: Score = { asked: 0, right: 0, weighed: 0, likely: 0, judged: 0, best: 0, policyBest: 0 };

const count = z.int().nonnegative();
const keptScore = z.object({ asked: count, right: count, weighed: count, likely: count, judged: count, best: count, policyBest: count });

/** What was kept may come from another version or another hand. */
export function readScore(text: string | null): Score {
  return keptScore.safeParse(parsed(text)).data ?? noScore;
}
