/**
 * What is costly to draw comes one after the other, with rests between: eight charts at once, or in eight frames without a rest, would hold the page for half
 * a second after each iteration, and longer where the trainer has taken the other core.
 */
import { useEffect, useState } from 'react';
import { onFrame } from '../source.ts';

export interface Turns {
  /** Who waits already keeps its place, with what it wants to be drawn by now. */
  readonly wait: (who: object, draw: () => void) => void;
  readonly leave: (who: object) => void;
}

/** @param schedule when the next one may draw */
export function turns(schedule: (next: () => void) => void): Turns {
  const waiting = new Map<object, () => void>();
  let planned = false;
  const plan = (): void => {
    if (planned || waiting.size === 0) return;
    planned = true;
    schedule(() => {
      planned = false;
      const [first] = waiting;
      if (first === undefined) return;
      const [who, draw] = first;
      waiting.delete(who);
      plan();
      draw();
    });
  };
  return {
    wait(who, draw) {
      waiting.set(who, draw);
      plan();
    },
    leave: (who) => void waiting.delete(who),
  };
}

/** Milliseconds in which whatever has come meanwhile is done: browsers put frames before timers and messages. */
const rest = 80;

const page = turns((next) => setTimeout(() => onFrame(next), rest));

/**
 * What is to be drawn by now: the value as it was when its turn came last.
 * @param same what needs no drawing anew
 * @returns null: its first turn has not come
 */
export function useInTurn<T>(value: T, same: (a: T, b: T) => boolean): T | null {
  const [who] = useState(() => ({}));
  const [drawn, setDrawn] = useState<{ readonly value: T } | null>(null);
  const done = drawn !== null && same(drawn.value, value);
  useEffect(() => {
    if (done) page.leave(who);
    else page.wait(who, () => setDrawn({ value }));
  });
  useEffect(() => () => page.leave(who), [who]);
  return drawn && drawn.value;
}
