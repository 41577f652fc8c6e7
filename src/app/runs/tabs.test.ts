import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tree } from '../log.ts';
import { awayTrial, watchTabs } from './tabs.ts';

/** Locks of a browser that takes its time: nothing is given before `answer`. `others` are held by another tab. */
class SlowLocks {
  readonly others = new Set<string>();
  private readonly held = new Set<string>();
  private waiting: (() => void)[] = [];

  answer(): void {
    for (const give of this.waiting.splice(0)) give();
  }

  async request(name: string, _options: object, work: (lock: { name: string }) => Promise<void>): Promise<void> {
    await new Promise<void>((give) => this.waiting.push(give));
    this.held.add(name);
    await work({ name });
    this.held.delete(name);
  }

  query(): Promise<{ held: { name: string }[] }> {
    return Promise.resolve({ held: [...this.held, ...this.others].map((name) => ({ name })) });
  }

  get names(): string[] {
    return [...this.held];
  }
}

const locks = new SlowLocks();
const soon = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined);
const stage = (running: string | null, shown: string | null = running): void => tree.set({ ...tree.get(), running, shown });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('Which tab plays a trial', () => {
  vi.stubGlobal('navigator', { locks });
  watchTabs();

  it('is told by a lock for as long as it plays', async () => {
    stage('long');
    locks.answer();
    await soon();
    expect(locks.names).toEqual(['fieldnotes.playing.long']);
    stage(null, 'long');
    await soon();
    expect(locks.names).toEqual([]);
    expect(awayTrial.get()).toBeNull();
  });

  it('is not told for ever where trials are over before the browser has given their locks', async () => {
    stage('short');
    stage('shorter');
    stage(null, 'shorter');
    locks.answer();
    await soon();
    expect(locks.names).toEqual([]);
    expect(awayTrial.get()).toBeNull();
  });

  it('is looked at again until the other tab is done', async () => {
    locks.others.add('fieldnotes.playing.there');
    stage(null, 'there');
    await soon();
    expect(awayTrial.get()).toBe('there');
    locks.others.clear();
    await vi.advanceTimersByTimeAsync(2500);
    expect(awayTrial.get()).toBeNull();
  });

  const denied = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };
  it.each([
    ['at once', Object.defineProperty({}, 'locks', { get: denied })],
    ['when they are asked for', { locks: { request: denied, query: denied } }],
    ['later', { locks: { request: () => Promise.reject(new Error('denied')), query: () => Promise.reject(new Error('denied')) } }],
  ])('can not be told where the browser refuses locks %s, and nothing else stops', async (_, browser) => {
    vi.resetModules();
    const [tabs, log] = [await import('./tabs.ts'), await import('../log.ts')];
    vi.stubGlobal('navigator', browser);
    tabs.watchTabs();
    log.tree.set({ ...log.tree.get(), running: 'a', shown: 'a' });
    log.tree.set({ ...log.tree.get(), running: null, shown: 'a' });
    await soon();
    expect(tabs.awayTrial.get()).toBeNull();
  });
});
