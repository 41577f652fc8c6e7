import { describe, expect, it } from 'vitest';
import { makeTask } from '../worlds/index.ts';
import { beforeEpisode, beforeNote, beforeTurn, causeOf, personActs, personSays, withNote } from './branch.ts';
import { FakeGenerator } from './fakes.ts';
import { fold } from './fold.ts';
import { fromJsonl, toJsonl, type TrialRecord } from './records.ts';
import type { TrialSpec } from './runner.ts';
import { play, playAll } from './scheduler.ts';

const task = makeTask('sokoban', {}, 11);
const spec: TrialSpec = { task, config: { episodes: 3, memory: 'reflection' }, style: 'brief', seed: 7, trial: 0, sampling: { temperature: 1, topP: 1, topK: 0 }, limits: { play: 200, reflect: 200 } };
/** Never solves anything; says with which seed it was asked. */
const short = makeTask('sokoban', { turns: 2 }, 11);
const speak = (): FakeGenerator => new FakeGenerator(({ draw }) => (draw.turn < 2 ? ` ${draw.seed}<action> left</action>` : `<remark> seed ${draw.seed}</remark>`));

async function played(more: Partial<TrialSpec> = {}, voice = speak()): Promise<TrialRecord[]> {
  return (await play([{ ...spec, task: short, ...more }], voice))[0];
}

const spoken = (records: readonly TrialRecord[]): string[] => records.flatMap((record) => (record.type === 'responded' ? [record.text] : []));
const shared = (a: readonly TrialRecord[], b: readonly TrialRecord[]): number => {
  const at = a.findIndex((record, index) => record !== b[index]);
  return at < 0 ? a.length : at;
};
const told = (branch: readonly TrialRecord[], parent: readonly TrialRecord[]): unknown => causeOf(branch, shared(branch, parent), parent);

describe('another seed', () => {
  it('is drawn from the turn on, stays in the records, and is told as the cause', async () => {
    const first = await played();
    const branch = await played({ prefix: beforeTurn(first, 0, 1), reseed: { seed: 9, once: false } });
    expect(spoken(branch).slice(0, 4)).toEqual([' 7<action> left</action>', ' 9<action> left</action>', '<remark> seed 9</remark>', ' 9<action> left</action>']);
    expect(branch.flatMap((record) => (record.type === 'responded' && record.seed !== undefined ? [record.seed] : []))).toEqual([9]);
    expect(fold(branch).seed).toBe(9);
    expect(told(branch, first)).toEqual({ kind: 'sampling', episode: 0, turn: 1, seed: 9 });
  });

  it('goes on after an interruption from the records alone', async () => {
    const first = await played();
    const branch = await played({ prefix: beforeTurn(first, 0, 1), reseed: { seed: 9, once: false } });
    for (let length = beforeTurn(first, 0, 1).length + 1; length < branch.length; length++) {
      expect(await played({ prefix: branch.slice(0, length) })).toEqual(branch);
    }
  });

  it('can be for one note alone: what follows is drawn as before', async () => {
    const first = await played();
    const branch = await played({ prefix: beforeNote(first, 0), reseed: { seed: 9, once: true } });
    expect(spoken(branch).slice(2, 4)).toEqual(['<remark> seed 9</remark>', ' 7<action> left</action>']);
    expect(fold(branch).seed).toBe(7);
    expect(told(branch, first)).toEqual({ kind: 'note', episode: 0, author: 'policy' });
  });
});

