import { describe, expect, it } from 'vitest';
import { fold } from '../trial/fold.ts';
import { playAll } from '../trial/scheduler.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import { describe as board, makeTask } from '../worlds/index.ts';
import { readAt, readLast } from './reading.ts';

const spec = { task: makeTask('minesweeper', { mines: 5, turns: 12 }, 7), config: { episodes: 3, memory: 'reflection' as const }, style: 'brief' as const, seed: 7, trial: 0 };
const view = fold(playAll([spec], teacher('greedy'))[0]);

describe('readAt', () => {
  it('shows at each moment a text that ends with the board of that moment', () => {
    for (const episode of view.episodes) {
      episode.turns.forEach((_, turn) => {
        expect(readAt(episode, turn)?.messages.at(-1)?.content).toContain(board(episode.states[turn]));
      });
    }
  });

  it('grows by the reply and the next board', () => {
    const [first] = view.episodes;
    const roles = readAt(first, 1)?.messages.map(({ role }) => role);
    expect(roles).toEqual(['user', 'assistant', 'user']);
    expect(readAt(first, 1)?.messages[1].content).toBe(first.turns[0].response.text);
  });

  it('after a lost episode asks for the note, after the last one ends with the last reply', () => {
    const [first] = view.episodes;
    const last = view.episodes[view.episodes.length - 1];
    expect(readAt(first, first.turns.length)?.messages.at(-1)?.role).toBe('user');
    expect(readAt(last, last.turns.length)?.messages.at(-1)).toEqual({ role: 'assistant', content: last.turns.at(-1)?.response.text });
  });

  it('has nothing to show only where somebody is still to be asked', () => {
    const [first] = view.episodes;
    const open = { ...first, end: null, reflection: null, note: null };
    for (const episode of [...view.episodes, open]) {
      for (let turn = 0; turn <= episode.turns.length; turn++) {
        const asked = turn < episode.turns.length || episode.end !== null;
        expect(readAt(episode, turn) !== null).toBe(asked);
      }
    }
  });

  it('says where replies in it stand without the thought that a link has left out', () => {
    const [first] = view.episodes;
    expect(first.turns.map((_, turn) => readAt(first, turn)?.left)).toEqual(first.turns.map(() => false));
    const bare = { ...first, turns: first.turns.map(({ response, acted }, turn) => ({ response: turn === 0 ? { ...response, left: 'thought' as const } : response, acted })) };
    expect(readAt(bare, 0)?.left).toBe(false);
    expect(readAt(bare, 1)?.left).toBe(true);
    expect(readAt(bare, bare.turns.length)?.left).toBe(true);
  });

  it('has nothing to show where nobody has been asked', () => {
    expect(readAt({ ...view.episodes[0], turns: [], end: null, reflection: null, note: null }, 0)).toBeNull();
  });

  it('where a trial was stopped, tells of all up to the last reply', () => {
    const [{ turns, ...first }] = view.episodes;
    const stopped = { ...first, turns: turns.slice(0, 1), end: null, reflection: null, note: null };
    expect(readAt(stopped, 1)).toBeNull();
    expect(readLast(stopped)?.messages.at(-1)).toEqual({ role: 'assistant', content: turns[0].response.text });
    expect(readLast({ ...stopped, turns: [] })).toBeNull();
  });
});
