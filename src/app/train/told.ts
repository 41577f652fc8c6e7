/** What went wrong in training, in the page's words. */
import { TrainError, type TrainProblem } from '../../platform/web/trainProblem.ts';
import type { Strings } from '../strings/index.ts';
import { told, type Told } from '../trouble.ts';
import type { TrainStrings } from './strings/index.ts';

export function toldInTraining(error: unknown, page: Strings, strings: TrainStrings): Told {
  if (!(error instanceof TrainError)) return told(error, page);
  const { problem, details } = error;
  const words = inWords(problem, strings);
  return words === null ? told(new Error(details ?? ''), page) : { words, details };
}

/** null: there are none of training's own */
function inWords(problem: TrainProblem, { problems }: TrainStrings): string | null {
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
