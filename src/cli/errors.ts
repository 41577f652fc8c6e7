/** What ends a command, its exit code (docs/cli.md), and its words. */
import { InputError } from '../worlds/index.ts';

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
  if (!(error instanceof Error)) return String(error);
  if (systemCode(error) === undefined) return error.message;
  return 'path' in error ? `${String(error.path)}: ${reason(error)}` : reason(error);
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

/** Why the system refused: in our words, else in its own ("EBUSY: resource busy or locked, open …" is "resource busy or locked"). */
export function reason(error: unknown): string {
  const code = systemCode(error);
  if (code === undefined || !(error instanceof Error)) return messageOf(error);
  return reasons[code] ?? /^\w+: ([^,]+)/.exec(error.message)?.[1] ?? code;
}

function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Text for one line of a message: control and invisible characters are shown as escapes, and what is endless is cut in its middle. */
export function oneLine(text: string): string {
  const shown = text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => escapes[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return shown.length > 1200 ? `${shown.slice(0, 800)} … ${shown.slice(-300)}` : shown;
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
