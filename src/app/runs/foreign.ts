/** What a file without a run is, where the page has another place for it. Told by its first bytes and its words, not by its name. */
import { levelsIn } from '../editor/text.ts';

export type Foreign = 'level' | 'adapter' | 'model' | 'film';

/** Larger than any level as text. */
const mostText = 2 ** 21;

/** null: nothing that the page knows */
export function foreignKind(bytes: Uint8Array): Foreign | null {
  if (begins(bytes, 0x47, 0x47, 0x55, 0x46)) return 'model';
  if (begins(bytes, 0x1a, 0x45, 0xdf, 0xa3)) return 'film';
  const tensors = tensorNames(bytes);
  if (tensors !== null) return /lora_[ab]/i.test(tensors) ? 'adapter' : 'model';
  if (bytes.length > mostText) return null;
  const text = new TextDecoder().decode(bytes);
  if (text.includes('\u0000')) return null;
  if (/^\s*\{/.test(text)) return /"peft_type"\s*:/.test(text) ? 'adapter' : null;
  const { levels, trouble } = levelsIn(text);
  return levels.length > 0 || (trouble?.kind === 'size' && trouble.world === 'sokoban') ? 'level' : null;
}

function begins(bytes: Uint8Array, ...start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

/** The head of a safetensors file: its length in 8 bytes, then JSON. null: it is none */
function tensorNames(bytes: Uint8Array): string | null {
  if (bytes.length < 10 || bytes[8] !== 0x7b) return null;
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  return length <= 100_000_000 && length + 8 <= bytes.length ? new TextDecoder().decode(bytes.subarray(8, 8 + length)) : null;
}
