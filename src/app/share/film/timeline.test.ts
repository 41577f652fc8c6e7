import { describe, expect, it } from 'vitest';
import { fold } from '../../../trial/fold.ts';
import { playAll } from '../../../trial/scheduler.ts';
import { teacher } from '../../../trial/teachers/teacher.ts';
import { makeTask } from '../../../worlds/index.ts';
import { lengthOf, shotAt, shotsOf, written } from './timeline.ts';

const [records] = playAll(
  [{ task: makeTask('minesweeper', { mines: 5, turns: 12 }, 3), config: { episodes: 3, memory: 'reflection' }, style: 'brief', seed: 1, trial: 0 }],
  teacher('greedy'),
);
const [episode] = fold(records).episodes;

describe('A film', () => {
  const shots = shotsOf(episode);

  it('shows every turn thought and acted, without a gap, and the note at its end', () => {
    expect(shots.filter(({ kind }) => kind === 'think').map(({ shown }) => shown)).toEqual(episode.turns.map((_, index) => index + 1));
    expect(shots.filter(({ kind }) => kind === 'act').map(({ turn }) => turn)).toEqual(episode.turns.map((_, index) => index + 1));
    for (const [index, shot] of shots.entries()) expect(shot.from).toBe(index === 0 ? 0 : shots[index - 1].from + shots[index - 1].length);
    expect(episode.note?.text).toBeTruthy();
    expect(shots.at(-1)?.kind).toBe('note');
  });

  it('knows its shot at any time, before and after itself too', () => {
    expect(shotAt(shots, -5)).toEqual({ shot: shots[0], done: 0 });
    expect(shotAt(shots, lengthOf(shots) + 5)).toEqual({ shot: shots.at(-1), done: 1 });
    expect(shotAt(shots, shots[2].from).shot).toBe(shots[2]);
  });

  it('writes a thought word by word, whole before the shot ends', () => {
    expect(written('a b c d', 0)).toBe('');
    expect(written('a b c d', 0.4)).toBe('a b');
    expect(written('a b c d', 0.8)).toBe('a b c d');
  });
});
