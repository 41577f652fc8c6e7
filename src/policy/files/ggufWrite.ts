import { ModelFileError, quote } from './error.ts';
import { alignmentOf, type GgufArray, type GgufValue, valueTypes } from './gguf.ts';
import { blockOf, codeOfType, encode, type WritableType } from './quants.ts';

export interface GgufContent {
  readonly metadata: ReadonlyMap<string, GgufValue>;
  /** dims in Hugging Face order ([out, in]) */
  readonly tensors: ReadonlyMap<string, { readonly dims: readonly number[]; readonly data: Float32Array }>;
  /** how a tensor is stored; F32 if left out */
  readonly types?: ReadonlyMap<string, WritableType>;
}

/** A GGUF file, version 3. The same content in the same order gives the same bytes. @throws ModelFileError for what a file cannot hold. */
export function writeGguf({ metadata, tensors, types }: GgufContent): Uint8Array {
  const alignment = alignmentOf(metadata);
  const header = new Writer();
  header.u32(0x46554747);
  header.u32(3);
  header.u64(BigInt(tensors.size));
  header.u64(BigInt(metadata.size));
  for (const [key, value] of metadata) {
    header.string(key);
    header.u32(valueTypes.indexOf(value.type));
    header.value(value);
  }
  const blobs: Uint8Array[] = [];
  let offset = 0;
  for (const [name, { dims, data }] of tensors) {
    const type = types?.get(name) ?? 'F32';
    if (dims.length < 1 || dims.length > 4 || dims.reduce((product, dim) => product * dim, 1) !== data.length || data.length === 0) {
      throw new ModelFileError(`Tensor ${quote(name)} of shape [${dims.join(', ')}] has ${data.length} values.`);
    }
    if (dims[dims.length - 1] % blockOf(type).values !== 0) {
      throw new ModelFileError(`Tensor ${quote(name)} has rows of ${dims[dims.length - 1]} values; ${type} needs a multiple of ${blockOf(type).values}.`);
    }
    const blob = encode(type, data, `Tensor ${quote(name)}`);
    header.string(name);
    header.u32(dims.length);
    for (const dim of dims.toReversed()) header.u64(BigInt(dim));
    header.u32(codeOfType(type));
    header.u64(BigInt(offset));
    blobs.push(blob);
    offset = align(offset + blob.length, alignment);
  }
  const start = align(header.length, alignment);
  const out = new Uint8Array(start + offset);
  out.set(header.bytes());
  let at = start;
  for (const blob of blobs) {
    out.set(blob, at);
    at = align(at + blob.length, alignment);
  }
  return out;
}

function align(offset: number, alignment: number): number {
  return Math.ceil(offset / alignment) * alignment;
}

class Writer {
  private buffer = new Uint8Array(4096);
  private view = new DataView(this.buffer.buffer);
  private readonly text = new TextEncoder();
  length = 0;

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  u32(value: number): void {
    this.view.setUint32(this.grow(4), value, true);
  }

  u64(value: bigint): void {
    this.view.setBigUint64(this.grow(8), value, true);
  }

  string(value: string): void {
    const bytes = this.text.encode(value);
    this.u64(BigInt(bytes.length));
    this.buffer.set(bytes, this.grow(bytes.length));
  }

  value(value: GgufValue): void {
    switch (value.type) {
      case 'array':
        this.array(value);
        break;
      case 'string':
        this.string(value.value);
        break;
      case 'bool':
        this.view.setUint8(this.grow(1), value.value ? 1 : 0);
        break;
      case 'u64':
      case 'i64':
        this.view.setBigInt64(this.grow(8), value.value, true);
        break;
      case 'u8':
      case 'i8':
        this.view.setUint8(this.grow(1), value.value);
        break;
      case 'u16':
      case 'i16':
        this.view.setUint16(this.grow(2), value.value, true);
        break;
      case 'u32':
      case 'i32':
        this.view.setUint32(this.grow(4), value.value, true);
        break;
      case 'f32':
        this.view.setFloat32(this.grow(4), value.value, true);
        break;
      case 'f64':
        this.view.setFloat64(this.grow(8), value.value, true);
        break;
    }
  }

  private array(array: GgufArray): void {
    this.u32(valueTypes.indexOf(array.of));
    this.u64(BigInt(array.value.length));
    switch (array.of) {
      case 'array':
        array.value.forEach((item) => this.array(item));
        break;
      case 'string':
        array.value.forEach((item) => this.string(item));
        break;
      case 'bool':
        array.value.forEach((item) => this.value({ type: 'bool', value: item }));
        break;
      case 'u64':
      case 'i64':
        for (let i = 0; i < array.value.length; i++) this.value({ type: array.of, value: array.value[i] });
        break;
      default:
        for (let i = 0; i < array.value.length; i++) this.value({ type: array.of, value: array.value[i] });
    }
  }

  /** Make room for `length` bytes at the end. @returns where they begin */
  private grow(length: number): number {
    const at = this.length;
    this.length += length;
    if (this.length > this.buffer.length) {
      const larger = new Uint8Array(Math.max(this.length, this.buffer.length * 2));
      larger.set(this.buffer);
      this.buffer = larger;
      this.view = new DataView(larger.buffer);
    }
    return at;
  }
}
