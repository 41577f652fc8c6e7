import { allAtRest } from './allAtRest.ts';

/** Work through items on several engines, each with one item at a time; after a failure none is begun any more. @returns results in the order of the items */
export async function mapOnEngines<E, T, R>(engines: readonly E[], items: readonly T[], work: (engine: E, item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const works = engines.map(async (engine) => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(engine, items[index]);
    }
  });
  await allAtRest(works, () => (next = items.length));
  return results;
}
