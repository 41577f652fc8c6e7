/** What every command shares: errors a person can mend, exit codes, files, progress with time left. */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { InputError } from '../worlds/index.ts';

/** Exit codes, documented in docs/cli.md. */
export const exitCode = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** A wrong flag, file or value: one sentence with what to do, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Ctrl-C: the message says what was kept. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export function codeOf(error: unknown): number {
  if (error instanceof Interrupted) return exitCode.interrupted;
  return error instanceof UsageError || error instanceof InputError ? exitCode.usage : exitCode.failed;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Results go to standard output and nothing else does. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Everything that is not a result: progress, warnings. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** @param flag which flag named the file, for the error */
export function readText(flag: string, path: string): string {
  return new TextDecoder().decode(readBytes(flag, path));
}

export function readBytes(flag: string, path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`${flag} ${path} can't be read (${reason(error)}); give the path of a file that exists.`);
  }
}

export function readJson(flag: string, path: string): unknown {
  try {
    return JSON.parse(readText(flag, path));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${flag} ${path} is not JSON (${messageOf(error)}).`);
  }
}

export function writeOut(flag: string, path: string, content: string | Uint8Array): void {
  try {
    writeFileSync(path, content);
  } catch (error) {
    // The place was good when the work began (checkOut); what fails now is the machine.
    throw new Error(`${flag} ${path} can't be written (${reason(error)}).`);
  }
}

/** Long work whose result can't be written is not begun. @throws UsageError */
export function checkOut(flag: string, path: string | undefined): void {
  if (path === undefined) return;
  const refuse = (why: string): never => {
    throw new UsageError(`${flag} ${path} can't be written (${why}); give the path of a file in a folder that exists.`);
  };
  if (path === '') refuse('the name is empty');
  const place = existsSync(path) ? path : dirname(path);
  if (place === path && statSync(path).isDirectory()) refuse('it is a folder');
  if (place !== path && !existsSync(place)) refuse(`there is no folder ${place}`);
  if (place !== path && !statSync(place).isDirectory()) refuse(`${place} is no folder`);
  try {
    accessSync(place, constants.W_OK);
  } catch (error) {
    refuse(reason(error));
  }
}

/** A folder for results, made if it is missing. @throws UsageError */
export function makeFolder(flag: string, path: string): void {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new UsageError(`${flag} ${path} can't be used (${reason(error)}); give a folder that can be written to.`);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'it is a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code === undefined ? messageOf(error) : (reasons[code] ?? code);
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
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < min || value > max) {
    throw new UsageError(`${flag} is "${text}"; it must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

export function numberIn(flag: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < min || value > max) {
    throw new UsageError(`${flag} is "${text}"; it must be a number from ${min} to ${max}.`);
  }
  return value;
}

export function oneOf<T extends string>(flag: string, text: string, options: readonly T[]): T {
  const found = options.find((option) => option === text);
  if (found === undefined) throw new UsageError(`${flag} is "${text}"; choose one of ${options.join(', ')}.`);
  return found;
}

/**
 * "12 % (340/2800), 1 min 20 s left" on standard error; on a terminal in place, else a line after 2 s and then every 10 s.
 * @param from what was done before this session: a resumed run's speed is that of what it does now
 */
export function progress(label: string, total: number, from = 0): (done: number, extra?: string) => void {
  const start = Date.now();
  const terminal = process.stderr.isTTY;
  let last = terminal ? 0 : start - 8000;
  return (done, extra = '') => {
    const now = Date.now();
    if (done < total && now - last < (terminal ? 200 : 10_000)) return;
    last = now;
    const text = progressText(label, total, done, timeLeft(total, done, from, now - start), now - start) + (extra && `, ${extra}`);
    process.stderr.write(terminal ? `\r\u001b[K${text}${done < total ? '' : '\n'}` : `${text}\n`);
  };
}

function progressText(label: string, total: number, done: number, left: number, spent: number): string {
  const time = done < total ? (Number.isFinite(left) ? `, ${duration(left)} left` : '') : `, ${duration(spent)}`;
  return `${label}: ${Math.floor((100 * done) / total)} % (${done}/${total})${time}`;
}

/** Milliseconds; NaN while nothing is known. @param spent milliseconds since `from` were done */
export function timeLeft(total: number, done: number, from: number, spent: number): number {
  return done > from ? (spent / (done - from)) * (total - done) : NaN;
}

export function duration(ms: number): string {
  const s = Math.round(ms / 1000);
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
}
