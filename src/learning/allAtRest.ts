/**
 * As `Promise.all` of work on several threads, but when one fails the others are asked to stop, and its error comes when all are at rest:
 * nothing goes on unseen, and no thread is torn down in the middle of a run, which would take the whole process with it.
 */
export async function allAtRest(works: readonly Promise<unknown>[], stop: () => void): Promise<void> {
  for (const work of works) work.catch(stop);
  await Promise.allSettled(works);
  await Promise.all(works);
}
