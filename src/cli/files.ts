/** Files that flags name: bounded reading, checks before long work, and what went wrong in words. */
import { accessSync, closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, readSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeWhole } from '../platform/node/writeWhole.ts';
import { InputError } from '../worlds/index.ts';
import { messageOf, reason, UsageError } from './errors.ts';

/** Longest text that is read: actions, conversations and logs are far shorter; devices that never end are not. */
const longestText = 16 * 2 ** 20;

/** @param flag which flag named the file, for the error @param longest in bytes @throws UsageError */
export function readText(flag: string, path: string, longest = longestText): string {
  try {
    const file = openSync(path, 'r');
    try {
      // Room for one byte too many shows that there are too many; pipes and devices do not tell their length.
      const bytes = new Uint8Array(longest + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length < bytes.length; length += read) read = readSync(file, bytes, length, bytes.length - length, null);
      if (length > longest) throw new UsageError(`${flag} ${path} holds more than ${longest / 1024} KiB; give a shorter file.`);
      return new TextDecoder().decode(bytes.subarray(0, length));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${flag} ${path} can't be read (${path === '' ? noName : reason(error)}); give the path of a file that exists.`);
  }
}

/** A level or board: hundreds of bytes. What is wrong in it is told with the file's name. @throws UsageError */
export function readLevel<T>(flag: string, path: string, parse: (text: string) => T): T {
  const text = readText(flag, path, 65_536);
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof InputError ? new UsageError(`${flag} ${path}: ${error.message}`) : error;
  }
}

/** @throws UsageError */
export function readJson(flag: string, path: string): unknown {
  const text = readText(flag, path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${flag} ${path} is not JSON (${messageOf(error)}).`);
  }
}

let leaves = false;

/** Whether there is more to the command than what it prints: it goes on when nobody reads that any more. */
export function leavesFiles(): boolean {
  return leaves;
}

/** The place was good when the work began (`checkOut`); what fails here is the machine. @throws Error */
export function writeOut(flag: string, path: string, content: string | Uint8Array): void {
  try {
    writeWhole(path, content);
  } catch (error) {
    throw new Error(`${flag} ${path} can't be written (${reason(error)}).`);
  }
}

interface GrowingFile extends Disposable {
  /** @throws Error */
  append(text: string): void;
}

/** A file, new with the first piece, that holds what there is however the work ends; also where another process lets the same name grow: the later one has it. */
export function growOut(flag: string, path: string): GrowingFile {
  let file: number | undefined;
  return {
    append(text) {
      const bytes = new TextEncoder().encode(text);
      try {
        file ??= openNew(path);
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      } catch (error) {
        throw new Error(`${flag} ${path} can't be written (${reason(error)}).`);
      }
    },
    [Symbol.dispose]() {
      if (file !== undefined) closeSync(file);
    },
  };
}

/** What another process has open is left to it. Devices, pipes and links stay what they are. */
function openNew(path: string): number {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) {
    try {
      unlinkSync(path);
    } catch {
      // the folder keeps what it has: then it is written over
    }
  }
  return openSync(path, 'w');
}

/** Long work whose result can't be written is not begun. @throws UsageError */
export function checkOut(flag: string, path: string | undefined): void {
  if (path === undefined) return;
  leaves = true;
  const refuse = (why: string): never => {
    throw new UsageError(`${flag} ${path} can't be written (${why}); give the path of a file in a folder that exists.`);
  };
  if (path === '') refuse(noName);
  const folder = dirname(path);
  if (!existsSync(folder)) refuse(`there is no folder ${folder}`);
  if (!statSync(folder).isDirectory()) refuse(`${folder} is no folder`);
  if (existsSync(path) && statSync(path).isDirectory()) refuse('it is a folder');
  if (isDeadLink(path)) refuse(deadLink);
  try {
    if (existsSync(path)) accessSync(path, constants.W_OK);
    else {
      // Systems refuse for many reasons (names, rights, disks): the sure test is to make the file.
      closeSync(openSync(path, 'wx'));
      unlinkSync(path);
    }
  } catch (error) {
    refuse(reason(error));
  }
}

/** A folder for results, made if it is missing. @throws UsageError */
export function makeFolder(flag: string, path: string): void {
  leaves = true;
  const refuse = (why: string): never => {
    throw new UsageError(`${flag} ${path} can't be used (${why}); give a folder that can be written to.`);
  };
  if (path === '') refuse(noName);
  const missing: string[] = [];
  let there = path;
  for (; !existsSync(there); there = dirname(there)) {
    if (isDeadLink(there)) refuse(deadLink);
    missing.unshift(there);
  }
  try {
    if (!statSync(there).isDirectory()) refuse(missing.length === 0 ? 'it is a file' : 'part of the path is a file');
    accessSync(there, constants.W_OK);
    // One by one: Node's recursive way asks for ever where the system takes no folder, as in /proc.
    for (const folder of missing) makeOne(folder);
    accessSync(path, constants.W_OK);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    refuse(isMissing(error) ? `no folder can be made in ${there}` : reason(error));
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** @throws the system's error, unless somebody else has made it meanwhile */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** The system would say of it that it exists, and of what it names that it does not. */
function isDeadLink(path: string): boolean {
  try {
    return !existsSync(path) && lstatSync(path).isSymbolicLink();
  } catch {
    // there is nothing, or nothing can be there (an endless name, a file in the middle of the path): the caller says why
    return false;
  }
}

const noName = 'the name is empty';
const deadLink = 'it is a link to something that does not exist';

/** Why a path can't be read as a file with a beginning and an end, as models are; null: it can. */
export function noFile(path: string): string | null {
  if (!existsSync(path)) return 'there is no such file';
  const found = statSync(path);
  if (found.isFile()) return null;
  return found.isDirectory() ? 'that is a folder' : 'that is a device or a pipe';
}
