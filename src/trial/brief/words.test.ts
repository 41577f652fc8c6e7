import { describe, expect, it } from 'vitest';
import { makeTask, type WorldId } from '../../worlds/index.ts';
import { memoryModes } from '../contract.ts';
import { contexts } from '../testing.ts';
import { playAll } from '../scheduler.ts';
import { population } from '../teachers/population.ts';
import { styleWord } from '../teachers/style.ts';
import { styles } from '../teachers/style.ts';
import { cell, words } from './words.ts';

const upTo = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** What comes on top of the words: tags, board symbols, row labels, digits and coordinates. */
const symbols = [
  ...['<action>', '</action>', '<remark>', '</remark>', ','],
  ...[' #', ' _', ' O', ' X', ' √', ' P', ' S', ' ?', ' .', ' *'],
  ...upTo(0, 12).map((n) => ` ${n}`),
  ...upTo(0, 9).map((row) => `\n${row}:`),
  ...upTo(1, 10).map((row) => `\nRow ${row}:`),
  ...upTo(0, 10).flatMap((n) => [` (${n},`, ` ${n})`]),
  ...upTo(0, 8).flatMap((row) => upTo(0, 8).map((column) => cell(row, column))),
];

const longestFirst = [...symbols, ...words].sort((a, b) => b.length - a.length);
const pattern = new RegExp(longestFirst.map((token) => token.replace(/[.*+?^$()|]/g, '\\$&')).join('|'), 'gy');

/** The tokens of a text, longest match first. Throws at the first place that no token covers. */
function tokens(text: string): string[] {
  const out: string[] = [];
  for (let at = 0; at < text.length; ) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) throw new Error(`No token for "${text.slice(at, at + 20)}" in "${text}"`);
    out.push(found);
    at += found.length;
  }
  return out;
}

const settings: readonly (readonly [WorldId, Readonly<Record<string, number>>])[] = [
  ['sokoban', {}],
  ['sokoban', { size: 8, boxes: 4, turns: 12, maxSolution: 36 }],
  ['minesweeper', {}],
  ['minesweeper', { mines: 6, turns: 12 }],
];

describe('the closed vocabulary', () => {
  it('is small, and every word is one space and letters', () => {
    expect(words.length).toBeLessThanOrEqual(150);
    expect(new Set(words).size).toBe(words.length);
    for (const word of words) expect(word).toMatch(/^ [a-z]+$/);
    for (const style of styles) expect(words).toContain(styleWord(style));
  });

  it.each(settings)('covers every prompt, thought and note in %s %o, within the bounds of length', (world, set) => {
    const tasks = upTo(1, 12).map((seed) => makeTask(world, set, seed));
    for (const memory of memoryModes) {
      const trials = playAll(
        tasks.map((task, trial) => ({ task, config: { episodes: 3, memory }, style: 'brief', seed: 4, trial })),
        population(world),
      );
      for (const records of trials) {
        for (const record of records) {
          if (record.type !== 'responded') continue;
          const said = tokens(record.text);
          if (record.purpose === 'reflect') {
            expect(said.length).toBeLessThanOrEqual(32);
          } else {
            expect(said.length).toBeLessThanOrEqual(16);
            expect(said.indexOf('<action>')).toBeLessThanOrEqual(9);
          }
        }
        for (const { context } of contexts(records)) {
          const length = context.messages.reduce((sum, message) => sum + tokens(message.content).length + 2, 0);
          const { turns } = tasks[0].config;
          if (turns === 7 && memory !== 'both') expect(length).toBeLessThanOrEqual(600);
        }
      }
    }
  });
});
