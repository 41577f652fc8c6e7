/**
 * Byte-level vocabularies (GPT-2's, Qwen's) write each byte as one printable character: bytes that are printable in Latin-1 as
 * themselves, the others as the characters from U+0100 on.
 */
const printable = (byte: number): boolean => (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;

/** the character of each byte */
export const byteCharacters: readonly string[] = (() => {
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(printable(byte) ? byte : next++));
})();

const byteOf: ReadonlyMap<string, number> = new Map(byteCharacters.map((character, byte) => [character, byte]));

/** The bytes that a vocabulary entry stands for; null when it is not written in those characters. */
export function bytesOf(entry: string): Uint8Array | null {
  const bytes: number[] = [];
  for (const character of entry) {
    const byte = byteOf.get(character);
    if (byte === undefined) return null;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}
