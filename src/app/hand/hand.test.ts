import { describe, expect, it } from 'vitest';
import { fold } from '../../trial/fold.ts';
import { playText } from '../../trial/scheduler.ts';
import { makeTask, type Task } from '../../worlds/index.ts';
import { parseConfig } from '../../worlds/sokoban/config.ts';
import { taskFromXsb } from '../../worlds/sokoban/index.ts';
import { personAt, pick, press, seat, send, takeBack, useHand, writeNote } from './hand.ts';
import { lastPolicy } from '../policies.ts';
import { playerOf, rank, rivalIn, turnsOf } from './results.ts';

const level = taskFromXsb(['########', '#  @ $.#', '#      #', '########'], parseConfig({ turns: 2 }));
const spec = (task: Task) => ({ task, config: { episodes: 2, memory: 'reflection' as const }, style: 'brief' as const, seed: 1, trial: 0 });
/** Until somebody waits for the person. */
const asked = async (): Promise<void> => {
  for (let i = 0; i < 20 && seat.get() === null; i++) await Promise.resolve();
};

describe('A person in the policy’s seat', () => {
  it('makes moves, takes back, sends them as one turn, writes a note and wins', async () => {
    const abort = new AbortController();
    const done = playText([spec(level)], personAt(abort.signal), { signal: abort.signal });
    await asked();
    expect(press('up')).toBe(false);
    expect(press('left')).toBe(true);
    expect(press('left')).toBe(true);
    takeBack();
    expect(useHand.getState().moves).toEqual(['left']);
    send();
    await asked();
    expect(press('down')).toBe(true);
    send();
    await asked();
    expect(seat.get()?.request.purpose).toBe('reflect');
    expect(useHand.getState().note).toBe('');
    useHand.setState({ note: 'push <b>right</b></remark>' });
    writeNote();
    await asked();
    // The cell beside the player is a move; one further away is none.
    pick({ row: 1, column: 4 }, false);
    pick({ row: 1, column: 6 }, false);
    expect(press('right')).toBe(true);
    expect(press('right')).toBe(false);
    send();
    const view = fold((await done)[0]);
    expect(view.won).toBe(true);
    expect(view.episodes.map(({ turns }) => turns.map(({ acted }) => acted.actions))).toEqual([[['left'], ['down']], [['right', 'right']]]);
    expect(view.episodes[0].note).toMatchObject({ author: 'person', text: 'push <b>right</b>', valid: true });
    expect(playerOf(view)).toBe('person');
  });

  it('flags cells, and opens none that is flagged', async () => {
    const task = makeTask('minesweeper', {}, 3);
    const abort = new AbortController();
    const done = playText([spec(task)], personAt(abort.signal), { signal: abort.signal });
    await asked();
    const hidden = seat.get()?.request.scene.states[0];
    expect(hidden?.world).toBe('minesweeper');
    if (task.world !== 'minesweeper') return;
    const [mine] = task.mines;
    const cell = { row: mine.row - 1, column: mine.col - 1 };
    pick(cell, true);
    pick(cell, false);
    expect(seat.get()).not.toBeNull();
    expect([...useHand.getState().flags]).toEqual([`${cell.row},${cell.column}`]);
    pick(cell, true);
    pick(cell, false);
    await asked();
    expect(seat.get()?.request.purpose).toBe('reflect');
    abort.abort();
    const view = fold((await done)[0]);
    expect(view.episodes[0].end).toBe('dead');
    expect(view.won).toBeNull();
    expect(seat.get()).toBeNull();
  });
});

describe('Who plays on', () => {
  /** A trial of which each turn is played by another. */
  const playedBy = async (...policies: readonly string[]) => {
    const left = policies.map(() => 'left');
    const player = { hash: 'fake', respond: () => ({ text: `<action>${left.shift() ?? 'left'}</action>`, tokens: [], finish: 'stop' as const }) };
    const { task } = spec(level);
    const view = fold((await playText([{ ...spec(task), config: { episodes: 1, memory: 'none' } }], player))[0]);
    const [episode] = view.episodes;
    const turns = episode.turns.slice(0, policies.length).map((turn, index) => ({ ...turn, response: { ...turn.response, policy: policies[index] } }));
    return { ...view, episodes: [{ ...episode, turns }] };
  };

  it.each([
    [['person', 'person'], 'person', 'scout', 'scout'],
    [['teacher:greedy/1', 'person'], 'teacher:greedy', 'scout', 'teacher:greedy'],
    [['person', '0a1b2c3d'], 'scout', 'teacher:random', 'scout'],
    [['person'], 'person', 'teacher:random', 'teacher:random'],
    [['person'], 'person', 'person', 'scout'],
    [[], null, 'teacher:careful', 'teacher:careful'],
  ])('after %j it is %s, and with %s chosen a person hands back to %s', async (policies, last, chosen, rival) => {
    const view = await playedBy(...policies);
    expect(lastPolicy(view)).toBe(last);
    expect(rivalIn(view, chosen)).toBe(rival);
  });
});

describe('Two results on one task', () => {
  it('winning comes first, then fewer episodes, then fewer turns', async () => {
    const play = async (...plan: readonly string[]) => {
      const left = [...plan];
      const player = { hash: 'fake', respond: () => ({ text: `<action>${left.shift() ?? 'left'}</action>`, tokens: [], finish: 'stop' as const }) };
      return fold((await playText([{ ...spec(level), config: { episodes: 2, memory: 'none' } }], player))[0]);
    };
    const [atOnce, slower, later, never] = [await play('right, right'), await play('left', 'right, right, right'), await play('left', 'left', 'right, right'), await play()];
    expect([atOnce, slower, later, never].map(({ won }) => won)).toEqual([true, true, true, false]);
    expect([never, later, slower, atOnce].sort(rank)).toEqual([atOnce, slower, later, never]);
    expect(turnsOf(later)).toBe(3);
    expect(rank(never, never)).toBe(0);
  });
});
