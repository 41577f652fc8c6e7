import { z } from 'zod';
import { trainProblem, type TrainProblem } from './trainProblem.ts';

/** Every kind of problem that training can run into. */
export const trainProblemKinds: readonly TrainProblem['kind'][] = trainProblem.options.flatMap(({ shape: { kind } }) => (kind instanceof z.ZodEnum ? kind.options : kind.value));
