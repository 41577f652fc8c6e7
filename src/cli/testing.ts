/** A command in this process, for tests. */
import { vi } from 'vitest';
import { lab } from './lab.ts';

/** @returns what it wrote and its exit code */
export async function run(...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const text = { out: '', err: '' };
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => ((text.out += String(chunk)), true));
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => ((text.err += String(chunk)), true));
  try {
    return { code: await lab(argv), ...text };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}
