/** What the store of runs holds, read past the page: a store is written a moment after what it holds has come about. */
import type { Page } from '@playwright/test';
import { liftArms, readLift } from '../src/experiment/lift.ts';

/** How many turns the browser keeps, whatever the page has in memory. */
export async function turnsKept(page: Page): Promise<number> {
  return JSON.stringify(await all(page, 'records')).split('"type":"acted"').length - 1;
}

/** How many samples of each arm it keeps of the one lift that was measured; null: of none. */
export async function samplesKept(page: Page): Promise<readonly number[] | null> {
  const lift = readLift((await all(page, 'attachments')).at(0));
  return lift && liftArms.map((arm) => lift.outcomes[arm].filter((won) => won !== null).length);
}

function all(page: Page, name: 'records' | 'attachments'): Promise<unknown[]> {
  return page.evaluate(async (of) => {
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error ?? new Error('The store does not answer.'));
      });
    const database = await answer(indexedDB.open('fieldnotes.runs'));
    const kept: unknown[] = await answer(database.transaction(of).objectStore(of).getAll());
    database.close();
    return kept;
  }, name);
}
