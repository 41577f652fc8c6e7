/** What the store of runs holds, read past the page: a store is written a moment after what it holds has come about. */
import type { Page } from '@playwright/test';

/** How many turns the browser keeps of the newest trial, whatever the page has in memory. */
export async function turnsKept(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error ?? new Error('The store does not answer.'));
      });
    const database = await answer(indexedDB.open('fieldnotes.runs'));
    const kept: unknown[] = await answer(database.transaction('records').objectStore('records').getAll());
    database.close();
    return JSON.stringify(kept).split('"type":"acted"').length - 1;
  });
}
