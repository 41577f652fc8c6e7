/** EBML, the boxes that WebM is made of (RFC 8794): read into elements, and written. Pure. */

export interface Element {
  readonly id: number;
  /** what is in it, without its id and size */
  readonly data: Uint8Array;
}

/** Elements one after the other. @param endsAt ids that end an element of unknown size; none: it goes to the end. @throws RangeError */
export function elementsOf(bytes: Uint8Array, endsAt: readonly number[] = []): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { id, size, from } = headAt(bytes, at);
    let to = from + (size ?? 0);
    if (size === null) {
      for (to = endsAt.length > 0 ? from : bytes.length; to < bytes.length; ) {
        const child = headAt(bytes, to);
        if (endsAt.includes(child.id)) break;
        if (child.size === null) throw new RangeError('An element without a size is in another.');
        to = child.from + child.size;
      }
    }
    if (to > bytes.length) throw new RangeError('An element is cut off.');
    found.push({ id, data: bytes.subarray(from, to) });
    at = to;
  }
  return found;
}

/** @throws RangeError */
function headAt(bytes: Uint8Array, at: number): { readonly id: number; readonly size: number | null; readonly from: number } {
  const idLength = lengthAt(bytes, at);
  const sizeLength = lengthAt(bytes, at + idLength);
  const from = at + idLength + sizeLength;
  // All ones: the writer did not know.
  const mask = 0xff >> sizeLength;
  const [first, ...others] = bytes.subarray(at + idLength, from);
  const unknown = (first & mask) === mask && others.every((byte) => byte === 0xff);
  return { id: toNumber(bytes.subarray(at, at + idLength)), size: unknown ? null : toNumber([first & mask, ...others]), from };
}

/** The zeros that a number begins with say how many bytes follow the first. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const length = at < bytes.length ? Math.clz32(bytes[at]) - 23 : 9;
  if (length > 8 || at + length > bytes.length) throw new RangeError('There is no element here.');
  return length;
}

/** Big-endian. */
export function toNumber(bytes: Iterable<number>): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}

/** An id, a size of eight bytes, and what is in it. */
export function element(id: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const size = uint(parts.reduce((sum, { length }) => sum + length, 0));
  size[0] = 1;
  return joined([idOf(id), size, ...parts]);
}

function idOf(id: number): Uint8Array {
  const bytes = uint(id);
  return bytes.subarray(bytes.findIndex((byte) => byte > 0));
}

/** A number of eight bytes, whatever it is: what holds it has its length before it knows the number. */
export function uint(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

export function float(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
