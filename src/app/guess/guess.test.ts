import { afterEach, describe, expect, it } from 'vitest';
import { fold } from '../../trial/fold.ts';
import { playAll } from '../../trial/scheduler.ts';
import { teacher } from '../../trial/teachers/teacher.ts';
import { initial, makeTask } from '../../worlds/index.ts';
import { parseConfig } from '../../worlds/sokoban/config.ts';
import { taskFromXsb } from '../../worlds/sokoban/index.ts';
import { open, trial } from '../log.ts';
import { compare, nextMoment } from '../playback/moments.ts';
import { useSetup } from '../setup.ts';
import type { SokobanTruth } from '../truth/truth.ts';
import { askedPlace, limitOf, useGuess, watchGuesses } from './guess.ts';
import { asLikely, clickQuality, marksOf, movesQuality, noScore, qualityOf, readScore, recordedShare } from './judge.ts';

const task = makeTask('minesweeper', { mines: 5, turns: 12 }, 11);
const [records] = playAll([{ task, config: { episodes: 3, memory: 'reflection' }, style: 'brief', seed: 2, trial: 0 }], teacher('random'));
const view = fold(records);
const turnsOf = (episode: number): number => view.episodes[episode].turns.length;

describe('What is held back', () => {
  watchGuesses();
  afterEach(() => useGuess.getState().on && useGuess.getState().toggle());

  it('goes turn by turn, and past a note to the next episode', () => {
    expect(limitOf(view, { episode: 0, turn: 0 })).toEqual({ episode: 0, turn: 0, beat: null });
    expect(limitOf(view, { episode: 0, turn: turnsOf(0) })).toEqual({ episode: 1, turn: 0, beat: null });
    expect(askedPlace(view, { episode: 2, turn: turnsOf(2) })).toBeNull();
  });

  it('nothing that moves the page goes past a turn that nobody has guessed', () => {
    open(records);
    useSetup.setState({ showing: 'trial', moment: { episode: 0, turn: 0, beat: null } });
    useGuess.getState().toggle();
    for (const far of [null, { episode: 2, turn: 1 }, { episode: 0, turn: 0, beat: 'think' as const }]) {
      useSetup.getState().look(far);
      expect(useSetup.getState().moment).toEqual({ episode: 0, turn: 0, beat: null });
      expect(useSetup.getState().seen).toEqual({ episode: 0, turn: 0, beat: null });
    }
    useGuess.getState().say('1,1');
    expect(useSetup.getState().moment).toEqual({ episode: 0, turn: 1, beat: null });
    expect(useGuess.getState().told).toEqual({ place: { episode: 0, turn: 0 }, guess: '1,1' });
  });

  it('a whole trial is guessed to its end, each turn once', () => {
    open(records);
    useSetup.setState({ showing: 'trial', moment: null });
    useGuess.getState().toggle();
    let asked = 0;
    for (let place = askedPlace(view, useGuess.getState().revealed); place; place = askedPlace(view, useGuess.getState().revealed)) {
      asked++;
      useGuess.getState().say('1,1');
      useGuess.getState().next();
      const { moment } = useSetup.getState();
      expect(moment && compare(moment, limitOf(view, useGuess.getState().revealed))).toBeLessThanOrEqual(0);
    }
    expect(asked).toBe(turnsOf(0) + turnsOf(1) + turnsOf(2));
    expect(nextMoment(view, useSetup.getState().moment ?? { episode: 0, turn: 0, beat: null }, true)).toBeNull();
  });

  it('each guess counts at once, however soon the next question comes; how good it was counts when it is known, once', () => {
    open(records);
    useSetup.setState({ showing: 'trial', moment: null });
    useGuess.getState().reset();
    useGuess.getState().toggle();
    const said: string[] = [];
    for (let place = askedPlace(view, useGuess.getState().revealed); place; place = askedPlace(view, useGuess.getState().revealed)) {
      const [did = '1,1'] = view.episodes[place.episode].turns[place.turn].acted.actions;
      const guess = said.length % 2 === 0 ? did : 'nowhere';
      said.push(guess);
      useGuess.getState().say(guess);
      useGuess.getState().next();
    }
    expect(useGuess.getState().score).toMatchObject({ asked: said.length, right: said.filter((guess) => guess !== 'nowhere').length, judged: 0 });
    const { judging, judge, reset } = useGuess.getState();
    expect(judging.map(({ guess }) => guess)).toEqual(said);
    const found = { weighed: 1, likely: 0, judged: 1, best: 1, policyBest: 0 };
    for (const told of [judging[0], judging[0], judging[1]]) judge(told, found);
    expect(useGuess.getState().score).toMatchObject({ asked: said.length, weighed: 2, likely: 0, judged: 2, best: 2 });
    reset();
    judge(judging[2], found);
    expect(useGuess.getState().score).toMatchObject({ asked: 0, judged: 0 });
  });

  it('a guess waits for a policy that is still thinking', () => {
    const started = records.findIndex((record) => record.type === 'responded');
    open(records.slice(0, started));
    useSetup.setState({ showing: 'trial', moment: null });
    useGuess.getState().toggle();
    useGuess.getState().say('1,1');
    expect(useGuess.getState()).toMatchObject({ said: '1,1', told: null });
    trial.set({ records: records.slice(0, started + 2), view: fold(records.slice(0, started + 2)) });
    expect(useGuess.getState()).toMatchObject({ said: null, told: { guess: '1,1' } });
  });
});

