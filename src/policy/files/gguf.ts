/**
 * GGUF, versions 2 and 3, little-endian: metadata and tensor descriptions, then the tensors' blocks. Only the header is parsed at once;
 * tensors are read when asked for. Dimensions are given in Hugging Face order ([out, in], the reverse of the file's).
 */
import { ModelFileError, quote } from './error.ts';
import { GgufReader, NeedMore, type GgufValue } from './ggufReader.ts';
import { blockOf, decodeBlocks, type TensorType, typeOfCode } from './quants.ts';
import { type ByteSource, toSource } from './source.ts';

interface GgufTensor {
  readonly type: TensorType;
  readonly dims: readonly number[];
  /** first byte in the file, and number of bytes */
  readonly offset: number;
  readonly bytes: number;
}

interface GgufFile {
  readonly version: number;
  readonly metadata: ReadonlyMap<string, GgufValue>;
  readonly tensors: ReadonlyMap<string, GgufTensor>;
  /** A tensor's values, decoded to float32. @throws ModelFileError when there is no such tensor */
  read(name: string): Promise<Float32Array>;
}

const firstChunk = 16 * 2 ** 20;
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

/** @returns null when more of the file is needed */
function parseHeader(bytes: Uint8Array, size: number): Header | null {
  try {
    return new HeaderParser(bytes, size).parse();
  } catch (error) {
    if (error instanceof NeedMore) return null;
    throw error;
  }
}

class HeaderParser {
  private readonly reader: GgufReader;

  constructor(
    bytes: Uint8Array,
    private readonly size: number,
  ) {
    this.reader = new GgufReader(bytes, size);
  }

  parse(): Header {
    const { reader } = this;
    const version = this.start();
    const tensorCount = reader.count('tensors', 24);
    const metadataCount = reader.count('metadata entries', 13);
    const metadata = new Map<string, GgufValue>();
    for (let i = 0; i < metadataCount; i++) {
      const key = reader.string('a metadata key');
      if (metadata.has(key)) throw new ModelFileError(`The metadata key ${quote(key)} appears twice.`);
      metadata.set(key, reader.value(key));
    }
    const descriptions = new Map<string, Omit<GgufTensor, 'bytes'>>();
    for (let i = 0; i < tensorCount; i++) {
      const name = reader.string('a tensor name');
      if (descriptions.has(name)) throw new ModelFileError(`Tensor ${quote(name)} appears twice.`);
      descriptions.set(name, this.description(name));
    }
    return { version, metadata, tensors: this.place(descriptions, alignmentOf(metadata)) };
  }

  private start(): number {
    const magic = this.size < 4 ? 0 : this.reader.u32('the magic number');
    if (magic !== 0x46554747) throw new ModelFileError('This is no GGUF file: it does not begin with "GGUF".');
    const version = this.reader.u32('the version');
    if (version === 2 || version === 3) return version;
    if (version > 0 && (version & 0xffff) === 0) throw new ModelFileError('This GGUF file is big-endian; a little-endian one is needed.');
    throw new ModelFileError(`This is GGUF version ${version}; versions 2 and 3 can be read.`);
  }

  private description(name: string): Omit<GgufTensor, 'bytes'> {
    const what = `tensor ${quote(name)}`;
    const rank = this.reader.u32(what);
    if (rank < 1 || rank > 4) throw new ModelFileError(`Tensor ${quote(name)} has ${rank} dimensions; 1 to 4 are possible.`);
    const dims: number[] = [];
    for (let i = 0; i < rank; i++) dims.unshift(this.reader.u64(what));
    const elements = dims.reduce((product, dim) => product * dim, 1);
    if (!Number.isSafeInteger(elements) || elements < 1) {
      throw new ModelFileError(`Tensor ${quote(name)} has the impossible shape [${dims.join(', ')}].`);
    }
    const type = typeOfCode(this.reader.u32(what), quote(name));
    return { type, dims, offset: this.reader.u64(what) };
  }

  /** Where each tensor lies in the file, with the checks that need the end of the header. */
  private place(descriptions: ReadonlyMap<string, Omit<GgufTensor, 'bytes'>>, alignment: number): Map<string, GgufTensor> {
    const start = Math.ceil(this.reader.at / alignment) * alignment;
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
