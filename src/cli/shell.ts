/** What every command shares: errors and files in words, progress, output, Ctrl-C, flags' values. */
import { decimal, wholeDecimal } from '../worlds/index.ts';
import { exitCode, oneLine, UsageError } from './errors.ts';
import { clearPassing } from './progress.ts';

export * from './errors.ts';
export * from './files.ts';
export * from './progress.ts';

/** Results go to standard output and nothing else does. */
export function print(line: string): void {
  if (process.stdout.isTTY) clearPassing();
  process.stdout.write(`${line}\n`);
}

/** Everything that is not a result: errors, warnings, what was written where. Names and values in it may come from anywhere. */
export function note(line: string): void {
  clearPassing();
  process.stderr.write(`${oneLine(line)}\n`);
}

let stop: AbortController | undefined;

/** Aborted by Ctrl-C (or a request to end), so that work can come to a clean end. A second Ctrl-C ends the program at once. */
export function stopSignal(): AbortSignal {
  if (stop) return stop.signal;
  const controller = (stop = new AbortController());
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(exitCode.interrupted);
      controller.abort();
      setTimeout(() => note('Stopping when the step in hand is over; Ctrl-C again ends at once.'), 1000).unref();
    });
  }
  return controller.signal;
}

/** Wait for `work`, or leave it behind at Ctrl-C. @returns undefined if stopped */
export async function untilStopped<T>(work: Promise<T>): Promise<T | undefined> {
  const signal = stopSignal();
  let leave = (): void => undefined;
  const stopped = new Promise<undefined>((resolve) => {
    leave = () => resolve(undefined);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** Let waiting signals and timers have their turn in the middle of long work. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function wholeNumber(flag: string, text: string, min: number, max: number): number {
  const value = wholeDecimal(text);
  if (!(value >= min && value <= max)) {
    throw new UsageError(`${flag} is "${text}"; it must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

export function numberIn(flag: string, text: string, min: number, max: number): number {
  const value = decimal(text);
  if (!(value >= min && value <= max)) {
    throw new UsageError(`${flag} is "${text}"; it must be a number from ${min} to ${max}.`);
  }
  return value;
}

export function oneOf<T extends string>(flag: string, text: string, options: readonly T[]): T {
  const found = options.find((option) => option === text);
  if (found === undefined) throw new UsageError(`${flag} is "${text}"; choose one of ${options.join(', ')}.`);
  return found;
}
