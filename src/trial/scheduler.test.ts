import { describe, expect, it } from 'vitest';
import { makeTask } from '../worlds/index.ts';
import { FakeGenerator } from './fakes.ts';
import { fold } from './fold.ts';
import type { TrialRecord } from './records.ts';
import type { TrialSpec } from './runner.ts';
import { play, playAll, playText } from './scheduler.ts';
import { teacher } from './teachers/teacher.ts';

const trials: TrialSpec[] = Array.from({ length: 7 }, (_, trial) => ({
  task: makeTask('minesweeper', { mines: 5 }, 100 + trial),
  config: { episodes: 2, memory: 'reflection' },
  style: 'brief',
  seed: 3,
  trial,
  sampling: { temperature: 0.7, topP: 0.8, topK: 20 },
  // the stand-in's tokens are characters
  limits: { play: 100, reflect: 100 },
}));

/** Opens cells by a rule of the draw key alone, with answers of different lengths. */
const answer: ConstructorParameters<typeof FakeGenerator>[0] = ({ draw }) =>
  draw.turn % 3 === 2 ? '<remark>x</remark>' : `${'z'.repeat(draw.trial)}<action>(${1 + ((draw.trial + draw.turn) % 6)}, ${1 + draw.turn})</action>`;

describe('many trials at once', () => {
  it('give the same records however many are in flight', async () => {
    const alone = await play(trials, new FakeGenerator(answer), { inFlight: 1 });
    const together = await play(trials, new FakeGenerator(answer), { inFlight: 64 });
    expect(together).toEqual(alone);
    expect(alone.every((records) => records.at(-1)?.type === 'trialEnded')).toBe(true);
  });

  it('keep to the bound and are asked in a fixed order', async () => {
    const policy = new FakeGenerator(answer);
    const again = new FakeGenerator(answer);
    await play(trials, policy, { inFlight: 3 });
    await play(trials, again, { inFlight: 3 });
    expect(policy.widest).toBe(3);
    expect(policy.requests).toEqual(again.requests);
    expect(policy.requests.slice(0, 3).map((request) => request.draw.trial)).toEqual([0, 1, 2]);
  });

  it('hand sampling, stops and log-probs through', async () => {
    const policy = new FakeGenerator(answer);
    const [records] = await play(trials.slice(0, 1), policy, { top: 3, stopStrings: ['</action>'] });
    expect(policy.requests[0]).toMatchObject({ sampling: trials[0].sampling, stopIds: policy.format.endIds, stopStrings: ['</action>'], top: 3 });
    const first = records.find((record) => record.type === 'responded');
    expect(first).toMatchObject({ policy: 'fake weights', template: 'fake format', finish: 'stop' });
    if (first?.type !== 'responded') throw new Error('no response');
    expect(first.logprobs).toEqual(first.ids.map(() => -0.5));
    expect(policy.format.decode(first.ids)).toBe(first.text);
  });

  it('report records and tokens as they come', async () => {
    const heard: TrialRecord[][] = trials.map(() => []);
    const streamed = trials.map(() => '');
    const records = await play(trials, new FakeGenerator(answer), {
      onRecord: (trial, record) => heard[trial].push(record),
      onToken: (trial, _token, text) => {
        streamed[trial] += text;
      },
    });
    expect(heard).toEqual(records);
    expect(streamed).toEqual(records.map((list) => list.map((record) => (record.type === 'responded' ? record.text : '')).join('')));
  });

  it('stop when told to, keep what was recorded, and leave nothing in flight', async () => {
    const policy = new FakeGenerator(answer);
    const stop = new AbortController();
    const records = await play(trials, policy, { inFlight: 4, signal: stop.signal, onRecord: (_, record) => record.type === 'acted' && stop.abort() });
    expect(policy.inFlight).toBe(0);
    expect(records.some((list) => list.length > 0 && fold(list).won === null)).toBe(true);
    const whole = await play(trials.map((spec, trial) => ({ ...spec, prefix: records[trial] })), new FakeGenerator(answer));
    expect(whole).toEqual(await play(trials, new FakeGenerator(answer)));
  });

  it('cancel what is in flight when the policy fails', async () => {
    const policy = new FakeGenerator(answer);
    policy.tick = () => Promise.reject(new Error('device lost'));
    await expect(play(trials, policy)).rejects.toThrow('device lost');
    expect(policy.inFlight).toBe(0);
  });
});

describe('players without tokens', () => {
  it('play the same through promises and through the fast path', async () => {
    const player = teacher('cautious');
    expect(await playText(trials, player)).toEqual(playAll(trials, player));
  });

  it('can be stopped between answers', async () => {
    const stop = new AbortController();
    const [records, untouched] = await playText(trials.slice(0, 2), teacher('cautious'), { signal: stop.signal, onRecord: () => stop.abort() });
    expect(records.map((record) => record.type)).toEqual(['trialStarted', 'episodeStarted']);
    expect(untouched.length).toBeLessThanOrEqual(2);
  });
});
