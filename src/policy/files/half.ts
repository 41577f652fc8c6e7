/** Half precision (IEEE binary16) and bfloat16 as bit patterns. Everything here is exact or rounds to nearest, ties to even. */

const scratch = new DataView(new ArrayBuffer(4));
let table: Float32Array | undefined;

/** All 65,536 half-precision values, indexed by bit pattern; made on first use. */
export function halfTable(): Float32Array {
  table ??= Float32Array.from({ length: 65536 }, (_, bits) => {
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    const size = exponent === 31 ? (fraction === 0 ? Infinity : NaN) : exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
    return bits & 0x8000 ? -size : size;
  });
  return table;
}

/** @returns the 16 bits of the nearest half-precision value; beyond the largest, infinity */
export function floatToHalf(value: number): number {
  scratch.setFloat32(0, value);
  const bits = scratch.getUint32(0);
  const sign = (bits >>> 16) & 0x8000;
  const size = bits & 0x7fffffff;
  if (size > 0x7f800000) return sign | 0x7e00;
  if (size >= 0x47800000) return sign | 0x7c00;
  if (size < 0x38800000) return sign | roundHalfEven(Math.abs(Math.fround(value)) * 2 ** 24);
  return sign | ((size - 0x38000000 + 0xfff + ((size >>> 13) & 1)) >>> 13);
}

/** @param bits 16 of them */
export function bfloatToFloat(bits: number): number {
  scratch.setUint32(0, (bits << 16) >>> 0);
  return scratch.getFloat32(0);
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}
