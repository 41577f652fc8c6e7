/**
 * Writes src/experiment/lists.json: the seeds of the validation and held-out tasks of the settings that experiments name.
 * `npx tsx src/cli/makeTaskLists.ts [minesweeper | sokoban]`; a list that is there already is kept as it is.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { listLength, Scan, shape } from '../experiment/tasks.ts';
import type { WorldId } from '../worlds/index.ts';

const named: readonly (readonly [WorldId, Readonly<Record<string, number>>])[] = [
  ['minesweeper', { size: 6, mines: 3 }],
  ['minesweeper', { size: 6, mines: 4 }],
  ['minesweeper', { size: 6, mines: 5 }],
  ['sokoban', { size: 6, boxes: 2 }],
  ['sokoban', { size: 7, boxes: 3 }],
  ['sokoban', { size: 8, boxes: 3 }],
];

const only = process.argv.at(2);
const path = new URL('../experiment/lists.json', import.meta.url);
const before: unknown = JSON.parse(readFileSync(path, 'utf8'));
const lists = new Map<string, unknown>(Object.entries(before ?? {}));
for (const [world, settings] of named) {
  const key = shape(world, settings);
  if (lists.has(key) || (only !== undefined && only !== world)) continue;
  const start = performance.now();
  const scan = new Scan(world, settings, key);
  const seeds = (split: 'validation' | 'heldout'): number[] => Array.from({ length: listLength[split] }, (_, i) => scan.seedAt(split, i));
  lists.set(key, { validation: seeds('validation'), heldout: seeds('heldout') });
  console.error(`${key}: ${Math.round(performance.now() - start)} ms`);
}
const lines = [...lists].map(([key, list]) => `  ${JSON.stringify(key)}: ${JSON.stringify(list)}`);
writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`);
