/** What every command shares: errors a person can mend, exit codes, files, progress with time left. */
import { readFileSync, writeFileSync } from 'node:fs';
import { InputError } from '../worlds/index.ts';

/** Exit codes, documented in docs/cli.md. */
export const exitCode = { ok: 0, failed: 1, usage: 2 } as const;

/** A wrong flag, file or value: one sentence with what to do, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function codeOf(error: unknown): number {
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
    throw new UsageError(`${flag} ${path} can't be written (${reason(error)}); give a path in a folder that exists.`);
  }
}

function reason(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : messageOf(error);
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

/** "12 % 340/2800, 1 min 20 s left" on standard error, at most twice a second; on a terminal in place, else a line every 10 s. */
export function progress(label: string, total: number): (done: number, extra?: string) => void {
  const start = Date.now();
  const terminal = process.stderr.isTTY;
  let last = 0;
  return (done, extra = '') => {
    const now = Date.now();
    if (done < total && now - last < (terminal ? 500 : 10_000)) return;
    last = now;
    const left = done > 0 ? ((now - start) / done) * (total - done) : NaN;
    const text = `${label}: ${Math.floor((100 * done) / total)} % (${done}/${total})${done < total ? `, ${duration(left)} left` : `, ${duration(now - start)}`}${extra && `, ${extra}`}`;
    process.stderr.write(terminal ? `\r\u001b[K${text}${done < total ? '' : '\n'}` : `${text}\n`);
  };
}

export function duration(ms: number): string {
  if (!Number.isFinite(ms)) return '? s';
  const s = Math.round(ms / 1000);
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
}
