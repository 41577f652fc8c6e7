import { describe, expect, it, vi } from 'vitest';
import { readChoice, type KeptChoice } from './choice.ts';

const storage = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (name: string) => storage.get(name) ?? null,
  setItem: (name: string, value: string) => storage.set(name, value),
  removeItem: (name: string) => storage.delete(name),
});

const shipped: KeptChoice = { setting: 'sokoban-6-2', seed: '15', memory: 'reflection', episodes: 3, policy: 'scout', temperature: 0.7, sampleSeed: '1' };

describe('The trial that is chosen', () => {
  it('comes back whole with the page, world and player included', async () => {
    const chosen: KeptChoice = { setting: 'mines-5-12', seed: '11', memory: 'both', episodes: 5, policy: 'teacher:greedy', temperature: 1.1, sampleSeed: '8' };
    const before = (await import('./setup.ts')).useSetup;
    expect(before.getState()).toMatchObject({ policy: 'scout' });
    before.getState().choose(chosen);
    vi.resetModules();
    const { useSetup } = await import('./setup.ts');
    expect(useSetup).not.toBe(before);
    expect(useSetup.getState()).toMatchObject({ ...chosen, level: null });
  });

  it.each([
    ['setting', 'mines-99'],
    ['seed', '-1'],
    ['seed', 11],
    ['memory', 'all'],
    ['episodes', 9],
    ['policy', 'teacher:null'],
    ['policy', 'teacher:greedy/1'],
    ['temperature', -1],
    ['sampleSeed', 'x'],
  ])('is as shipped in its %s where %j was kept', (name, value) => {
    const other = { ...shipped, episodes: 4, memory: 'history', policy: 'person' };
    const known = name === 'episodes' || name === 'memory' || name === 'policy' ? { ...other, [name]: Reflect.get(shipped, name) } : other;
    expect(readChoice(JSON.stringify({ ...other, [name]: value }), shipped)).toEqual(known);
  });

  it.each([null, '', '{', '[]', 'null', '"x"'])('is as shipped where %j was kept', (text) => {
    expect(readChoice(text, shipped)).toEqual(shipped);
  });
});
