import { afterEach, describe, expect, it, vi } from 'vitest';
import { fold } from '../../trial/fold.ts';
import { playAll } from '../../trial/scheduler.ts';
import { teacher } from '../../trial/teachers/teacher.ts';
import { makeTask } from '../../worlds/index.ts';

vi.stubGlobal('document', { documentElement: { dataset: {} } });

const { useGuess, watchGuesses } = await import('../guess/guess.ts');
const { open } = await import('../log.ts');
const { useSetup } = await import('../setup.ts');
const { hide } = await import('../share/hidden.ts');
const { placesOf } = await import('../navigate.ts');
const { isVeiled, unveiled } = await import('./veil.ts');

const task = makeTask('minesweeper', { mines: 5, turns: 12 }, 11);
const [records] = playAll([{ task, config: { episodes: 3, memory: 'reflection' }, style: 'brief', seed: 2, trial: 0 }], teacher('random'));
const view = fold(records);
const start = { episode: 0, turn: 0, beat: null };

describe('What is told of a trial before it is seen', () => {
  watchGuesses();
  afterEach(() => {
    if (useGuess.getState().on) useGuess.getState().toggle();
    hide([]);
  });

  it('is all of it, unless somebody is to guess or to see for themselves', () => {
    useSetup.setState({ showing: 'trial', moment: start, seen: start });
    expect(unveiled(view)).toBe(view);
  });

  it('with a link that hides it, is what was seen: no other turn, no other episode, no end', () => {
    hide(['later']);
    useSetup.setState({ showing: 'trial', moment: start, seen: start });
    expect(placesOf(unveiled(view))).toEqual([{ episode: 0, turn: 0 }]);
    expect(unveiled(view).won).toBeNull();
    expect(isVeiled(view, start)).toBe(true);
    useSetup.getState().look({ episode: 1, turn: 1 });
    expect(unveiled(view).episodes.map(({ turns }) => turns.length)).toEqual([view.episodes[0].turns.length, 1]);
    expect(isVeiled(view, start)).toBe(false);
    useSetup.setState({ seen: null });
    expect(unveiled(view)).toBe(view);
  });

  it('in a guess, grows turn by turn to the whole trial', () => {
    open(records);
    useSetup.setState({ showing: 'trial', moment: start, seen: null });
    useGuess.getState().toggle();
    const known: number[] = [];
    for (let steps = 0; steps < 100 && unveiled(view) !== view; steps++) {
      known.push(placesOf(unveiled(view)).length);
      useGuess.getState().pass();
      useGuess.getState().next();
    }
    expect(unveiled(view)).toBe(view);
    expect(known[0]).toBe(1);
    for (let at = 1; at < known.length; at++) expect(known[at]).toBeGreaterThan(known[at - 1]);
  });

  it('a turn that nobody has played is not held back', () => {
    hide(['later']);
    const open = { ...view, episodes: [{ ...view.episodes[0], turns: [], states: view.episodes[0].states.slice(0, 1), end: null, reflection: null, note: null }], won: null };
    useSetup.setState({ moment: start, seen: start });
    expect(isVeiled(open, start)).toBe(false);
  });
});
