import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, it } from 'vitest';
import { preset } from '../../experiment/methods.ts';
import { playAll } from '../../trial/scheduler.ts';
import { teacher } from '../../trial/teachers/teacher.ts';
import { makeTask } from '../../worlds/index.ts';
import { TrainDisk, type PlayedIteration } from './trainDisk.ts';

const config = preset('lamer', 'minesweeper', { mines: 3 });
const head = { id: 'old', name: 'LaMer 1', created: 1, changed: 2, base: 'base', config, iteration: 4, kept: [4], imported: false };
const reports = { metrics: [], validations: [] };

it('A database from before the last iteration was kept is taken over as it is, and keeps it from then on', async () => {
  const before = await openDB('fieldnotes.training', 1, {
    upgrade(database) {
      for (const name of ['runs', 'reports', 'checkpoints', 'adapters']) database.createObjectStore(name);
    },
  });
  await before.put('runs', head, 'old');
  await before.put('adapters', new Float32Array([1, 2]), ['old', 4]);
  before.close();

  const disk = await TrainDisk.open();
  expect(await disk.heads()).toEqual([head]);
  expect(await disk.adapter('old', 4)).toEqual(new Float32Array([1, 2]));
  expect(await disk.last('old')).toBeNull();

  const task = makeTask('minesweeper', { mines: 3 }, 4);
  const trials = playAll([0, 1].map((trial) => ({ task, config: { episodes: 2, memory: 'reflection' as const }, style: 'brief' as const, seed: 1, trial })), teacher('greedy'));
  const last: PlayedIteration = { iteration: 5, group: 2, trials, before: new Float32Array([1, 2]) };
  const save = { head: { ...head, iteration: 5 }, reports, checkpoint: new Uint8Array([7]), adapter: null };
  await disk.save({ ...save, last });
  await disk.save({ ...save, last: null });
  expect(await disk.last('old')).toEqual(last);
  await disk.erase('old');
  expect([await disk.heads(), await disk.last('old'), await disk.adapter('old', 4)]).toEqual([[], null, null]);
  disk.close();
});
