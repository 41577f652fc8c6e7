import { describe, expect, it } from 'vitest';
import { makeTask } from '../../worlds/index.ts';
import { levelOf, taskFromXsb } from '../../worlds/sokoban/index.ts';
import { parseConfig } from '../../worlds/sokoban/config.ts';
import { check } from './check.ts';
import { draftOf, empty, erases, place, resize, sokobanTools, type Draft, type Tool } from './draft.ts';
import { useDrawing } from './store.ts';
import { levelsIn, toText } from './text.ts';

const sokoban = (...rows: string[]): Draft => ({ world: 'sokoban', rows, first: null, turns: 7, movesPerTurn: 3 });
const mines = (...rows: string[]): Draft => ({ world: 'minesweeper', rows, first: null, turns: 7, movesPerTurn: 1 });
const kinds = (draft: Draft): string[] => check(draft).faults.map(({ kind }) => kind);

describe('Tools', () => {
  const at = { row: 1, column: 1 };
  const after = (symbol: string, tool: Tool): string => {
    const draft = sokoban('###', `#${symbol}#`, '###');
    return place(draft, at, tool, erases(draft, at, tool)).rows[1][1];
  };

  it.each([
    [' ', 'target', '.'],
    ['$', 'target', '*'],
    ['@', 'target', '+'],
    ['*', 'target', '$'],
    ['+', 'target', '@'],
    ['.', 'box', '*'],
    ['+', 'box', '*'],
    ['$', 'box', ' '],
    ['*', 'box', '.'],
    ['.', 'player', '+'],
    ['*', 'player', '+'],
    ['@', 'player', '@'],
    ['#', 'wall', ' '],
    ['*', 'floor', ' '],
    [' ', 'boxOnTarget', '*'],
  ] as const)('on %j, %s gives %j', (symbol, tool, result) => {
    expect(after(symbol, tool)).toBe(result);
  });

  it('used twice leave what was there, but for what they wiped out', () => {
    for (const symbol of [' ', '.']) for (const tool of ['target', 'box'] as const) {
      if (symbol === '.' && tool === 'target') continue;
      expect(after(after(symbol, tool), tool)).toBe(symbol);
    }
  });

  it('keep one player', () => {
    const moved = place(sokoban('####', '#+ #', '####'), { row: 1, column: 2 }, 'player');
    expect(moved.rows[1]).toBe('#.@#');
  });

  it('change nothing where nothing changes', () => {
    for (const tool of sokobanTools) {
      const once = place(sokoban('####', '#  #', '####'), at, tool);
      expect(place(once, at, tool)).toBe(once);
    }
  });
});

describe('Sizes', () => {
  it('a closed border stays closed, whichever way the size goes', () => {
    let draft = empty('sokoban', 5, 5, { turns: 7, movesPerTurn: 3 });
    draft = place(place(place(draft, { row: 1, column: 1 }, 'player'), { row: 2, column: 2 }, 'box'), { row: 1, column: 2 }, 'target');
    for (const [height, width] of [[6, 9], [9, 6], [4, 5], [20, 20], [5, 5]]) {
      draft = resize(draft, height, width);
      expect(draft.rows.map((row) => row.length)).toEqual(Array.from({ length: height }, () => width));
      expect(kinds(draft)).toEqual([]);
    }
  });

  it('a first click that is cut off is given up', () => {
    expect(resize({ ...mines('....', '....', '....', '....'), first: { row: 3, column: 3 } }, 5, 5).first).toEqual({ row: 3, column: 3 });
    expect(resize({ ...mines('.....', '.....', '.....', '.....', '.....'), first: { row: 4, column: 4 } }, 4, 4).first).toBeNull();
  });
});

