/** What a link leaves out is gone by pointer and by key: hidden.css and hidden.ts name what is there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { useBranching } from '../branches/store.ts';
import { commands } from '../commands.ts';
import { useSetup } from '../setup.ts';
import { hidden, hide, hideable, rests } from './hidden.ts';

vi.hoisted(() => {
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
});

const root = new URL('..', import.meta.url).pathname;
const sheet = readFileSync(new URL('hidden.css', import.meta.url), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n');

afterEach(() => hide([]));

it('Every class that is hidden stands at some element of the page', () => {
  const classes = new Set([...sheet.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name));
  expect(classes.size).toBeGreaterThan(10);
  const missing = [...classes].filter((name) => !new RegExp(`className=[^>]*[\\s"'\`]${name}[\\s"'\`]`).test(source));
  expect(missing).toEqual([]);
});

it('Every key whose buttons are hidden is a key of a command', () => {
  const keys = sheet.split("[data-hide~='").flatMap((rule) => [...rule.split('{')[0].matchAll(/aria-keyshortcuts='(\w)'/g)].map(([, key]) => ({ name: rule.split("'")[0], key })));
  expect(keys.length).toBeGreaterThan(4);
  for (const { name, key } of keys) {
    const command = Object.entries(commands).find(([, { keys: own }]) => own.some((each) => each === key.toLowerCase()));
    hide([name]);
    expect([name, key, command !== undefined && rests(command[0])]).toEqual([name, key, true]);
  }
});

it('Every control that a link can leave out is hidden by a rule of its own', () => {
  expect(hideable.filter((name) => name !== 'later' && !sheet.includes(`[data-hide~='${name}']`))).toEqual([]);
});

it('What was open goes with the controls that close it, and names of another version hide nothing', () => {
  useSetup.setState({ overlay: 'truth' });
  useBranching.setState({ whatIf: { episode: 0, turn: 0 } });
  hide(['wall', 'a name of tomorrow']);
  expect([hidden.get(), useSetup.getState().overlay, useBranching.getState().whatIf]).toEqual([['wall'], 'truth', { episode: 0, turn: 0 }]);
  hide(['overlay', 'branches']);
  expect([useSetup.getState().overlay, useBranching.getState().whatIf]).toEqual(['none', null]);
});
