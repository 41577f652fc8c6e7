import { describe, expect, it } from 'vitest';
import { makeTask, type Task } from '../worlds/index.ts';
import { taskFromXsb, world as sokoban } from '../worlds/sokoban/index.ts';
import { beforeNote, beforeTurn, personActs, withNote } from './branch.ts';
import type { Player, TrialConfig, TrialRequest } from './contract.ts';
import { fakeFormat } from './fakes.ts';
import { fold } from './fold.ts';
import type { TrialRecord } from './records.ts';
import { runTrial, type TrialSpec, type Voice } from './runner.ts';
import { playAll } from './scheduler.ts';
import { teacher } from './teachers/teacher.ts';
import { contexts } from './testing.ts';

/** Solved by three moves to the right; two turns. */
const corridor = taskFromXsb(['#######', '#     #', '#@ $ .#', '#######'].join('\n'), sokoban.parseConfig({ turns: 2, movesPerTurn: 3 }));

function spec(task: Task, config: Partial<TrialConfig> = {}, more: Partial<TrialSpec> = {}): TrialSpec {
  return { task, config: { episodes: 3, memory: 'reflection', ...config }, style: 'brief', seed: 7, trial: 2, ...more };
}

function scripted(answers: readonly string[], asked: TrialRequest[] = []): Player {
  let next = 0;
  return {
    hash: 'script',
    respond: (request) => {
      asked.push(request);
      return { text: answers[next++] ?? 'nothing', tokens: [], finish: 'stop' };
    },
  };
}

const types = (records: readonly TrialRecord[]): string[] => records.map((record) => record.type);

/** Drive one runner by hand, with a voice of one's own. */
function drive(trial: TrialSpec, voice: Voice, answer: (request: TrialRequest) => string): TrialRecord[] {
  const generator = runTrial(trial, voice);
  const records = [...(trial.prefix ?? [])];
  for (let step = generator.next(); step.done !== true; ) {
    if (step.value.type === 'record') {
      records.push(step.value.record);
      step = generator.next();
    } else {
      const text = answer(step.value.request);
      const ids = voice.format ? [...voice.format.encode(text), ...voice.format.endIds] : [];
      step = generator.next({ text, tokens: ids.map((id) => ({ id, logprob: -1 })), finish: 'stop' });
    }
  }
  return records;
}

describe('a trial', () => {
  it('plays up to N episodes with a reflection after each lost one but the last', () => {
    const asked: TrialRequest[] = [];
    const [records] = playAll([spec(corridor)], scripted([], asked));
    const episode = ['episodeStarted', 'responded', 'acted', 'responded', 'acted', 'episodeEnded'];
    const note = ['responded', 'reflectionWritten'];
    expect(types(records)).toEqual(['trialStarted', ...episode, ...note, ...episode, ...note, ...episode, 'trialEnded']);
    expect(asked.map(({ purpose, draw }) => `${purpose} ${draw.episode}.${draw.turn}`)).toEqual([
      ...['play 0.0', 'play 0.1', 'reflect 0.2', 'play 1.0', 'play 1.1', 'reflect 1.2', 'play 2.0', 'play 2.1'],
    ]);
    expect(asked.every(({ draw }) => draw.seed === 7 && draw.trial === 2)).toBe(true);
    expect(fold(records).won).toBe(false);
  });

  it('stops at the win', () => {
    const [records] = playAll([spec(corridor)], scripted(['x', 'y', '<remark>push right</remark>', '<action>right, right</action>', '<action>right</action>']));
    expect(types(records).slice(-3)).toEqual(['acted', 'episodeEnded', 'trialEnded']);
    expect(records.at(-1)).toEqual({ type: 'trialEnded', won: true });
    const view = fold(records);
    expect(view.episodes.map((episode) => episode.end)).toEqual(['turns', 'won']);
    expect(view.episodes[1].turns.map((turn) => turn.acted.reward)).toEqual([0, 10]);
  });

  it('asks for no note that nobody will read, unless told to', () => {
    for (const memory of ['none', 'history'] as const) {
      const count = (reflectAlways: boolean): number => {
        const asked: TrialRequest[] = [];
        playAll([spec(corridor, { memory, reflectAlways })], scripted([], asked));
        return asked.filter((request) => request.purpose === 'reflect').length;
      };
      expect([memory, count(false), count(true)]).toEqual([memory, 0, 2]);
    }
  });

  it('shows an empty or unreadable note as none', () => {
    const asked: TrialRequest[] = [];
    playAll([spec(corridor)], scripted(['x', 'y', '<remark> </remark>', 'x', 'y', 'no tag'], asked));
    expect(asked[3].scene.past.map((past) => past.note)).toEqual([null]);
    expect(asked[3].messages[0].content).toContain('note none');
    expect(asked[6].scene.past.map((past) => past.note)).toEqual([null, null]);
  });

  it('records an answer that can not be read as an invalid turn', () => {
    const [records] = playAll([spec(corridor, { episodes: 1 })], scripted(['I give up', '<action>right</action>']));
    expect(records.flatMap((record) => (record.type === 'acted' ? [[record.valid, record.actions]] : []))).toEqual([
      [false, []],
      [true, ['right']],
    ]);
  });

  it('goes on from any prefix to the same end', () => {
    const tasks = [makeTask('sokoban', {}, 11), makeTask('minesweeper', { mines: 5, turns: 12 }, 12)];
    for (const task of tasks) {
      const player = teacher('greedy');
      const [whole] = playAll([spec(task, { memory: 'both' })], player);
      for (let length = 1; length <= whole.length; length++) {
        expect(playAll([spec(task, { memory: 'both' }, { prefix: whole.slice(0, length) })], player)[0]).toEqual(whole);
      }
    }
  });
});