describe('Checks', () => {
  it.each([
    [sokoban('#####', '# $.#', '#####'), ['noPlayer']],
    [sokoban('#####', '#@  #', '#####'), ['noBox']],
    [sokoban('#####', '#@$ #', '#####'), ['counts']],
    [sokoban('######', '#@$.@#', '######'), ['players']],
    [sokoban('#####', '#@$. ', '#####'), ['open']],
    [sokoban('######', '#@$.# ', '#####$', '    .*'), ['outside']],
    [mines('*...', '....', '....', '....'), ['mines']],
    [{ ...mines('***.', '....', '....', '....'), first: { row: 0, column: 0 } }, ['firstMine']],
    [{ ...mines('*...', '*...', '*...', '*...'), first: { row: 0, column: 3 } }, ['firstWins']],
    [{ ...mines('*...', '*...', '*...', '....'), first: { row: 0, column: 3 } }, []],
    [sokoban('#####', '#@$.#', '#####'), []],
  ])('%#', (draft, expected) => {
    expect(kinds(draft)).toEqual(expected);
    expect(check(draft).task === null).toBe(expected.length > 0);
  });

  it('say where', () => {
    expect(check(sokoban('#####', '#@$. ', '#####')).faults).toEqual([{ kind: 'open', cells: [{ row: 1, column: 4 }] }]);
    expect(check(mines('****', '****', '....', '....')).faults).toMatchObject([{ kind: 'mines', count: 8, max: 6, cells: [{ row: 1, column: 2 }, { row: 1, column: 3 }] }]);
  });

  it('find nothing wrong with what a seed makes, and keep it as it is', () => {
    for (const seed of [1, 2, 3]) {
      for (const world of ['sokoban', 'minesweeper'] as const) {
        const task = makeTask(world, {}, seed);
        const { faults, task: again } = check(draftOf(task));
        expect(faults).toEqual([]);
        expect(again).toMatchObject(task.world === 'sokoban' ? { level: task.level } : { mines: task.mines, first: task.first });
      }
    }
  });
});

describe('Levels as text', () => {
  it('come back as they went', () => {
    for (let seed = 1; seed <= 5; seed++) {
      for (const world of ['sokoban', 'minesweeper'] as const) {
        const draft = draftOf(makeTask(world, {}, seed));
        expect(levelsIn(toText(draft))).toEqual({ levels: [{ world, rows: draft.rows }], trouble: null });
      }
    }
  });

  it('of a collection are all found, without titles, comments and indentation', () => {
    const text = '; my levels\r\nTitle: One\r\n\r\n  #####\r\n  #@$.#\r\n  #####\r\n\r\n2\r\n####\r\n#+-#\r\n#$_##\r\n#####';
    const { levels, trouble } = levelsIn(text);
    expect(trouble).toBeNull();
    expect(levels.map(({ rows }) => rows)).toEqual([
      ['#####', '#@$.#', '#####'],
      ['#### ', '#+ # ', '#$ ##', '#####'],
    ]);
    expect(levelOf(taskFromXsb(levels[0].rows, parseConfig({}))).width).toBe(5);
  });

  it.each([
    ['', { kind: 'nothing' }],
    ['hello there', { kind: 'nothing' }],
    ['#####\n#@q.#\n#####', { kind: 'symbol', symbol: 'q', row: 1, column: 2, world: 'sokoban' }],
    ['....\n.?..\n....\n....', { kind: 'symbol', symbol: '?', row: 2, column: 2, world: 'minesweeper' }],
    ['....\n....', { kind: 'size', rows: 2, columns: 4, world: 'minesweeper' }],
    [`${'#'.repeat(21)}\n#@$.#`, { kind: 'size', rows: 2, columns: 21, world: 'sokoban' }],
  ])('%j is told to be wrong', (text, trouble) => {
    expect(levelsIn(text)).toEqual({ levels: [], trouble });
  });
});

describe('Undo', () => {
  it('takes back a stroke at once, redo brings it again, and a change after undo drops what was redone', () => {
    const { change, undo, redo } = useDrawing.getState();
    const [a, b, c] = [mines('....'), mines('*...'), mines('**..')];
    change(a);
    change(b, 1);
    change(c, 1);
    undo();
    expect(useDrawing.getState().draft).toBe(a);
    redo();
    expect(useDrawing.getState().draft).toBe(c);
    undo();
    change(b);
    redo();
    expect(useDrawing.getState().draft).toBe(b);
  });
});
