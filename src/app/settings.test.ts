import { describe, expect, it } from 'vitest';
import { makeTask, parseTask } from '../worlds/index.ts';
import { nameOf, parseSeed, settingById, settings, settingsOf, taskName } from './settings.ts';
import { tables } from './strings/index.ts';

describe('settings', () => {
  it.each(settings.map((setting) => [setting.id, setting] as const))('%s makes a task with its values', (_, setting) => {
    const task = makeTask(setting.world, setting.values, 3);
    expect(task.config).toMatchObject(setting.values);
  });

  it('have a name of their own in every language', () => {
    for (const strings of Object.values(tables)) {
      expect(new Set(settings.map((setting) => nameOf(setting, strings))).size).toBe(settings.length);
    }
  });

  it('of a world begin with the paper’s', () => {
    expect(settingsOf('sokoban')[0].paper).toBe(true);
    expect(settingsOf('minesweeper')[0].paper).toBe(true);
  });

  it('fall back to the first where an id is unknown', () => {
    expect(settingById('no such id')).toBe(settings[0]);
  });
});

describe('a level of one’s own', () => {
  it('is called so wherever it came from: a file, a link, or before records said so', () => {
    for (const world of ['sokoban', 'minesweeper'] as const) {
      const task = makeTask(world, {}, 3);
      const name = taskName(task, tables.en);
      const own: unknown = JSON.parse(JSON.stringify({ ...task, own: true }));
      expect(taskName(parseTask(own), tables.en)).toBe(tables.en.own.named(name));
    }
    const brought = parseTask({ world: 'sokoban', config: {}, level: ['######', '#@ $.#', '######'] });
    expect(taskName(brought, tables.en)).toMatch(tables.en.own.named('').trim());
  });
});

describe('parseSeed', () => {
  it.each([
    ['0', 0],
    [' 42 ', 42],
    ['999999', 999_999],
  ])('reads %j', (text, seed) => {
    expect(parseSeed(text)).toBe(seed);
  });

  it.each(['', ' ', '-1', '1.5', '1e3', '1000000', 'seven', '0x10'])('refuses %j', (text) => {
    expect(parseSeed(text)).toBeNull();
  });
});
