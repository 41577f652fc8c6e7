/** Whatever a person reads comes from the tables, in their language. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^strings\/|\/strings\//.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '') }));

/** Where it is found. */
function places(pattern: RegExp, among = files): readonly string[] {
  return among.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([found]) => `${name}: ${found.trim()}`));
}

it('Elements hold no words of their own, nor do their names and hints', () => {
  const elements = files.filter(({ name }) => name.endsWith('.tsx'));
  expect(elements.length).toBeGreaterThan(40);
  expect(places(/(?<!=)>\s*[A-Za-z][a-z]+[ ,][^<>{}=;()&`]*(?:<\/|\{)/g, elements)).toEqual([]);
  expect(places(/\b(?:aria-label|title|placeholder|alt)="[^"]*[a-z]{2}[^"]*"/g, elements)).toEqual([]);
});

it('Errors that the page itself tells of are said in its own words, and those of others stand as details', () => {
  expect(places(/new InputError\(/g)).toEqual([]);
  const details = ['trouble.ts', 'problem.tsx', 'runs/open.ts', 'editor/check.ts'];
  expect(places(/\b(?:error|cause|reason|failure)\.message\b/g).filter((place) => !details.includes(place.split(':')[0]))).toEqual([]);
});
