import { describe, expect, it } from 'vitest';
import { makeTask } from '../worlds/index.ts';
import { seedOf } from './seed.ts';

describe('The seed of a task', () => {
  const mines = makeTask('minesweeper', { mines: 5, turns: 12 }, 11);
  const boxes = makeTask('sokoban', {}, 3);

  it('is the one that makes it again, with its own settings', () => {
    expect(seedOf(mines, [3, 11])).toBe(11);
    expect(seedOf(boxes, [11, 3])).toBe(3);
  });

  it('is not known where none that may be meant makes it', () => {
    expect(seedOf(mines, [10, 12])).toBeNull();
    expect(seedOf(boxes, [])).toBeNull();
  });

  it('is none for a level of one’s own, even if it looks like one', () => {
    expect(seedOf({ ...mines, own: true }, [11])).toBeNull();
  });
});
