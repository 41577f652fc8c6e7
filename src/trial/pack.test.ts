import { describe, expect, it } from 'vitest';
import { makeTask } from '../worlds/index.ts';
import { fold } from './fold.ts';
import { pack, unpack } from './pack.ts';
import { playAll } from './scheduler.ts';
import { teacher } from './teachers/teacher.ts';
import { withNote } from './branch.ts';

const config = { episodes: 3, memory: 'both' } as const;
const tasks = [makeTask('sokoban', {}, 4), makeTask('minesweeper', { mines: 5, turns: 12 }, 7)];
const trials = playAll(tasks.map((task, trial) => ({ task, config, style: 'brief', seed: 1, trial })), teacher('random'));

describe('A packed trial', () => {
  it('comes back record by record, through JSON', () => {
    for (const records of trials) expect(unpack(JSON.parse(JSON.stringify(pack(records))))).toEqual(records);
  });

  it('that was cut short comes back as far as it went', () => {
    const [records] = trials;
    const short = records.slice(0, records.findLastIndex((record) => record.type === 'responded'));
    expect(fold(unpack(pack(short))).won).toBeNull();
    expect(unpack(pack(short)).length).toBeGreaterThan(3);
  });

  it('refuses what it could not bring back, and what is none', () => {
    const lost = trials.find((records) => fold(records).episodes.length > 1) ?? [];
    expect(() => pack(withNote(lost, 0, 'mine (1, 1)'))).toThrow(/edited by hand/);
    expect(() => unpack({ version: 1, start: { type: 'acted' }, policy: '', replies: [] })).toThrow(/can't be read/);
    expect(() => unpack({ version: 7 })).toThrow(/packed trial can't be read/);
  });
});
