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

  it('with where the policy has been: the count in the tint and in the cell’s name', () => {
    const visits = [{ cell: { row: 2, column: 4 }, count: 1 }, { cell: { row: 1, column: 1 }, count: 3 }];
    const walked = picture({ ...sokoban, visits });
    expect(walked).toContain('aria-label="row 2, column 4, floor, 1 visit"');
    expect(walked).toContain('aria-label="row 1, column 1, floor, 3 visits"');
    expect(walked.match(/visit/g)).toHaveLength(2);
    expect(walked.match(/class="b-tint"/g)).toHaveLength(2);
    expect(picture({ ...mines, visits: [{ cell: { row: 1, column: 0 }, count: 2 }] })).toContain('the mine that was hit, 2 visits, chosen"');
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

  it('with how good that is: a shape at each, in the cell’s name too, also where the policy would never go', () => {
    const answer = (actions: readonly string[]): Answer => ({ actions, text: '', open: false });
    const odds = oddsOf([answer(['1,1']), answer(['1,2']), answer(['1,3'])], [[Math.log(0.9)], [Math.log(0.1)], [-20]]);
    const closed: BoardProps = { world: 'minesweeper', rows: ['???', '???', '???'], actions: [], strings: tables.en, odds };
    expect(picture(closed)).not.toContain('b-mark');
    const clicks = picture({ ...closed, marks: new Map([['1,1', 'lost'], ['1,3', 'best']]) });
    expect([...clicks.matchAll(/data-quality="(\w+)"/g)].map(([, quality]) => quality)).toEqual(['lost', 'best']);
    expect(clicks).toContain('aria-label="row 1, column 1, hidden, 90% of its odds, loses"');
    expect(clicks).toContain('aria-label="row 1, column 2, hidden, 10% of its odds"');
    expect(clicks).toContain('aria-label="row 1, column 3, hidden, &lt;1% of its odds, nothing better"');
    const moves = oddsOf([answer(['left']), answer(['down'])], [[Math.log(0.8)], [Math.log(0.2)]]);
    const walks = picture({ ...sokoban, odds: moves, marks: new Map([['left', 'wasted'], ['down', 'worse']]) });
    expect(walks).toContain('aria-label="row 2, column 2, box, 80% of its odds, changes nothing"');
    expect(walks).toContain('aria-label="row 3, column 3, floor, 20% of its odds, there was better"');
  });
});
