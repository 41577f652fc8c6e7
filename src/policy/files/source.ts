import { ModelFileError } from './error.ts';

/** Random access to the bytes of a file that may be too large for one buffer. */
export interface ByteSource {
  /** in bytes */
  readonly size: number;
  /** @returns exactly `length` bytes; the caller does not write to them. @throws when the range is not inside the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

export function bytesSource(given: Uint8Array): ByteSource {
  // A Node Buffer's slice is a view where that of other byte arrays is a copy; readers rely on the copy.
  const bytes = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  return {
    size: bytes.length,
    read(offset, length) {
      checkRange(bytes.length, offset, length);
      return Promise.resolve(bytes.subarray(offset, offset + length));
    },
  };
}

export function toSource(from: Uint8Array | ByteSource): ByteSource {
  return from instanceof Uint8Array ? bytesSource(from) : from;
}

/** @throws ModelFileError when [offset, offset + length) is not inside a file of `size` bytes. */
export function checkRange(size: number, offset: number, length: number): void {
  if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length) || offset < 0 || length < 0 || offset + length > size) {
    throw new ModelFileError(`Bytes ${offset} to ${offset + length} are outside the file, which has ${size}; is it cut short?`);
  }
}
