import { describe, expect, it, vi } from 'vitest';
import { ModelFileError } from './error.ts';
import { tinyGguf } from './fixtures/read.ts';
import { generator } from './fixtures/scoutLike.ts';
import { readGguf } from './gguf.ts';
import type { GgufValue } from './ggufReader.ts';
import { writeGguf } from './ggufWrite.ts';
import { bytesSource } from './source.ts';

const everyType = new Map<string, GgufValue>([
  ['u8', { type: 'u8', value: 255 }],
  ['i8', { type: 'i8', value: -128 }],
  ['u16', { type: 'u16', value: 65535 }],
  ['i16', { type: 'i16', value: -32768 }],
  ['u32', { type: 'u32', value: 4294967295 }],
  ['i32', { type: 'i32', value: -2147483648 }],
  ['f32', { type: 'f32', value: Math.fround(0.1) }],
  ['f64', { type: 'f64', value: 0.1 }],
  ['u64', { type: 'u64', value: 2n ** 64n - 1n }],
  ['i64', { type: 'i64', value: -(2n ** 63n) }],
  ['bool', { type: 'bool', value: true }],
  ['string', { type: 'string', value: '箱\0 \ufeff' }],
  ['numbers', { type: 'array', of: 'i16', value: Int16Array.from([-1, 2]) }],
  ['bigs', { type: 'array', of: 'u64', value: BigUint64Array.from([1n, 2n ** 63n]) }],
  ['flags', { type: 'array', of: 'bool', value: [true, false] }],
  ['nothing', { type: 'array', of: 'string', value: [] }],
  [
    'nested',
    {
      type: 'array',
      of: 'array',
      value: [
        { type: 'array', of: 'string', value: ['a', ''] },
        { type: 'array', of: 'f32', value: Float32Array.from([0.5]) },
      ],
    },
  ],
]);

const tensors = new Map([
  ['w', { dims: [2, 32], data: Float32Array.from({ length: 64 }, (_, i) => i - 20) }],
  ['b', { dims: [3], data: Float32Array.from([1, -2, 0.25]) }],
  ['h', { dims: [1, 1, 5], data: Float32Array.from([1, 2, 3, 4, -0.5]) }],
]);
const small = (): Uint8Array => writeGguf({ metadata: everyType, tensors, types: new Map([['w', 'Q8_0'], ['h', 'F16']]) });

describe('GGUF', () => {
  it('comes back as it was written, and is written the same each time', async () => {
    const file = await readGguf(small());
    expect(file.metadata).toEqual(everyType);
    expect([...file.tensors].map(([name, { type, dims }]) => [name, type, dims])).toEqual([
      ['w', 'Q8_0', [2, 32]],
      ['b', 'F32', [3]],
      ['h', 'F16', [1, 1, 5]],
    ]);
    expect(await file.read('b')).toEqual(tensors.get('b')?.data);
    expect(await file.read('h')).toEqual(tensors.get('h')?.data);
    expect((await file.read('w')).every((value, i) => Math.abs(value - (i - 20)) <= 0.2)).toBe(true);
    expect(small()).toEqual(small());
  });

  it('is byte for byte what gguf-py writes from the same content', async () => {
    const bytes = await tinyGguf();
    const file = await readGguf(bytes);
    const header = writeGguf({ metadata: file.metadata, tensors: new Map() });
    // all but the number of tensors, which is 0 here
    expect(header.length).toBeGreaterThan(9000);
    expect(Buffer.from(header.subarray(16, header.length - 32)).equals(Buffer.from(bytes.subarray(16, header.length - 32)))).toBe(true);
    expect(file.tensors.get('blk.1.ffn_down.weight')).toMatchObject({ type: 'Q4_0', dims: [64, 160] });
  });

  it('keeps another alignment', async () => {
    const metadata = new Map<string, GgufValue>([['general.alignment', { type: 'u32', value: 256 }]]);
    const file = await readGguf(writeGguf({ metadata, tensors }));
    expect([...file.tensors.values()].every(({ offset }) => offset % 256 === 0)).toBe(true);
    expect(await file.read('b')).toEqual(tensors.get('b')?.data);
    expect(() => writeGguf({ metadata: new Map([['general.alignment', { type: 'u32', value: 48 }]]), tensors })).toThrow('general.alignment is 48');
  });

  it('is read in pieces that lie inside the file, and not at once', async () => {
    const whole = bytesSource(await tinyGguf());
    const reads: number[] = [];
    // a large file of which the first bytes are the fixture
    const size = 10 ** 12;
    const source = {
      size,
      read: (offset: number, length: number) => {
        reads.push(length);
        const bytes = new Uint8Array(length);
        return whole.read(offset, Math.min(length, whole.size - offset)).then((part) => (bytes.set(part), bytes));
      },
    };
    const file = await readGguf(source);
    await file.read('blk.0.attn_q.weight');
    expect(Math.max(...reads)).toBeLessThanOrEqual(16 * 2 ** 20);
  });

  it('is refused when it does not fit what it is to hold', () => {
    const write = (dims: readonly number[], type: 'F32' | 'Q8_0' = 'F32'): unknown =>
      writeGguf({ metadata: new Map(), tensors: new Map([['t', { dims, data: new Float32Array(64) }]]), types: new Map([['t', type]]) });
    expect(() => write([63])).toThrow('Tensor "t" of shape [63] has 64 values.');
    expect(() => write([])).toThrow(ModelFileError);
    expect(() => write([4, 16], 'Q8_0')).toThrow('rows of 16 values; Q8_0 needs a multiple of 32');
  });
});

