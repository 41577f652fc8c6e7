import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesSource, type ByteSource } from '../../policy/files/source.ts';
import { fileSource } from './fileSource.ts';

const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'source-'));
  await writeFile(join(folder, 'f'), bytes);
});
afterAll(() => rm(folder, { recursive: true }));

const sources: readonly (readonly [string, () => Promise<ByteSource & { close?(): Promise<void> }>])[] = [
  ['a file', () => fileSource(join(folder, 'f'))],
  ['an array', () => Promise.resolve(bytesSource(bytes))],
];

describe.each(sources)('%s as a source of bytes', (_, open) => {
  it('gives any range inside, and refuses others', async () => {
    const source = await open();
    expect(source.size).toBe(1000);
    expect([...(await source.read(250, 3))]).toEqual([250, 0, 1]);
    expect(await source.read(1000, 0)).toHaveLength(0);
    for (const [offset, length] of [[999, 2], [-1, 1], [0, -1], [0.5, 1], [0, 2 ** 60]] as const) {
      await expect((async () => source.read(offset, length))()).rejects.toThrow('outside the file, which has 1000');
    }
    await source.close?.();
  });
});

it('a folder is no file, and a missing file is named', async () => {
  await expect(fileSource(folder)).rejects.toThrow('is not a file');
  await expect(fileSource(join(folder, 'missing'))).rejects.toThrow('missing');
});
