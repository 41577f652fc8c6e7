/** Safetensors: an 8-byte header length, a JSON header, and the tensors' bytes (little-endian, row-major). */
import { ModelFileError, quote } from './error.ts';
import { bfloatToFloat, halfTable } from './half.ts';
import { type ByteSource, toSource } from './source.ts';

const widths = { F32: 4, F16: 2, BF16: 2, I32: 4, I64: 8 } as const;
type SafeType = keyof typeof widths;

/** Half-precision types are widened to float32 when read. */
export type SafeTensor =
  | { readonly dims: readonly number[]; readonly data: Float32Array }
  | { readonly dims: readonly number[]; readonly data: Int32Array }
  | { readonly dims: readonly number[]; readonly data: BigInt64Array };

interface SafeInfo {
  readonly type: SafeType;
  readonly dims: readonly number[];
  /** first byte in the file, and number of bytes */
  readonly offset: number;
  readonly bytes: number;
}

interface SafeFile {
  readonly metadata: ReadonlyMap<string, string>;
  readonly infos: ReadonlyMap<string, SafeInfo>;
  /** @throws ModelFileError when there is no such tensor */
  read(name: string): Promise<SafeTensor>;
}

const headerLimit = 100_000_000;

/** Reads the header only; tensors are read when asked for. @throws ModelFileError when the header does not describe the file. */
export async function openSafetensors(from: Uint8Array | ByteSource): Promise<SafeFile> {
  const source = toSource(from);
  if (source.size < 8) throw new ModelFileError(`A safetensors file has at least 8 bytes; this one has ${source.size}.`);
  const start = await source.read(0, 8);
  const length = Number(new DataView(start.buffer, start.byteOffset, 8).getBigUint64(0, true));
  if (length > headerLimit || length > source.size - 8) {
    throw new ModelFileError(`The header claims ${length} bytes in a file of ${source.size}; it is cut short or not in the safetensors format.`);
  }
  const { infos, metadata } = parseHeader(await source.read(8, length), 8 + length, source.size);
  return {
    infos,
    metadata,
    async read(name) {
      const info = infos.get(name);
      if (info === undefined) throw new ModelFileError(`The file has no tensor ${quote(name)}.`);
      return { dims: info.dims, ...convert(info, await source.read(info.offset, info.bytes)) };
    },
  };
}

function parseHeader(bytes: Uint8Array, dataStart: number, size: number): Pick<SafeFile, 'infos' | 'metadata'> {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ModelFileError('The safetensors header is not valid JSON.');
  }
  const infos = new Map<string, SafeInfo>();
  const metadata = new Map<string, string>();
  for (const [name, entry] of entries(header, 'The safetensors header')) {
    if (name === '__metadata__') {
      for (const [key, value] of entries(entry, '__metadata__')) metadata.set(key, String(value));
    } else infos.set(name, parseInfo(name, entry, dataStart, size));
  }
  const inOrder = [...infos].sort(([, a], [, b]) => a.offset - b.offset || a.bytes - b.bytes);
  let end = dataStart;
  for (const [name, info] of inOrder) {
    if (info.offset < end) throw new ModelFileError(`Tensor ${quote(name)} overlaps another one.`);
    end = info.offset + info.bytes;
  }
  return { infos, metadata };
}

function parseInfo(name: string, entry: unknown, dataStart: number, size: number): SafeInfo {
  const fields = new Map(entries(entry, `The entry of tensor ${quote(name)}`));
  const type = fields.get('dtype');
  if (type !== 'F32' && type !== 'F16' && type !== 'BF16' && type !== 'I32' && type !== 'I64') {
    throw new ModelFileError(`Tensor ${quote(name)} has the type ${quote(String(type))}; ${Object.keys(widths).join(', ')} can be read.`);
  }
  const dims = counts(fields.get('shape'));
  const range = counts(fields.get('data_offsets'));
  if (dims === null || range?.length !== 2 || dims.length > 8) {
    throw new ModelFileError(`Tensor ${quote(name)} has no proper shape and data_offsets.`);
  }
  const bytes = dims.reduce((product, dim) => product * dim, widths[type]);
  const [from, to] = range;
  if (to - from !== bytes) {
    throw new ModelFileError(`Tensor ${quote(name)} of shape [${dims.join(', ')}] and type ${type} has ${to - from} bytes; ${bytes} are needed.`);
  }
  if (dataStart + to > size) {
    throw new ModelFileError(`Tensor ${quote(name)} ends at byte ${dataStart + to} of a file of ${size}; the file is cut short.`);
  }
  return { type, dims, offset: dataStart + from, bytes };
}

function entries(value: unknown, what: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ModelFileError(`${what} is not a JSON object.`);
  return Object.entries(value);
}

function counts(value: unknown): number[] | null {
  if (!Array.isArray(value)) return null;
  const numbers = value.filter((item: unknown): item is number => typeof item === 'number' && Number.isSafeInteger(item) && item >= 0);
  return numbers.length === value.length ? numbers : null;
}

function convert(info: SafeInfo, bytes: Uint8Array): { data: Float32Array } | { data: Int32Array } | { data: BigInt64Array } {
  // a copy: aligned, and independent of the file's buffer
  const copy = bytes.slice();
  if (info.type === 'F32') return { data: new Float32Array(copy.buffer) };
  if (info.type === 'I32') return { data: new Int32Array(copy.buffer) };
  if (info.type === 'I64') return { data: new BigInt64Array(copy.buffer) };
  const bits = new Uint16Array(copy.buffer);
  const data = new Float32Array(bits.length);
  const table = halfTable();
  if (info.type === 'F16') for (let i = 0; i < bits.length; i++) data[i] = table[bits[i]];
  else for (let i = 0; i < bits.length; i++) data[i] = bfloatToFloat(bits[i]);
  return { data };
}

/** The same tensors in the same order give the same bytes. @throws ModelFileError when a shape does not fit its data. */
export function writeSafetensors(tensors: ReadonlyMap<string, SafeTensor>, metadata: Readonly<Record<string, string>> = {}): Uint8Array {
  const header: [string, unknown][] = Object.keys(metadata).length > 0 ? [['__metadata__', metadata]] : [];
  let offset = 0;
  for (const [name, { dims, data }] of tensors) {
    if (dims.reduce((product, dim) => product * dim, 1) !== data.length) {
      throw new ModelFileError(`Tensor ${quote(name)} of shape [${dims.join(', ')}] has ${data.length} values.`);
    }
    const dtype = data instanceof Float32Array ? 'F32' : data instanceof Int32Array ? 'I32' : 'I64';
    header.push([name, { dtype, shape: dims, data_offsets: [offset, offset + data.byteLength] }]);
    offset += data.byteLength;
  }
  const json = JSON.stringify(Object.fromEntries(header));
  const text = new TextEncoder().encode(json);
  // spaces after the JSON keep the data aligned to 8 bytes
  const length = Math.ceil(text.length / 8) * 8;
  const out = new Uint8Array(8 + length + offset);
  new DataView(out.buffer).setBigUint64(0, BigInt(length), true);
  out.set(text, 8);
  out.fill(0x20, 8 + text.length, 8 + length);
  let at = 8 + length;
  for (const { data } of tensors.values()) {
    out.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  return out;
}
