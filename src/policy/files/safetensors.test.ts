import { describe, expect, it } from 'vitest';
import { ModelFileError } from './error.ts';
import { generator } from './fixtures/scoutLike.ts';
import { readSafetensors } from './fixtures/readSafetensors.ts';
import { openSafetensors, writeSafetensors } from './safetensors.ts';

function file(header: unknown, data = 0): Uint8Array {
  const text = new TextEncoder().encode(typeof header === 'string' ? header : JSON.stringify(header));
  const out = new Uint8Array(8 + text.length + data);
  new DataView(out.buffer).setBigUint64(0, BigInt(text.length), true);
  out.set(text, 8);
  return out;
}

const some = new Map([
  ['a', { dims: [2, 3], data: Float32Array.from([1, 2, 3, 4, 5, -0.5]) }],
  ['ids', { dims: [2], data: BigInt64Array.from([5n, -(2n ** 40n)]) }],
  ['n', { dims: [], data: Int32Array.from([-7]) }],
  ['none', { dims: [0, 4], data: new Float32Array() }],
]);

describe('safetensors', () => {
  it('come back as they were written, with their metadata', async () => {
    const bytes = writeSafetensors(some, { format: 'pt' });
    expect(await readSafetensors(bytes)).toEqual(some);
    expect((await openSafetensors(bytes)).metadata).toEqual(new Map([['format', 'pt']]));
    expect(writeSafetensors(some, { format: 'pt' })).toEqual(bytes);
  });

  it('align the data to eight bytes', () => {
    const length = new DataView(writeSafetensors(some).buffer).getUint32(0, true);
    expect(length % 8).toBe(0);
  });

  it('widen half precision', async () => {
    const bytes = file({ h: { dtype: 'F16', shape: [2], data_offsets: [0, 4] }, b: { dtype: 'BF16', shape: [2], data_offsets: [4, 8] } }, 8);
    bytes.set([0x00, 0x3c, 0x00, 0xc0, 0x80, 0x3f, 0x49, 0xc0], bytes.length - 8);
    const tensors = await readSafetensors(bytes);
    expect(tensors.get('h')).toEqual({ dims: [2], data: Float32Array.from([1, -2]) });
    expect(tensors.get('b')).toEqual({ dims: [2], data: Float32Array.from([1, -3.140625]) });
  });

  const entry = (fields: object): unknown => ({ t: { dtype: 'F32', shape: [2], data_offsets: [0, 8], ...fields } });
  it.each([
    ['an empty file', new Uint8Array(3), 'at least 8 bytes'],
    ['a header longer than the file', file('{}').fill(0xff, 0, 8), 'cut short or not in the safetensors format'],
    ['a header that is no JSON', file('{"a"'), 'not valid JSON'],
    ['a header that is no object', file([1]), 'not a JSON object'],
    ['data that the file lacks', file(entry({}), 7), 'the file is cut short'],
    ['a shape that does not fit the data', file(entry({ shape: [3] }), 8), '[3] and type F32 has 8 bytes; 12 are needed'],
    ['a type that is unknown', file(entry({ dtype: 'F8' }), 8), 'type "F8"'],
    ['a negative size', file(entry({ shape: [-2] }), 8), 'no proper shape'],
    ['a size with a fraction', file(entry({ shape: [0.5, 4] }), 8), 'no proper shape'],
    ['sizes whose product overflows', file(entry({ shape: [2 ** 52, 2 ** 52] }), 8), 'are needed'],
    ['reversed offsets', file(entry({ data_offsets: [8, 0] }), 8), '-8 bytes'],
    ['tensors that overlap', file({ a: { dtype: 'F32', shape: [2], data_offsets: [0, 8] }, b: { dtype: 'F32', shape: [1], data_offsets: [4, 8] } }, 8), 'overlaps'],
  ])('refuse %s', async (_, bytes, message) => {
    const attempt = readSafetensors(bytes);
    await expect(attempt).rejects.toThrow(ModelFileError);
    await expect(attempt).rejects.toThrow(message);
  });

  it('refuse a tensor that is not there, and data that does not fit its shape', async () => {
    const opened = await openSafetensors(writeSafetensors(some));
    await expect(opened.read('b')).rejects.toThrow('no tensor "b"');
    expect(() => writeSafetensors(new Map([['w', { dims: [3], data: new Float32Array(2) }]]))).toThrow('[3] has 2 values');
  });

  it('never fail in another way, however they are damaged', async () => {
    const next = generator(1);
    const whole = writeSafetensors(some, { format: 'pt' });
    let refused = 0;
    for (let i = 0; i < 1500; i++) {
      const bytes = whole.slice(0, next() < 0.2 ? Math.floor(next() * whole.length) : whole.length);
      for (let n = next() * 4; n > 0 && bytes.length > 0; n--) bytes[Math.floor(next() * bytes.length)] = next() * 256;
      await readSafetensors(bytes).catch((error: unknown) => {
        expect(error).toBeInstanceOf(ModelFileError);
        refused++;
      });
    }
    expect(refused).toBeGreaterThan(500);
  });
});

describe('a Node buffer', () => {
  it('reads as any other bytes do', async () => {
    const data = Float32Array.from({ length: 50 }, (_, i) => i / 3);
    const bytes = Buffer.from(writeSafetensors(new Map([['a', { dims: [50], data }], ['b', { dims: [2, 25], data }]])));
    const back = await readSafetensors(bytes);
    expect(back.get('a')?.data).toEqual(data);
    expect(back.get('b')?.data).toEqual(data);
  });
});
