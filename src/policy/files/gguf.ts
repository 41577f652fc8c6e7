/**
 * GGUF, versions 2 and 3, little-endian: metadata and tensor descriptions, then the tensors' blocks. Only the header is parsed at once;
 * tensors are read when asked for. Dimensions are given in Hugging Face order ([out, in], the reverse of the file's).
 */
import { ModelFileError, quote } from './error.ts';
import { blockOf, decodeBlocks, type TensorType, typeOfCode } from './quants.ts';
import { type ByteSource, toSource } from './source.ts';

/** Numbers of the value types in the file. */
export const valueTypes = ['u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'f32', 'bool', 'string', 'array', 'u64', 'i64', 'f64'] as const;
export type ValueType = (typeof valueTypes)[number];

export type GgufValue =
  | { readonly type: 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'i32' | 'f32' | 'f64'; readonly value: number }
  | { readonly type: 'u64' | 'i64'; readonly value: bigint }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'string'; readonly value: string }
  | GgufArray;

export type GgufArray =
  | { readonly type: 'array'; readonly of: 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'i32' | 'f32' | 'f64'; readonly value: ArrayLike<number> }
  | { readonly type: 'array'; readonly of: 'u64' | 'i64'; readonly value: ArrayLike<bigint> }
  | { readonly type: 'array'; readonly of: 'bool'; readonly value: readonly boolean[] }
  | { readonly type: 'array'; readonly of: 'string'; readonly value: readonly string[] }
  | { readonly type: 'array'; readonly of: 'array'; readonly value: readonly GgufArray[] };

export interface GgufTensor {
  readonly type: TensorType;
  readonly dims: readonly number[];
  /** first byte in the file, and number of bytes */
  readonly offset: number;
  readonly bytes: number;
}

export interface GgufFile {
  readonly version: number;
  readonly metadata: ReadonlyMap<string, GgufValue>;
  readonly tensors: ReadonlyMap<string, GgufTensor>;
  /** A tensor's values, decoded to float32. @throws ModelFileError when there is no such tensor */
  read(name: string): Promise<Float32Array>;
}

const firstChunk = 16 * 2 ** 20;
const headerLimit = 256 * 2 ** 20;
const readAtOnce = 16 * 2 ** 20;

/** @throws ModelFileError for anything that is not a sound little-endian GGUF file of version 2 or 3. */
export async function readGguf(from: Uint8Array | ByteSource): Promise<GgufFile> {
  const source = toSource(from);
  const header = await readHeader(source);
  return {
    ...header,
    async read(name) {
      const tensor = header.tensors.get(name);
      if (tensor === undefined) throw new ModelFileError(`The file has no tensor ${quote(name)}.`);
      return decodeTensor(source, tensor);
    },
  };
}

async function decodeTensor(source: ByteSource, { type, offset, bytes }: GgufTensor): Promise<Float32Array> {
  const block = blockOf(type);
  const blocks = bytes / block.bytes;
  const out = new Float32Array(blocks * block.values);
  const perRead = Math.floor(readAtOnce / block.bytes);
  for (let at = 0; at < blocks; at += perRead) {
    const count = Math.min(perRead, blocks - at);
    decodeBlocks(type, await source.read(offset + at * block.bytes, count * block.bytes), 0, count, out, at * block.values);
  }
  return out;
}

type Header = Omit<GgufFile, 'read'>;

/** The header's length is written nowhere: try with the file's first bytes, and with twice as many while they do not suffice. */
async function readHeader(source: ByteSource): Promise<Header> {
  for (let length = firstChunk; ; length *= 2) {
    const enough = Math.min(length, source.size);
    const header = parseHeader(await source.read(0, enough), source.size);
    if (header !== null) return header;
  }
}

/** Thrown when the header goes on after the bytes at hand although the file does too. */
class NeedMore extends Error {}

/** @returns null when more of the file is needed */
function parseHeader(bytes: Uint8Array, size: number): Header | null {
  try {
    return new HeaderParser(bytes, size).parse();
  } catch (error) {
    if (error instanceof NeedMore) return null;
    throw error;
  }
}

/** Least number of bytes of one array element, to refuse counts that the file cannot hold before allocating for them. */
const leastBytes: Readonly<Record<ValueType, number>> = {
  u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, f32: 4, bool: 1, string: 8, array: 12, u64: 8, i64: 8, f64: 8,
};