/** A hand-made file: header fields and then bytes of the reader's choice. */
class Raw {
  private readonly bytes: number[] = [];
  u32(...values: number[]): this {
    for (const value of values) this.bytes.push(...new Uint8Array(Uint32Array.of(value).buffer));
    return this;
  }
  u64(...values: (number | bigint)[]): this {
    for (const value of values) this.bytes.push(...new Uint8Array(BigUint64Array.of(BigInt(value)).buffer));
    return this;
  }
  text(value: string): this {
    const bytes = new TextEncoder().encode(value);
    this.u64(bytes.length).bytes.push(...bytes);
    return this;
  }
  zeros(count: number): this {
    for (let i = 0; i < count; i++) this.bytes.push(0);
    return this;
  }
  done(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }
}
const start = (tensorCount: number | bigint, entries: number | bigint): Raw => new Raw().u32(0x46554747, 3).u64(tensorCount, entries);
/** one tensor t of the given dimensions (file order), type and offset, and 64 bytes of data */
const tensor = (dims: readonly (number | bigint)[], type = 0, offset = 0): Uint8Array =>
  start(1, 0).text('t').u32(dims.length).u64(...dims).u32(type).u64(offset).zeros(128).done();
const named = (...names: string[]): Uint8Array => {
  const raw = start(names.length, 0);
  for (const name of names) raw.text(name).u32(1).u64(8).u32(0).u64(0);
  return raw.zeros(256).done();
};

