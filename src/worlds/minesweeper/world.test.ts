import { describe, expect, it } from 'vitest';
import { InputError } from '../config.ts';
import { bench } from './bench.ts';
import { isWon, open, truth } from './board.ts';
import released from './fixtures/released.json';
import { type Cell, fields, mineRows, type MineState, type MineTask, parseBoard, parseVisible, startsDead, world } from './index.ts';

const at = (pair: readonly (number | string | boolean)[]): Cell => ({ row: Number(pair[0]), col: Number(pair[1]) });
const make = (settings: object, seed: number): MineTask => world.makeTask(world.parseConfig(settings), seed);
const click = (cell: Cell): { valid: true; actions: Cell[] } => ({ valid: true, actions: [cell] });
const unreadable = { valid: false, actions: [] };

/** Two mines of three in the last row, so that play is easy to follow. */
const corner = parseBoard('....\n....\n*...\n*..*', { row: 4, col: 3 }, { reward: 'shaped' });

describe('tasks', () => {
  it('are the same for the same seed on every machine', () => {
    const task = make({}, 12345);
    expect([mineRows(task), task.first]).toEqual([
      ['......', '*.....', '.**...', '......', '......', '......'],
      { row: 1, col: 3 },
    ]);
  });

  it('keep their mines whatever the other settings, and have one content key for it', () => {
    const key = world.contentKey(make({}, 7));
    for (const other of [{ turns: 12 }, { firstClick: 'policy' }, { fidelity: 'released' }, { reward: 'shaped' }]) {
      expect(world.contentKey(make(other, 7))).toBe(key);
    }
    expect(world.contentKey(make({}, 8))).not.toBe(key);
    expect(world.contentKey(make({ size: 7 }, 7))).not.toBe(key);
  });

  it('start alive and not won, at every size and number of mines', () => {
    for (let size = 4; size <= 10; size++) {
      for (let mines = 3; mines <= 6; mines++) {
        for (let seed = 0; seed < 40; seed++) {
          const task = make({ size, mines }, seed);
          const state = world.initial(task);
          expect(new Set(task.mines.map(world.formatAction)).size).toBe(mines);
          expect(state.board).toContain('?');
          expect(state.board).toMatch(/[.1-8]/);
          expect(state.board).not.toContain('*');
          expect(isWon(state.board, truth(task))).toBe(false);
        }
      }
    }
  });

  it('open as many cells as the released boards do: 14.29 of 36 at 3 mines (exact mean over all boards and clicks), 10.2 at 4', () => {
    const shown = (mines: number): number => {
      let cells = 0;
      for (let seed = 0; seed < 8000; seed++) cells += world.initial(make({ mines }, seed)).board.replace(/\?/g, '').length;
      return cells / 8000;
    };
    expect(Math.abs(shown(3) - 14.29)).toBeLessThan(0.5);
    expect(Math.abs(shown(4) - 10.2)).toBeLessThan(0.5);
  });

  it('may start dead only under released rules', () => {
    const dead = Array.from({ length: 3000 }, (_, seed) => make({ fidelity: 'released' }, seed)).filter(startsDead);
    expect(dead.length).toBeGreaterThan(0);
    expect(dead.length).toBeLessThan(60);
    expect(world.initial(dead[0]).board).toBe('?'.repeat(36));
    expect(world.step(world.initial(dead[0]), click({ row: 1, col: 1 }))).toMatchObject({ reward: -0.1, end: 'dead' });
  });

  it('come back from JSON, and are refused with the reason', () => {
    const task = make({ firstClick: 'policy', mines: 4 }, 3);
    expect(world.parseTask(JSON.parse(JSON.stringify(task)))).toEqual(task);
    expect(world.parseTask(JSON.parse(JSON.stringify(corner)))).toEqual(corner);
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ mines: [] }, /has 0 mines; its config says 3/],
      [{ mines: [{ row: 1, col: 1 }, { row: 1, col: 1 }, { row: 2, col: 2 }] }, /1,1 is named twice/],
      [{ mines: [{ row: 1, col: 1 }, { row: 5, col: 1 }, { row: 2, col: 2 }] }, /5,1 is outside/],
      [{ mines: [{ row: 1.5, col: 1 }] }, /A mine is/],
      [{ first: { row: 3, col: 1 } }, /3,1 is a mine/],
      [{ first: 'x' }, /The first click is "x"/],
      [{ config: { ...corner.config, size: 3 } }, /size is 3/],
    ];
    for (const [change, message] of wrong) {
      expect(() => world.parseTask({ ...corner, ...change })).toThrow(InputError);
      expect(() => world.parseTask({ ...corner, ...change })).toThrow(message);
    }
  });

  it('refuse settings out of range', () => {
    expect(() => world.parseConfig({ size: 3 })).toThrow(/size is 3; it must be a whole number from 4 to 10/);
    expect(() => world.parseConfig({ mines: '7' })).toThrow(/mines is "7"/);
    expect(() => world.parseConfig({ firstClick: 'me' })).toThrow(/choose one of world, policy/);
    expect(() => world.parseConfig({ boxes: 2 })).toThrow(/no setting "boxes"/);
    expect(world.parseConfig({ mines: '5', fidelity: 'released' })).toMatchObject({ mines: 5, reward: 'shaped' });
    expect(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default]))).toEqual(world.parseConfig({}));
  });
});

