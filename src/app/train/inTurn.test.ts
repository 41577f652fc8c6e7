import { describe, expect, it } from 'vitest';
import { turns } from './inTurn.ts';

function frames(): { readonly schedule: (next: () => void) => void; readonly frame: () => void } {
  let planned: (() => void)[] = [];
  return {
    schedule: (next) => planned.push(next),
    frame() {
      const now = planned;
      planned = [];
      for (const next of now) next();
    },
  };
}

describe('Turns to draw', () => {
  it('come one at a time in order, also for those who join meanwhile', () => {
    const { schedule, frame } = frames();
    const { wait } = turns(schedule);
    const drawn: string[] = [];
    wait({}, () => {
      drawn.push('a');
      wait({}, () => drawn.push('c'));
    });
    wait({}, () => drawn.push('b'));
    expect(drawn).toEqual([]);
    frame();
    expect(drawn).toEqual(['a']);
    frame();
    frame();
    frame();
    expect(drawn).toEqual(['a', 'b', 'c']);
  });

  it('keep the place of whoever wants something else by now, so that nobody waits for ever', () => {
    const { schedule, frame } = frames();
    const { wait } = turns(schedule);
    const [first, second] = [{}, {}];
    const drawn: string[] = [];
    for (let value = 0; value < 4; value++) {
      wait(first, () => drawn.push(`first ${value}`));
      wait(second, () => drawn.push(`second ${value}`));
      frame();
    }
    expect(drawn).toEqual(['first 0', 'second 1', 'first 2', 'second 3']);
  });

  it('pass over those who left', () => {
    const { schedule, frame } = frames();
    const { wait, leave } = turns(schedule);
    const [gone, here] = [{}, {}];
    const drawn: string[] = [];
    wait(gone, () => drawn.push('gone'));
    leave(gone);
    frame();
    wait(gone, () => drawn.push('gone'));
    wait(here, () => drawn.push('here'));
    leave(gone);
    frame();
    expect(drawn).toEqual(['here']);
  });
});
