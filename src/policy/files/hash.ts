/**
 * A 64-bit fingerprint as 16 hexadecimal digits, to tell recordings of different tokenizers, templates or weights apart. Two FNV-1a
 * lanes with different multipliers; no defence against someone who wants a collision.
 */
export function fingerprint(parts: Iterable<string | Uint8Array>): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  const text = new TextEncoder();
  for (const part of parts) {
    const bytes = typeof part === 'string' ? text.encode(part) : part;
    for (const byte of bytes) {
      a = Math.imul(a ^ byte, 0x01000193);
      b = Math.imul(b ^ byte, 0x85ebca6b) ^ (b >>> 15);
    }
    // the end of a part counts, so that ["ab"] and ["a", "b"] differ
    a = Math.imul(a ^ 0x1ff, 0x01000193);
    b = Math.imul(b ^ 0x1ff, 0x85ebca6b);
  }
  return hex(a) + hex(b);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
