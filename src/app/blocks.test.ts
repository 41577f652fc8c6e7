import { describe, expect, it } from 'vitest';
import { fold } from '../trial/fold.ts';
import { playAll } from '../trial/scheduler.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import { describe as describeBoard, makeTask, rows } from '../worlds/index.ts';
import { blocksOf, boardOf, memoryIn, mentions, namesCells, shown } from './blocks.ts';
import { readAt } from './reading.ts';

const tasks = { sokoban: makeTask('sokoban', { size: 7, boxes: 3 }, 7), minesweeper: makeTask('minesweeper', { mines: 5, turns: 12 }, 11) };

describe('The text that was read, in blocks', () => {
  for (const world of ['sokoban', 'minesweeper'] as const) {
    for (const style of ['brief', 'full'] as const) {
      for (const memory of ['none', 'reflection', 'history', 'both'] as const) {
        const spec = { task: tasks[world], config: { episodes: 3, memory }, style, seed: 7, trial: 0 };
        const view = fold(playAll([spec], teacher('random'))[0]);

        it(`is exactly the text, ${world}, ${style}, ${memory}`, () => {
          for (const episode of view.episodes) {
            for (let turn = 0; turn <= episode.turns.length; turn++) {
              const messages = readAt(episode, turn)?.messages ?? [];
              expect(blocksOf(messages).map(({ text }) => text).join('')).toBe(messages.map(({ content }) => content).join(''));
              expect(blocksOf(messages).flatMap(({ role }) => role ?? [])).toEqual(messages.map(({ role }) => role));
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
          if (memory === 'reflection' || memory === 'both') expect(boardOf(asked.find(({ current }) => current)?.text ?? '')[5].symbols).toHaveLength(shown[0].symbols.length);
        });

        it(`names history and notes apart, and nothing else memory, ${world}, ${style}, ${memory}`, () => {
          for (const [index, episode] of view.episodes.entries()) {
            const [{ content }] = readAt(episode, 0)?.messages ?? [];
            const blocks = blocksOf([{ role: 'user', content }]);
            const of = (name: string): string[] => blocks.filter((each) => each.name === name).map(({ text }) => text);
            const [histories, notes] = [of('history'), of('notes')];
            expect(histories).toHaveLength(memory === 'history' || memory === 'both' ? index : 0);
            expect(notes).toHaveLength(memory === 'reflection' || memory === 'both' ? index : 0);
            view.episodes.slice(0, index).forEach((earlier, at) => {
              const text = earlier.note?.text ?? '';
              if (notes.length > 0) expect(notes[at]).toContain(text);
              if (histories.length === 0) return;
              expect(histories[at]).toContain(describeBoard(earlier.states[earlier.turns.length]));
              if (text !== '') expect(histories[at]).not.toContain(text);
            });
            expect(memoryIn(content)).toBe(blocks.filter(({ name }) => name === 'history' || name === 'notes').map(({ text }) => text).join(''));
            expect(memoryIn(content)).not.toContain(blocks.find(({ current }) => current)?.text);
          }
        });
      }
    }
  }
});

it('A reply that says nothing is still the policy’s turn to speak', () => {
  const blocks = blocksOf([{ role: 'user', content: ' 3 turns' }, { role: 'assistant', content: '' }, { role: 'user', content: ' 2 turns' }]);
  expect(blocks.map(({ name, role, text }) => [name, role, text])).toEqual([['rules', 'user', ' 3 turns'], ['reply', 'assistant', ''], ['turn', 'user', ' 2 turns']]);
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
    // asked twice of the same pattern, it tells the same
    expect(['(0, 0)', 'x (4, 6)', 'none', '(4,6)', '(4, 6)'].map(namesCells)).toEqual([true, true, false, false, true]);
  });
});

it('Characters that turn text round are shown, and nothing else is changed', () => {
  expect(shown('mine \u202e(4, 6)\u2069 safe')).toBe('mine [U+202E](4, 6)[U+2069] safe');
  expect(shown('عربي, 日本語 and 👍')).toBe('عربي, 日本語 and 👍');
});
