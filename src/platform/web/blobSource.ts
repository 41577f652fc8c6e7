import { checkRange, type ByteSource } from '../../policy/files/source.ts';

/** A Blob or File (from a file picker, a download or OPFS), read in pieces. */
export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    async read(offset, length) {
      checkRange(blob.size, offset, length);
      return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
    },
  };
}
