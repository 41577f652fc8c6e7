import { describe, expect, it } from 'vitest';
import type { ChatFormat } from '../policy/contract.ts';
import { act, initial, makeTask, respond } from '../worlds/index.ts';
import { taskFromXsb, world as sokoban } from '../worlds/sokoban/index.ts';
import { answersOf, oddsOf, questionAt, thoughtIds } from './answers.ts';
import { promptStyles } from './contract.ts';
import { fakeFormat, FakeGenerator } from './fakes.ts';
import { fold } from './fold.ts';
import { play, playAll } from './scheduler.ts';
import { teacher } from './teachers/teacher.ts';

const open = taskFromXsb(['#######', '#     #', '#@ $ .#', '#     #', '#######'], sokoban.parseConfig({}));

describe('the answers of a state', () => {
  it('are all 84 sequences of one to three moves in Sokoban, grouped by the first', () => {
    const answers = answersOf(initial(open), 'brief');
    expect(answers).toHaveLength(84);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(84);
    expect(answers.slice(0, 21).every(({ actions }) => actions[0] === 'up')).toBe(true);
    expect(answers.map(({ text }) => text)).toContain('<action> left, up, right</action>');
    for (const [movesPerTurn, count] of [[1, 4], [2, 20], [4, 340]]) {
      expect(answersOf(initial(makeTask('sokoban', { movesPerTurn }, 1)), 'brief')).toHaveLength(count);
    }
  });

  it('are four beginnings where there are too many to name', () => {
    const answers = answersOf(initial(makeTask('sokoban', { movesPerTurn: 5 }, 1)), 'brief');
    expect(answers.map(({ text, open: more }) => [text, more])).toEqual([['<action> up', true], ['<action> down', true], ['<action> left', true], ['<action> right', true]]);
  });

  it('are the hidden cells in MineSweeper', () => {
    const state = initial(makeTask('minesweeper', {}, 5));
    const hidden = state.world === 'minesweeper' ? [...state.board].filter((cell) => cell === '?').length : 0;
    const answers = answersOf(state, 'brief');
    expect(answers).toHaveLength(hidden);
    expect(answers[0].text).toMatch(/^<action> \(\d+, \d+\)<\/action>$/);
  });

  it('are read by the rules as what they say, in both styles', () => {
    for (const style of promptStyles) {
      for (const state of [initial(open), initial(makeTask('minesweeper', { mines: 5 }, 2))]) {
        for (const { text, actions } of answersOf(state, style)) {
          const [said, done] = [respond(state, `I think. ${text}`), act(state, actions)];
          expect([said.valid, said.applied]).toEqual([true, done.applied]);
        }
      }
    }
  });

  it('are none when the episode is over', () => {
    expect(answersOf({ ...initial(open), end: 'dead' }, 'brief')).toEqual([]);
  });
});

describe('the question at a turn', () => {
  const answered = (request: { readonly draw: { readonly turn: number } }): string => (request.draw.turn % 2 === 0 ? 'hm <action>up</action>' : 'I go <action>left, down</action>');
  const task = makeTask('sokoban', {}, 4);
  const spec = { task, config: { episodes: 2, memory: 'reflection' }, style: 'brief', seed: 1, trial: 0 } as const;

  it('has the very context that was read, the thought, and each answer behind it', async () => {
    const policy = new FakeGenerator(answered);
    const [records] = await play([spec], policy);
    const asked = policy.requests.filter(({ draw }) => draw.episode === 0);
    const [episode] = fold(records).episodes;
    for (const turn of episode.turns.keys()) {
      const question = questionAt(episode, turn, 'brief', policy.format);
      const thought = turn % 2 === 0 ? 'hm ' : 'I go ';
      expect(question?.prefix).toEqual([...asked[turn].prompt, ...policy.format.encode(thought)]);
      expect(question?.continuations.map((ids) => policy.format.decode(ids))).toEqual(question?.answers.map(({ text }) => text));
      expect(question?.answers).toEqual(answersOf(episode.states[turn], 'brief'));
    }
    expect(questionAt(episode, episode.turns.length, 'brief', policy.format)).toBeNull();
    expect(questionAt(episode, -1, 'brief', policy.format)).toBeNull();
    // what follows the thought can not be asked where a link has left it out
    const bare = { ...episode, turns: episode.turns.map(({ response, acted }) => ({ response: { ...response, left: 'thought' as const }, acted })) };
    expect(questionAt(bare, 0, 'brief', policy.format)).toBeNull();
  });

  it('is put into ids anew where another wrote the context', () => {
    const [records] = playAll([spec], teacher('greedy'));
    const [episode] = fold(records).episodes;
    const format = fakeFormat();
    const question = questionAt(episode, 1, 'brief', format);
    const [first, second] = episode.turns.map(({ response }) => response);
    const conversation = [...first.prompt.messages, { role: 'assistant' as const, content: first.text }, ...second.prompt.messages];
    const thought = second.text.slice(0, second.text.indexOf('<action>'));
    expect(question?.prefix).toEqual([...format.open(conversation), ...format.encode(thought)]);
  });

  it('keeps what was written as it was written, also where a token reaches into the tag', () => {
    const pieces = ['<end>', 'I ', 'go', '.\n<', 'act', 'ion>', 'up', '</action>', '.\n'];
    const format: ChatFormat = { ...fakeFormat(), endIds: [0], decode: (ids) => ids.map((id) => pieces[id]).join('') };
    expect(thoughtIds([1, 2, 3, 4, 5, 6, 7, 0], format)).toEqual({ ids: [1, 2], rest: '.\n' });
    expect(thoughtIds([1, 2, 8, 0], format)).toEqual({ ids: [1, 2, 8], rest: '' });
    expect(thoughtIds([3, 4, 5, 6, 7], format)).toEqual({ ids: [], rest: '.\n' });
  });
});

describe('from log-probs to odds', () => {
  const answer = (...actions: string[]) => ({ actions, text: actions.join(), open: false });
  const round = (value: number): number => Math.round(value * 1e9) / 1e9;
  const ln = (p: number): number[] => [Math.log(p) / 2, Math.log(p) / 2];

  it('sums tokens, normalises, says what lies outside, and adds up first moves', () => {
    const odds = oddsOf([answer('up'), answer('up', 'left'), answer('down')], [ln(0.3), ln(0.1), ln(0.4)]);
    expect(odds.answers.map(({ probability }) => round(probability))).toEqual([0.3, 0.1, 0.4]);
    expect(odds.answers.map(({ share }) => round(share))).toEqual([0.375, 0.125, 0.5]);
    expect(odds.outside).toBeCloseTo(0.2, 12);
    expect(odds.first.map(({ action, probability, share }) => [action, round(probability), round(share)])).toEqual([['up', 0.4, 0.5], ['down', 0.4, 0.5]]);
  });

  it('stays right where all answers are unlikely, none is possible, or rounding goes over one', () => {
    const rare = oddsOf([answer('up'), answer('down')], [[-2000], [-2000 + Math.log(3)]]);
    expect(rare.answers.map(({ share }) => round(share))).toEqual([0.25, 0.75]);
    expect(rare.outside).toBe(1);
    expect(oddsOf([answer('up')], [[-Infinity]]).answers[0]).toMatchObject({ probability: 0, share: 0 });
    expect(oddsOf([answer('up')], [[1e-9]]).outside).toBe(0);
    expect(oddsOf([], [])).toEqual({ answers: [], first: [], outside: 1 });
    expect(() => oddsOf([answer('up')], [])).toThrow('1 answers and 0 scores');
  });
});
