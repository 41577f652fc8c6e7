import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { oddsOf, type Answer } from '../../trial/answers.ts';
import { tables } from '../strings/index.ts';
import { Board, type BoardProps } from './board.tsx';

const sokoban: BoardProps = {
  world: 'sokoban',
  rows: ['######', '# .*.#', '# $@ #', '#   ##', '######'],
  before: ['######', '# .*.#', '# $ @#', '#   ##', '######'],
  path: [{ row: 2, column: 4 }, { row: 2, column: 3 }],
  actions: ['left'],
  strings: tables.en,
};
const mines: BoardProps = { world: 'minesweeper', rows: ['?1.', '*2.', '?1.'], before: ['???', '???', '???'], actions: ['2,1'], strings: tables.en };

/** One tag a line, so that a change is read at a glance. */
const picture = (props: BoardProps): string => renderToStaticMarkup(<Board {...props} />).replace(/></g, '>\n<');

describe('Boards as pictures', () => {
  it('Sokoban', () => {
    expect(picture(sokoban)).toMatchSnapshot();
  });

  it('Sokoban with the truth', () => {
    expect(picture({ ...sokoban, truth: { world: 'sokoban', solvable: true, plan: 'dlU', dead: [[1, 1]] } })).toMatchSnapshot();
  });

  it('MineSweeper', () => {
    expect(picture(mines)).toMatchSnapshot();
  });

  it('MineSweeper with the truth', () => {
    const chances = [{ fraction: '1/2', value: 0.5 }, null, null, null, null, null, { fraction: '0/1', value: 0 }, null, null];
    expect(picture({ ...mines, truth: { world: 'minesweeper', chances } })).toMatchSnapshot();
  });

  it('small and silent', () => {
    expect(picture({ ...sokoban, mini: true })).not.toContain('gridcell');
    expect(picture({ ...mines, mini: true })).toContain('aria-hidden');
  });

  it('with what the policy would do: as strong as it is likely, nothing for what it never does', () => {
    const answer = (actions: readonly string[]): Answer => ({ actions, text: '', open: false });
    const odds = oddsOf([answer(['1,1']), answer(['3,1'])], [[Math.log(0.9)], [Math.log(0.001)]]);
    expect(picture({ ...mines, odds })).toContain('100%');
    expect(picture({ ...mines, odds })).not.toContain('1%<');
    const moves = oddsOf([answer(['up', 'up']), answer(['up']), answer(['left'])], [[Math.log(0.3)], [Math.log(0.3)], [Math.log(0.4)]]);
    expect(picture({ ...sokoban, odds: moves })).toContain('60%');
  });
});
