import { describe, expect, it } from 'vitest';
import { fold } from '../trial/fold.ts';
import { playAll } from '../trial/scheduler.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import { makeTask } from '../worlds/index.ts';
import { upTo } from './playback/cut.ts';
import { openInWords, planOf, statusInWords, type Standing } from './standing.ts';
import { tables } from './strings/index.ts';

const strings = tables.en;
const task = makeTask('minesweeper', { mines: 5, turns: 12 }, 7);
const play = (style: 'greedy' | 'perfect' | 'random') => fold(playAll([{ task, config: { episodes: 4, memory: 'reflection' }, style: 'brief', seed: 7, trial: 0 }], teacher(style))[0]);
const whole = play('greedy');
/** as a model's */
const view = { ...whole, episodes: whole.episodes.map((episode) => ({ ...episode, turns: episode.turns.map(({ response, acted }) => ({ response: { ...response, policy: '0123abcd' }, acted })) })) };
const early = upTo(view, { episode: 0, turn: 1, beat: null });
const ended: Standing = { now: { kind: 'ended' }, growing: false, view, finished: true, guessing: false, loaded: true };

describe('How a trial stands', () => {
  it('says how it ended, and who played where that is no model', () => {
    expect(whole.won).not.toBeNull();
    const result = whole.won ? `Won in episode ${whole.episodes.length}.` : `Not won in ${whole.episodes.length} episodes.`;
    expect(statusInWords(ended, strings)).toBe(result);
    expect(statusInWords({ ...ended, view: whole }, strings)).toBe(`${result} Played by a scripted teacher (Greedy).`);
    expect(statusInWords({ ...ended, now: { kind: 'recorded' }, loaded: false }, strings)).toBe(`${result} Recorded: Scout played this. No model has loaded.`);
  });

  it('of which the end has not been seen is not called stopped while it is guessed, and nothing is given away', () => {
    expect(early.won).toBeNull();
    const guessed = { ...ended, view: early, guessing: true };
    expect(statusInWords(guessed, strings)).toBe('Played already: guess what comes next.');
    expect(statusInWords({ ...guessed, guessing: false }, strings)).toBe('Played already: play on to see what comes next.');
    expect(openInWords(guessed, strings)).toBe('being guessed');
    expect(openInWords({ ...guessed, guessing: false }, strings)).toBe('still to see');
    for (const won of [true, false]) {
      const other = { ...guessed, view: upTo({ ...view, won }, { episode: 0, turn: 1, beat: null }) };
      expect(statusInWords(other, strings)).toBe(statusInWords(guessed, strings));
    }
    expect(openInWords({ ...guessed, now: { kind: 'recorded' } }, strings)).toBe('being guessed');
    expect(openInWords({ ...guessed, now: { kind: 'recorded' }, guessing: false }, strings)).toBe('playing');
  });

  it('that really stopped is called so, guessed or not', () => {
    const stopped: Standing = { ...ended, now: { kind: 'stopped' }, view: early, finished: false };
    for (const guessing of [false, true]) {
      expect(statusInWords({ ...stopped, guessing }, strings)).toBe('Stopped.');
      expect(openInWords({ ...stopped, guessing }, strings)).toBe('open');
    }
  });

  it('while it grows says where it is', () => {
    const running: Standing = { ...ended, now: { kind: 'running' }, growing: true, view: early, finished: false };
    expect(statusInWords(running, strings)).toBe('Playing episode 1, turn 2.');
    expect(openInWords(running, strings)).toBe('playing');
    expect(statusInWords({ ...running, view: null }, strings)).toBe('');
  });
});

describe('The strip', () => {
  const chosen = { episodes: 8, memory: 'none' } as const;

  it('has a card for every episode that is planned, and none for those that a won trial does not need', () => {
    expect(planOf(null, chosen)).toEqual({ episodes: 8, spared: 0, size: 'small', notes: false });
    expect(planOf(early, chosen)).toEqual({ episodes: 4, spared: 0, size: 'middle', notes: true });
    const won = fold(playAll([{ task: makeTask('minesweeper', { mines: 3 }, 1), config: { episodes: 3, memory: 'reflection' }, style: 'brief', seed: 1, trial: 0 }], teacher('perfect'))[0]);
    const played = won.episodes.length;
    expect(planOf(won, chosen)).toEqual({ episodes: won.won === null ? 3 : played, spared: 3 - played, size: 'large', notes: true });
  });
});
