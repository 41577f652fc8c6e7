/**
 * A picture that contains a run: text in a PNG's iTXt chunk (PNG specification 11.3.4.5), compressed, which viewers pass over. Pictures
 * come from strangers: lengths are checked before they are used, checksums too, and what unpacks is bounded.
 */
import { zlibSync } from 'fflate';
import { crc32 } from './crc32.ts';
import { TransferError } from './error.ts';
import { inflate, InflateError } from './inflate.ts';
import { longestFile } from './run.ts';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const keyword = 'fieldnotes.run';
/** keyword, 0, compressed, method 0, no language, no translated keyword */
const head = Uint8Array.of(...[...keyword].map((character) => character.charCodeAt(0)), 0, 1, 0, 0, 0);

interface Chunk {
  readonly type: string;
  /** of its length field, and behind its checksum */
  readonly from: number;
  readonly to: number;
  readonly data: Uint8Array;
}

export function isPng(bytes: Uint8Array): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/** The same picture with `text` in it, in place of one that was. @throws TransferError when it is no PNG */
export function embed(png: Uint8Array, text: string): Uint8Array {
  const chunks = [...chunksOf(png)];
  const packed = zlibSync(new TextEncoder().encode(text), { level: 9 });
  const chunk = new Uint8Array(12 + head.length + packed.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, head.length + packed.length);
  chunk.set([...'iTXt'].map((character) => character.charCodeAt(0)), 4);
  chunk.set(head, 8);
  chunk.set(packed, 8 + head.length);
  view.setUint32(chunk.length - 4, crc32(chunk.subarray(4, chunk.length - 4)));
  const kept = chunks.filter((each) => !isOurs(each));
  const end = kept.findIndex(({ type }) => type === 'IEND');
  const pieces = kept.map(({ from, to }) => png.subarray(from, to));
  return concat([png.subarray(0, signature.length), ...pieces.slice(0, end), chunk, ...pieces.slice(end)]);
}

/** null: a picture without a run in it. @throws TransferError when it is no PNG, was cut off, or its text was changed */
export function extract(png: Uint8Array): string | null {
  const found = [...chunksOf(png)].find(isOurs);
  if (found === undefined) return null;
  const whole = png.subarray(found.from + 4, found.to - 4);
  if (new DataView(png.buffer, png.byteOffset + found.to - 4, 4).getUint32(0) !== crc32(whole)) throw damaged('the checksum of the run in it does not fit');
  try {
    // UTF-8 has at least one byte a character
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(inflate(found.data.subarray(head.length), longestFile, 'zlib'));
  } catch (error) {
    if (error instanceof InflateError && error.kind === 'tooLong') throw new TransferError('tooLong', `The run in this picture is too large: more than ${longestFile} bytes.`);
    throw damaged('the run in it can not be unpacked');
  }
}

/** Up to and with IEND; what follows it is no part of the picture. @throws TransferError */
function* chunksOf(png: Uint8Array): Generator<Chunk> {
  if (!isPng(png)) throw new TransferError('none', 'The file is no PNG picture.');
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  for (let at = signature.length; ; ) {
    if (at + 12 > png.length) throw damaged('it ends too early');
    const length = view.getUint32(at);
    const to = at + 12 + length;
    if (to > png.length) throw damaged('it ends too early');
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    yield { type, from: at, to, data: png.subarray(at + 8, to - 4) };
    if (type === 'IEND') return;
    at = to;
  }
}

function isOurs({ type, data }: Chunk): boolean {
  return type === 'iTXt' && data.length > head.length && head.every((byte, index) => data[index] === byte);
}

function damaged(what: string): TransferError {
  return new TransferError('damaged', `The picture is damaged: ${what}. Get it again as it was saved; many chat programs make their own copy of pictures.`);
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}