describe('board files', () => {
  it('make a task with the mines, size and first click of the file', () => {
    expect(corner.config).toMatchObject({ size: 4, mines: 3 });
    expect(mineRows(corner)).toEqual(['....', '....', '*...', '*..*']);
    expect(world.initial(corner).board).toBe('??????????????2?'.replace('2', '1'));
    expect(parseBoard('\r\n....\r\n....  \r\n*...\r\n*..*\r\n\r\n', { row: 4, col: 3 }, { reward: 'shaped' })).toEqual(corner);
  });

  it('get a live first click of their own where none is given, always the same', () => {
    const task = parseBoard('....\n....\n*...\n*..*', null, {});
    expect(task).toEqual(parseBoard('....\n....\n*...\n*..*', null, {}));
    expect(task.first).not.toBeNull();
    expect(parseBoard('....\n....\n*...\n*..*', null, { firstClick: 'policy' }).first).toBeNull();
  });

  it.each([
    ['', null, /empty/],
    ['....\n...\n*...\n*..*', null, /Row 2 of the board has 3 cells and row 1 has 4/],
    ['....\n..x.\n*...\n*..*', null, /Row 2, column 3 of the board is "x"/],
    ['....\n....\n*..*', null, /3 rows of 4 cells; a square of 4 to 10/],
    ['....\n....\n*...\n....', null, /mines is 1/],
    ['....\n....\n*...\n*..*', { row: 3, col: 1 }, /3,1 is a mine/],
    ['....\n....\n*...\n*..*', { row: 5, col: 1 }, /5,1 is outside the board/],
    ['*.....\n*.....\n*.....\n......\n......\n......', { row: 6, col: 6 }, /would win at once/],
  ])('are refused with the reason (%#)', (text, first, message) => {
    expect(() => parseBoard(text, first, {})).toThrow(message);
    expect(() => parseBoard(text, first, {})).toThrow(InputError);
  });

  it('show what a policy sees, as rows or as it reads them', () => {
    const state = world.initial(make({}, 5));
    expect(parseVisible(world.rows(state).join('\n'))).toEqual(world.rows(state));
    expect(parseVisible(world.describe(state))).toEqual(world.rows(state));
    expect(() => parseVisible('?1\n?9')).toThrow(/Row 2, column 2 of the board is "9"/);
    expect(() => parseVisible('?1\n?')).toThrow(/Row 2 of the board has 1 cell and/);
    expect(() => parseVisible('?'.repeat(11))).toThrow(/at most 10 × 10/);
  });
});

