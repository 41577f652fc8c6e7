/**
 * Counter-based random numbers: the uniform for a token depends on where it stands in an experiment and on nothing else. The hash is
 * Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011): 128 bits of counter, 64 bits of key.
 */
import type { DrawKey } from '../contract.ts';

const multiplier0 = 0xd2511f53;
const multiplier1 = 0xcd9e8d57;
const weyl0 = 0x9e3779b9;
const weyl1 = 0xbb67ae85;
const two32 = 2 ** 32;

/** High 32 bits of the product of two unsigned 32-bit numbers. */
function high(a: number, b: number): number {
  const al = a & 0xffff;
  const ah = a >>> 16;
  const bl = b & 0xffff;
  const bh = b >>> 16;
  const middle = ah * bl + ((al * bl) >>> 16);
  return (ah * bh + Math.floor(middle / 65536) + ((al * bh + (middle & 0xffff)) >>> 16)) >>> 0;
}

type Words = readonly [number, number, number, number];

/** Ten rounds of Philox4x32; words are unsigned 32-bit numbers. */
export function philox([c0, c1, c2, c3]: Words, key: readonly [number, number]): Words {
  let [k0, k1] = key;
  for (let round = 0; round < 10; round++) {
    const h0 = high(multiplier0, c0);
    const l0 = Math.imul(multiplier0, c0);
    const h1 = high(multiplier1, c2);
    const l1 = Math.imul(multiplier1, c2);
    c0 = (h1 ^ c1 ^ k0) >>> 0;
    c1 = l1 >>> 0;
    c2 = (h0 ^ c3 ^ k1) >>> 0;
    c3 = l0 >>> 0;
    k0 = (k0 + weyl0) >>> 0;
    k1 = (k1 + weyl1) >>> 0;
  }
  return [c0, c1, c2, c3];
}

/**
 * The uniform number in [0, 1), 53 bits, with which token number `token` of a reply is drawn.
 * @param draw whole numbers; the seed may have up to 53 bits, the others 32
 */
export function uniform(draw: DrawKey, token: number): number {
  const counter: Words = [token >>> 0, draw.turn >>> 0, draw.episode >>> 0, draw.trial >>> 0];
  const [a, b] = philox(counter, [draw.seed >>> 0, Math.floor(draw.seed / two32) >>> 0]);
  return ((a >>> 5) * 2 ** 26 + (b >>> 6)) / 2 ** 53;
}
