import { describe, expect, it } from 'vitest';
import { DownloadError } from '../platform/web/download.ts';
import { StoreProblem } from '../platform/web/runsProblem.ts';
import { InputError } from '../worlds/index.ts';
import { tables } from './strings/index.ts';
import { errorInWords, Trouble } from './trouble.ts';

/** All that is read of it. */
const read = (error: unknown, strings = tables.en): string => Object.values(errorInWords(error, strings)).filter(Boolean).join(' ');

describe('An error on the page', () => {
  it.each([
    ['later code in Chromium', new TypeError('Failed to fetch dynamically imported module: https://example.org/assets/startEngine-x.js')],
    ['later code in Firefox', new TypeError('error loading dynamically imported module: https://example.org/assets/x.js')],
    ['later code in Safari', new TypeError('Importing a module script failed.')],
    ['the runtime’s code', new Error('no available backend found. ERR: [wasm] TypeError: Failed to fetch dynamically imported module: https://example.org/ort.mjs')],
    ['the worker’s code', new Error('The engine\'s worker is gone: its code could not be loaded.')],
  ])('says that the page was probably updated, and to reload it, where it is about %s', (_, error) => {
    expect(read(error)).toMatch(/updated.*reload/i);
    expect(read(error)).not.toMatch(/https?:|module/);
  });

  it.each(['CompileError: WebAssembly.instantiate(): expected magic word 00 61 73 6d, found 3c 21 64 6f @+0', 'both async and sync fetching of the wasm failed'])(
    'says what to do where something else came than the runtime: %s',
    (message) => expect(read(new Error(message))).toMatch(/sign in.*reload/i),
  );

  it('says for each way in which a download fails what to do, in each language', () => {
    for (const kind of ['unreachable', 'refused', 'broken', 'foreign', 'damaged'] as const) {
      for (const strings of [tables.en, tables.ja]) expect(read(new DownloadError(kind, 'x.gguf: 404'), strings)).toBe(strings.problem.download[kind]);
    }
  });

  it('is said in the language of the page, and what only the program says of it stands below', () => {
    for (const strings of [tables.en, tables.ja]) {
      expect(errorInWords(new InputError('Seed is “x”; use a whole number.'), strings)).toEqual({ words: strings.problem.input, details: 'Seed is “x”; use a whole number.' });
      expect(errorInWords(new Error('e is undefined'), strings)).toEqual({ words: strings.problem.unknown, details: 'e is undefined' });
      expect(errorInWords(new Error(''), strings)).toEqual({ words: strings.problem.unknown, details: null });
      expect(errorInWords(new StoreProblem('full'), strings)).toEqual({ words: strings.runs.problems.full, details: null });
      expect(errorInWords(new Trouble(({ branches }) => branches.problems.many(30)), strings)).toEqual({ words: strings.branches.problems.many(30), details: null });
      expect(errorInWords(new Trouble(({ lessons }) => lessons.bad, new Error('steps: missing')), strings)).toEqual({ words: strings.lessons.bad, details: 'steps: missing' });
    }
    expect(read('stopped')).toBe('stopped');
  });
});
