import { expect, it } from 'vitest';
import { keptEvery } from './trainStore.ts';

it('Adapters are kept after round numbers of iterations, at most 25 beside the last', () => {
  expect([0, 1, 25, 26, 30, 50, 51, 100, 200, 250, 251, 10_000].map(keptEvery)).toEqual([1, 1, 1, 2, 2, 2, 5, 5, 10, 10, 20, 500]);
  for (let iterations = 0; iterations <= 250; iterations++) expect(10 % keptEvery(iterations), `${iterations} iterations keep 0, 10, 20, …`).toBe(0);
});
