import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeLink } from '../experiment/links/index.ts';
import { fold } from '../trial/fold.ts';
import { fromJsonl } from '../trial/records.ts';
import { makeTask } from '../worlds/index.ts';
import { policyInWords } from './policies.ts';
import recorded from './recorded.json' with { type: 'json' };
import { settings } from './settings.ts';
import { tables } from './strings/index.ts';

const file = (name: string): string => readFileSync(new URL(`../../public/recordings/${name}`, import.meta.url), 'utf8');

describe('The recordings that the page opens with', () => {
  const view = fold(fromJsonl(file('opening.jsonl')));

  it('begin with a trial that was lost at first and won with a note, token by token', () => {
    expect(view.won).toBe(true);
    expect(view.episodes.length).toBeGreaterThan(1);
    expect(view.episodes[0].note?.text).not.toBe('');
    for (const { response } of view.episodes.flatMap(({ turns }) => turns)) {
      expect(response.policy).not.toMatch(/^teacher:/);
      expect(response.pieces).toHaveLength(response.ids.length);
      expect(response.alternatives).toHaveLength(response.ids.length);
    }
  });

  it('name the setting and the seed of that trial', () => {
    const setting = settings.find(({ id }) => id === recorded.setting);
    expect(setting && makeTask(setting.world, setting.values, Number(recorded.seeds[setting.world]))).toEqual(view.start.task);
  });

  it('name the Scout that played it', () => {
    expect(new Set(view.episodes.flatMap(({ turns }) => turns.map(({ response }) => response.policy)))).toEqual(new Set([recorded.scout]));
    expect(policyInWords(recorded.scout, tables.en)).toBe(`Scout (${recorded.scout.slice(0, 8)})`);
  });

  it('hold a wall of trials that are over', () => {
    const links: unknown = JSON.parse(file('wall.json'));
    const trials = Array.isArray(links) ? links.map((link) => fold(decodeLink(String(link)).records)) : [];
    expect(trials).toHaveLength(64);
    for (const trial of trials) expect(trial.won).not.toBeNull();
  });
});
