/**
 * Who scrubs looks at the board. What is read beside it waits until the hand rests, so that a frame costs little however much there is to read.
 */
import { useEffect, useState } from 'react';
import { source, useSource } from '../source.ts';

/** Milliseconds without another step after which a hand rests. */
const rest = 80;

const scrubbing = source(false);
let last = -Infinity;
let resting: ReturnType<typeof setTimeout> | undefined;

/** One step of the scrubber. A single step is no scrubbing. */
export function scrubbed(now: number): void {
  if (now - last < rest) scrubbing.set(true);
  last = now;
  clearTimeout(resting);
  resting = setTimeout(() => scrubbing.set(false), rest);
}

/** The value as it was when scrubbing began, until that is over; at all other times the value itself. */
export function useSettled<T>(value: T): T {
  const waits = useSource(scrubbing);
  const [settled] = useState(() => source(value));
  useEffect(() => {
    if (!waits) settled.set(value);
  }, [waits, value, settled]);
  return waits ? settled.get() : value;
}
