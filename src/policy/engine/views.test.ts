import { describe, expect, it } from 'vitest';
import { FakeGenerator } from '../../trial/fakes.ts';
import type { Generate } from '../contract.ts';
import { Views } from './views.ts';

const request = (id: string, prompt: readonly number[] = [20]): Generate => ({
  id,
  prompt,
  maxTokens: 10,
  stopIds: [1],
  stopStrings: [],
  sampling: { temperature: 0, topP: 1, topK: 0 },
  draw: { seed: 1, trial: 0, episode: 0, turn: 0 },
  top: 0,
});

const answers = new FakeGenerator(({ prompt }) => (prompt[0] === 20 ? 'ab' : 'xyz'));

describe('views of one engine', () => {
  it('keep ids, results and tokens apart, whoever drives the tick', async () => {
    const views = new Views(answers);
    const [stage, behind] = [views.view(), views.view()];
    stage.enqueue(request('0'));
    behind.enqueue(request('0', [30]));
    const seen = { stage: '', behind: '' };
    const results = [];
    for (let i = 0; i < 3; i++) {
      results.push(...(await stage.tick((id, _, text) => (seen.stage += id + text))));
    }
    expect(results).toMatchObject([{ id: '0', text: 'ab' }]);
    expect(seen.stage).toMatch(/^0a0b0?/);
    expect(seen.stage).not.toContain('x');
    expect(await behind.tick((_, __, text) => (seen.behind += text))).toMatchObject([{ id: '0', text: 'xyz' }]);
  });

  it('hand over what finished while another ticked, without another tick', async () => {
    const engine = new FakeGenerator(() => 'a');
    let ticks = 0;
    const tick = engine.tick.bind(engine);
    engine.tick = (onToken) => {
      ticks++;
      return tick(onToken);
    };
    const views = new Views(engine);
    const [one, other] = [views.view(), views.view()];
    one.enqueue(request('0'));
    other.enqueue(request('0'));
    await one.tick();
    await one.tick();
    expect(ticks).toBe(2);
    expect(await other.tick()).toHaveLength(1);
    expect(ticks).toBe(2);
  });

  it('tell everyone who waits when the engine fails', async () => {
    const engine = new FakeGenerator(() => 'a');
    engine.tick = () => Promise.reject(new Error('the device is lost'));
    const views = new Views(engine);
    const [one, other, idle] = [views.view(), views.view(), views.view()];
    one.enqueue(request('0'));
    other.enqueue(request('1'));
    await expect(one.tick()).rejects.toThrow('the device is lost');
    await expect(other.tick()).rejects.toThrow('the device is lost');
    engine.tick = () => Promise.resolve([]);
    expect(await idle.tick()).toEqual([]);
  });

  it('let a cancelled run and the next one use the same ids', async () => {
    const views = new Views(new FakeGenerator(() => 'a'));
    const first = views.view();
    first.enqueue(request('0'));
    first.cancel('0');
    const next = views.view();
    expect(() => next.enqueue(request('0'))).not.toThrow();
    await next.tick();
    expect(await next.tick()).toMatchObject([{ id: '0', text: 'a', finish: 'stop' }]);
  });
});
