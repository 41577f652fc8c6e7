import type { Tensor } from '../../src/policy/runtime.ts';
import type { Packed } from './protocol.ts';

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 0x8000) text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  return btoa(text);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

export function pack(tensor: Tensor): Packed {
  const { buffer, byteOffset, byteLength } = tensor.data;
  return { type: tensor.type, dims: [...tensor.dims], base64: toBase64(new Uint8Array(buffer, byteOffset, byteLength)) };
}

export function unpack({ type, dims, base64 }: Packed): Tensor {
  const bytes = fromBase64(base64);
  switch (type) {
    case 'float32':
      return { type, dims, data: new Float32Array(bytes.buffer) };
    case 'int32':
      return { type, dims, data: new Int32Array(bytes.buffer) };
    case 'int64':
      return { type, dims, data: new BigInt64Array(bytes.buffer) };
    case 'uint8':
    case 'bool':
      return { type, dims, data: bytes };
  }
}

export function mapValues<A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
