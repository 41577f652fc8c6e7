/**
 * Threads of training that one command leaves to the next, for tests of many sessions: a thread reads all its modules anew, which takes
 * longer than what is asked here, and how threads start and end is tested where they are made.
 */
import { afterAll } from 'vitest';
import type * as TrainWorker from '../platform/node/trainWorker.ts';

const kept = new Map<string, Promise<TrainWorker.TrainingThreads>>();
afterAll(async () => {
  for (const started of kept.values()) await (await started).stop();
});

/** To mock `trainWorker.ts` with. */
export function keeping({ startTrainingThreads, ...rest }: typeof TrainWorker): typeof TrainWorker {
  return {
    ...rest,
    async startTrainingThreads(...asked) {
      const key = JSON.stringify(asked);
      const started = kept.get(key) ?? startTrainingThreads(...asked);
      kept.set(key, started);
      return { ...(await started), stop: () => Promise.resolve() };
    },
  };
}