describe('How likely it was, from the tokens on record', () => {
  const list = (...entries: readonly (readonly [string, number])[]) => entries.map(([text, share]) => ({ text, logprob: Math.log(share) }));

  it('Sokoban: one token a move', () => {
    const response = { pieces: [' plan', '<action>', ' up', '</action>'], alternatives: [[], list(['<action>', 1]), list([' up', 0.7], [' left', 0.2]), []] };
    expect(recordedShare(response, 'sokoban', 'up')?.value).toBeCloseTo(0.7);
    expect(recordedShare(response, 'sokoban', 'left')).toMatchObject({ most: false });
    expect(recordedShare(response, 'sokoban', 'down')).toMatchObject({ most: true });
  });

  it('MineSweeper: a cell in one token, or row and column one after the other', () => {
    const one = { pieces: ['<action>', ' (2, 3)'], alternatives: [[], list([' (2, 3)', 0.6], [' (1, 1)', 0.3])] };
    expect(recordedShare(one, 'minesweeper', '1,1')?.value).toBeCloseTo(0.3);
    const two = { pieces: ['<action>', ' (2,', ' 3)'], alternatives: [[], list([' (2,', 0.6], [' (1,', 0.3]), list([' 3)', 0.5], [' 4)', 0.4])] };
    expect(recordedShare(two, 'minesweeper', '2,4')).toMatchObject({ most: false });
    expect(recordedShare(two, 'minesweeper', '2,4')?.value).toBeCloseTo(0.24);
    expect(recordedShare(two, 'minesweeper', '1,4')).toMatchObject({ most: true });
    expect(recordedShare(two, 'minesweeper', '1,4')?.value).toBeCloseTo(0.3);
  });

  it('nothing is known of a teacher', () => {
    expect(recordedShare({ pieces: undefined, alternatives: undefined }, 'sokoban', 'up')).toBeNull();
  });

  it.each([
    [0.3, false, 0.3, false, true],
    [0.2, false, 0.3, false, false],
    [0.2, true, 0.3, false, false],
    [0.4, true, 0.3, false, null],
    [0.2, false, 0.3, true, null],
  ])('%d (at most: %s) beside %d (%s)', (guess, most, actual, actualMost, expected) => {
    expect(asLikely({ value: guess, most }, { value: actual, most: actualMost })).toBe(expected);
  });
});

