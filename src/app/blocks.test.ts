import { describe, expect, it } from 'vitest';
import { fold } from '../trial/fold.ts';
import { playAll } from '../trial/scheduler.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import { makeTask, rows } from '../worlds/index.ts';
import { blocksOf, boardOf, mentions, shown } from './blocks.ts';
import { readAt } from './reading.ts';

const tasks = { sokoban: makeTask('sokoban', { size: 7, boxes: 3 }, 7), minesweeper: makeTask('minesweeper', { mines: 5, turns: 12 }, 11) };

describe('The text that was read, in blocks', () => {
  for (const world of ['sokoban', 'minesweeper'] as const) {
    for (const style of ['brief', 'full'] as const) {
      for (const memory of ['none', 'reflection', 'both'] as const) {
        const spec = { task: tasks[world], config: { episodes: 3, memory }, style, seed: 7, trial: 0 };
        const view = fold(playAll([spec], teacher('random'))[0]);

        it(`is exactly the text, ${world}, ${style}, ${memory}`, () => {
          for (const episode of view.episodes) {
            for (let turn = 0; turn <= episode.turns.length; turn++) {
              const messages = readAt(episode, turn)?.messages ?? [];
              expect(blocksOf(messages).map(({ text }) => text).join('')).toBe(messages.map(({ content }) => content).join(''));
            }
          }
        });

        it(`ends with the board on stage and tells memory from rules, ${world}, ${style}, ${memory}`, () => {
          const second = view.episodes[1];
          const blocks = blocksOf(readAt(second, 1)?.messages ?? []);
          const boards = blocks.filter(({ current }) => current);
          expect(boards).toHaveLength(1);
          const shown = boardOf(boards[0].text);
          expect(shown).toHaveLength(rows(second.states[1]).length);
          expect(shown[0].symbols).toHaveLength(rows(second.states[1])[0].length);
          expect(shown[2].symbols[3].cell).toEqual({ row: 2, column: 3 });
          expect(blocks[0].name).toBe('rules');
          const asked = blocksOf(readAt(view.episodes[0], view.episodes[0].turns.length)?.messages ?? []);
          if (memory !== 'none') expect(boardOf(asked.find(({ current }) => current)?.text ?? '')[5].symbols).toHaveLength(shown[0].symbols.length);
          expect(blocks.some(({ name }) => name === 'memory')).toBe(memory !== 'none');
          expect(blocks.find(({ name }) => name === 'memory')?.text ?? '').not.toContain(boards[0].text);
        });
      }
    }
  }
});

describe('Cells in running text', () => {
  it('are found where the world counts them', () => {
    expect(mentions(' mine (4, 6) safe', 'minesweeper')).toEqual([
      { text: ' mine ' },
      { text: '(4, 6)', cell: { row: 3, column: 5 } },
      { text: ' safe' },
    ]);
    expect(mentions('(0, 0)', 'sokoban')).toEqual([{ text: '(0, 0)', cell: { row: 0, column: 0 } }]);
    expect(mentions('none', 'sokoban')).toEqual([{ text: 'none' }]);
  });
});

it('Characters that turn text round are shown, and nothing else is changed', () => {
  expect(shown('mine \u202e(4, 6)\u2069 safe')).toBe('mine [U+202E](4, 6)[U+2069] safe');
  expect(shown('عربي, 日本語 and 👍')).toBe('عربي, 日本語 and 👍');
});