describe('a turn by our rules', () => {
  it('opens a number alone and a blank with its surroundings, and ends with the last safe cell', () => {
    const start = world.initial(corner);
    const one = world.step(start, click({ row: 3, col: 2 }));
    expect(one).toMatchObject({ reward: 0.5, end: null, applied: [{ row: 3, col: 2 }], state: { event: 'opened', turn: 1 } });
    const flood = world.step(one.state, click({ row: 1, col: 1 }));
    expect(flood).toMatchObject({ reward: 2, end: null, state: { event: 'flooded' } });
    expect(world.rows(flood.state)).toEqual(['....', '11..', '?211', '??1?']);
    expect(world.describe(flood.state).split('\n')[2]).toBe('Row 3: ? 2 1 1');
    const won = world.step(flood.state, click({ row: 4, col: 2 }));
    expect(won).toMatchObject({ reward: 10, end: 'won', state: { end: 'won', event: 'won' } });
    expect(world.legal(won.state)).toEqual([]);
    expect(world.step(won.state, click({ row: 4, col: 1 }))).toMatchObject({ reward: 0, applied: [], state: won.state, end: 'won' });
  });

  it('ends on a mine and shows it', () => {
    const dead = world.step(world.initial(corner), click({ row: 3, col: 1 }));
    expect(dead).toMatchObject({ reward: -0.1, end: 'dead' });
    expect(world.rows(dead.state)).toEqual(['????', '????', '*???', '??1?']);
  });

  it('spends the turn on a click without effect and says which kind it was', () => {
    const start = world.initial(corner);
    for (const [answer, event] of [
      [click({ row: 4, col: 3 }), 'alreadyOpen'],
      [click({ row: 0, col: 3 }), 'outOfRange'],
      [unreadable, 'unparsed'],
    ] as const) {
      const turn = world.step(start, answer);
      expect(turn).toMatchObject({ reward: -1, end: null, valid: answer.valid, state: { turn: 1, event, board: start.board } });
    }
    let state: MineState = start;
    for (let i = 0; i < 7; i++) state = world.step(state, unreadable).state;
    expect([state.end, state.turn]).toEqual(['turns', 7]);
  });

  it('pays only the win when rewards are sparse', () => {
    const task = parseBoard('....\n....\n*...\n*..*', { row: 4, col: 3 }, {});
    const clicks = [unreadable, click({ row: 3, col: 2 }), click({ row: 1, col: 1 }), click({ row: 4, col: 2 })];
    let state = world.initial(task);
    const rewards = clicks.map((answer) => {
      const turn = world.step(state, answer);
      state = turn.state;
      return turn.reward;
    });
    expect(rewards).toEqual([0, 0, 0, 10]);
    expect(world.step(world.initial(task), click({ row: 3, col: 1 })).reward).toBe(0);
  });

  it('lets the policy click first where it shall', () => {
    const state = world.initial(make({ firstClick: 'policy' }, 1));
    expect(state.board).toBe('?'.repeat(36));
    expect(world.legal(state)).toHaveLength(36);
    expect(world.insight(state).chances[0]?.fraction).toBe('1/12');
  });

  it('never changes the state it is given', () => {
    const start = Object.freeze(world.initial(corner));
    const copy = structuredClone(start);
    world.step(start, click({ row: 1, col: 1 }));
    expect(start).toEqual(copy);
  });
});

