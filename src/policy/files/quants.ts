/**
 * The block formats of GGUF tensors. Each stores runs of values along a tensor's last dimension (Hugging Face order) in blocks of
 * fixed size. Decoding equals ggml's float32 arithmetic bit for bit; encoding to Q8_0 equals its reference rounding.
 */
import { ModelFileError } from './error.ts';
import { bfloatToFloat, floatToHalf, halfTable } from './half.ts';

interface Format {
  /** number of the type in the file */
  readonly code: number;
  /** values and bytes per block */
  readonly values: number;
  readonly bytes: number;
  readonly decode: (bytes: Uint8Array, at: number, out: Float32Array, to: number) => void;
}

const tensorTypes = ['F32', 'F16', 'BF16', 'Q4_0', 'Q4_1', 'Q5_0', 'Q5_1', 'Q8_0', 'Q4_K', 'Q5_K', 'Q6_K'] as const;
export type TensorType = (typeof tensorTypes)[number];
export const writableTypes = ['F32', 'F16', 'Q8_0'] as const;
export type WritableType = (typeof writableTypes)[number];

const view = new DataView(new ArrayBuffer(4));
const u16 = (b: Uint8Array, at: number): number => b[at] | (b[at + 1] << 8);
const half = (b: Uint8Array, at: number): number => halfTable()[u16(b, at)];
const i8 = (byte: number): number => (byte << 24) >> 24;

const formats: Readonly<Record<TensorType, Format>> = {
  F32: {
    code: 0,
    values: 1,
    bytes: 4,
    decode(b, at, out, to) {
      view.setUint32(0, (u16(b, at) | (u16(b, at + 2) << 16)) >>> 0);
      out[to] = view.getFloat32(0);
    },
  },
  F16: {
    code: 1,
    values: 1,
    bytes: 2,
    decode(b, at, out, to) {
      out[to] = half(b, at);
    },
  },
  BF16: {
    code: 30,
    values: 1,
    bytes: 2,
    decode(b, at, out, to) {
      out[to] = bfloatToFloat(u16(b, at));
    },
  },
  // d, 16 bytes: low nibbles are the first half of the block, high nibbles the second
  Q4_0: {
    code: 2,
    values: 32,
    bytes: 18,
    decode(b, at, out, to) {
      const d = half(b, at);
      for (let j = 0; j < 16; j++) {
        const q = b[at + 2 + j];
        out[to + j] = ((q & 15) - 8) * d;
        out[to + j + 16] = ((q >> 4) - 8) * d;
      }
    },
  },
  // d, minimum, nibbles
  Q4_1: {
    code: 3,
    values: 32,
    bytes: 20,
    decode(b, at, out, to) {
      const d = half(b, at);
      const m = half(b, at + 2);
      for (let j = 0; j < 16; j++) {
        const q = b[at + 4 + j];
        out[to + j] = (q & 15) * d + m;
        out[to + j + 16] = (q >> 4) * d + m;
      }
    },
  },
  // d, 32 fifth bits, nibbles
  Q5_0: {
    code: 6,
    values: 32,
    bytes: 22,
    decode(b, at, out, to) {
      const d = half(b, at);
      const low = u16(b, at + 2);
      const high = u16(b, at + 4);
      for (let j = 0; j < 16; j++) {
        const q = b[at + 6 + j];
        out[to + j] = (((q & 15) | (((low >> j) & 1) << 4)) - 16) * d;
        out[to + j + 16] = (((q >> 4) | (((high >> j) & 1) << 4)) - 16) * d;
      }
    },
  },
  Q5_1: {
    code: 7,
    values: 32,
    bytes: 24,
    decode(b, at, out, to) {
      const d = half(b, at);
      const m = half(b, at + 2);
      const low = u16(b, at + 4);
      const high = u16(b, at + 6);
      for (let j = 0; j < 16; j++) {
        const q = b[at + 8 + j];
        out[to + j] = ((q & 15) | (((low >> j) & 1) << 4)) * d + m;
        out[to + j + 16] = ((q >> 4) | (((high >> j) & 1) << 4)) * d + m;
      }
    },
  },
  Q8_0: {
    code: 8,
    values: 32,
    bytes: 34,
    decode(b, at, out, to) {
      const d = half(b, at);
      for (let j = 0; j < 32; j++) out[to + j] = i8(b[at + 2 + j]) * d;
    },
  },
  // d, dmin, 8 × (6-bit scale, 6-bit minimum) in 12 bytes, nibbles: each 32 bytes hold two runs of 32 values
  Q4_K: {
    code: 12,
    values: 256,
    bytes: 144,
    decode(b, at, out, to) {
      const d = half(b, at);
      const dmin = half(b, at + 2);
      for (let run = 0; run < 8; run++) {
        const scale = d * scaleK(b, at + 4, run);
        const min = dmin * minK(b, at + 4, run);
        const shift = (run & 1) * 4;
        const from = at + 16 + (run >> 1) * 32;
        for (let j = 0; j < 32; j++) out[to + run * 32 + j] = scale * ((b[from + j] >> shift) & 15) - min;
      }
    },
  },
  // as Q4_K, with 32 bytes of fifth bits (bit `run` of byte j belongs to value j of that run)
  Q5_K: {
    code: 13,
    values: 256,
    bytes: 176,
    decode(b, at, out, to) {
      const d = half(b, at);
      const dmin = half(b, at + 2);
      for (let run = 0; run < 8; run++) {
        const scale = d * scaleK(b, at + 4, run);
        const min = dmin * minK(b, at + 4, run);
        const shift = (run & 1) * 4;
        const from = at + 48 + (run >> 1) * 32;
        for (let j = 0; j < 32; j++) {
          const q = ((b[from + j] >> shift) & 15) | (((b[at + 16 + j] >> run) & 1) << 4);
          out[to + run * 32 + j] = scale * q - min;
        }
      }
    },
  },
  // 128 bytes of low nibbles, 64 bytes of upper bit pairs, 16 signed scales, d; two halves of four runs of 32
  Q6_K: {
    code: 14,
    values: 256,
    bytes: 210,
    decode(b, at, out, to) {
      const d = half(b, at + 208);
      for (let run = 0; run < 8; run++) {
        const part = run >> 2;
        const quarter = run & 3;
        const low = at + part * 64 + (quarter & 1) * 32;
        const high = at + 128 + part * 32;
        for (let j = 0; j < 32; j++) {
          const q = (((b[low + j] >> ((quarter >> 1) * 4)) & 15) | (((b[high + j] >> (quarter * 2)) & 3) << 4)) - 32;
          out[to + run * 32 + j] = d * i8(b[at + 192 + run * 2 + (j >> 4)]) * q;
        }
      }
    },
  },
};

