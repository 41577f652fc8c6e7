import { describe, expect, it } from 'vitest';
import { makeTask } from '../worlds/index.ts';
import { apply, begin, episodeReward, fold } from './fold.ts';
import { fromJsonl, parseRecord, recordVersion, toJsonl, type TrialRecord } from './records.ts';
import { playAll } from './scheduler.ts';
import { teacher } from './teachers/teacher.ts';

const trials = playAll(
  [makeTask('sokoban', {}, 11), makeTask('minesweeper', { mines: 5, turns: 12 }, 12)].map((task, trial) => ({
    task,
    config: { episodes: 3, memory: 'both' },
    style: 'brief',
    seed: 1,
    trial,
    sampling: { temperature: 0.7, topP: 0.8, topK: 20 },
  })),
  teacher('greedy'),
);

describe('records', () => {
  it('survive a file unchanged', () => {
    for (const records of trials) {
      const text = toJsonl(records);
      expect(text.split('\n').length).toBe(records.length + 1);
      expect(fromJsonl(text)).toEqual(records);
      expect(toJsonl(fromJsonl(text))).toBe(text);
    }
  });

  it('hold the task whole', () => {
    const [line] = toJsonl(trials[0]).split('\n');
    expect(parseRecord(JSON.parse(line))).toEqual(trials[0][0]);
    expect(line).toContain('"version":1');
    expect(line).toContain('"level":["######"');
  });

  it.each([
    ['nothing', null, /can't be read/],
    ['another type', { type: 'moved' }, /can't be read at type/],
    ['a newer version', { ...trials[0][0], version: recordVersion + 1 }, /version 2, this program knows up to 1/],
    ['a task of no world', { ...trials[0][0], task: { world: 'chess' } }, /at task: A task must name its world/],
    ['too many episodes', { ...trials[0][0], config: { episodes: 9, memory: 'none' } }, /at config.episodes/],
    ['text for ids', { ...trials[0][2], ids: 'x' }, /at ids/],
  ])('refuse %s with the reason', (_, value, reason) => {
    expect(() => parseRecord(value)).toThrow(reason);
  });

  it('name the line of a damaged file', () => {
    const lines = toJsonl(trials[0]).split('\n');
    expect(() => fromJsonl([lines[0], '{', lines[2]].join('\n'))).toThrow(/^Line 2: /);
  });
});

describe('the state after a prefix', () => {
  it('is the same whether folded at once or record by record', () => {
    for (const records of trials) {
      const [first] = records;
      if (first.type !== 'trialStarted') throw new Error('no start');
      let view = begin(first);
      records.slice(1).forEach((record, index) => {
        view = apply(view, record);
        expect(fold(records.slice(0, index + 2))).toEqual(view);
      });
    }
  });

  it('shows the boards that were recorded', () => {
    for (const records of trials) {
      const view = fold(records);
      for (const episode of view.episodes) {
        expect(episode.states.length).toBe(episode.turns.length + 1);
        expect(episodeReward(episode)).toBe(episode.end === 'won' ? 10 : 0);
      }
    }
  });

  it('refuses records that do not follow one another', () => {
    const [records] = trials;
    expect(() => fold([])).toThrow('this list begins with nothing');
    expect(() => fold(records.slice(1))).toThrow('A trial begins with trialStarted');
    const without = (type: TrialRecord['type']): TrialRecord[] => records.filter((record) => record.type !== type);
    for (const type of ['episodeStarted', 'responded', 'acted', 'episodeEnded'] as const) {
      expect(() => fold(without(type))).toThrow(/can't come here/);
    }
    expect(() => fold([...records, records[0]])).toThrow("The record trialStarted can't come here");
  });
});
