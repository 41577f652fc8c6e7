/** Style sheets that are fetched later must not restyle what was there before. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));

/** Classes that a sheet styles by themselves: `.chip {`, not `.train .chip {`, `.chip:hover {` nor `[hidden] :is(.chip, .bar) {`. */
function stylesOf(sheet: string): readonly string[] {
  const rules = readFileSync(join(root, sheet), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]+)\{/g);
  return [...rules].flatMap(([, selectors]) => selectors.split(/,(?![^(]*\))/).map((each) => each.trim())).filter((each) => /^\.[\w-]+$/.test(each));
}

/** Placed on the page by layout.css, drawn by their own. */
const shared = new Set(['.page', '.strip', '.stage', '.talk', '.wall', '.train', '.editor']);

it('A class is styled by one sheet', () => {
  const owners = new Map<string, Set<string>>();
  for (const sheet of sheets) for (const name of stylesOf(sheet)) owners.set(name, (owners.get(name) ?? new Set()).add(sheet));
  const contested = [...owners].filter(([name, own]) => own.size > 1 && !shared.has(name)).map(([name, own]) => `${name}: ${[...own].join(', ')}`);
  expect(owners.size).toBeGreaterThan(200);
  expect(contested).toEqual([]);
});

it('Elements are styled by the base alone', () => {
  const loose = sheets
    .filter((sheet) => !sheet.startsWith('styles'))
    .flatMap((sheet) => [...readFileSync(join(root, sheet), 'utf8').matchAll(/^([a-z][\w]*)(::?[\w-]+)? \{/gm)].map(([rule]) => `${sheet}: ${rule}`));
  expect(loose).toEqual([]);
});
