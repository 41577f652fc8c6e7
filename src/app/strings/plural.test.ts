/** One of a thing is never said as if it were many: in what the tables of the page can say, and in what the command line and the worlds write. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plural } from '../../worlds/plural.ts';
import { en as train } from '../train/strings/en.ts';
import { en } from './en.ts';

/** Words that end in s and are no noun of many; and words after which a noun is counted by no number before them. */
const others = /^(?:is|was|has|does|its|as|this|less|across|thus|always|perhaps|lies|stands|holds|needs|takes|goes|fits|plays|follows|appears|belongs|trains|m?s|\w*ss)$/;
const breaks = /^(?:of|in|at|to|than|from|by|with|as|and|or|is|are|was|has|had|have|a|an|no|the)$/;

/** Where a number, as `one` finds it, is followed by a noun of many, with at most one word between them. */
function many(text: string, one: string): readonly string[] {
  const isMany = (word = ''): boolean => word.endsWith('s') && !others.test(word);
  const found = text.matchAll(new RegExp(`${one} ([a-z-]+)(?![/a-z-])(?: ([a-z-]+)(?![/a-z-]))?`, 'g'));
  return [...found].flatMap(([all, first, second]) => (isMany(first) || (isMany(second) && !breaks.test(first)) ? [all] : []));
}

/** All that a table says where one number is 1 and everything else the same `filler`. */
function* said(value: unknown, path: string): Generator<{ readonly path: string; readonly text: string }> {
  if (typeof value === 'function') {
    for (const filler of [0, 1, 2, ['x'], 'x']) {
      for (let at = 0; at < value.length; at++) {
        try {
          const text: unknown = Reflect.apply(value, undefined, Array.from({ length: value.length }, (_, index) => (index === at ? 1 : filler)));
          if (typeof text === 'string') yield { path, text };
        } catch (error) {
          // It takes something else than a number there.
          if (!(error instanceof TypeError)) throw error;
        }
      }
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) yield* said(each, `${path}.${key}`);
  }
}

it('A number takes its noun with it', () => {
  expect([plural(1, 'box', 'boxes'), plural(0, 'turn'), plural(2, 'turn'), plural('1', 'token'), plural('1,024', 'token')]).toEqual(['1 box', '0 turns', '2 turns', '1 token', '1,024 tokens']);
});

it.each([
  ['page', en],
  ['train door', train],
])('No sentence of the %s says “1 rows” or the like', (name, table) => {
  const all = [...said(table, name)];
  expect(all.length).toBeGreaterThan(150);
  expect(all.flatMap(({ path, text }) => many(text, '(?<![\\d.,×@(~^/-])\\b1').map((found) => `${path}: ${found}`))).toEqual([]);
});

it('What is found is the kind that is meant', () => {
  expect(['There are 1 rows.', '0 of 1 trials', '1 hidden cells', '1 validation tasks', '1 moves was found'].map((text) => many(text, '\\b1').length)).toEqual([1, 1, 1, 1, 1]);
  expect(['1 row', '1 of 3 trials', '1 is lost', '1 tokens/s', '1 less'].map((text) => many(text, '\\b1').length)).toEqual([0, 0, 0, 0, 0]);
});

it('The command line and the worlds say a number with its noun in the same one way', () => {
  const root = new URL('../..', import.meta.url).pathname;
  const files = ['cli', 'worlds'].flatMap((room) => readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)));
  const found = files
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|bench)\.ts$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(root, name), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
      return [...many(text, '\\$\\{[^{}`]*\\}'), ...(text.match(/\$\{[^{}`]*\} (?:\w+ )?\w+\(e?s\)/g) ?? [])].map((place) => `${name}: ${place}`);
    });
  expect(found).toEqual([]);
});