class HeaderParser {
  private at = 0;
  private readonly view: DataView;
  private readonly text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  constructor(
    private readonly bytes: Uint8Array,
    private readonly size: number,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  parse(): Header {
    const version = this.start();
    const tensorCount = this.count('tensors', 24);
    const metadataCount = this.count('metadata entries', 13);
    const metadata = new Map<string, GgufValue>();
    for (let i = 0; i < metadataCount; i++) {
      const key = this.string('a metadata key');
      if (metadata.has(key)) throw new ModelFileError(`The metadata key ${quote(key)} appears twice.`);
      metadata.set(key, this.value(key));
    }
    const descriptions = new Map<string, Omit<GgufTensor, 'bytes'>>();
    for (let i = 0; i < tensorCount; i++) {
      const name = this.string('a tensor name');
      if (descriptions.has(name)) throw new ModelFileError(`Tensor ${quote(name)} appears twice.`);
      descriptions.set(name, this.description(name));
    }
    return { version, metadata, tensors: this.place(descriptions, alignmentOf(metadata)) };
  }

  private start(): number {
    const magic = this.size < 4 ? 0 : this.view.getUint32(this.take(4, 'the magic number'), true);
    if (magic !== 0x46554747) throw new ModelFileError('This is no GGUF file: it does not begin with "GGUF".');
    const version = this.view.getUint32(this.take(4, 'the version'), true);
    if (version === 2 || version === 3) return version;
    if (version > 0 && (version & 0xffff) === 0) throw new ModelFileError('This GGUF file is big-endian; a little-endian one is needed.');
    throw new ModelFileError(`This is GGUF version ${version}; versions 2 and 3 can be read.`);
  }

  /** Advance over `length` bytes. @returns where they begin */
  private take(length: number, what: string): number {
    const at = this.at;
    if (at + length > this.size) throw new ModelFileError(`The file ends inside ${what}: ${length} bytes at ${at}, but it has ${this.size}.`);
    if (at + length > headerLimit) throw new ModelFileError(`The header is longer than ${headerLimit} bytes; this is no usable model file.`);
    if (at + length > this.bytes.length) throw new NeedMore();
    this.at = at + length;
    return at;
  }

  private count(what: string, least: number): number {
    const count = Number(this.view.getBigUint64(this.take(8, `the number of ${what}`), true));
    if (count * least > Math.min(this.size, headerLimit) - this.at) throw new ModelFileError(`The file claims ${count} ${what}; it is too short for that.`);
    return count;
  }

  private string(what: string): string {
    const length = Number(this.view.getBigUint64(this.take(8, what), true));
    const from = this.take(length, what);
    try {
      return this.text.decode(this.bytes.subarray(from, from + length));
    } catch {
      throw new ModelFileError(`The text of ${what} at byte ${from} is not valid UTF-8.`);
    }
  }

  private valueType(key: string): ValueType {
    const code = this.view.getUint32(this.take(4, 'a value type'), true);
    if (code >= valueTypes.length) throw new ModelFileError(`The metadata value ${quote(key)} has the unknown type ${code}.`);
    return valueTypes[code];
  }

  private value(key: string): GgufValue {
    const type = this.valueType(key);
    switch (type) {
      case 'array':
        return this.array(key, 0);
      case 'string':
        return { type, value: this.string(`the metadata value ${quote(key)}`) };
      case 'bool':
        return { type, value: this.flag(key) };
      case 'u64':
      case 'i64':
        return { type, value: this.big(type, key) };
      default:
        return { type, value: this.number(type, key) };
    }
  }

  private array(key: string, depth: number): GgufArray {
    if (depth > 4) throw new ModelFileError(`The metadata value ${quote(key)} nests arrays too deeply.`);
    const of = this.valueType(key);
    const count = this.count(`elements of ${quote(key)}`, leastBytes[of]);
    const all = <T>(read: () => T): T[] => {
      const values: T[] = [];
      for (let i = 0; i < count; i++) values.push(read());
      return values;
    };
    switch (of) {
      case 'array':
        return { type: 'array', of, value: all(() => this.array(key, depth + 1)) };
      case 'string':
        return { type: 'array', of, value: all(() => this.string(`the metadata value ${quote(key)}`)) };
      case 'bool':
        return { type: 'array', of, value: all(() => this.flag(key)) };
      case 'u64':
      case 'i64': {
        const value = of === 'u64' ? new BigUint64Array(count) : new BigInt64Array(count);
        for (let i = 0; i < count; i++) value[i] = this.big(of, key);
        return { type: 'array', of, value };
      }
      default: {
        const value = numbersOf(of, count);
        for (let i = 0; i < count; i++) value[i] = this.number(of, key);
        return { type: 'array', of, value };
      }
    }
  }

  private flag(key: string): boolean {
    const byte = this.bytes[this.take(1, `the metadata value ${quote(key)}`)];
    if (byte > 1) throw new ModelFileError(`The metadata value ${quote(key)} is ${byte}; a boolean is 0 or 1.`);
    return byte === 1;
  }

  private big(type: 'u64' | 'i64', key: string): bigint {
    const at = this.take(8, key);
    return type === 'u64' ? this.view.getBigUint64(at, true) : this.view.getBigInt64(at, true);
  }

  private number(type: NumberType, key: string): number {
    const at = this.take(leastBytes[type], key);
    switch (type) {
      case 'u8':
        return this.view.getUint8(at);
      case 'i8':
        return this.view.getInt8(at);
      case 'u16':
        return this.view.getUint16(at, true);
      case 'i16':
        return this.view.getInt16(at, true);
      case 'u32':
        return this.view.getUint32(at, true);
      case 'i32':
        return this.view.getInt32(at, true);
      case 'f32':
        return this.view.getFloat32(at, true);
      case 'f64':
        return this.view.getFloat64(at, true);
    }
  }

  private description(name: string): Omit<GgufTensor, 'bytes'> {
    const rank = this.view.getUint32(this.take(4, `tensor ${quote(name)}`), true);
    if (rank < 1 || rank > 4) throw new ModelFileError(`Tensor ${quote(name)} has ${rank} dimensions; 1 to 4 are possible.`);
    const dims: number[] = [];
    for (let i = 0; i < rank; i++) dims.unshift(Number(this.view.getBigUint64(this.take(8, `tensor ${quote(name)}`), true)));
    const elements = dims.reduce((product, dim) => product * dim, 1);
    if (!Number.isSafeInteger(elements) || elements < 1) {
      throw new ModelFileError(`Tensor ${quote(name)} has the impossible shape [${dims.join(', ')}].`);
    }
    const type = typeOfCode(this.view.getUint32(this.take(4, `tensor ${quote(name)}`), true), quote(name));
    const offset = Number(this.view.getBigUint64(this.take(8, `tensor ${quote(name)}`), true));
    return { type, dims, offset };
  }

  /** Where each tensor lies in the file, with the checks that need the end of the header. */
  private place(descriptions: ReadonlyMap<string, Omit<GgufTensor, 'bytes'>>, alignment: number): Map<string, GgufTensor> {
    const start = Math.ceil(this.at / alignment) * alignment;
    const tensors = new Map<string, GgufTensor>();
    for (const [name, { type, dims, offset }] of descriptions) {
      const block = blockOf(type);
      if (dims[dims.length - 1] % block.values !== 0) {
        throw new ModelFileError(`Tensor ${quote(name)} has rows of ${dims[dims.length - 1]} values; ${type} needs a multiple of ${block.values}.`);
      }
      const bytes = (dims.reduce((product, dim) => product * dim, 1) / block.values) * block.bytes;
      if (offset % alignment !== 0) throw new ModelFileError(`Tensor ${quote(name)} begins at ${offset}, which is no multiple of ${alignment}.`);
      if (start + offset + bytes > this.size) {
        throw new ModelFileError(
          `Tensor ${quote(name)} ends at byte ${start + offset + bytes} of a file of ${this.size}; the file is cut short or its header is wrong.`,
        );
      }
      tensors.set(name, { type, dims, offset: start + offset, bytes });
    }
    let end = start;
    for (const [name, tensor] of [...tensors].sort(([, a], [, b]) => a.offset - b.offset)) {
      if (tensor.offset < end) throw new ModelFileError(`Tensor ${quote(name)} overlaps another one.`);
      end = tensor.offset + tensor.bytes;
    }
    return tensors;
  }
}

type NumberType = Exclude<ValueType, 'bool' | 'string' | 'array' | 'u64' | 'i64'>;

function numbersOf(type: NumberType, count: number): Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array {
  switch (type) {
    case 'u8':
      return new Uint8Array(count);
    case 'i8':
      return new Int8Array(count);
    case 'u16':
      return new Uint16Array(count);
    case 'i16':
      return new Int16Array(count);
    case 'u32':
      return new Uint32Array(count);
    case 'i32':
      return new Int32Array(count);
    case 'f32':
      return new Float32Array(count);
    case 'f64':
      return new Float64Array(count);
  }
}

/** Tensors begin at multiples of this many bytes. @throws ModelFileError when it is no power of two from 8 on */
export function alignmentOf(metadata: ReadonlyMap<string, GgufValue>): number {
  const given = metadata.get('general.alignment');
  if (given === undefined) return 32;
  if (given.type !== 'u32') throw new ModelFileError(`general.alignment has the type ${given.type}; u32 is needed.`);
  const alignment = given.value;
  if (alignment < 8 || alignment > 65536 || (alignment & (alignment - 1)) !== 0) {
    throw new ModelFileError(`general.alignment is ${alignment}; a power of two from 8 to 65536 is needed.`);
  }
  return alignment;
}
