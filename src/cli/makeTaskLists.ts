/**
 * Writes src/experiment/lists.json: the seeds of the validation and held-out tasks of the settings that experiments name.
 * `npx tsx src/cli/makeTaskLists.ts [minesweeper | sokoban]`; a list that is there already is kept as it is, or made longer: what has been reported stays true.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
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

const seeds = z.array(z.int());
const parseLists = z.record(z.string(), z.object({ validation: seeds, heldout: seeds }));
type Lists = z.infer<typeof parseLists>[string];
const splits = ['validation', 'heldout'] as const;

const only = process.argv.at(2);
const path = new URL('../experiment/lists.json', import.meta.url);
const before: unknown = JSON.parse(readFileSync(path, 'utf8'));
const lists = new Map<string, Lists>(Object.entries(parseLists.parse(before)));
for (const [world, settings] of named) {
  const key = shape(world, settings);
  const known = lists.get(key);
  if (only !== undefined && only !== world) continue;
  if (known && splits.every((split) => known[split].length === listLength[split])) continue;
  const start = performance.now();
  const scan = new Scan(world, settings, key);
  const listOf = (split: (typeof splits)[number]): number[] => Array.from({ length: listLength[split] }, (_, i) => scan.seedAt(split, i));
  const made: Lists = { validation: listOf('validation'), heldout: listOf('heldout') };
  for (const split of splits) {
    const changed = known?.[split].findIndex((seed, i) => made[split][i] !== seed) ?? -1;
    if (changed >= 0) throw new Error(`${key}: ${split} task ${changed} would be another one; a list may only grow.`);
  }
  lists.set(key, made);
  console.error(`${key}: ${Math.round(performance.now() - start)} ms`);
}
const lines = [...lists].map(([key, list]) => `  ${JSON.stringify(key)}: ${JSON.stringify(list)}`);
writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`);
