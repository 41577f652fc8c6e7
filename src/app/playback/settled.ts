/**
 * Who scrubs looks at the board. What is read beside it waits until the hand rests, so that a frame costs little however much there is to read.
 */
import { useSetup } from '../setup.ts';
import { source } from '../source.ts';
import type { Moment } from './moments.ts';

/** Milliseconds without another step after which a hand rests. */
const rest = 80;

/** See setup.ts. */
interface Where {
  readonly moment: Moment | null;
  readonly seen: Moment | null;
}

/** Where the trial stood when scrubbing began, until that is over; at all other times where it stands. */
export const settled = source<Where>(where());

let scrubbing = false;
let last = -Infinity;
let resting: ReturnType<typeof setTimeout> | undefined;

useSetup.subscribe(() => {
  if (!scrubbing) settle();
});

/** One step by hand, told before it is made. A single step is no scrubbing. */
export function scrubbed(now: number): void {
  scrubbing ||= now - last < rest;
  last = now;
  clearTimeout(resting);
  resting = setTimeout(() => {
    scrubbing = false;
    settle();
  }, rest);
}

function settle(): void {
  const [before, now] = [settled.get(), where()];
  if (now.moment !== before.moment || now.seen !== before.seen) settled.set(now);
}

function where(): Where {
  const { moment, seen } = useSetup.getState();
  return { moment, seen };
}
