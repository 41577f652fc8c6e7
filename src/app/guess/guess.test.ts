import { afterEach, describe, expect, it } from 'vitest';
import { fold } from '../../trial/fold.ts';
import { playAll } from '../../trial/scheduler.ts';
import { teacher } from '../../trial/teachers/teacher.ts';
import { makeTask } from '../../worlds/index.ts';
import { open, trial } from '../log.ts';
import { compare, nextMoment } from '../playback/moments.ts';
import { useSetup } from '../setup.ts';
import { askedPlace, limitOf, useGuess, watchGuesses } from './guess.ts';

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
    expect(useGuess.getState().answered).toEqual({ place: { episode: 0, turn: 0 }, guess: '1,1' });
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
    for (const guessed of [judging[0], judging[0], judging[1]]) judge(guessed, found);
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
    expect(useGuess.getState()).toMatchObject({ said: '1,1', answered: null });
    trial.set({ records: records.slice(0, started + 2), view: fold(records.slice(0, started + 2)) });
    expect(useGuess.getState()).toMatchObject({ said: null, answered: { guess: '1,1' } });
  });
});
