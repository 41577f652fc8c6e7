import { describe, expect, it } from 'vitest';
import { ModelFileError } from './error.ts';
import { dequant } from './fixtures/read.ts';
import { bfloatToFloat, floatToHalf, halfTable } from './half.ts';
import { decodeBlocks, encode } from './quants.ts';

describe('decoding blocks', () => {
  for (const { type, source, blocks, bytes, values } of dequant.entries) {
    it(`gives ggml's values for ${type} (${source})`, () => {
      const out = new Float32Array(values.length);
      decodeBlocks(type, bytes, 0, blocks, out, 0);
      // Object.is tells -0 from 0, which the reference does not promise
      expect(out.findIndex((value, i) => value !== values[i] && !(Number.isNaN(value) && Number.isNaN(values[i])))).toBe(-1);
    });
  }

  it('reads F32 and starts where it is told to', () => {
    const out = new Float32Array(4).fill(9);
    decodeBlocks('F32', new Uint8Array([7, 0, 0, 128, 63, 0, 0, 0, 192]), 1, 2, out, 1);
    expect([...out]).toEqual([9, 1, -2, 9]);
  });
});

describe('encoding', () => {
  it("gives the reference's Q8_0 blocks", () => {
    expect(encode('Q8_0', dequant.quantized.values)).toEqual(dequant.quantized.bytes);
  });

  it('rounds ties of Q8_0 away from zero', () => {
    const values = new Float32Array(32);
    values.set([127, 0.5, -0.5, 1.5, 2.5, -2.5, 126.49]);
    expect([...new Int8Array(encode('Q8_0', values).buffer, 2, 7)]).toEqual([127, 1, -1, 2, 3, -3, 126]);
  });

  it('stores a block of zeros as zeros', () => {
    expect(encode('Q8_0', new Float32Array(32)).every((byte) => byte === 0)).toBe(true);
  });

  it('refuses what a type cannot hold', () => {
    const block = (value: number): Float32Array => new Float32Array(32).fill(value);
    expect(() => encode('F16', block(1e6), 'w')).toThrow('w has the value 1000000, which F16 cannot hold.');
    for (const type of ['F32', 'F16', 'Q8_0'] as const) {
      for (const value of [NaN, Infinity, -Infinity]) expect(() => encode(type, block(value))).toThrow(ModelFileError);
    }
    expect(() => encode('Q8_0', new Float32Array(33))).toThrow('33 values; Q8_0 needs a multiple of 32');
  });
});

describe('half precision', () => {
  it('comes back from every finite value, and from infinity', () => {
    const table = halfTable();
    const lost: number[] = [];
    for (let bits = 0; bits < 65536; bits++) if (!Number.isNaN(table[bits]) && floatToHalf(table[bits]) !== bits) lost.push(bits);
    expect(lost).toEqual([]);
    expect(floatToHalf(NaN) & 0x7fff).toBeGreaterThan(0x7c00);
  });

  it('rounds to nearest, ties to even, into subnormals and over the top', () => {
    const rounded = (value: number): number => halfTable()[floatToHalf(value)];
    expect(rounded(2049)).toBe(2048);
    expect(rounded(2051)).toBe(2052);
    expect(rounded(65519)).toBe(65504);
    expect(rounded(65520)).toBe(Infinity);
    expect(rounded(2 ** -25)).toBe(0);
    expect(rounded(3 * 2 ** -25)).toBe(2 ** -23);
    expect(rounded(2 ** -14 - 2 ** -26)).toBe(2 ** -14);
  });

  it('knows bfloat16 as the upper half of a float32', () => {
    expect(bfloatToFloat(0x3f80)).toBe(1);
    expect(bfloatToFloat(0xc049)).toBe(-3.140625);
  });
});
