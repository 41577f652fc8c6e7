import { expect, test } from 'vitest';
import { InputError } from '../config.ts';
import { describe } from './describe.ts';
import { move, moveBox } from './level.ts';
import { formatXsb, levelKey, parseXsb } from './xsb.ts';

const text = ['  ####', '###  ####', '#     $ #', '# #  #$ #', '# . .#@ #', '#########'];

test('an uneven level is read and written back to the same rows', () => {
  expect(formatXsb(parseXsb(text))).toEqual(text);
});

test('CRLF, blank lines around, comments, titles, trailing blanks and other signs for floor make no difference', () => {
  const noisy = `\uFEFF; a comment\r\nTitle: Two rooms\r\n\r\n${text.join('  \r\n')}\r\n\r\n;end\r\nAuthor: somebody\r\n`;
  expect(formatXsb(parseXsb(noisy))).toEqual(text);
  expect(formatXsb(parseXsb(text.join('\n').replaceAll('. .', '.-.').replaceAll('$ #', '$_#')))).toEqual(text);
});

test('+ and * are the player and a box on a goal', () => {
  const level = parseXsb('#####\n#+$*#\n#####');
  expect(level.goals).toEqual([6, 8]);
  expect(level.start).toEqual({ player: 6, boxes: [7, 8] });
});

test('a 20×20 level is read, one row or column more is refused', () => {
  const square = (rows: number, columns: number): string[] =>
    Array.from({ length: rows }, (_, r) => (r === 0 || r === rows - 1 ? '#'.repeat(columns) : `#${(r === 1 ? '@$.' : '').padEnd(columns - 2)}#`));
  expect(formatXsb(parseXsb(square(20, 20)))).toEqual(square(20, 20));
  expect(() => parseXsb(square(21, 20))).toThrow('21 rows and 20 columns');
  expect(() => parseXsb(square(5, 21))).toThrow('5 rows and 21 columns');
  expect(() => parseXsb('#\n'.repeat(1e6))).toThrow('1000000 rows and 1 column;');
});

test.each([
  ['', 'empty'],
  ['; only a comment\n\n', 'empty'],
  ['#####\n# $.#\n#####', 'no player'],
  ['#######\n#@ @$.#\n#######', '2 players, the second at row 1, column 3'],
  ['#####\n#@  #\n#####', 'no box'],
  ['######\n#@$$.#\n######', '2 boxes and 1 goal;'],
  ['#####\n#@$ #\n#####', '1 box and 0 goals'],
  ['#####\n#@$. \n#####', 'not enclosed: the player can walk out of it at row 1, column 4'],
  ['#####\n#@$.#\n## ##', 'row 2, column 2'],
  ['#####\n#@  ###\n##### $ .', 'row 2, column 6 lies outside'],
  ['#####\n#@x.#\n#####', 'unknown character "x" at row 1, column 2'],
  ['#####\n#@🎁.#\n#####', 'unknown character "🎁" at row 1, column 2'],
  ['#####\n#@$.#\n#####\n\n#####\n#@$.#\n#####', 'blank line at row 3'],
])('what is wrong with a level is said: %j', (level, message) => {
  expect(() => parseXsb(level)).toThrow(InputError);
  expect(() => parseXsb(level)).toThrow(message);
});

test('the text for the policy has row numbers, a symbol for each of eight cells, and walls outside of the walls', () => {
  const level = parseXsb([' ####', ' #+ ###', '##$*$.#', '#     #', '#######']);
  expect(describe(level, level.start)).toBe(
    ['0: # # # # # # #', '1: # # S _ # # #', '2: # # X √ X O #', '3: # _ _ _ _ _ #', '4: # # # # # # #'].join('\n'),
  );
  const pushed = { player: 24, boxes: [9, 17, 18] };
  expect(describe(level, pushed)).toContain('1: # # √ _');
});

test('a shift, thicker walls or rooms out of reach make no other level; a moved box, goal or player does', () => {
  const key = levelKey(parseXsb('######\n#@ $.#\n#    #\n######'));
  expect(levelKey(parseXsb('########\n########\n##@ $.##\n##    ##\n########\n#  #####\n########'))).toBe(key);
  for (const other of ['######\n#@$ .#\n#    #\n######', '######\n#@ $ #\n#   .#\n######', '######\n# @$.#\n#    #\n######']) {
    expect(levelKey(parseXsb(other))).not.toBe(key);
  }
});

test('a push needs a free cell beyond the box; walls and blocked boxes stop the player', () => {
  const level = parseXsb('#######\n#@$ $$#\n#...* #\n#######');
  const at = (player: number, boxes: number[]) => ({ player, boxes });
  expect(move(level, level.start, 'up')).toBeNull();
  expect(move(level, level.start, 'right')).toEqual(at(9, [10, 11, 12, 18]));
  expect(move(level, at(9, [10, 11, 12, 18]), 'right')).toBeNull();
  expect(move(level, level.start, 'down')).toEqual(at(15, [9, 11, 12, 18]));
  expect(move(level, at(16, [9, 11, 12, 18]), 'up')).toBeNull();
});

test('boxes stay in ascending order wherever one is pushed', () => {
  expect(moveBox([3, 8, 20], 8, 2)).toEqual([2, 3, 20]);
  expect(moveBox([3, 8, 20], 3, 30)).toEqual([8, 20, 30]);
  expect(moveBox([3, 8, 20], 8, 9)).toEqual([3, 9, 20]);
});
