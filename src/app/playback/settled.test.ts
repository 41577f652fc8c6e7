import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSetup } from '../setup.ts';
import { scrubbed, settled } from './settled.ts';

const at = (turn: number) => ({ episode: 0, turn, beat: null });
/** One step of the slider. */
const step = (turn: number, ms: number): void => {
  vi.advanceTimersByTime(ms);
  scrubbed(performance.now());
  useSetup.getState().look(at(turn));
};

describe('What is read beside the board', () => {
  const told: unknown[] = [];
  let leave = (): unknown => undefined;
  beforeAll(() => {
    vi.useFakeTimers();
    leave = settled.subscribe(() => told.push(settled.get().moment));
  });
  beforeEach(() => {
    told.length = 0;
  });
  afterAll(() => {
    leave();
    vi.useRealTimers();
  });

  it('follows single steps at once', () => {
    for (const turn of [1, 2, 3]) step(turn, 500);
    expect(told).toEqual([at(1), at(2), at(3)]);
  });

  it('waits while somebody scrubs, and is then told of the last step alone', () => {
    step(1, 500);
    for (const turn of [2, 3, 4]) step(turn, 16);
    expect(told).toEqual([at(1)]);
    vi.advanceTimersByTime(79);
    expect(told).toEqual([at(1)]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual([at(1), at(4)]);
    step(5, 500);
    expect(told).toEqual([at(1), at(4), at(5)]);
  });

  it('is not kept by a trial that plays as fast as it can', () => {
    for (const turn of [6, 7, 8]) useSetup.getState().look(at(turn));
    expect(told).toEqual([at(6), at(7), at(8)]);
  });

  it('hears nothing of what it does not show', () => {
    useSetup.getState().play(true);
    useSetup.getState().show({ overlay: 'truth' });
    useSetup.getState().play(false);
    expect(told).toEqual([]);
  });
});
