/** The bytes of a GGUF header, one after the other: numbers, texts and metadata values, with the checks that keep a hostile file from costing more than its size. */
import { ModelFileError, quote } from './error.ts';

/** Numbers of the value types in the file. */
export const valueTypes = ['u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'f32', 'bool', 'string', 'array', 'u64', 'i64', 'f64'] as const;
type ValueType = (typeof valueTypes)[number];

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

const headerLimit = 256 * 2 ** 20;

/** Of tensors, metadata entries and elements of arrays together: each costs memory beyond its bytes. A tokenizer of 256k tokens has about a million. */
const mostThings = 2 ** 22;

/** Thrown when the header goes on after the bytes at hand although the file does too. */
export class NeedMore extends Error {}

/** Least number of bytes of one array element, to refuse counts that the file cannot hold before allocating for them. */
const leastBytes: Readonly<Record<ValueType, number>> = {
  u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, f32: 4, bool: 1, string: 8, array: 12, u64: 8, i64: 8, f64: 8,
};

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

export class GgufReader {
  private place = 0;
  private things = 0;
  private readonly view: DataView;
  private readonly text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  /** @param bytes the beginning of the file @param size bytes of the whole file */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly size: number,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** How many bytes have been read. */
  get at(): number {
    return this.place;
  }

  /** Advance over `length` bytes. @returns where they begin */
  private take(length: number, what: string): number {
    const at = this.place;
    if (at + length > this.size) throw new ModelFileError(`The file ends inside ${what}: ${length} bytes at ${at}, but it has ${this.size}.`);
    if (at + length > headerLimit) throw new ModelFileError(`The header is longer than ${headerLimit} bytes; this is no usable model file.`);
    if (at + length > this.bytes.length) throw new NeedMore();
    this.place = at + length;
    return at;
  }

  u32(what: string): number {
    return this.view.getUint32(this.take(4, what), true);
  }

  u64(what: string): number {
    return Number(this.view.getBigUint64(this.take(8, what), true));
  }

  /** @param least bytes that each of them takes at least */
  count(what: string, least: number): number {
    const count = this.u64(`the number of ${what}`);
    if (count * least > Math.min(this.size, headerLimit) - this.place) throw new ModelFileError(`The file claims ${count} ${what}; it is too short for that.`);
    this.things += count;
    if (this.things > mostThings) throw new ModelFileError(`The file claims ${count} ${what}; at most ${mostThings} things are accepted in all.`);
    return count;
  }

  string(what: string): string {
    const length = this.u64(what);
    const from = this.take(length, what);
    try {
      return this.text.decode(this.bytes.subarray(from, from + length));
    } catch {
      throw new ModelFileError(`The text of ${what} at byte ${from} is not valid UTF-8.`);
    }
  }

  private valueType(key: string): ValueType {
    const code = this.u32('a value type');
    if (code >= valueTypes.length) throw new ModelFileError(`The metadata value ${quote(key)} has the unknown type ${code}.`);
    return valueTypes[code];
  }

  /** A metadata value. */
  value(key: string): GgufValue {
    const type = this.valueType(key);
    const what = `the metadata value ${quote(key)}`;
    switch (type) {
      case 'array':
        return this.array(key, what, 0);
      case 'string':
        return { type, value: this.string(what) };
      case 'bool':
        return { type, value: this.flag(what) };
      case 'u64':
      case 'i64':
        return { type, value: this.big(type, what) };
      default:
        return { type, value: this.number(type, what) };
    }
  }

  /** @param what the value in words, put together once for all elements */
  private array(key: string, what: string, depth: number): GgufArray {
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
        return { type: 'array', of, value: all(() => this.array(key, what, depth + 1)) };
      case 'string':
        return { type: 'array', of, value: all(() => this.string(what)) };
      case 'bool':
        return { type: 'array', of, value: all(() => this.flag(what)) };
      case 'u64':
      case 'i64': {
        const value = of === 'u64' ? new BigUint64Array(count) : new BigInt64Array(count);
        for (let i = 0; i < count; i++) value[i] = this.big(of, what);
        return { type: 'array', of, value };
      }
      default: {
        const value = numbersOf(of, count);
        for (let i = 0; i < count; i++) value[i] = this.number(of, what);
        return { type: 'array', of, value };
      }
    }
  }

  private flag(what: string): boolean {
    const byte = this.bytes[this.take(1, what)];
    if (byte > 1) throw new ModelFileError(`A boolean is 0 or 1, and ${what} is ${byte}.`);
    return byte === 1;
  }

  private big(type: 'u64' | 'i64', what: string): bigint {
    const at = this.take(8, what);
    return type === 'u64' ? this.view.getBigUint64(at, true) : this.view.getBigInt64(at, true);
  }

  private number(type: NumberType, what: string): number {
    const at = this.take(leastBytes[type], what);
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
}
