import { describe, expect, it } from 'vitest';
import { withNote } from '../../trial/branch.ts';
import { fold, type TrialView } from '../../trial/fold.ts';
import { playAll } from '../../trial/scheduler.ts';
import { teacher } from '../../trial/teachers/teacher.ts';
import { makeTask } from '../../worlds/index.ts';
import { blocksOf } from '../blocks.ts';
import { compare } from '../playback/moments.ts';
import { readAt } from '../reading.ts';
import { thoughtOf } from '../say.ts';
import { answerOf, besidesOf, passagesOf } from './passages.ts';

const tasks = [makeTask('sokoban', { size: 6, boxes: 2 }, 7), makeTask('minesweeper', { mines: 5, turns: 12 }, 11)];
const played = tasks.flatMap((task) =>
  (['reflection', 'both'] as const).flatMap((memory) => playAll([{ task, config: { episodes: 3, memory }, style: 'brief', seed: 1, trial: 0 }], teacher('random'))),
);
const views = played.map(fold);
const lost = played.find((records) => fold(records).episodes[0].note?.text) ?? [];

/** All texts of a kind, each with its moment. */
function listed(view: TrialView, kind: string): readonly string[] {
  return passagesOf(view).flatMap((passage) => (passage.kind === kind ? [`${passage.at.episode} ${passage.at.turn} ${passage.at.beat} ${passage.text}`] : []));
}

describe('What can be found in a trial', () => {
  it('is every thought and every answer with its turn, and every note where it is written', () => {
    expect(lost).not.toEqual([]);
    for (const view of views) {
      const turns = view.episodes.flatMap((item, episode) => item.turns.map(({ response }, turn) => ({ place: `${episode} ${turn + 1} null`, response })));
      const reflections = view.episodes.flatMap(({ turns: { length }, reflection }, episode) => (reflection ? [{ place: `${episode} ${length} remember`, response: reflection }] : []));
      const thoughts = [...turns, ...reflections].map(({ place, response }) => `${place} ${thoughtOf(response.text)}`).filter((line) => !/(null|remember) $/.test(line));
      expect(listed(view, 'thought').toSorted()).toEqual(thoughts.toSorted());
      expect(listed(view, 'answer')).toEqual(turns.map(({ place, response }) => `${place} ${answerOf(response)}`));
      const notes = view.episodes.flatMap(({ turns: { length }, note }, episode) => (note?.text ? [`${episode} ${length} remember ${note.text}`] : []));
      expect(listed(view, 'note')).toEqual(notes);
    }
  });

  it('is what was read, once, as the reader shows it at that moment', () => {
    for (const view of views) {
      const read = passagesOf(view).filter(({ kind }) => kind === 'read');
      for (const { at, text, block, from } of read) {
        const shown = blocksOf(readAt(view.episodes[at.episode], at.turn)?.messages ?? []).slice(from);
        expect(shown.map(({ name, text: own }) => `${name} ${own}`)).toContain(`${block} ${text}`);
      }
      const asked = view.episodes.flatMap(({ turns, reflection }) => [...turns.map(({ response }) => response), ...(reflection ? [reflection] : [])]);
      const bare = (text: string): string => text.replaceAll(/\s/g, '');
      expect(bare(read.map(({ text }) => text).join(''))).toBe(bare(asked.flatMap(({ prompt }) => prompt.messages.map(({ content }) => content)).join('')));
    }
  });

  it('comes in the order in which it came about', () => {
    for (const view of views) for (const [index, { at }] of passagesOf(view).entries()) if (index > 0) expect(compare(passagesOf(view)[index - 1].at, at)).toBeLessThanOrEqual(0);
  });

  it('A note is found where it was written and where a later episode read it', () => {
    const [first] = fold(lost).episodes;
    const word = first.note?.text ?? '';
    const found = passagesOf(fold(lost)).filter(({ text }) => text.includes(word));
    expect(found.map(({ kind, at, block }) => [kind, at.episode, block])).toEqual(expect.arrayContaining([['note', 0, null], ['read', 1, 'notes']]));
  });

  it.each([
    ['a thought <action>up</action>', '<action>up</action>'],
    ['<action>up', '<action>up'],
    ['no answer at all', ''],
  ])('The answer in “%s” is “%s”', (text, answer) => expect(answerOf({ text })).toBe(answer));
});

describe('What can be found in two trials side by side', () => {
  const left = fold(lost);
  const [other] = playAll([{ task: left.start.task, config: left.start.config, style: 'brief', seed: 1, trial: 0, prefix: withNote(lost, 0, 'mine (9, 9)') }], teacher('cautious'));
  const right = fold(other);
  const both = besidesOf(left, right);

  it('What both say is there once, the rest on its side', () => {
    const of = (kind: string, side: string | null) => both.filter((passage) => passage.kind === kind && passage.side === side).map(({ text }) => text);
    expect(of('thought', null).slice(0, left.episodes[0].turns.length)).toEqual(left.episodes[0].turns.map(({ response }) => thoughtOf(response.text)));
    expect(of('note', 'right')[0]).toBe('mine (9, 9)');
    expect(of('note', 'left')[0]).toBe(left.episodes[0].note?.text);
    expect(both.length).toBe(passagesOf(left).length + both.filter(({ side }) => side === 'right').length);
  });

  it('What was read stands with the turn that it was read for', () => {
    const [rules] = both;
    expect(rules).toMatchObject({ kind: 'read', at: { episode: 0, turn: 1, beat: null } });
    expect(both.filter(({ kind, at }) => kind === 'read' && at.turn === 0)).toEqual([]);
    for (const [index, { at }] of both.entries()) if (index > 0) expect(compare(both[index - 1].at, at)).toBeLessThanOrEqual(0);
  });
});
