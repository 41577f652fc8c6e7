import { describe, expect, it, vi } from 'vitest';
import { allAtRest } from './allAtRest.ts';
import { mapOnEngines } from './mapOnEngines.ts';

const later = (steps: number): Promise<void> => Array.from({ length: steps }).reduce<Promise<void>>((before) => before.then(() => undefined), Promise.resolve());

describe('work on several threads', () => {
  it('ends when all of it has, and nothing is stopped', async () => {
    const stop = vi.fn();
    await allAtRest([later(1), later(5)], stop);
    expect(stop).not.toHaveBeenCalled();
  });

  it('is stopped by the first failure, whose error comes when all are at rest', async () => {
    let stopped = false;
    let atRest = false;
    const other = (async () => {
      for (let step = 0; step < 1000 && !stopped; step++) await later(1);
      await later(5);
      atRest = true;
      return stopped;
    })();
    const failing = later(3).then(() => {
      throw new Error('out of memory');
    });
    await expect(allAtRest([other, failing], () => (stopped = true))).rejects.toThrow('out of memory');
    expect(atRest).toBe(true);
    expect(await other).toBe(true);
  });

  it('on items: after a failure none is begun any more, and what is under way ends first', async () => {
    const begun: number[] = [];
    let ended = 0;
    const work = async (engine: string, item: number): Promise<number> => {
      begun.push(item);
      await later(engine === 'slow' ? 20 : 2);
      ended++;
      if (item === 3) throw new Error('broken');
      return item;
    };
    const items = Array.from({ length: 50 }, (_, i) => i);
    await expect(mapOnEngines(['slow', 'fast'], items, work)).rejects.toThrow('broken');
    expect(begun).toEqual([0, 1, 2, 3]);
    expect(ended).toBe(4);
    expect(await mapOnEngines(['slow', 'fast'], [5, 4], work)).toEqual([5, 4]);
  });
});
