/**
 * Decompression of data that strangers made: what comes out is bounded while it is made, so that a few kilobytes that claim to be gigabytes
 * cost neither memory nor time.
 */
import { Inflate, Unzlib } from 'fflate';
import { messageOf } from '../../policy/thrown.ts';

/** Not deflate data, or more of it than allowed. */
export class InflateError extends Error {
  override readonly name = 'InflateError';
  constructor(
    readonly kind: 'damaged' | 'tooLong',
    message: string,
  ) {
    super(message);
  }
}

/** A byte of deflate data gives at most 1032, so this much input is a bounded step. */
const step = 1024;

/** @param format raw deflate, or with zlib's head and checksum. @throws InflateError */
export function inflate(bytes: Uint8Array, most: number, format: 'raw' | 'zlib' = 'raw'): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const take = (piece: Uint8Array): void => {
    length += piece.length;
    if (length > most) throw new InflateError('tooLong', `The compressed data holds more than ${most} bytes.`);
    pieces.push(piece);
  };
  const stream = format === 'raw' ? new Inflate(take) : new Unzlib(take);
  try {
    for (let from = 0; from < bytes.length || from === 0; from += step) {
      stream.push(bytes.subarray(from, from + step), from + step >= bytes.length);
    }
  } catch (error) {
    if (error instanceof InflateError) throw error;
    throw new InflateError('damaged', `The compressed data can not be read: ${messageOf(error)}.`);
  }
  const out = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}
