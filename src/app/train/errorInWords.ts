/** What went wrong in training, in the page's words. */
import { TrainError, type TrainProblem } from '../../platform/web/trainProblem.ts';
import type { Strings } from '../strings/index.ts';
import { errorInWords, type ErrorInWords } from '../trouble.ts';
import type { TrainStrings } from './strings/index.ts';

export function trainErrorInWords(error: unknown, page: Strings, strings: TrainStrings): ErrorInWords {
  if (!(error instanceof TrainError)) return errorInWords(error, page);
  const { problem, details } = error;
  const words = ownWords(problem, strings);
  return words === null ? errorInWords(new Error(details ?? ''), page) : { words, details };
}

/** null: there are none of training's own */
function ownWords(problem: TrainProblem, { problems }: TrainStrings): string | null {
  switch (problem.kind) {
    case 'goneOn':
    case 'notKept':
      return problems[problem.kind](problem.iteration);
    case 'otherModel':
      return problems.otherModel(problem.run);
    case 'gradient':
      return problems.gradient(problem.step, String(problem.rate));
    case 'unknown':
      return null;
    default:
      return problems[problem.kind];
  }
}