describe('token contexts', () => {
  const format = fakeFormat();
  const voice: Voice = { hash: 'w', format };
  const sokobanTask = makeTask('sokoban', {}, 11);
  const player = teacher('greedy');

  it('only grow within an episode, the reflection included, and each episode opens a new one', () => {
    const prompts: { readonly episode: number; readonly ids: readonly number[] }[] = [];
    const records = drive(spec(sokobanTask), voice, (request) => {
      prompts.push({ episode: request.draw.episode, ids: request.prompt });
      return teacher('greedy', { follow: false }).respond(request).text;
    });
    const replies = records.flatMap((record) => (record.type === 'responded' ? [record.ids] : []));
    expect(prompts.length).toBeGreaterThan(3);
    prompts.forEach(({ episode, ids }, index) => {
      if (index === 0 || prompts[index - 1].episode !== episode) return;
      const before = [...prompts[index - 1].ids, ...replies[index - 1]];
      expect(ids.slice(0, before.length)).toEqual(before);
    });
    expect(contexts(records).map((item) => item.episode)).toEqual([0, 1, 2]);
  });

  it('are what the template makes of the conversation, and stored in linear space', () => {
    const seen: (readonly number[])[] = [];
    const records = drive(spec(sokobanTask), voice, (request) => {
      expect(format.open(request.messages)).toEqual([...request.prompt]);
      seen.push(request.prompt);
      return player.respond(request).text;
    });
    const stored = records.reduce((sum, record) => sum + (record.type === 'responded' ? record.prompt.ids.length + record.ids.length : 0), 0);
    const longest = contexts(records).reduce((sum, item) => sum + item.context.ids.length, 0);
    expect(stored).toBe(longest);
    expect(contexts(records)[0].context.ids.slice(0, seen[0].length)).toEqual([...seen[0]]);
  });

  it('are rendered again under another template, because its ids mean nothing here', () => {
    const records = drive(spec(sokobanTask, { memory: 'none' }), voice, () => 'unreadable');
    const other: Voice = { hash: 'v', format: fakeFormat('another') };
    const asked: TrialRequest[] = [];
    const branch = drive(spec(sokobanTask, {}, { prefix: beforeTurn(records, 1, 1) }), other, (request) => {
      asked.push(request);
      return player.respond(request).text;
    });
    const next = branch.slice(beforeTurn(records, 1, 1).length).find((record) => record.type === 'responded');
    expect(next).toMatchObject({ prompt: { fresh: true }, template: 'another', policy: 'v' });
    expect(asked[0].messages.length).toBe(3);
  });

  it('start anew with the current board when they would not fit, and drop the oldest memories before they refuse', () => {
    const room = format.open([{ role: 'user', content: 'x'.repeat(600) }]).length;
    // A policy stops at its cap; in this format a character is a token, and the end is one too.
    const records = drive(spec(sokobanTask, { memory: 'both' }), { ...voice, context: room }, (request) => player.respond(request).text.slice(0, request.maxTokens - 1));
    const fresh = records.filter((record) => record.type === 'responded' && record.prompt.fresh);
    expect(fresh.length).toBeGreaterThan(fold(records).episodes.length);
    for (const { context } of contexts(records)) expect(context.ids.length).toBeLessThanOrEqual(room);
    expect(() => drive(spec(sokobanTask), { ...voice, context: 60 }, () => '')).toThrow(/shortest prompt has \d+ tokens .* context holds 60/);
  });
});

describe('branches', () => {
  const task = makeTask('sokoban', {}, 11);
  const player = teacher('greedy');
  const [first] = playAll([spec(task)], player);

  it('put a person\'s note in place of the policy\'s, and leave the old records as they were', () => {
    const before = JSON.stringify(first);
    const asked: TrialRequest[] = [];
    const prefix = withNote(first, 0, '  start with the upper box  ');
    const [branch] = playAll([spec(task, {}, { prefix })], {
      hash: 'x',
      respond: (request) => {
        asked.push(request);
        return player.respond(request);
      },
    });
    expect(JSON.stringify(first)).toBe(before);
    expect(branch.slice(0, prefix.length)).toEqual(prefix);
    expect(fold(branch).episodes[0].note).toMatchObject({ author: 'person', text: 'start with the upper box' });
    expect(asked[0].scene.past[0].note).toBe('start with the upper box');
    expect(asked[0].messages[0].content).toContain(' note start with the upper box');
  });

  it('let a person act in place of the policy', () => {
    const prefix = beforeTurn(first, 0, 0);
    const [branch] = playAll([spec(task, {}, { prefix, given: [personActs(task, ['left', 'left'])] })], player);
    const [turn] = fold(branch).episodes[0].turns;
    expect(turn.response.policy).toBe('person');
    expect(turn.acted.valid).toBe(true);
    expect(turn.acted.actions).toEqual(['left', 'left']);
    expect(branch.slice(0, prefix.length)).toEqual(prefix);
  });

  it('let the policy write another note', () => {
    const prefix = beforeNote(first, 0);
    const [branch] = playAll([spec(task, {}, { prefix })], scripted(['<remark>another</remark>']));
    expect(fold(branch).episodes[0].note).toMatchObject({ author: 'policy', text: 'another' });
  });

  it('say when there is no such place', () => {
    expect(() => beforeTurn(first, 0, 9)).toThrow(/Episode 1 has only \d+ turns; choose an earlier one/);
    expect(() => withNote(first, 5, 'x')).toThrow('The trial has no episode 6 that is over.');
  });
});