describe('A score that is kept', () => {
  it('comes back as it was', () => {
    const score = { asked: 4, right: 2, weighed: 3, likely: 1, judged: 4, best: 3, policyBest: 2 };
    expect(readScore(JSON.stringify(score))).toEqual(score);
  });

  it.each([null, '', 'nonsense', '[]', '{"asked":4}', JSON.stringify({ ...noScore, asked: -1 }), JSON.stringify({ ...noScore, asked: '4' })])('is none where it can not be read: %s', (text) => {
    expect(readScore(text)).toBe(noScore);
  });
});

describe('What bears a mark on the board', () => {
  const first = (...shares: readonly number[]) => shares.map((share, at) => ({ action: `1,${at + 1}`, share, probability: share }));
  const mines = (...values: readonly number[]) => ({ world: 'minesweeper' as const, chances: values.map((value) => ({ value, fraction: String(value) })) });

  it('is all that the policy might do, and what was certainly right though it would never have done it', () => {
    const marks = marksOf(first(0.6, 0.4, 0, 0), ['worse', 'lost', 'best', 'worse'], mines(0.3, 1, 0, 0.3));
    expect([...marks]).toEqual([['1,1', 'worse'], ['1,2', 'lost'], ['1,3', 'best']]);
  });

  it('is no cell that is merely as good as any other: who must guess is not told where', () => {
    expect([...marksOf(first(1, 0, 0), ['best', 'best', 'worse'], mines(0.2, 0.2, 0.4))]).toEqual([['1,1', 'best']]);
  });

  it('is nothing that the rules can not judge', () => {
    expect([...marksOf(first(0.9, 0.1), [null, 'best'], { world: 'sokoban', solvable: true, plan: null, dead: [] })]).toEqual([['1,2', 'best']]);
  });
});

describe('What the rules say of a guess', () => {
  it('in MineSweeper, by the chances', () => {
    const chances = ['0/1', '1/3', null, '1/1'].map((fraction, at) => (fraction === null ? null : { fraction, value: [0, 1 / 3, 0, 1][at] }));
    expect(['1,1', '1,2', '2,1', '2,2'].map((cell) => clickQuality({ world: 'minesweeper', chances }, 2, cell))).toEqual(['best', 'worse', 'wasted', 'lost']);
  });

  it('in Sokoban, by shortest plans', () => {
    const state = initial(taskFromXsb(['#######', '#  @$.#', '#     #', '#######'], parseConfig({})));
    const truth = (plan: string | null): SokobanTruth => ({ world: 'sokoban', solvable: plan !== null, plan, dead: [] });
    expect(movesQuality(state, ['right'], truth('R'), truth(''))).toBe('best');
    expect(movesQuality(state, ['left'], truth('R'), truth('rR'))).toBe('worse');
    expect(movesQuality(state, ['left'], truth('R'), truth(null))).toBe('lost');
    expect(movesQuality(state, ['up'], truth('R'), null)).toBe('wasted');
    expect(movesQuality(state, ['left'], truth(null), truth(null))).toBeNull();
  });

  it('in Sokoban, also of several moves of one turn: a way there and back is wasted, a longer one worse', () => {
    const state = initial(taskFromXsb(['#######', '#@  $.#', '#     #', '#######'], parseConfig({})));
    const truth = (plan: string): SokobanTruth => ({ world: 'sokoban', solvable: true, plan, dead: [] });
    expect(qualityOf(state, ['right', 'right'], truth('rrR'), truth('R'))).toBe('best');
    expect(qualityOf(state, ['right', 'right', 'right'], truth('rrR'), null)).toBe('best');
    expect(qualityOf(state, ['right', 'left'], truth('rrR'), truth('rrR'))).toBe('wasted');
    expect(qualityOf(state, ['right', 'down'], truth('rrR'), truth('urR'))).toBe('worse');
    expect(qualityOf(state, ['right', 'right'], undefined, undefined)).toBeNull();
  });
});
