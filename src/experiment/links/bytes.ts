/** The smallest binary notation that is canonical: whole numbers in as few bytes as possible, texts with their length before them. */
import { LinkError } from './error.ts';

const toBytes = new TextEncoder();
const toText = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class Writer {
  private readonly out: number[] = [];

  /** A whole number from 0 to 2^53 − 1: seven bits a byte, the lowest first. */
  count(value: number): this {
    if (!Number.isSafeInteger(value) || value < 0) throw new LinkError('content', `${value} can not be written into a link; a whole number from 0 is needed.`);
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.out.push((rest % 128) + 128);
    this.out.push(rest);
    return this;
  }

  /** Any whole number: sign, then size. */
  whole(value: number): this {
    return this.count(value < 0 ? 1 : 0).count(Math.abs(value));
  }

  /** One of a list that only ever grows at its end. */
  choice<T>(options: readonly T[], value: T, what: string): this {
    const index = options.indexOf(value);
    if (index < 0) throw new LinkError('content', `${what} is ${String(value)}, which links of this version can not say; save the run as a file.`);
    return this.count(index);
  }

  /** @param most bytes in UTF-8; a half of a surrogate pair becomes U+FFFD */
  text(value: string, most: number, what: string): this {
    const bytes = toBytes.encode(value);
    if (bytes.length > most) throw new LinkError('tooLong', `${what} has ${bytes.length} bytes; a link takes up to ${most}. Shorten it or save the run as a file.`);
    this.count(bytes.length);
    for (const byte of bytes) this.out.push(byte);
    return this;
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.out);
  }
}

export class Reader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get done(): boolean {
    return this.at >= this.bytes.length;
  }

  /** @throws LinkError when it is larger than `most`, or written longer than needed */
  count(most: number, what: string): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.bytes.at(this.at++);
      if (byte === undefined) throw short();
      value += (byte & 127) * scale;
      if (value > most || scale > 2 ** 49) throw new LinkError('content', `${what} is more than ${most} in this link. It was not made by this program; ask for it again.`);
      if (byte >= 128) continue;
      if (byte === 0 && scale > 1) throw new LinkError('content', `${what} is written in an unusual way in this link. It was not made by this program; ask for it again.`);
      return value;
    }
  }

  whole(what: string): number {
    const negative = this.count(1, `The sign of ${what}`) === 1;
    const size = this.count(Number.MAX_SAFE_INTEGER, what);
    if (negative && size === 0) throw new LinkError('content', `${what} is −0 in this link. It was not made by this program; ask for it again.`);
    return negative ? -size : size;
  }

  choice<T>(options: readonly T[], what: string): T {
    const index = this.count(255, what);
    if (index >= options.length) throw new LinkError('version', `${what} in this link is one that this page does not know. Reload the page to get its newest version.`);
    return options[index];
  }

  text(most: number, what: string): string {
    const length = this.count(most, `The length of ${what}`);
    if (this.at + length > this.bytes.length) throw short();
    const bytes = this.bytes.subarray(this.at, (this.at += length));
    try {
      return toText.decode(bytes);
    } catch {
      throw new LinkError('content', `${what} in this link is not readable text. It was not made by this program; ask for it again.`);
    }
  }
}

function short(): LinkError {
  return new LinkError('damaged', 'The link ends too early. Copy it again, whole.');
}
