import { ModelFileError, quote } from './error.ts';
import { alignmentOf } from './gguf.ts';
import { type GgufArray, type GgufValue, valueTypes } from './ggufReader.ts';
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
    this.put(4, (view, at) => view.setUint32(at, value, true));
  }

  u64(value: bigint): void {
    this.put(8, (view, at) => view.setBigUint64(at, value, true));
  }

  string(value: string): void {
    const bytes = this.text.encode(value);
    this.u64(BigInt(bytes.length));
    const at = this.grow(bytes.length);
    this.buffer.set(bytes, at);
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
        this.put(1, (view, at) => view.setUint8(at, value.value ? 1 : 0));
        break;
      case 'u64':
      case 'i64':
        this.put(8, (view, at) => view.setBigInt64(at, value.value, true));
        break;
      case 'u8':
      case 'i8':
        this.put(1, (view, at) => view.setUint8(at, value.value));
        break;
      case 'u16':
      case 'i16':
        this.put(2, (view, at) => view.setUint16(at, value.value, true));
        break;
      case 'u32':
      case 'i32':
        this.put(4, (view, at) => view.setUint32(at, value.value, true));
        break;
      case 'f32':
        this.put(4, (view, at) => view.setFloat32(at, value.value, true));
        break;
      case 'f64':
        this.put(8, (view, at) => view.setFloat64(at, value.value, true));
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

  private put(length: number, write: (view: DataView, at: number) => void): void {
    const at = this.grow(length);
    write(this.view, at);
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
