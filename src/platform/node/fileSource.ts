import { open } from 'node:fs/promises';
import { checkRange, type ByteSource } from '../../policy/files/source.ts';

/** Node refuses to read 2 GiB at once. */
const atOnce = 2 ** 30;

/** A file on disk, read in pieces; whoever opened it disposes of it. @throws the system's error when it cannot be opened or is no file */
export async function fileSource(path: string): Promise<ByteSource & AsyncDisposable> {
  const handle = await open(path, 'r');
  const close = (): Promise<void> => handle.close();
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Error(`${path} is not a file.`);
    return {
      size: stat.size,
      async read(offset, length) {
        checkRange(stat.size, offset, length);
        const bytes = new Uint8Array(length);
        for (let done = 0; done < length; ) {
          const { bytesRead } = await handle.read(bytes, done, Math.min(atOnce, length - done), offset + done);
          if (bytesRead === 0) throw new Error(`${path} became shorter while it was read.`);
          done += bytesRead;
        }
        return bytes;
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