describe('a GGUF file is refused', () => {
  const lies: readonly (readonly [string, Uint8Array, string])[] = [
    ['when it is empty', new Uint8Array(), 'does not begin with "GGUF"'],
    ['when it is something else', new TextEncoder().encode('PK\u0003\u0004 and so on'), 'does not begin with "GGUF"'],
    ['when it is of version 1', new Raw().u32(0x46554747, 1).zeros(40).done(), 'version 1; versions 2 and 3'],
    ['when it is of a future version', new Raw().u32(0x46554747, 4).zeros(40).done(), 'version 4; versions 2 and 3'],
    ['when it is big-endian', new Raw().u32(0x46554747, 0x03000000).zeros(40).done(), 'big-endian'],
    ['when it ends in the header', small().subarray(0, 300), 'The file ends inside'],
    ['when it ends in a tensor', small().subarray(0, small().length - 32), 'cut short or its header is wrong'],
    ['when it claims endless tensors', start(2n ** 60n, 0).zeros(100).done(), 'claims 1152921504606847000 tensors'],
    ['when it claims endless metadata', start(0, 2n ** 63n).zeros(100).done(), 'metadata entries; it is too short'],
    ['when a text is longer than the file', start(0, 1).u64(2n ** 62n).zeros(100).done(), 'The file ends inside a metadata key'],
    ['when an array is longer than the file', start(0, 1).text('k').u32(9, 0).u64(2n ** 40n).zeros(100).done(), 'elements of "k"'],
    ['when arrays nest without end', start(0, 1).text('k').u32(9, 9).u64(1).u32(9).u64(1).u32(9).u64(1).u32(9).u64(1).u32(9).u64(1).u32(9).u64(1).zeros(100).done(), 'too deeply'],
    ['when a value has an unknown type', start(0, 1).text('k').u32(13).zeros(100).done(), '"k" has the unknown type 13'],
    ['when a boolean is 7', start(0, 1).text('k').u32(7, 7).zeros(100).done(), 'A boolean is 0 or 1, and the metadata value "k" is 7.'],
    ['when a key appears twice', start(0, 2).text('k').u32(4, 1).text('k').u32(4, 1).zeros(64).done(), '"k" appears twice'],
    ['when a name appears twice', named('t', 't'), 'Tensor "t" appears twice'],
    ['when a key is no UTF-8', start(0, 1).u64(2).u32(0xffffffff).zeros(64).done(), 'not valid UTF-8'],
    ['when the alignment is no power of two', start(0, 1).text('general.alignment').u32(4, 33).zeros(64).done(), 'general.alignment is 33'],
    ['when the alignment is no number', start(0, 1).text('general.alignment').u32(8).text('x').zeros(64).done(), 'has the type string'],
    ['when tensors overlap', named('t', 's'), 'overlaps another one'],
    ['when a tensor has no dimensions', tensor([]), 'has 0 dimensions'],
    ['when a tensor has five dimensions', tensor([1, 1, 1, 1, 1]), 'has 5 dimensions'],
    ['when a dimension is zero', tensor([0]), 'impossible shape [0]'],
    ['when the product of dimensions overflows', tensor([2n ** 40n, 2n ** 40n]), 'impossible shape'],
    ['when a tensor is larger than the file', tensor([2 ** 40]), 'cut short or its header is wrong'],
    ['when a tensor begins beyond the file', tensor([1], 0, 2 ** 50), 'cut short or its header is wrong'],
    ['when a tensor begins between alignments', tensor([1], 0, 4), 'no multiple of 32'],
    ['when rows do not fit blocks', tensor([33], 8), 'Q8_0 needs a multiple of 32'],
    ['when a type is not supported', tensor([256], 10), 'Tensor "t" has the type Q2_K, which is not supported; use a file with F32,'],
    ['when a type is unknown', tensor([256], 4000), 'the type number 4000, which is unknown'],
  ];
  it.each(lies)('%s', async (_, bytes, message) => {
    const attempt = readGguf(bytes);
    await expect(attempt).rejects.toThrow(ModelFileError);
    await expect(attempt).rejects.toThrow(message);
  });

  /** metadata of as many flags as each of the numbers says */
  const flags = (...counts: readonly number[]): Uint8Array => {
    const parts = counts.flatMap((count, i) => [new Raw().text(`k${i}`).u32(9, 7).u64(count).done(), new Uint8Array(count)]);
    return Buffer.concat([start(0, counts.length).done(), ...parts, new Uint8Array(64)]);
  };

  it.each([
    ['an array', flags(2 ** 22 + 1)],
    ['arrays together', flags(2 ** 21, 2 ** 21 + 1)],
  ])('when %s would cost more than the bytes of the file', async (_, bytes) => {
    const attempt = readGguf(bytes);
    await expect(attempt).rejects.toThrow(ModelFileError);
    await expect(attempt).rejects.toThrow(/elements of "k\d"; at most 4194304 things are accepted in all/);
  });

  it('with words that are put together for what is refused alone', async () => {
    const quoting = vi.spyOn(JSON, 'stringify');
    const { metadata } = await readGguf(flags(10_000));
    expect(metadata.get('k0')).toMatchObject({ of: 'bool', value: { length: 10_000 } });
    expect(quoting.mock.calls.length).toBeLessThan(10);
    quoting.mockRestore();
  });

  it('with this very error, and without much memory, however it is damaged', async () => {
    const next = generator(5);
    const whole = small();
    const interesting = [0, 1, 2, 8, 9, 13, 127, 128, 255];
    let refused = 0;
    for (let i = 0; i < 2000; i++) {
      const bytes = whole.slice(0, next() < 0.1 ? Math.floor(next() * whole.length) : whole.length);
      for (let n = next() * 3; n > 0 && bytes.length > 0; n--) {
        const at = Math.floor(next() * bytes.length);
        bytes[at] = next() < 0.5 ? interesting[Math.floor(next() * interesting.length)] : next() * 256;
      }
      try {
        const file = await readGguf(bytes);
        let values = 0;
        for (const name of file.tensors.keys()) values += (await file.read(name)).length;
        expect(values * 4).toBeLessThan(8 * bytes.length);
      } catch (error) {
        expect(error).toBeInstanceOf(ModelFileError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(500);
  });
});
