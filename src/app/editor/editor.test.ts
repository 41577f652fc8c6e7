import { describe, expect, it, vi } from 'vitest';
import { makeTask, parseTask } from '../../worlds/index.ts';
import { levelOf, taskFromXsb } from '../../worlds/sokoban/index.ts';
import { parseConfig } from '../../worlds/sokoban/config.ts';
import { check } from './check.ts';
import { boundsOf, draftOf, empty, erases, likeBefore, numberIn, place, resize, sokobanTools, toolsOf, type Draft, type Tool } from './draft.ts';
import { readDrawing } from './kept.ts';
import { useDrawing } from './store.ts';
import { tables } from '../strings/index.ts';
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
        expect(levelsIn(toText(draft))).toEqual({ levels: [{ world, rows: draft.rows, number: 1 }], left: 0, trouble: null });
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
    ['# Microban 1', ['#####', '#@$.#', '#####']],
    ['# my first level', ['*....', '.....', '..*..', '.....', '....*']],
    ['5 5', ['*....', '.....', '..*..', '.....', '....*']],
    ['; by hand', ['#####', '#@$.#', '#####']],
    ['// by hand', ['*....', '.....', '..*..', '.....', '....*']],
  ])('may have a comment right above them: %s', (head, rows) => {
    expect(levelsIn([head, ...rows].join('\n')).levels.map((level) => level.rows)).toEqual([rows]);
  });

  it('have floor wherever there is any kind of space', () => {
    expect(levelsIn('#######\n#@\u00a0$\t.#\n#######').levels[0]?.rows[1]).toBe('#@ $ .#');
    expect(levelsIn('#####\n#@\u0000.#\n#####').trouble).toMatchObject({ kind: 'symbol', symbol: '\u0000' });
  });

  it('keep their numbers where some of a collection can not be drawn, and that is told', () => {
    const [small, huge] = ['#####\n#@$.#\n#####', `${'#'.repeat(40)}\n#@$.#`];
    const { levels, left } = levelsIn([small, huge, small].join('\n\n'));
    expect([levels.map(({ number }) => number), left]).toEqual([[1, 3], 1]);
  });

  it.each([
    ['', { kind: 'nothing' }],
    ['hello there', { kind: 'nothing' }],
    ['#####\n#@q.#\n#####', { kind: 'symbol', symbol: 'q', row: 1, column: 2, world: 'sokoban' }],
    ['....\n.?..\n....\n....', { kind: 'symbol', symbol: '?', row: 2, column: 2, world: 'minesweeper' }],
    ['....\n....', { kind: 'size', rows: 2, columns: 4, world: 'minesweeper' }],
    [`${'#'.repeat(21)}\n#@$.#`, { kind: 'size', rows: 2, columns: 21, world: 'sokoban' }],
  ])('%j is told to be wrong', (text, trouble) => {
    expect(levelsIn(text)).toEqual({ levels: [], left: 0, trouble });
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

it('A number that is typed counts when it is whole and within its bounds', () => {
  for (const world of ['sokoban', 'minesweeper'] as const) {
    for (const [least, most] of Object.values(boundsOf(world))) {
      for (const value of [least, most]) expect(numberIn(`${value}`, [least, most])).toBe(value);
      for (const typed of ['', ' ', '-', 'x', `${least - 1}`, `${most + 1}`, `${least}.5`, `-${most}`, '1e9']) expect(numberIn(typed, [least, most])).toBeNull();
    }
  }
});

describe('The symbols of the text format', () => {
  it.each(['sokoban', 'minesweeper'] as const)('are all told what they stand for, in both languages (%s)', (world) => {
    const known = toolsOf(world).flatMap((tool) => {
      const draft = world === 'sokoban' ? sokoban('$.', '..') : mines('..', '..');
      return [...place(draft, { row: 0, column: 0 }, tool).rows.join(''), ...place(draft, { row: 0, column: 1 }, tool).rows.join('')];
    });
    for (const { editor } of Object.values(tables)) {
      const told = editor.symbols[world].map(([symbol]) => (symbol.length > 1 ? ' ' : symbol));
      expect(new Set(told)).toEqual(new Set(known));
      expect(told).toHaveLength(new Set(told).size);
    }
  });
});

describe('Between visits', () => {
  const broken = sokoban('#####', '# $ #', '#####');

  it('a drawing comes back as it was, also one that can not be played yet', () => {
    const drafts = [broken, draftOf(makeTask('sokoban', {}, 3)), draftOf(makeTask('minesweeper', {}, 3)), likeBefore(broken, mines('....', '..*.', '....', '*..*'))];
    for (const draft of drafts) {
      const kept: unknown = JSON.parse(JSON.stringify({ draft, synced: 'a task' }));
      expect(readDrawing(kept)).toEqual({ draft, synced: 'a task' });
    }
  });

  it.each([
    ['nothing', undefined],
    ['rows of unequal length', { ...broken, rows: ['###', '##', '###'] }],
    ['an unknown symbol', { ...broken, rows: ['###', '#x#', '###'] }],
    ['too many rows', { ...broken, rows: Array.from({ length: 21 }, () => '###') }],
    ['too many turns', { ...broken, turns: 51 }],
    ['too many moves', { ...broken, movesPerTurn: 11 }],
    ['a first cell beyond the edge', { ...mines('....', '....', '....', '....'), first: { row: 4, column: 0 } }],
    ['another world', { ...broken, world: 'chess' }],
  ])('%s is no drawing', (_, draft) => {
    expect(readDrawing({ draft, synced: null })).toBeNull();
  });

  it('the drawing board begins with what was kept, and the level stays the chosen one', async () => {
    const { task } = check(draftOf(makeTask('sokoban', {}, 3)));
    const places = new Map([
      ['fieldnotes.drawing', JSON.stringify({ version: 1, state: { draft: broken, synced: 'a task' } })],
      ['fieldnotes.level', JSON.stringify(task)],
    ]);
    vi.resetModules();
    vi.stubGlobal('localStorage', { getItem: (name: string) => places.get(name) ?? null, setItem: (name: string, value: string) => places.set(name, value), removeItem: (name: string) => places.delete(name) });
    try {
      const [{ useDrawing: drawing }, { useSetup: setup }] = await Promise.all([import('./store.ts'), import('../setup.ts')]);
      expect(drawing.getState()).toMatchObject({ draft: broken, synced: 'a task', past: [] });
      expect(setup.getState().level).toEqual(task);
      drawing.getState().clear();
      expect(JSON.parse(places.get('fieldnotes.drawing') ?? '')).toMatchObject({ state: { draft: drawing.getState().draft } });
      setup.getState().choose({ seed: '7' });
      expect(places.has('fieldnotes.level')).toBe(false);
      setup.setState({ level: task });
      expect(parseTask(JSON.parse(places.get('fieldnotes.level') ?? ''))).toEqual(task);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
