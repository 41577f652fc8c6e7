import { expect, test } from 'vitest';
import episodes from './fixtures/episodes.json';
import traces from './fixtures/traces.json';
import { world } from './index.ts';
import { move } from './level.ts';
import { initial, levelOf, parseTask, releasedMove, step, taskFromXsb } from './state.ts';
import { formatXsb } from './xsb.ts';

const play = (level: string | string[], turns: string[], settings: object = {}) => {
  let state = initial(taskFromXsb(level, world.parseConfig(settings)));
  const out: string[] = [];
  for (const text of turns) {
    const turn = step(state, { valid: text !== '?', actions: text.split(' ').flatMap((name) => world.parseAction(name) ?? []) });
    state = turn.state;
    out.push(`${turn.applied.length} ${turn.reward} ${turn.end}`);
  }
  return { out, state };
};

const corridor = '########\n#@ $  .#\n########';
const losing = ['down down down', 'right right up', 'up left left'];
const room = '######\n#@   #\n# $$ #\n# .. #\n#    #\n######';

test('a win stops the turn at once and pays 10', () => {
  expect(play(corridor, ['right right right', 'right left left']).out).toEqual(['3 0 null', '1 10 won']);
});

test('the shaped reward adds up over the moves of a turn', () => {
  // −0.1 a move, +1 for a box put on a goal, 10 for the win: 3 · −0.1; −0.1 + 1 + 10
  expect(play(corridor, ['right right right', 'right'], { reward: 'shaped' }).out).toEqual(['3 -0.3 null', '1 10.9 won']);
  expect(play(room, ['right down up', 'right down', 'up'], { reward: 'shaped' }).out).toEqual(['3 0.7 null', '2 10.8 won', '0 0 won']);
});

test('an episode is over after its last turn, and an invalid answer spends one', () => {
  expect(play(corridor, ['?', 'left', 'left'], { turns: 3 }).out).toEqual(['0 0 null', '1 0 null', '1 0 turns']);
  expect(play(corridor, ['?', 'still'], { turns: 3, reward: 'shaped' }).out).toEqual(['0 -0.1 null', '1 -0.1 null']);
});

test('no more moves are carried out than a turn may hold', () => {
  expect(play(corridor, ['right right right right'], { movesPerTurn: 2 }).out).toEqual(['2 0 null']);
});

test('a push that provably loses the level ends the episode at that move', () => {
  // a box at the upper wall can't come down to the goals
  expect(play(room, losing).out).toEqual(['3 0 null', '3 0 null', '1 0 dead']);
});

test('without the proof play goes on', () => {
  let state = initial(taskFromXsb(room, world.parseConfig({})));
  for (const text of losing) {
    state = step(state, { valid: true, actions: text.split(' ').flatMap((name) => world.parseAction(name) ?? []) }, { proof: false }).state;
  }
  expect(state.end).toBeNull();
});

test('a level that is lost from the start ends with the first move', () => {
  expect(play('#####\n#@ .#\n#$  #\n#####', ['right right']).out).toEqual(['1 0 dead']);
});

test('boxes that start on goals count from the start; the released rules count them with the first move', () => {
  const half = '#######\n#*@$ .#\n#######';
  expect(play(half, ['right'], { reward: 'shaped' }).out).toEqual(['1 -0.1 null']);
  expect(play(half, ['right'], { fidelity: 'released' }).out).toEqual(['1 0.9 null']);
  const done = '#####\n#@* #\n#####';
  expect(play(done, ['left']).out).toEqual(['0 0 won']);
  expect(play(done, ['left'], { fidelity: 'released' }).out).toEqual(['1 10.9 won']);
});

test('taking a box off its goal costs 1', () => {
  const level = '########\n#@* $ .#\n#      #\n########';
  expect(play(level, ['right', 'down right right'], { reward: 'shaped' }).out).toEqual(['1 -1.1 dead', '0 0 dead']);
});

test('only moves that change the state are legal, none after the end', () => {
  const state = initial(taskFromXsb(room, world.parseConfig({})));
  expect(world.legal(state)).toEqual(['down', 'right']);
  expect(world.legal({ ...state, end: 'turns' })).toEqual([]);
});

test('a task is plain data that reads back to itself, and says what is wrong otherwise', () => {
  const task = world.makeTask(world.parseConfig({}), 5);
  expect(parseTask(JSON.parse(JSON.stringify(task)))).toEqual(task);
  expect(world.contentKey(task)).toBe(world.contentKey({ ...task, config: { ...task.config, turns: 9, reward: 'shaped' } }));
  expect(() => parseTask({ world: 'sokoban', config: {} })).toThrow('config and level');
  expect(() => parseTask({ world: 'sokoban', config: {}, level: [1] })).toThrow('XSB rows');
  expect(() => parseTask({ world: 'sokoban', config: { size: 99 }, level: ['####', '#@*#', '####'] })).toThrow('size is 99');
});

// Traces of the released environment (mlbio-epfl/LaMer at 9a4756c), one action a step; they go on after the end on purpose.
test.each(traces)('released rules: $id is played move by move as recorded', ({ xsb, steps }) => {
  const level = levelOf(taskFromXsb(xsb, world.parseConfig({ fidelity: 'released' })));
  let now = { position: level.start, moves: 0, counted: 0 };
  for (const [action, reward, done, won, rows] of steps) {
    const direction = world.parseAction(String(action));
    let tenths = -1;
    let end: string | null = null;
    if (direction !== null && direction !== 'still') {
      const after = releasedMove(level, now.position, now.moves, now.counted, direction);
      now = after;
      ({ tenths, end } = after);
    }
    expect([tenths / 10, end !== null, end === 'won', formatXsb(level, now.position).join('\n')]).toEqual([reward, done, won, rows]);
  }
});

// The same through its manager, up to three actions a turn: only the last one's reward and end count, any solution wins the turn.
test.each(episodes)('released rules: $id is played turn by turn as recorded', ({ xsb, turns }) => {
  let state = initial(taskFromXsb(xsb, world.parseConfig({ fidelity: 'released', turns: 8 })));
  for (const [actions, valid, reward, done, won, rows] of turns) {
    const names = String(actions).split(',');
    const turn = step(state, { valid: valid === true, actions: names.flatMap((name) => world.parseAction(name) ?? []) });
    state = turn.state;
    expect([turn.valid, turn.reward, turn.end !== null, turn.won, world.rows(state).join('\n')]).toEqual([valid, reward, done, won, rows]);
  }
});

test('released rules: an episode solved on the way counts as won, however it ends', () => {
  const solvedOnTheWay = play(corridor, ['right right', 'right right still', 'left'], { fidelity: 'released', turns: 3 });
  expect(solvedOnTheWay.out).toEqual(['2 -0.1 null', '3 -0.1 null', '1 9.9 won']);
  const unsolved = play(corridor, ['right right', 'right right still', 'still'], { fidelity: 'released', turns: 3 });
  expect(unsolved.state).toMatchObject({ end: 'won', won: true });
});

test('our rules and the released ones move alike', () => {
  for (const { xsb, steps } of traces) {
    const level = levelOf(taskFromXsb(xsb, world.parseConfig({})));
    let position = level.start;
    for (const [action, , , , rows] of steps) {
      if (action === 'up' || action === 'down' || action === 'left' || action === 'right') position = move(level, position, action) ?? position;
      expect(formatXsb(level, position).join('\n')).toBe(rows);
    }
  }
});
