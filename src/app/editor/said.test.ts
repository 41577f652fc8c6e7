import { describe, expect, it } from 'vitest';
import { tables } from '../strings/index.ts';
import type { SokobanTruth, Truth } from '../truth/truth.ts';
import { check } from './check.ts';
import type { Draft } from './draft.ts';
import { saidOf } from './said.ts';

const { en, ja } = tables;
const { says, faults } = en.editor;
const sokoban = (...rows: string[]): Draft => ({ world: 'sokoban', rows, first: null, turns: 7, movesPerTurn: 3 });
const mines = (...rows: string[]): Draft => ({ world: 'minesweeper', rows, first: null, turns: 7, movesPerTurn: 1 });
const said = (draft: Draft, truth: Truth | null | undefined, most = 21, strings = en): [string, string][] => saidOf(check(draft), truth, most, strings).map(({ tone, text }) => [tone, text]);
const known = (more: Partial<SokobanTruth>): SokobanTruth => ({ world: 'sokoban', solvable: true, plan: null, dead: [], ...more });

describe('Of a level that can not be played', () => {
  it.each([
    ['no player', sokoban('#####', '# $.#', '#####'), faults.noPlayer],
    ['two players', sokoban('######', '#@$.@#', '######'), faults.players(2, 1, 4)],
    ['no box', sokoban('#####', '#@  #', '#####'), faults.noBox],
    ['a box without a target', sokoban('#####', '#@$ #', '#####'), faults.counts(1, 0)],
    ['a hole', sokoban('#####', '#@$. ', '#####'), faults.open(1, 4)],
    ['something beyond the walls', sokoban('######', '#@$.# ', '#####$', '    .*'), faults.outside(2, 5)],
    ['too few mines', mines('*...', '....', '....', '....'), faults.mines(1, 3, 6)],
    // MineSweeper's cells count from 1, as in its text.
    ['a first click on a mine', { ...mines('***.', '....', '....', '....'), first: { row: 0, column: 1 } }, faults.firstMine(1, 2)],
  ])('%s is said, whatever is known', (_, draft, text) => {
    expect(said(draft, undefined)).toEqual([['bad', text]]);
    expect(said(draft, null)).toEqual([['bad', text]]);
  });

  it('the words are those of the language, and what only the program says stands below', () => {
    expect(said(sokoban('#####', '# $.#', '#####'), null, 21, ja)).toEqual([['bad', ja.editor.faults.noPlayer]]);
    const checked = check({ ...sokoban('#####', '#@$.#', '#####'), turns: 99 });
    for (const strings of [en, ja]) expect(saidOf(checked, null, 21, strings)).toEqual([{ tone: 'bad', text: strings.editor.faults.other, details: 'turns is 99; it must be a whole number from 1 to 50.' }]);
  });
});

describe('Of a Sokoban level', () => {
  const level = sokoban('######', '#@ $.#', '######');

  it('while it is worked out, and where the search gave up', () => {
    expect(said(level, undefined)).toEqual([['plain', en.overlay.working]]);
    expect(said(level, null)).toEqual([['plain', en.overlay.unknown]]);
    expect(said(level, known({ solvable: null }))).toEqual([['plain', en.overlay.unknown]]);
    expect(said(level, known({}))).toEqual([['good', says.solvable]]);
  });

  it('the shortest plan, with a warning from one move more than the turns allow', () => {
    const truth = known({ plan: 'rR' });
    expect(said(level, truth, 2)).toEqual([['good', says.plan(2, 1)]]);
    expect(said(level, truth, 1)).toEqual([['good', says.plan(2, 1)], ['warn', says.tooLong(2, 1)]]);
  });

  it('which box is lost, if it is one box; one that stands on its target is not', () => {
    const corner = sokoban('######', '#$@ .#', '######');
    expect(said(corner, known({ solvable: false, dead: [[1, 1]] }))).toEqual([['warn', says.lostBox(1, 1)]]);
    expect(said(sokoban('#######', '#*@$ .#', '#######'), known({ solvable: false, dead: [[1, 1]] }))).toEqual([['warn', says.unsolvable]]);
  });

  it('that it is solved before it begins', () => {
    expect(said(sokoban('#####', '#@* #', '#####'), known({ plan: '' }))).toEqual([['warn', says.solved]]);
  });

  it('that Scout has learnt on smaller ones, beside what is known', () => {
    const wide = (side: number): Draft => sokoban('#'.repeat(side), `#@$.${' '.repeat(side - 5)}#`, '#'.repeat(side));
    expect(said(wide(8), known({ plan: 'R' }))).toEqual([['good', says.plan(1, 1)]]);
    expect(said(wide(9), known({ plan: 'R' }))).toEqual([['good', says.plan(1, 1)], ['plain', says.scout(8, 4)]]);
  });
});

describe('Of a MineSweeper board', () => {
  const board = mines('*...', '*...', '*...', '....');
  const chances = (...values: (number | null)[]): Truth => ({ world: 'minesweeper', chances: values.map((value) => (value === null ? null : { fraction: `${value}`, value })) });

  it('how many mines in how many hidden cells, and whether a cell is safe', () => {
    expect(said(board, chances(1, 0, 0, null))).toEqual([['good', says.mines(3, 3)], ['good', says.safe(2)]]);
    expect(said(board, chances(0.5, 0.5, null, null))).toEqual([['good', says.mines(3, 2)], ['warn', says.guess]]);
  });

  it('nothing certain where nothing is known', () => {
    expect(said(board, null)).toEqual([['plain', en.overlay.unknown]]);
    expect(said(board, known({}))).toEqual([['plain', en.overlay.unknown]]);
  });
});
