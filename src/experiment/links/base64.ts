/** base64url without padding (RFC 4648 §5). One text for each sequence of bytes, and only that one is read. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const values = new Map([...alphabet].map((character, value) => [character, value]));

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 6; bits -= 6) text += alphabet[(held >> (bits - 6)) & 63];
    held &= 63;
  }
  return bits > 0 ? text + alphabet[(held << (6 - bits)) & 63] : text;
}

/** null: not base64url, or not as `toBase64` writes it */
export function fromBase64(text: string): Uint8Array | null {
  const out = new Uint8Array(Math.floor((text.length * 6) / 8));
  let held = 0;
  let bits = 0;
  let at = 0;
  for (const character of text) {
    const value = values.get(character);
    if (value === undefined) return null;
    held = ((held << 6) | value) & 0x3fff;
    bits += 6;
    if (bits >= 8) out[at++] = (held >> (bits -= 8)) & 255;
  }
  const unused = held & ((1 << bits) - 1);
  return bits < 6 && unused === 0 ? out : null;
}
