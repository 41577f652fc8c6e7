import { beforeEach, describe, expect, it, vi } from 'vitest';

const close = vi.fn(() => Promise.resolve());
const setAdapter = vi.fn(() => Promise.resolve());
const startEngine = vi.fn(() => Promise.resolve({ generator: { close, setAdapter, config: {} }, reason: 'test' }));
vi.mock('../platform/web/startEngine.ts', () => ({ startEngine }));
vi.stubGlobal('location', { search: '' });
vi.stubGlobal('navigator', { languages: ['en'] });

const { forgetScout, loadScout, wear, worn } = await import('./scout.ts');
const { oddsFrom } = await import('./odds.ts');
const { signal } = new AbortController();
/** Not even JSON. */
const broken = { name: 'Torn coat', config: '{', tensors: new Uint8Array() };

beforeEach(() => {
  forgetScout();
  worn.set(null);
  vi.clearAllMocks();
});

describe('Scout with an adapter that does not fit', () => {
  it('says so, leaves no engine behind, and plays without it the next time', async () => {
    await wear(broken);
    await expect(loadScout(signal)).rejects.toThrow('Torn coat does not fit Scout');
    expect(close).toHaveBeenCalledTimes(1);
    expect(worn.get()).toBeNull();
    await loadScout(signal);
    expect(startEngine).toHaveBeenCalledTimes(2);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('wears what it wore, where it was loaded', async () => {
    await loadScout(signal);
    await expect(wear(broken)).rejects.toThrow(SyntaxError);
    expect(worn.get()).toBeNull();
  });

  it('another one is another model: what the one before was asked is asked anew', async () => {
    await loadScout(signal);
    const before = oddsFrom.get();
    await wear(null);
    expect(oddsFrom.get()).not.toBe(before);
    expect(oddsFrom.get()).not.toBeNull();
  });

  it('is taken off without a word where Scout can not be loaded', async () => {
    startEngine.mockRejectedValueOnce(new Error('no engine'));
    const loading = loadScout(signal);
    const off = wear(null);
    await expect(loading).rejects.toThrow('no engine');
    await expect(off).resolves.toBeUndefined();
  });
});