function scaleK(b: Uint8Array, at: number, run: number): number {
  return run < 4 ? b[at + run] & 63 : (b[at + run + 4] & 15) | ((b[at + run - 4] >> 6) << 4);
}

function minK(b: Uint8Array, at: number, run: number): number {
  return run < 4 ? b[at + run + 4] & 63 : (b[at + run + 4] >> 4) | ((b[at + run] >> 6) << 4);
}

/** Types of other files, by number, so that a refusal can name them. */
const otherTypes: Readonly<Record<number, string>> = {
  9: 'Q8_1', 10: 'Q2_K', 11: 'Q3_K', 15: 'Q8_K', 16: 'IQ2_XXS', 17: 'IQ2_XS', 18: 'IQ3_XXS', 19: 'IQ1_S', 20: 'IQ4_NL', 21: 'IQ3_S',
  22: 'IQ2_S', 23: 'IQ4_XS', 24: 'I8', 25: 'I16', 26: 'I32', 27: 'I64', 28: 'F64', 29: 'IQ1_M', 34: 'TQ1_0', 35: 'TQ2_0', 39: 'MXFP4',
};

/** @throws ModelFileError for a type that cannot be read, by name where it has one. */
export function typeOfCode(code: number, tensor: string): TensorType {
  const type = tensorTypes.find((name) => formats[name].code === code);
  if (type !== undefined) return type;
  const name = otherTypes[code];
  throw new ModelFileError(
    `Tensor ${tensor} has the type ${name === undefined ? `number ${code}, which is unknown` : `${name}, which is not supported`}; ` +
      `use a file with ${tensorTypes.join(', ')}.`,
  );
}

/** The type's number in GGUF files. */
export function codeOfType(type: TensorType): number {
  return formats[type].code;
}

/** How many values make a block of the type, and how many bytes hold it. */
export function blockOf(type: TensorType): { readonly values: number; readonly bytes: number } {
  return formats[type];
}

/** Decode `blocks` blocks of `type` from `bytes[at…]` into `out[to…]`. */
export function decodeBlocks(type: TensorType, bytes: Uint8Array, at: number, blocks: number, out: Float32Array, to: number): void {
  const { values, bytes: size, decode } = formats[type];
  for (let i = 0; i < blocks; i++) decode(bytes, at + i * size, out, to + i * values);
}

/** @throws ModelFileError when the length is no multiple of the block, or a value is not finite or too large for the type. */
export function encode(type: WritableType, values: Float32Array, name = 'tensor'): Uint8Array {
  const { values: run, bytes: size } = formats[type];
  if (values.length % run !== 0) throw new ModelFileError(`${name} has ${values.length} values; ${type} needs a multiple of ${run}.`);
  const out = new Uint8Array((values.length / run) * size);
  const target = new DataView(out.buffer);
  const store = (at: number, value: number): void => {
    const bits = floatToHalf(value);
    if ((bits & 0x7c00) === 0x7c00) throw new ModelFileError(`${name} has the value ${value}, which ${type} cannot hold.`);
    target.setUint16(at, bits, true);
  };
  if (type === 'F16') values.forEach((value, i) => store(i * 2, value));
  else if (type === 'F32') {
    values.forEach((value, i) => {
      if (!Number.isFinite(value)) throw new ModelFileError(`${name} has the value ${value}; only finite values can be written.`);
      target.setFloat32(i * 4, value, true);
    });
  } else {
    for (let block = 0; block * run < values.length; block++) encodeQ8(values.subarray(block * run, (block + 1) * run), out, block * size, store);
  }
  return out;
}

/** d = max|x| / 127, stored as half; q = x · (1 / d) with the unrounded d, ties away from zero; all steps in float32. */
function encodeQ8(values: Float32Array, out: Uint8Array, at: number, store: (at: number, value: number) => void): void {
  let largest = 0;
  for (const value of values) {
    if (!Number.isFinite(value)) store(at, value);
    largest = Math.max(largest, Math.abs(value));
  }
  const d = Math.fround(largest / 127);
  const inverse = d === 0 ? 0 : Math.fround(1 / d);
  store(at, d);
  for (let j = 0; j < values.length; j++) {
    const scaled = Math.fround(values[j] * inverse);
    out[at + 2 + j] = Math.sign(scaled) * Math.floor(Math.abs(scaled) + 0.5);
  }
}
