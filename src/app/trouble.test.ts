import { describe, expect, it } from 'vitest';
import { DownloadError } from '../platform/web/download.ts';
import { InputError } from '../worlds/index.ts';
import { tables } from './strings/index.ts';
import { inWords } from './trouble.ts';

const english = (error: unknown): string => inWords(error, tables.en);

describe('An error on the page', () => {
  it.each([
    ['later code in Chromium', new TypeError('Failed to fetch dynamically imported module: https://example.org/assets/startEngine-x.js')],
    ['later code in Firefox', new TypeError('error loading dynamically imported module: https://example.org/assets/x.js')],
    ['later code in Safari', new TypeError('Importing a module script failed.')],
    ['the runtime’s code', new Error('no available backend found. ERR: [wasm] TypeError: Failed to fetch dynamically imported module: https://example.org/ort.mjs')],
    ['the worker’s code', new Error('The engine\'s worker is gone: its code could not be loaded.')],
  ])('says that the page was probably updated, and to reload it, where it is about %s', (_, error) => {
    expect(english(error)).toMatch(/updated.*reload/i);
    expect(english(error)).not.toMatch(/https?:|module/);
  });

  it.each(['CompileError: WebAssembly.instantiate(): expected magic word 00 61 73 6d, found 3c 21 64 6f @+0', 'both async and sync fetching of the wasm failed'])(
    'says what to do where something else came than the runtime: %s',
    (message) => expect(english(new Error(message))).toMatch(/sign in.*reload/i),
  );

  it('says for each way in which a download fails what to do, in each language', () => {
    for (const kind of ['unreachable', 'refused', 'broken', 'foreign', 'damaged'] as const) {
      for (const strings of [tables.en, tables.ja]) expect(inWords(new DownloadError(kind, 'x.gguf: 404'), strings)).toBe(strings.problem.download[kind]);
    }
  });

  it('keeps its own words where they are for people', () => {
    expect(english(new InputError('Seed is “x”; use a whole number.'))).toBe('Seed is “x”; use a whole number.');
    expect(english('stopped')).toBe('stopped');
  });
});