describe('equal to the released environment', () => {
  const taskOf = (trace: (typeof released.traces)[number], settings: object): MineTask =>
    world.parseTask({
      world: 'minesweeper',
      config: { size: trace.size, mines: trace.mines.length, turns: 7, ...settings },
      mines: trace.mines.map(at),
      first: at(trace.first),
    });
  const answer = (pair: readonly (number | string | boolean)[]): { valid: boolean; actions: Cell[] } =>
    pair[0] === -1 ? unreadable : click(at(pair));

  it('under released rules, in every step, also after the end and on boards that start dead', () => {
    let steps = 0;
    for (const trace of released.traces) {
      const task = taskOf(trace, { fidelity: 'released' });
      for (const episode of trace.episodes) {
        let state = world.initial(task);
        expect(state.board).toBe(trace.shown);
        for (const [pair, board, reward, done, won] of episode) {
          const turn = world.step(state, answer(Array.isArray(pair) ? pair : []));
          state = turn.state;
          expect([state.board, turn.reward, turn.end === 'won' || turn.end === 'dead', turn.end === 'won']).toEqual([board, reward, done, won]);
          steps++;
        }
      }
    }
    expect(steps).toBeGreaterThan(250);
  });

  it('under our rules, up to the end of the episode', () => {
    let steps = 0;
    for (const trace of released.traces) {
      if (trace.mines.some((mine) => String(mine) === String(trace.first))) continue;
      const task = taskOf(trace, { reward: 'shaped' });
      for (const episode of trace.episodes) {
        let state = world.initial(task);
        for (const [pair, board, reward, done] of episode) {
          const turn = world.step(state, answer(Array.isArray(pair) ? pair : []));
          state = turn.state;
          expect([state.board, turn.reward, turn.end === 'won' || turn.end === 'dead']).toEqual([board, reward, done]);
          steps++;
          if (turn.end !== null) break;
        }
      }
    }
    expect(steps).toBeGreaterThan(120);
  });
});

describe('answers', () => {
  const ours = make({}, 1);
  const theirs = make({ fidelity: 'released' }, 1);
  const read = (response: string, task: MineTask): string | null => {
    const { valid, actions } = world.parse(response, task);
    expect(actions).toHaveLength(valid ? 1 : 0);
    return valid ? actions.map(world.formatAction).join() : null;
  };

  it.each([
    ['<action>(2, 3)</action>', '2,3', '2,3'],
    ['<action>( 2 ,3 )</action>', '2,3', '2,3'],
    ['<action>(1,1)(2,2)</action>', '1,1', '1,1'],
    ['<action>(0, 9)</action>', '0,9', '0,9'],
    ['<action>(02,9)</action>', '2,9', '2,9'],
    ['<action>((3,5))</action>', '3,5', '3,5'],
    ['<action>(-1, 3)</action>', null, null],
    ['(2,3)', null, null],
    ['<ACTION>(2,3)</ACTION>', null, null],
    ['<action>(2,3)', null, null],
    ['<action>(2 3)</action>', null, null],
    ['</action><action>(4,10)', null, null],
    // ours also reads the canonical form and takes the last pair of tags
    ['<action>2,3</action>', null, '2,3'],
    ['<action>-1,3</action>', null, null],
    ['<action>row (1,2</action> <action>(3,4)</action>', null, '3,4'],
    ['<action></action><action>(3,4)</action>', null, '3,4'],
    ['<action>3,4</action> not 5,6</action>', null, '3,4'],
  ])('%s', (response, released, own) => {
    expect(read(response, theirs)).toBe(released);
    expect(read(response, ours)).toBe(own);
  });

  it('have one text for every cell', () => {
    expect(world.parseAction('3,5')).toEqual({ row: 3, col: 5 });
    expect(world.parseAction(' (3, 5) ')).toEqual({ row: 3, col: 5 });
    for (const text of ['', '3', '3,5,1', '(3,5', '3;5', '3.0,5', '-3,5', 'up']) expect(world.parseAction(text)).toBeNull();
    expect(world.formatAction({ row: 10, col: 1 })).toBe('10,1');
  });
});

it('opens floods over blanks that touch by a corner', () => {
  const full = '1.11*1111'; // any picture will do: only blanks spread
  expect(open('?????????', full, 3, 1)).toBe('1.1' + '1*1' + '???');
});

it('measures its speed with the clock it is given', () => {
  let time = 0;
  const figures = bench(() => (time += 1000), 1);
  expect(figures.insightsPerSecond).toBe(4000);
  expect(figures.boards).toBeGreaterThan(500);
});