describe('another memory mode', () => {
  it('holds from its episode on and leaves the earlier ones as they were', async () => {
    const first = await played();
    const branch = await played({ prefix: beforeEpisode(first, 1), memory: 'history' });
    const view = fold(branch);
    expect(view.episodes.map(({ memory }) => memory)).toEqual(['reflection', 'history', 'history']);
    expect(view.episodes.map(({ note }) => note !== null)).toEqual([true, false, false]);
    expect(view.start.config.memory).toBe('reflection');
    expect(told(branch, first)).toEqual({ kind: 'memory', episode: 1, memory: 'history' });
  });

  it('has a note written first where it shows notes and there is none', async () => {
    const first = await played({ config: { episodes: 3, memory: 'none' } });
    const branch = await played({ prefix: beforeEpisode(first, 1), memory: 'reflection' });
    expect(fold(branch).episodes[0].note?.text).toBe('seed 7');
    expect(told(branch, first)).toEqual({ kind: 'memory', episode: 1, memory: 'reflection' });
    const asked = branch.find((record, index) => index > beforeEpisode(first, 1).length && record.type === 'responded' && record.purpose === 'play');
    expect(asked?.type === 'responded' && asked.prompt.messages.map(({ content }) => content).join()).toContain('note seed 7');
  });

  it('survives a file', async () => {
    const first = await played();
    const branch = await played({ prefix: beforeEpisode(first, 1), memory: 'both', reseed: { seed: 3, once: false } });
    expect(fromJsonl(toJsonl(branch))).toEqual(branch);
    expect(fold(fromJsonl(toJsonl(branch))).memory).toBe('both');
  });
});

describe('an answer that is begun', () => {
  it('is one answer alone, goes on from the given words, and says how much of it was given', async () => {
    const first = await played();
    const voice = speak();
    const branch = await played({ prefix: beforeTurn(first, 0, 1), begin: ' plan' }, voice);
    const responses = branch.flatMap((record) => (record.type === 'responded' ? [record] : []));
    expect(responses[1].text).toBe(' plan 7<action> left</action>');
    expect(responses[1].forced).toBe(5);
    expect(responses[1].logprobs.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(responses.slice(2).every(({ forced }) => forced === undefined)).toBe(true);
    expect(voice.requests[0].prompt.slice(-5)).toEqual(voice.format.encode(' plan'));
    expect(told(branch, first)).toEqual({ kind: 'thought', episode: 0, turn: 1, whole: false });
  });

  it('is refused where nothing is left to say', async () => {
    await expect(played({ begin: 'x'.repeat(10_000) })).rejects.toThrow(/beginning has 10000 tokens .* shorten it/);
  });
});

describe('what a person does', () => {
  const player = { hash: 'x', respond: () => ({ text: ' quick<action> left</action>', tokens: [], finish: 'stop' as const }) };
  const [first] = playAll([spec], player);

  it('is told as an action, in the words of the brief style', () => {
    const [branch] = playAll([{ ...spec, prefix: beforeTurn(first, 1, 2), given: [personActs(task, ['up', 'left'], 'brief')] }], player);
    expect(spoken(branch)).toContain('<action> up, left</action>');
    expect(told(branch, first)).toMatchObject({ kind: 'action', episode: 1, turn: 2 });
  });

  it('is told as a thought where it is more than an action, or none', () => {
    for (const text of [' plan box<action> up</action>', 'no idea']) {
      const [branch] = playAll([{ ...spec, prefix: beforeTurn(first, 0, 0), given: [personSays(text)] }], player);
      expect(told(branch, first)).toEqual({ kind: 'thought', episode: 0, turn: 0, whole: true });
    }
  });

  it('is told as a note', () => {
    const [branch] = playAll([{ ...spec, prefix: withNote(first, 1, 'go up') }], player);
    expect(told(branch, first)).toEqual({ kind: 'note', episode: 1, author: 'person' });
  });

  it('is nothing where the same turn was only asked for again', () => {
    const [branch] = playAll([{ ...spec, prefix: beforeTurn(first, 1, 1) }], { ...player, hash: 'y' });
    expect(told(branch, first)).toEqual({ kind: 'again', episode: 1, turn: 1 });
    expect(causeOf(first, 0, [])).toEqual({ kind: 'start' });
  });
});

it('says when there is no such episode', () => {
  const [first] = playAll([spec], { hash: 'x', respond: () => ({ text: '', tokens: [], finish: 'stop' as const }) });
  expect(() => beforeEpisode(first, 3)).toThrow('The trial has no episode 4.');
});

