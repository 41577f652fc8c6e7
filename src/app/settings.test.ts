import { describe, expect, it } from 'vitest';
import { makeTask } from '../worlds/index.ts';
import { nameOf, parseSeed, settingById, settings, settingsOf } from './settings.ts';
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
