/** Files that are there whole or not at all. */
import { closeSync, lstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/** Node refuses to write 2 GiB at once. */
const atOnce = 2 ** 30;

/**
 * Write a file beside its place and put it there when it is whole; where that can't be (a device, a pipe, a link, a folder that takes no
 * new file), write it in its place. @param piece bytes at once @throws the system's error; what stood at `path` stands there still
 */
export function writeWhole(path: string, content: string | Uint8Array, piece = atOnce): void {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  // Two processes may write the same file: the one that ends last has it, whole.
  const part = `${path}.${process.pid}.part`;
  const beside = takesAnother(path) ? opened(part) : null;
  const file = beside ?? openSync(path, 'w');
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, Math.min(piece, bytes.length - at));
  } catch (error) {
    if (beside !== null) rmSync(part);
    throw error;
  } finally {
    closeSync(file);
  }
  if (beside !== null) renameSync(part, path);
}

function takesAnother(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found === undefined || found.isFile();
}

function opened(path: string): number | null {
  try {
    return openSync(path, 'w');
  } catch {
    return null;
  }
}
